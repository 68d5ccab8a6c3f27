import { formatAmount } from '../../core/terms/amounts.ts'
import type { Network, Token } from '../../core/terms/network.ts'
import { UnreadableCommandError } from '../dispatch/errors.ts'
import { readToken } from '../cards/wording.ts'
import { readNumber, type Writer } from './read-number.ts'
import { unitsWorth } from '../../core/reference/usd-value.ts'
import type { Understood } from '../../core/signing/payment-terms.ts'
import type { Words } from '../words/words.ts'
import type { PaymentWords } from '../words/en/payments.ts'
import type { Services } from '../dispatch/command.ts'

/** An amount as people say it. `units` is base units; `cents` are US cents, and `usd` is how they were written. */
export type AskedAmount =
  | { kind: 'units'; units: bigint }
  | { kind: 'usd'; usd: string; cents: bigint }
  | { kind: 'half' | 'all' }

/**
 * Returns what several get together when each of them gets the amount.
 * @throws {UnreadableCommandError} half for each of more than two, or all for each of several: it is more than all there is
 */
export function timesOf(amount: AskedAmount, count: number, { shareOut }: Words): AskedAmount {
  switch (amount.kind) {
    case 'units':
      return { kind: 'units', units: amount.units * BigInt(count) }
    case 'usd': {
      const cents = amount.cents * BigInt(count)
      return { kind: 'usd', usd: formatAmount(cents, 2), cents }
    }
    case 'half':
    case 'all': {
      if (count === 1) return amount
      if (amount.kind === 'half' && count === 2) return { kind: 'all' }
      const { halfEach, allEach, sharePart } = shareOut
      const problem = (amount.kind === 'half' ? halfEach : allEach)(count)
      throw new UnreadableCommandError(problem, [], sharePart)
    }
  }
}

const USD = { token: 'USD', decimals: 2 }

/**
 * Reads an amount and its token from the front of some words: `5 usdc`, `5usdc`, `$5 of eth`, `$5`, `half usdc`, `all of my usdc`. Gives
 * what follows as `rest`. The others are for errors: what was read before it, in words and as it was written, and the right form.
 * @throws {UnreadableCommandError} one of the two is missing {UnclearWordError} the amount means two things
 * @throws {InvalidAmountError} {UnknownTokenError}
 */
export function readAmount(
  writer: Writer,
  said: readonly string[],
  network: Network,
  {
    understood = [],
    before = '',
    example,
  }: { understood?: readonly string[]; before?: string | undefined; example: string },
): { amount: AskedAmount; token: Token; text: string; rest: string[] } {
  const { reading } = writer.words
  const [firstWord, ...behind] = said
  const glued = firstWord === undefined ? undefined : unglue(firstWord, network)
  const [amountText, ...after] = glued ? [...glued, ...behind] : said
  if (amountText === undefined)
    throw new UnreadableCommandError(reading.amountMissing, understood, reading.likeThis(example))
  const isToken = network.tokens.some(({ token }) => token === amountText.toLowerCase())
  const inTokens = /^\d/.test(amountText)
  const dollar = isDollarsAlone(amountText, after) ? dollarOf(network) : undefined
  const [tokenText, ...rest] = dollar
    ? [dollar.token, ...after]
    : inTokens
      ? after
      : withoutFillers(after)
  if (isToken)
    throw new UnreadableCommandError(
      reading.notAnAmount(amountText),
      understood,
      reading.amountFirst(example),
    )
  if (tokenText === undefined)
    throw new UnreadableCommandError(
      reading.tokenMissing,
      [...understood, reading.amountIs(amountText)],
      reading.withToken(complete([before, amountText], network, example)),
    )
  const token = readToken(network, tokenText)
  return {
    amount: amountOf(amountText, token, writer, firstWord),
    token,
    text: `${amountText} ${token.token.toUpperCase()}`,
    rest,
  }
}

/**
 * What was written behind its command, with the token of the example that it lacks.
 * @example complete(['@bobby', '5'], network, '/tip @carol 1 usdc') // '/tip @bobby 5 usdc'
 */
