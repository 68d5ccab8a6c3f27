import { plural } from '../../../words/plural.ts'

/** `/settings`: of a person in private, of a group for its admins. `name` is who changed something. */
export const settings = {
  summary: 'See what is set here, and change it: yours in private, a group’s by its admins.',
  which:
    'One of: tokens, largest-tip, largest-quote, quiet, delete-after, language, timezone, reaction',
  value: 'What to change it to',
  ownTitle: 'Your settings',
  groupTitle: 'Settings of this group',
  language: 'Language',
  automatic: 'automatic',
  useAutomatic: 'Automatic',
  wallet: 'Pays first',
  noWallet: 'no wallet is linked: /wallet link',
  privacy: 'What I keep of you: /privacy',
  tokens: 'Tokens',
  all: 'all',
  largestTip: 'Largest tip',
  largestQuote: 'Largest quote',
  noLimit: 'no limit',
  quiet: 'Quiet mode',
  deleteAfter: 'Delete my chatter',
  on: 'on',
  off: 'off',
  never: 'never',
  minutes: (count: number) =>
    plural('en', count, { one: 'after 1 minute', other: `after ${count} minutes` }),
  turnQuietOn: 'Turn quiet mode on',
  turnQuietOff: 'Turn quiet mode off',
  howTo:
    'Admins change them: /settings tokens usdc eth, /settings largest-tip 50 usdc, /settings largest-quote 1000 usdc, /settings quiet on, /settings delete-after 10, /settings reaction 🔥 1 usdc, /settings language de. Back to normal: all, none, off or auto.',
  changed: (name: string) => `${name} changed the settings of this group`,
  onlyLanguage: 'In private there are only your language and your time zone to set.',
  groupHas: 'Everything else is set in a group, by its admins.',
  unknown: (word: string) => `There is no setting "${word}".`,
  missing: 'What is it to be set to?',
  seeThem: (names: string) => `There are these: ${names}. See how they are set with /settings.`,
  unreadable: (word: string) => `I cannot set it to "${word}".`,
  reaction: 'Reaction',
  noReaction: 'nothing',
  tipsWith: (emoji: string, sum: string) => `${emoji} tips ${sum}`,
  howReaction:
    'Whoever reacts to a message with it gets a tip to its author to sign, which nobody else sees. On Telegram, I have to be an admin here to see reactions.',
  timeZone: 'Time zone',
  noTimeZone: 'not set',
  unknownZone: (word: string) => `There is no time zone "${word}".`,
  zoneLike: 'Write it like Europe/Berlin, America/New_York or utc+2; none forgets it.',
  unknownLanguage: (word: string) => `I do not speak "${word}".`,
  speaks: (tags: string) => `Name one of these: ${tags}, or auto.`,
  adminsOnly: 'Only admins of this group may change its settings.',
  askAdmin: 'Ask one of them. Yours are behind a button of /settings.',
  yours: 'Your settings',
  tokenOff: (token: string) => `${token} is not used in this group: its admins allow other tokens.`,
  useTokens: (tokens: string) => `Take one of these, or write to me in private: ${tokens}.`,
  tipTooLarge: (sum: string) => `${sum} is more than a tip may be in this group.`,
  quoteTooLarge: (sum: string) => `${sum} is more than a quote may be for in this group.`,
  /** The same of half or all that somebody has, where others read it. */
  tipPartTooLarge: (token: string) =>
    `That part of your ${token} is more than a tip may be in this group.`,
  quotePartTooLarge: (token: string) =>
    `That part of your ${token} is more than a quote may be for in this group.`,
  atMost: (sum: string) => `Name at most ${sum}, or write to me in private.`,
}

export type SettingsWords = typeof settings

