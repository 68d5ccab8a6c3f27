/** What the admins of a group have set for it. Amounts are base units as decimal texts, by token. */
export type GroupSettings = {
  /** The tokens that may be sent and swapped; `undefined`: all. */
  tokens: readonly string[] | undefined
  /** Of a tip, a send or an airdrop as a whole; no entry: no limit. */
  largestTip: Readonly<Record<string, string>>
  largestQuote: Readonly<Record<string, string>>
  isQuiet: boolean
  /** When our chatter goes away, in minutes after it was said; `undefined`: never. */
  deleteAfterMin: number | undefined
  /** What a reaction stands for: whoever reacts with it to a message is asked to tip its author so much. */
  reaction: ReactionTip | undefined
}

/** `amount` is base units as a decimal text. */
export type ReactionTip = { emoji: string; token: string; amount: string }

/** As long as nobody has set anything. */
export const UNSET: GroupSettings = {
  tokens: undefined,
  largestTip: {},
  largestQuote: {},
  isQuiet: false,
  deleteAfterMin: undefined,
  reaction: undefined,
}

/**
 * A group, as what is kept of it is named; the topics of a Telegram forum share theirs, and so do a Discord server's channels.
 * @example groupSubject('telegram', '-100123/7') // 'chat:telegram:-100123'
 * @example groupSubject('discord', 'server/9/1') // 'chat:discord:server/9'
 */
export const groupSubject = (surface: string, chat: string): string =>
  `chat:${surface}:${chat.replace(/^(-?\d+|server\/\d+)\/\d+$/, '$1')}`

/**
 * A chat as what is bound to it is named: this very chat, where `groupSubject` means the whole group.
 * @example chatKey('discord', 'server/9/1') // 'discord:server/9/1'
 */
export const chatKey = (surface: string, chat: string): string => `${surface}:${chat}`

/**
 * The group of a chat that is named so.
 * @example subjectOfChat('discord:server/9/1') // 'chat:discord:server/9'
 */
export function subjectOfChat(key: string): string {
  const end = key.indexOf(':')
  return groupSubject(key.slice(0, end), key.slice(end + 1))
}