export function complete(said: readonly string[], network: Network, example: string): string {
  const [command = '', ...words] = example.split(' ')
  const known = [...network.tokens.map(({ token }) => token), ...words]
  const token = known.findLast((word) => isTokenOf(network, word) && !said.includes(word))
  return [command, ...said, token ?? ''].filter((word) => word !== '').join(' ')
}

/** `5usdc` and `$5eth` are an amount and its token; `undefined` for any other word. */
function unglue(word: string, network: Network): [string, string] | undefined {
  const [, amount, token] = /^(\$?[\d.,]*\d)([a-z]\w*)$/i.exec(word) ?? []
  if (amount === undefined || token === undefined) return undefined
  return isTokenOf(network, token) ? [amount, token] : undefined
}

const isTokenOf = ({ tokens }: Network, word: string): boolean =>
  tokens.some(({ token }) => token.toLowerCase() === word.toLowerCase())

/** What may follow dollars that no token is named for. */
const BEHIND_DOLLARS = new Set([
  'for',
  'from',
  'among',
  'between',
  'with',
  'on',
  'to',
  'until',
  'in',
])

/** `$5`, and nothing behind it that could be a token: it is paid in the network's dollar. */
function isDollarsAlone(amount: string, [next]: readonly string[]): boolean {
  return (
    amount.startsWith('$') &&
    (next === undefined || next.startsWith('@') || BEHIND_DOLLARS.has(next.toLowerCase()))
  )
}

/** The token of a network that is worth a dollar; of several the first. */
const dollarOf = ({ tokens }: Network): Token | undefined =>
  tokens.find((token) => token.usd_stable === true)

/** Whether some words are an amount and its token and nothing more. */
export function isAmount(said: readonly string[], network: Network): boolean {
  const [first = '', ...after] = said
  const [token = '', ...more] = withoutFillers(after)
  if (after.length === 0)
    return (
      unglue(first, network) !== undefined ||
      (/^\$\d/.test(first) && dollarOf(network) !== undefined)
    )
  return /^(?:\$?\d|half$|all$)/i.test(first) && isTokenOf(network, token) && more.length === 0
}

/** `of my eth` and `of eth` are `eth`. */
function withoutFillers(words: readonly string[]): readonly string[] {
  const [first, ...rest] = words
  return ['of', 'my'].includes(first?.toLowerCase() ?? '') ? withoutFillers(rest) : words
}

function amountOf(text: string, token: Token, writer: Writer, written = text): AskedAmount {
  const word = text.toLowerCase()
  if (word === 'half' || word === 'all') return { kind: word }
  if (!text.startsWith('$'))
    return { kind: 'units', units: readNumber(text, token, writer, written) }
  const usd = text.slice(1)
  return { kind: 'usd', usd, cents: readNumber(usd, USD, writer, written) }
}

/** Base units, and how they were said where that was not in tokens. */
export type FixedAmount = { units: bigint; understood: Understood | undefined }

/**
 * An amount that needs no wallet to be known; `undefined` for half or all of something. Dollars are rounded down to the
 * token's last decimal, at the price that GraphQL tells too.
 * @throws {UnreadableCommandError} dollars of a token without a price, or fewer than its smallest unit is worth
 */
export async function fixedAmount(
  amount: AskedAmount,
  { token, decimals }: Token,
  words: PaymentWords,
  { market: { prices } }: Pick<Services, 'market'>,
): Promise<FixedAmount | undefined> {
  if (amount.kind === 'units') return { units: amount.units, understood: undefined }
  if (amount.kind !== 'usd') return undefined
  const price = (await prices()).get(token)
  const name = token.toUpperCase()
  if (price === undefined)
    throw new UnreadableCommandError(words.noPrice(name), [], words.nameAmount(name))
  const units = unitsWorth(amount.cents, { price, decimals })
  if (units === 0n)
    throw new UnreadableCommandError(words.tooLittleUsd(amount.usd, name), [], words.askForMore)
  return { units, understood: { kind: 'usd', usd: amount.usd, price } }
}
