/** `/privacy`: what is kept of a person, and how to have it erased. */
export const privacy = {
  summary: 'See what I keep of you, and have it erased.',
  part: 'erase, to have erased what can be',
  title: 'What I keep of you',
  account: 'Your account',
  accountIs:
    'Its number, its handles with the time that you used them, and our private chat, for as long as this server runs: money that is sent to you finds you by them, and nobody else.',
  language: 'Your language',
  languageIs: 'Until you change or erase it.',
  talk: 'When you last wrote in a group with me',
  talkIs: 'For a day, for /rain. Of what you write I keep only commands, until they are answered.',
  wallets: 'Wallets that you linked',
  walletsIs: 'Their public addresses, until you unlink or erase them. I never have your keys.',
  mailboxes: 'Mailboxes that you proved in our chat',
  mailboxesIs: 'For half an hour; the next one that somebody proves takes away what is older.',
  quotes: 'Prices that you asked for, and transactions that you follow',
  quotesIs: 'Until you erase them.',
  money: 'What you signed, sent and were sent',
  moneyIs:
    'Amounts, names and notes, for good: without them nobody could claim it or have it back. The chains keep it in public, too.',
  erase: 'Erase what can be erased',
  askTitle: 'Erase it?',
  goes: 'Your language, when you last wrote in groups, prices that you asked for, transactions that you follow, the links to your wallets, and the mailboxes that you proved go.',
  stays:
    'Your account, and what you signed, sent and were sent, stay: somebody’s money may hang on them. This cannot be undone.',
  yes: 'Yes, erase it',
  doneTitle: 'Erased',
  done: 'What can be erased is gone. When you write to me again, I learn your language anew.',
}

export type PrivacyWords = typeof privacy
