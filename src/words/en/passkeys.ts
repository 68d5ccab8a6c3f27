/** Accounts of passkeys, for whoever has no wallet. */
export const passkeys = {
  signWith: 'Sign with your passkey',
  ofDevice: 'With the passkey of this device:',
  makeNew: 'Make a new passkey',
  another: 'Use another passkey',
  haveWords: 'I have recovery words',
  haveOne: 'I have a passkey for Vouch',
  about: 'What a passkey is, and what happens when it is lost',
  what: 'A passkey is kept by your phone or computer, behind its fingerprint, face or code. It makes the key of your account, here in the browser, whenever you confirm. The key is never sent to this server, and belongs to your devices alone.',
  synced:
    'iCloud Keychain (iOS and iPadOS 18.4, macOS 15.4 or later) and Google Password Manager bring it to your other devices. Windows Hello and security keys keep it on that one device.',
  lost: 'If you lose both your passkeys and your 24 recovery words, what your account here keeps is lost for good: nobody can restore it, not even whoever runs this server.',
  newIsAnother: 'A new passkey is another account, unless you add it to this one.',
  inside_app:
    'You are inside an app, where passkeys do not work. Open this page in your browser, such as Safari or Chrome, to keep it without a wallet.',
  no_prf:
    'Passkeys of this browser cannot make a key (it has no PRF extension). Open this page in Chrome, Edge or Safari, or use a wallet.',
  no_passkeys:
    'This browser has no passkeys here. Open this page over https in a newer one, such as Chrome, Edge or Safari, or use a wallet.',
  no_name:
    'A passkey belongs to a name, and this page was opened by a number. Open it by its name, or use a wallet.',
  no_storage:
    'This browser lets this site keep nothing, which passkeys need here: allow its cookies and site data and reload the page, leave private mode, or use a wallet.',
  /** The same where an account of a passkey has to sign. */
  toSign: {
    inside_app:
      'This account is a passkey’s, and you are inside an app, where passkeys do not work. Open this page in your browser, such as Safari or Chrome, and sign there.',
    no_prf:
      'This account is a passkey’s, and this browser cannot make its key (it has no PRF extension). Open this page in Chrome, Edge or Safari, and sign there.',
    no_passkeys:
      'This account is a passkey’s, and this browser has no passkeys here. Open this page over https in a newer one, such as Chrome, Edge or Safari, and sign there.',
    no_name:
      'This account is a passkey’s, which belongs to a name, and this page was opened by a number. Open it by its name, and sign there.',
    no_storage:
      'This account is a passkey’s, and this browser lets this site keep nothing, which passkeys need here: allow its cookies and site data and reload the page, or leave private mode, and sign then.',
  },
  openLocalhost: 'Open it at localhost',
  openInBrowser: 'Open in my browser',

  account: 'Your account here',
  opens: 'Your passkey opens it, and nobody else can:',
  linkIt:
    'Link it to your chat account with /wallet link, and you tip, swap and withdraw what it keeps here with one confirmation and no network fee. Its recovery words, in a wallet app, are the way without this server.',
  wordsAndPasskeys: 'Recovery words and passkeys',
}
export type PasskeysWords = typeof passkeys
