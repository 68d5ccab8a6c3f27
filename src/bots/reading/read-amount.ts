import { formatAmount } from '../../core/terms/amounts.ts'
import type { Network, Token } from '../../core/terms/network.ts'
import { UnclearWordError, UnreadableCommandError } from '../dispatch/errors.ts'
import { mentionIn } from '../dispatch/params.ts'
import { findToken, readToken } from './read-name.ts'
import { bare, plainWord, readNumber, type Writer } from './read-number.ts'
import { unitsWorth } from '../../core/reference/usd-value.ts'
import type { Understood } from '../../core/signing/payment-terms.ts'
import type { Words } from '../words/words.ts'
import type { PaymentWords } from '../words/en/payments.ts'
import type { Services } from '../dispatch/command.ts'

/** An amount as people say it. `units` is base units; `cents` are US cents, and `usd` is the same as a decimal text. */
export type AskedAmount =
  | { kind: 'units'; units: bigint }
  | { kind: 'usd'; usd: string; cents: bigint }
  | { kind: 'half' | 'all' }

/** Whether an amount tells what its asker has: others are not to read how much it is. */
export const isPart = ({ kind }: AskedAmount): boolean => kind === 'half' || kind === 'all'

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
 * Reads an amount and its token from the front of some words: `5 usdc`, `5usdc`, `10 000 usdc`, `$5 of eth`, `5 dollars`, `$5`, `half usdc`, `all of my usdc`. Returns
 * what follows as `rest`. The others are for errors: what was read before it, in words and as it was written, and the right form.
 * @throws {UnreadableCommandError} one of the two is missing, or it is money of another country {UnclearWordError} the amount means two things
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
  const front = amountInFront(said, network)
  if (front === undefined)
    throw new UnreadableCommandError(reading.amountMissing, understood, reading.likeThis(example))
  const { text: amountText, written, after, currency } = front
  const hint = (behind: readonly string[] = []) =>
    reading.withToken(
      [complete([before, amountText], network, example), ...behind]
        .filter((word) => word !== '')
        .join(' '),
    )
  if (currency !== undefined)
    throw new UnreadableCommandError(reading.otherMoney(currency), understood, hint())
  if (isBehindAmount(amountText, network))
    throw new UnreadableCommandError(reading.amountMissing, understood, reading.likeThis(example))
  if (isTokenOf(network, amountText))
    throw new UnreadableCommandError(
      reading.notAnAmount(amountText),
      understood,
      reading.amountFirst(example),
    )
  const dollar = isDollarsAlone(front, network) ? dollarOf(network) : undefined
  const [tokenText, ...rest] = dollar
    ? [dollar.token, ...after]
    : IS_NUMBER.test(amountText)
      ? after
      : withoutFillers(after)
  if (tokenText === undefined || isBehindAmount(tokenText, network)) {
    refuseUnreadable(amountText, network, writer)
    throw new UnreadableCommandError(
      reading.tokenMissing,
      [...understood, reading.amountIs(amountText)],
      // What has another token further behind is no example of anything.
      after.some((word) => isTokenOf(network, word))
        ? reading.withToken(example)
        : hint(after.some((word) => mentionIn(bare(word)) !== undefined) ? [] : after),
    )
  }
  const token = readToken(network, bare(plainWord(tokenText)))
  return {
    amount: amountOf(amountText, token, writer, written),
    token,
    text: `${amountText} ${token.token.toUpperCase()}`,
    rest,
  }
}

