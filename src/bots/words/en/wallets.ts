/** `/wallet`: the wallets of an account, and linking one. `address` is a short one, `chains` the names of chains. */
export const wallet = {
  summary: 'Link a wallet to your account, choose the one that comes first, or unlink one.',
  what: 'link, default 2 or unlink 2; empty for the list',
  title: 'Your wallets',
  none: 'No wallet is linked to your account yet.',
  linkHow: 'Link one: you sign a short text with it, and nothing moves.',
  isFirst: 'comes first',
  row: (address: string, chains: string) => `${address} on ${chains}`,
  ownOfPlayground: 'Of the playground',
  link: 'Link a wallet',
  makeDefault: (number: string) => `Put ${number} first`,
  unlinkOne: (number: string) => `Unlink ${number}`,

  linkTitle: 'Link a wallet',
  openPage: 'Open the page',
  linkForYou:
    'This link is for you alone, works once, and ends in 10 minutes. Do not pass it on: whoever opens it could link a wallet of theirs to your account.',
  linkExpired: 'This link has expired. Ask for a new one: /wallet link',
  linkGone: 'A newer link has taken the place of this one.',

  linkedTitle: 'A wallet was linked to your account',
  linkedWhat: (address: string, chains: string) =>
    `${address} can now pay and be paid for you on ${chains}. It still signs every payment itself.`,
  notYou: 'If that was not you, unlink it at once.',
  ofPasskey: 'A passkey keeps it: write down its recovery words before much is paid to it.',
  recoveryWords: 'Words and passkeys',

  askTitle: (address: string) => `Unlink ${address}?`,
  askWhat:
    'I forget that it is yours, and no longer pay from it or to it. What it holds stays in it.',
  yes: 'Yes, unlink it',
  unlinked: 'The wallet is unlinked',
  noNumber: (number: string) => `There is no linked wallet ${number}.`,
  notLinked: 'This wallet is not linked to your account any more.',
  seeList: 'List them with /wallet.',
}

export type WalletWords = typeof wallet

/** What a claim is told that would leave an account of a passkey with more than a small amount, before its words are confirmed. `usd` is a number. */
export const wordsFirst = {
  title: 'Confirm your recovery words first',
  why: (usd: string) =>
    `With this, your passkey's account would have more than $${usd}. Without its recovery words, all of that is lost with the last device that has the passkey.`,
  waits:
    'It waits for you as before. The page shows the words and asks for three of them; then claim it again.',
  confirm: 'Confirm the words',
}

export type WordsFirstWords = typeof wordsFirst
