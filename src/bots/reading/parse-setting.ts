import { UNSET, type GroupSettings } from '../../core/terms/group-settings.ts'
import { formatAmount, parseAmount } from '../../core/terms/amounts.ts'
import type { Network } from '../../core/terms/network.ts'
import { type Words } from '../words/words.ts'
import { LANGUAGES, type Language, readLanguage } from '../../core/terms/language.ts'
import { UnreadableCommandError } from '../dispatch/errors.ts'
import { oneOf, rowOf } from '../cards/wording.ts'
import { readToken } from './read-name.ts'
import { readAmount } from './read-amount.ts'
import { readEmoji } from './read-emoji.ts'
import { plainWord, type Writer } from './read-number.ts'
import { readZone } from './read-time.ts'

/** What is to be set: a language (`undefined`: by itself), a time zone (`undefined`: none), or something of a group. */
export type SettingChange =
  | { kind: 'language'; language: Language | undefined }
  | { kind: 'time-zone'; zone: string | undefined }
  | {
      kind: 'group'
      change: (now: GroupSettings) => Partial<GroupSettings>
      /** What is tipped from then on, which has to be a claim; base units. */
      tips?: { token: string; amount: bigint }
    }

const SWITCH: Readonly<Record<string, boolean>> = { on: true, off: false }
/** A day: what is to be read again stays longer than that. */
const LONGEST_MIN = 24 * 60

/** How each is set, by its name. */
const EXAMPLES: Readonly<Record<string, string>> = {
  tokens: '/settings tokens usdc eth',
  'largest-tip': '/settings largest-tip 50 usdc',
  'largest-quote': '/settings largest-quote 1000 usdc',
  quiet: '/settings quiet on',
  'delete-after': '/settings delete-after 10',
  reaction: '/settings reaction 🔥 1 usdc',
  language: '/settings language de',
  timezone: '/settings timezone Europe/Berlin',
}

/**
 * Reads `name value`, the values of each setting as `/settings` lists them.
 * @throws {UnreadableCommandError} no such setting, or nothing that it can be set to
 * @throws {UnknownTokenError} {InvalidAmountError}
 */
export function parseSetting(input: string, writer: Writer, network: Network): SettingChange {
  const { words } = writer
  const [nameWord = '', ...values] = input.split(/\s+/u)
  // An amount stays as it was written: a question about it has to find it in the command again.
  const [name, first] = [nameWord.toLowerCase(), (values[0] ?? '').toLowerCase()]
  const unreadable = () =>
    new UnreadableCommandError(
      first === '' ? words.settings.missing : words.settings.unreadable(values.join(' ')),
      [],
      words.reading.likeThis(EXAMPLES[name] ?? '/settings'),
    )
  /** An amount that stays the same whatever prices do: dollars are of a token that is one. */
  function readSum(said: readonly string[], before: string) {
    if (said.length === 0) throw unreadable()
    const example = EXAMPLES['largest-tip'] ?? ''
    const { amount, token, rest } = readAmount(writer, said, network, { before, example })
    const isKept = amount.kind === 'units' || (amount.kind === 'usd' && token.usd_stable === true)
    if (!isKept || rest.length > 0) throw unreadable()
    const units =
      amount.kind === 'units' ? amount.units : parseAmount(formatAmount(amount.cents, 2), token)
    return { token: token.token, amount: `${units}` }
  }
  const group = (change: (now: GroupSettings) => Partial<GroupSettings>) =>
    ({ kind: 'group', change }) as const
  switch (name) {
    case 'language':
      if (first === '') throw unreadable()
      return { kind: 'language', language: readLanguageWord(first, words) }
    case 'timezone': {
      const zone = first === 'none' ? undefined : readZone(first)
      if (first === '') throw unreadable()
      if (first !== 'none' && zone === undefined)
        throw new UnreadableCommandError(
          words.settings.unknownZone(first),
          [],
          words.settings.zoneLike,
        )
      return { kind: 'time-zone', zone }
    }
    case 'tokens': {
      if (first === '') throw unreadable()
      const tokens =
        first === 'all' ? UNSET.tokens : values.map((word) => readToken(network, word).token)
      return group(() => ({ tokens }))
    }
    case 'largest-tip':
    case 'largest-quote': {
      const key = name === 'largest-tip' ? 'largestTip' : 'largestQuote'
      if (first === 'none') return group(() => ({ [key]: UNSET[key] }))
      const sum = readSum(values, name)
      return group((now) => ({ [key]: { ...now[key], [sum.token]: sum.amount } }))
    }
    case 'reaction': {
      if (first === 'none') return group(() => ({ reaction: UNSET.reaction }))
      const [emojiWord = '', ...sum] = values
      const emoji = readEmoji(emojiWord)
      if (!emoji) throw unreadable()
      const { token, amount } = readSum(sum, `${name} ${emojiWord}`)
      const tips = { token, amount: BigInt(amount) }
      return { ...group(() => ({ reaction: { emoji, token, amount } })), tips }
    }
    case 'quiet': {
      const isQuiet = SWITCH[first]
      if (isQuiet === undefined) throw unreadable()
      return group(() => ({ isQuiet }))
    }
    case 'delete-after': {
      if (first === 'off') return group(() => ({ deleteAfterMin: undefined }))
      const minutes = plainWord(first)
      const deleteAfterMin = /^\d{1,4}$/.test(minutes) ? Number(minutes) : 0
      if (deleteAfterMin < 1 || deleteAfterMin > LONGEST_MIN) throw unreadable()
      return group(() => ({ deleteAfterMin }))
    }
    default:
      throw new UnreadableCommandError(
        words.settings.unknown(name),
        [],
        words.settings.seeThem(rowOf(words, Object.keys(EXAMPLES))),
      )
  }
}

/** @throws {UnreadableCommandError} none that we speak */
export function readLanguageWord(word: string, words: Words): Language | undefined {
  if (word === 'auto') return undefined
  const language = readLanguage(word)
  if (language) return language
  const { unknownLanguage, speaks } = words.settings
  throw new UnreadableCommandError(unknownLanguage(word), [], speaks(oneOf(words, LANGUAGES)))
}
