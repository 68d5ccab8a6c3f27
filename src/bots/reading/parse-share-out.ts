import type { Chain, Network, Token } from '../../core/terms/network.ts'
import { MOST_SHARES } from '../../core/payloads/shares.ts'
import type { Words } from '../words/words.ts'
import type { Speaker } from '../dispatch/command.ts'
import { UnreadableCommandError } from '../dispatch/errors.ts'
import { noteOf } from './parse-tip.ts'
import { readAmount, type AskedAmount } from './read-amount.ts'
import { plainWord, withoutMark, type Writer } from './read-number.ts'
import { readChain } from './read-name.ts'

/** One person needs no sharing. */
export const LEAST_SHARES = 2

/** An amount that is to be shared, as it was asked for. */
export type ShareOrder = {
  amount: AskedAmount
  /** Whether that is each one's, and not that of all together. */
  isEach: boolean
  token: Token
  /** How many are to share it, when the sender says so. */
  count: number | undefined
  sizes: 'equal' | 'random' | undefined
  /** Where to pay from, when the sender says so. */
  chain: Chain | undefined
  note: string | undefined
}

/** What people write behind their number, in the languages that we speak. */
const PEOPLE = new Set([
  'people',
  'persons',
  'leute',
  'personen',
  'personas',
  'kişi',
  '人',
  'winners',
])

/** Parts that not every command has; what looks like one where it is none belongs to the note. */
type Part = 'count' | 'sizes'

/**
 * Reads `amount token [each] [for N [people]] [random|equal] [on chain] [note]`, what follows the token in any order but the note. `for` without a
 * number behind it begins the note, and so does `each` with other words. `parts` are those that the command has, `example` is what errors show as the right form.
 * @throws {UnreadableCommandError} a part is missing, the number is none of 2 to 50, or the note cannot be used
 * @throws {InvalidAmountError} {UnknownTokenError} {UnknownChainError}
 */
export function parseShareOut(
  input: string,
  parts: readonly Part[],
  writer: Writer & Pick<Speaker, 'note'>,
  network: Network,
  example: string,
): ShareOrder {
  const { words } = writer
  const said = input.split(/\s+/u).filter((word) => word !== '')
  const { amount, token, rest } = readAmount(writer, said, network, { example })
  const order: ShareOrder = {
    amount,
    isEach: false,
    token,
    count: undefined,
    sizes: undefined,
    chain: undefined,
    note: undefined,
  }
  for (;;) {
    const [word = '', next] = rest
    const part = word.toLowerCase()
    const mayBe = (what: Part) => parts.includes(what) && order[what] === undefined
    const count = part === 'for' && mayBe('count') ? takeCount(rest, words) : undefined
    if (count !== undefined) order.count = count
    else if ((part === 'random' || part === 'equal') && mayBe('sizes')) {
      order.sizes = part
      rest.shift()
    } else if (part === 'on' && order.chain === undefined && next !== undefined)
      order.chain = readChain(network, rest.splice(0, 2)[1] ?? '')
    else if (!order.isEach && takeEach(rest, isPart)) order.isEach = true
    else break
  }
  return { ...order, note: noteOf(writer, rest) }
}

const PARTS = new Set(['for', 'on', 'random', 'equal'])
const isPart = (word: string): boolean => PARTS.has(word.toLowerCase())

/** Takes `each` away from the front of some words where no note begins with it, as in `each time`: where nothing follows, or what `mayFollow` says is no note. */
export function takeEach(rest: string[], mayFollow: (next: string) => boolean): boolean {
  const [word = '', next] = rest
  const isEach =
    withoutMark(word).toLowerCase() === 'each' && (next === undefined || mayFollow(next))
  if (isEach) rest.shift()
  return isEach
}

const isPeople = (word: string): boolean => PEOPLE.has(word.toLowerCase())

/**
 * Takes `for` and the number of people behind it away from the front of some words: `for 3`, `for 3 people`, `for ３人`. `undefined` where no number stands there.
 * @throws {UnreadableCommandError} no whole number, or one that is too small or above 50
 */
export function takeCount(
  rest: string[],
  { shareOut: words }: Words,
  least: number = LEAST_SHARES,
): number | undefined {
  const [, written = ''] = rest
  const said = plainWord(written)
  if (!/^[\d.,-]/.test(said)) return undefined
  rest.splice(0, 2)
  const [, glued = '', unit = ''] = /^(\d+)(\p{L}+)$/u.exec(said) ?? []
  if (isPeople(rest[0] ?? '')) rest.shift()
  const number = isPeople(unit) ? glued : said
  const count = /^\d{1,4}$/.test(number) ? Number(number) : 0
  if (count < least || count > MOST_SHARES)
    throw new UnreadableCommandError(words.badCount(written), [], words.giveCount(least))
  return count
}
