import { plural } from '../plural.ts'

/** `/settings`: of a person in private, of a group for its admins. `name` is who changed something. */
export const settings = {
  summary: 'See what is set here, and change it: yours in private, a group’s by its admins.',
  which: 'What to change: tokens, largest-tip, largest-quote, quiet, delete-after, language',
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
    'Admins change them: /settings tokens usdc eth, /settings largest-tip 50 usdc, /settings largest-quote 1000 usdc, /settings quiet on, /settings delete-after 10, /settings language de. Back to normal: all, none, off or auto.',
  changed: (name: string) => `${name} changed the settings of this group`,
  onlyLanguage: 'In private there is only your language to set.',
  groupHas: 'Everything else is set in a group, by its admins.',
  unknown: (word: string) => `There is no setting "${word}".`,
  unreadable: (word: string) => `I cannot set it to "${word}".`,
  unknownLanguage: (word: string) => `I do not speak "${word}".`,
  speaks: (tags: string) => `Name one of these: ${tags}, or auto.`,
  adminsOnly: 'Only admins of this group may change its settings.',
  askAdmin: 'Ask one of them. Everybody can read them with /settings.',
  tokenOff: (token: string) => `${token} is not used in this group: its admins allow other tokens.`,
  useTokens: (tokens: string) => `Take one of these, or write to me in private: ${tokens}.`,
  tipTooLarge: (sum: string) => `${sum} is more than a tip may be in this group.`,
  quoteTooLarge: (sum: string) => `${sum} is more than a quote may be for in this group.`,
  atMost: (sum: string) => `Name at most ${sum}, or write to me in private.`,
}

export type SettingsWords = typeof settings