/** `/privacy`: what is kept of a person, and how to have it erased. */
export const privacy = {
  summary: 'See what I keep of you, and have it erased.',
  part: 'erase, hide or show',
  title: 'What I keep of you',
  account: 'Your account',
  accountIs:
    'Its number, its handles with the time that you used them, and our private chat, for as long as this server runs: money that is sent to you finds you by them, and nobody else.',
  language: 'Your language and time zone',
  languageIs: 'Until you change or erase them.',
  talk: 'When you last wrote in a group with me',
  talkIs:
    'For a day, for /rain. Where a reaction tips, who wrote which message, for two days. Of what you write I keep only commands, until they are answered.',
  wallets: 'Wallets that you linked',
  walletsIs: 'Their public addresses, until you unlink or erase them. I never have your keys.',
  mailboxes: 'Mailboxes that you proved in our chat',
  mailboxesIs: 'For half an hour; the next one that somebody proves takes away what is older.',
  quotes:
    'Prices that you asked for or wait for, plans, requests and invoices of yours, transactions that you follow, and giveaways that you entered',
  quotesIs: 'Until you erase them.',
  money: 'What you signed, sent and were sent',
  moneyIs:
    'Amounts, names and notes, for good: without them nobody could claim it or have it back. The chains keep it in public, too.',
  listed: 'Statistics of groups',
  listedIs: 'How much you gave and received is shown there by /top. Leave with /privacy hide.',
  hiddenIs:
    'You have left them: neither you nor what you gave or received counts there. Come back with /privacy show.',
  hide: 'Leave the statistics',
  show: 'Rejoin the statistics',
  nowHidden: 'You stand in no statistics any more',
  nowListed: 'You stand in statistics again',
  erase: 'Erase what can be erased',
  askTitle: 'Erase it?',
  goes: 'Your language and time zone, when you last wrote in groups, prices that you asked for or wait for, plans, requests and invoices of yours, transactions that you follow, giveaways that you entered and that are over, the links to your wallets, and the mailboxes that you proved go.',
  stays:
    'Your account, and what you signed, sent and were sent, stay: somebody’s money may hang on them. This cannot be undone.',
  yes: 'Yes, erase it',
  doneTitle: 'Erased',
  done: 'What can be erased is gone. When you write to me again, I learn your language anew.',
}

export type PrivacyWords = typeof privacy

/** `/start` */
export const start = {
  summary: 'Say hello.',
  title: 'Welcome to Vouch',
  hello: (name: string) =>
    `Hello ${name}. I send tokens to people by their handle: /tip @bobby 5 usdc. You sign in your own wallet; I never hold your keys.`,
  seeHelp: 'See what I can do with /help.',
  somethingWaits: 'Something waits for you: /claim',
  /** What a bot's profile says, before it is started: at most 512, and 120, characters. */
  description:
    'I send tokens to people by their handle, on any chain. Write /tip @bobby 5 usdc and sign in your own wallet; whoever gets it claims it where they like. I never hold your keys.',
  about: 'Tips by handle, on any chain. You sign; I never hold your keys.',
  claim: 'Claim it',
  linkFirst: 'Next: link a wallet, or make an account that a passkey keeps.',
  link: 'Wallet or new account',
  tryTip:
    'Next: tip somebody. Answer a message of theirs with /tip 1 usdc, or name them: /tip @bobby 1 usdc',
  howTips: 'How tips work',
  allCommands: 'All commands',

  /** Said in a group, or a server, that the bot was added to. */
  addedTitle: 'Hello, I am Vouch',
  added:
    'I send tokens to people here by their handle: answer a message with /tip 5 usdc, or write /tip @bobby 5 usdc. Everybody signs in their own wallet, and whoever gets something claims it with one press.',
  forAdmins: 'What admins can set here:',
  makeAdmin: 'As an admin of this group I see reactions, too; otherwise only commands.',
}

export type StartWords = typeof start

/** `/help` */
export const help = {
  summary: 'List the commands, or explain one.',
  which: 'Which one',
  title: 'What I can do',
  groups: {
    give: '🎁 Give',
    ask: '🧾 Ask for money',
    claim: '📥 Receive',
    market: '📈 Prices and swaps',
    wallets: '👛 Your wallets',
    settings: '⚙️ Settings and help',
  },
  more: 'More about one: /help tip',
  usage: 'Usage',
  example: 'Example',
}

export type HelpWords = typeof help

/** What is written as `@bot @bobby 5 usdc` or `@bot 5 usdc for 3` in any chat. */
export const inline = {
  title: (sum: string, who: string) => `Tip ${sum} to ${who}`,
  airdropTitle: (sum: string, count: number) => `${sum} shared by the first ${count}`,
  description: 'Tap to send the card. You sign it afterwards.',
  preparing: (name: string) => `${name} is preparing this tip. One moment.`,
  wait: 'One moment',
  notReady:
    'The card is not ready yet. If it stays like this, whoever runs me has to switch on inline feedback.',
  how: 'Who and how much: @bobby 5 usdc, or 5 usdc for 3',
}

export type InlineWords = typeof inline