/** Says of an amount what is wrong with it before anything else: no hint may suggest what is refused. */
function refuseUnreadable(text: string, { tokens }: Network, writer: Writer): void {
  const [finest] = tokens.toSorted((one, other) => other.decimals - one.decimals)
  try {
    if (finest) amountOf(text, finest, writer)
  } catch (error) {
    if (!(error instanceof UnclearWordError)) throw error
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

/** What some words begin with, where that may be an amount. */
export type AmountInFront = {
  /** The amount as one word, dollars with their sign in front. */
  text: string
  /** The word that it was written in, or the first of several. */
  written: string
  /** What follows it; its token first, where it was glued to it. */
  after: readonly string[]
  /** Dollars by their name, which are a token's name to people. */
  isDollars?: true
  /** Another money than dollars, as it was written. */
  currency?: string
}

const IS_NUMBER = /^\.?\d/
/** Both are tried: a `k` may belong to the number or begin the token. */
const GLUED = [/^(\$?[\d.,'’]*\dk)(\D.*)$/iu, /^(\$?[\d.,'’]*\d)(\D.*)$/iu]
const DOLLARS = new Set(['usd', 'dollar', 'dollars', 'bucks', 'dólar', 'dólares', 'dolar', '美元'])
const OTHER_MONEY = new Set(['eur', 'euro', 'euros', 'gbp', 'chf', 'cny', 'jpy', 'tl'])

/** Puts together what people write as several words, and takes apart what they write as one: `10 000`, `5 $`, `5usdc`, `5k`. */
export function amountInFront(
  [written, ...others]: readonly string[],
  network: Network,
): AmountInFront | undefined {
  if (written === undefined) return undefined
  const { text, after } = withGroups(plainWord(written), others)
  const glued = GLUED.flatMap((form) => {
    const [, amount, unit] = form.exec(text) ?? []
    return amount !== undefined && unit !== undefined ? [{ amount, unit }] : []
  }).find(({ unit }) => isTokenOf(network, unit) || moneyOf(unit, network) !== undefined)
  if (glued && isTokenOf(network, glued.unit))
    return { text: glued.amount, written, after: [glued.unit, ...after] }
  const { amount, unit } = glued ?? { amount: text, unit: after[0] ?? '' }
  const behind = glued ? after : after.slice(1)
  const ahead = /^\p{Sc}/u.exec(amount)?.[0]
  const isNumber = IS_NUMBER.test(amount) || ahead !== undefined
  const money = isNumber ? moneyOf(unit, network) : undefined
  if (ahead !== undefined && ahead !== '$')
    return { text: amount.slice(1), written, after, currency: ahead }
  if (money === undefined) return { text: amount, written, after }
  if (money !== '$') return { text: amount, written, after: behind, currency: unit }
  const dollars = { text: ahead ? amount : `$${amount}`, written, after: behind }
  return plainWord(bare(unit)) === '$' ? dollars : { ...dollars, isDollars: true }
}

/** `10 000 000` is one number, and so is `$ 5`; only groups of three follow a shorter one. */
function withGroups(first: string, others: readonly string[]) {
  const after = [...others]
  const nextIs = (form: RegExp) => form.test(plainWord(after[0] ?? ''))
  let text = first
  if (first === '$' && nextIs(IS_NUMBER)) text += plainWord(after.shift() ?? '')
  if (/^\$?[1-9]\d{0,2}$/.test(text)) {
    while (nextIs(/^\d{3}$/)) text += plainWord(after.shift() ?? '')
    if (nextIs(/^\d{3}(?:[.,]\d+)?\D*$/)) text += plainWord(after.shift() ?? '')
  }
  return { text, after }
}

/** `$` for a word that means dollars, the word itself for other money, and `undefined` for what is none. */
function moneyOf(word: string, network: Network): string | undefined {
  const name = plainWord(bare(word)).toLowerCase()
  if (isTokenOf(network, name)) return undefined
  if (name === '$' || DOLLARS.has(name)) return '$'
  return /^\p{Sc}$/u.test(name) || OTHER_MONEY.has(name) ? name : undefined
}

/** Whether a word names a token of a network. */
export const isTokenOf = (network: Network, word: string): boolean =>
  findToken(network, plainWord(bare(word))) !== undefined

/** What may follow an amount that no token is named for. */
const BEHIND_AMOUNT = new Set([
  'for',
  'from',
  'among',
  'between',
  'with',
  'on',
  'to',
  'until',
  'till',
  'in',
  'each',
  'random',
  'equal',
  'members',
  'except',
])

const isBehindAmount = (word: string, network: Network): boolean =>
  !isTokenOf(network, word) && (word.includes('@') || BEHIND_AMOUNT.has(word.toLowerCase()))

/** Dollars, and nothing behind them that could be a token: they are paid in the network's dollar. */
function isDollarsAlone({ text, after, isDollars }: AmountInFront, network: Network): boolean {
  const [next] = after
  if (isDollars) return !isTokenOf(network, withoutFillers(after)[0] ?? '')
  return text.startsWith('$') && (next === undefined || isBehindAmount(next, network))
}

/** The token of a network that is worth a dollar; of several the first. */
const dollarOf = ({ tokens }: Network): Token | undefined =>
  tokens.find((token) => token.usd_stable === true)

/** Whether some words are an amount and its token and nothing more; `orNumber`: or a number alone, whose token is still to be asked for. */
export const isAmount = (said: readonly string[], network: Network, orNumber = false): boolean =>
  endsOfAmount(said, network, orNumber).includes(said.length)

/**
 * Returns how many words the amount in front of some may have, fewest first: dollars may stand alone, and have a token behind them as well.
 * They are read once, however many there are: nobody else is answered meanwhile.
 */
export function endsOfAmount(
  said: readonly string[],
  network: Network,
  orNumber = false,
): readonly number[] {
  const front = amountInFront(said, network)
  if (!front || front.currency !== undefined) return []
  const { text, after } = front
  const behind = withoutFillers(after)
  const alone = said.length - after.length
  const isAlone =
    (/^\$\.?\d/.test(text) && dollarOf(network) !== undefined) ||
    (orNumber && /^\$?\.?\d/.test(text))
  const hasToken = /^(?:\$?\.?\d|half$|all$)/i.test(text) && isTokenOf(network, behind[0] ?? '')
  return [
    // What has its token glued to it does not stand alone.
    ...(isAlone && alone > 0 ? [alone] : []),
    ...(hasToken ? [said.length - behind.length + 1] : []),
  ]
}

/** `of my eth` and `of eth` are `eth`. */
function withoutFillers(words: readonly string[]): readonly string[] {
  const first = words.findIndex((word) => !['of', 'my'].includes(word.toLowerCase()))
  return first < 0 ? [] : words.slice(first)
}

function amountOf(text: string, token: Token, writer: Writer, written = text): AskedAmount {
  const word = text.toLowerCase()
  if (word === 'half' || word === 'all') return { kind: word }
  if (!text.startsWith('$'))
    return { kind: 'units', units: readNumber(text, token, writer, written) }
  const cents = readNumber(text.slice(1), USD, writer, written)
  // How people write numbers is known only here: whoever shows it reads a plain decimal.
  return { kind: 'usd', usd: formatAmount(cents, 2), cents }
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
