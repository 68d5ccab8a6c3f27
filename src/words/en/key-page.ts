/** `/key`, the page that opens accounts of passkeys. */
export const keyPage = {
  headings: {
    sign: 'Sign with your passkey',
    new: 'Make your account',
    remembered: 'Open your account',
    any: 'Open your account',
    words: 'Open an account by its words',
    writing: 'First write down your words',
  },
  writeFirst:
    'This is more than a small amount. These words are the only way to it once no device of yours has the passkey any more.',
  signsThis: (address: string) => `Your account ${address} signs this, and nothing else:`,
  theText: 'The text that is signed',
  links: 'Link this account',
  linksTo: 'To the account',
  accountId: 'Its id',
  aClaim: (id: string) => `the claim ${id}: whoever it is for claims it`,
  unreadable: {
    message: 'This page cannot read all that it was asked to sign, so it signs nothing.',
    fix: 'Go back, and ask for it anew in the chat. If a stranger led you here, close this page.',
  },
  confirm:
    'Confirm it with your passkey. The key is made on this page alone, which can send nothing to anybody, and is gone when you leave it.',
  waiting: 'Waiting for your passkey…',
  pressToGoOn: 'Press Continue. Your device then asks for your passkey.',
  backWithout: 'Go back without it',
  back: 'Go back',

  noAccount: 'This browser knows no account of yours.',
  beforeShowing:
    'Whoever sees your recovery words can take everything. Is nobody looking, and no camera?',
  showThem: 'I am alone: show them',
  aboutAdding:
    'It opens this same account: a key on your keyring, or another phone, in case you lose this one. You confirm with the passkey that you have, then make the new one and confirm with that.',
  addPasskey: 'Add a passkey',
  notNow: 'Not now',
  wordsConfirmed: 'You have confirmed its recovery words in this browser.',
  wordsNeeded:
    'Write down its recovery words: without them it is lost with the last device that has the passkey.',
  showWords: 'Show my recovery words',
  addAnother: 'Add another passkey',
  added: 'The new passkey opens this account.',
  onEveryDevice: 'It does so on every device that has it.',
  inThisBrowser:
    'It does so in this browser, until its data are cleared: what keeps the passkey has no room for more. On another one, use your recovery words.',

  /** What lists of passkeys call the one that is made. */
  passkeyName: (day: string) => `Vouch account of ${day}`,
}
export type KeyPageWords = typeof keyPage

/** The 24 words of an account: shown, asked for, and entered. */
export const recovery = {
  danger: 'Whoever reads these words can take everything.',
  onPaper:
    'Nobody who helps you needs them, and no other page should ask for them. Write them on paper in their order, and keep that as you keep money. MetaMask and Keplr take them as a recovery phrase.',
  words: 'Recovery words',
  written: 'I have written them down',
  hide: 'Hide them',
  whatStands: 'What stands on your paper?',
  word: (number: string) => `Word ${number}`,
  theseAre: 'These are the words',
  lookAgain: 'Look at the words again',
  onlyHere:
    'Type them only on a page that you opened yourself, never where a message or a stranger led you. A new passkey of this device opens the same account from then on.',
  inOrder: 'Your 24 recovery words, in their order',
  openHere: 'Open this account here',

  noMatch: {
    message: (number: string) => `Word ${number} does not match.`,
    fix: 'Look at your paper, or look at the words again and correct what is written there.',
  },
  wrongCount: {
    message: (given: string, wanted: string) =>
      `Your phrase has ${wanted} words; you gave ${given}.`,
    fix: 'Look for one that was left out, or that stands here twice.',
  },
  wrongOrder: {
    message: 'Each of these words could be right, but they do not belong together.',
    fix: 'One of them is another word, or two have changed places. Compare them with your paper, from the first to the last.',
  },
  unknownWord: {
    message: (number: string, word: string) =>
      `Word ${number}, “${word}”, is in no recovery phrase.`,
    fix: 'Look at your paper again.',
    meant: (word: string) => `Could it be “${word}”?`,
  },
}
export type RecoveryWords = typeof recovery

/** Why a passkey did not do what was asked of it. */
export const passkeyProblems = {
  noPrf: {
    message:
      'This passkey cannot make a key: what keeps it, or this browser, has no PRF extension.',
    fix: 'Nothing was kept. Use a browser that has it, such as Chrome, Edge or Safari, with the passkeys of your phone or computer; or a wallet.',
  },
  other: {
    message: (address: string) => `That is another passkey: it opens ${address}.`,
    fix: 'Try again with the one that opens this account.',
  },
  noSeal: {
    message:
      'This passkey opens an account whose seal is in another browser, or was deleted with its data.',
    fix: 'Use another passkey of the account, or its recovery words.',
  },
  brokenSeal: {
    message: 'What this passkey should open is damaged.',
    fix: 'Use another passkey of the account, or its recovery words.',
  },
  notUsed: {
    message: 'The passkey was not used: you declined it, it took too long, or there is none here.',
    fix: 'Nothing happened. Try again when you are ready.',
  },
  hasIt: {
    message: 'This device has this passkey already.',
    fix: 'Use it instead of making another one.',
  },
  unknown: {
    message: 'No page of Vouch has asked this page for anything that can be done here.',
    fix: 'Nothing was done. Go back to the page that you came from and try there once more. If your browser hides where links come from, allow it for this site.',
  },
  unasked: {
    message: 'This tab does not wait for what came back from your passkey.',
    fix: 'Nothing was done. Open the link from your chat or mail again, and try there once more.',
  },
  failed: {
    message: (reason: string) => `The passkey could not be used: ${reason}.`,
    fix: 'Try again, or take a wallet.',
  },
}
export type PasskeyProblemsWords = typeof passkeyProblems
