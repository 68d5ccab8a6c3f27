/** Accounts of passkeys, for whoever has no wallet. */
export const passkeys = {
  signWith: 'Sign with your passkey',
  ofDevice: 'With the passkey of this device:',
  makeNew: 'Make a new passkey',
  another: 'Use another passkey',
  haveOne: 'I have a passkey for Vouch',
  about: 'What a passkey is, and what happens when it is lost',
  what: 'A passkey is kept by your phone or computer, behind its fingerprint, face or code. It makes the key of your account, here in the browser, whenever you confirm. The key is never sent to this server, and belongs to your devices alone.',
  synced:
    'iCloud Keychain (iOS and iPadOS 18.4, macOS 15.4 or later) and Google Password Manager bring it to your other devices. Windows Hello and security keys keep it on that one device.',
  lost: 'If you lose every device that has it, or delete it, and have not written down its recovery words, what it keeps is lost for good.',
  nobodyRestores:
    'Nobody can restore it, not even whoever runs this server. Another passkey is another account, and opens nothing of this one.',
  inside_app:
    'You are inside an app, where passkeys do not work. Open this page in your browser, such as Safari or Chrome, to keep it without a wallet.',
  no_prf:
    'Passkeys of this browser cannot make a key (it has no PRF extension). Open this page in Chrome, Edge or Safari, or use a wallet.',
  no_passkeys:
    'This browser has no passkeys here. Open this page over https in a newer one, such as Chrome, Edge or Safari, or use a wallet.',
  no_name:
    'A passkey belongs to a name, and this page was opened by a number. Open it by its name, or use a wallet.',
  openLocalhost: 'Open it at localhost',
  openInBrowser: 'Open in my browser',

  account: 'Your account here',
  opens: 'Your passkey opens it, and nobody else can:',
  linkIt:
    "Link it to your chat account with /wallet link, and it is paid from then on. To move what it keeps yourself, put its recovery words into a wallet app, and pay the network's fee there.",
  wordsAndPasskeys: 'Recovery words and passkeys',
  showWords: 'Show my recovery words',
  takesAll: 'Whoever reads these words can take everything.',
  nobodyNeeds:
    'Nobody who helps you needs them, and no other page should ask for them. Write them on paper in their order, and keep that as you keep money. MetaMask and Keplr take them as a recovery phrase.',
  recoveryWords: 'Recovery words',
  alone: 'I am alone: show them',
  hide: 'Hide them',

  noKey: 'This passkey cannot make a key: what keeps it, or this browser, has no PRF extension.',
  otherBrowser:
    'Nothing was kept. Use a browser that has it, such as Chrome, Edge or Safari, with the passkeys of your phone or computer; or a wallet.',
  other: (address: string) => `That is another passkey: it opens ${address}.`,
  useRight: 'Try again with the one that opens this account.',
  notUsed: 'The passkey was not used: you declined it, it took too long, or there is none here.',
  whenReady: 'Nothing happened. Try again when you are ready.',
  hasIt: 'This device has this passkey already.',
  useIt: 'Use it instead of making another one.',
  unable: 'The passkey could not be used.',
  unableBecause: (words: string) => `The passkey could not be used: ${words}`,
  orWallet: 'Try again, or take a wallet.',
}
export type PasskeysWords = typeof passkeys

/** The page that opens accounts of passkeys. */
export const keyPage = {
  account: 'Your account',
  unknown: 'This browser knows no account of yours. Open one with a passkey that you have.',
  headings: {
    sign: 'Sign with your passkey',
    new: 'Make your account',
    remembered: 'Open your account',
    any: 'Open your account',
  },
  signsText: (account: string) => `Your account ${account} signs this text, and nothing else:`,
  confirm:
    'Confirm it with your passkey. The key is made on this page alone, which can send nothing to anybody, and is gone when you leave it.',
  waiting: 'Waiting for your passkey…',
  back: 'Go back',
  backWithout: 'Go back without it',
}
export type KeyPageWords = typeof keyPage
