import { cutDigits, formatAmount } from '../../core/terms/amounts.ts'
import { centsWorth, USD_DECIMALS, usdWorth } from '../../core/reference/usd-value.ts'
import { homeUidsOf, shownToken, type Network } from '../../core/terms/network.ts'
import type { CrossChainUser } from '../../core/terms/shapes.ts'
import { inert, plainLine, showNumber, showUsd } from '../../core/terms/show-text.ts'
import { listOf } from '../../words/list-of.ts'
import type { Words } from '../words/words.ts'

/** `2.50 %`, from a decimal number of percent. */
export const showPercent = (words: Words, decimal: string): string =>
  words.wording.percent(showNumber(words, decimal))

/**
 * `5.25 USDC`. A token that the network file does not list has no known decimals, so its base units are shown as such. Anybody may have made it, and named it as they like: nothing
 * in its name can be pressed.
 */
export function showAmount(words: Words, network: Network, token: string, units: bigint): string {
  const known = network.tokens.find((candidate) => candidate.token === token)
  if (!known) return words.wording.baseUnits(showNumber(words, `${units}`), inert(plainLine(token)))
  return `${showNumber(words, formatAmount(units, known.decimals))} ${token.toUpperCase()}`
}

/** USD for a whole token, as decimal texts, for those that have a price. */
export type Prices = ReadonlyMap<string, string>

export const UNPRICED: Prices = new Map()
/** As `usdWorth` counts. */
const CENT = 10n ** BigInt(USD_DECIMALS - 2)

/**
 * An amount with what it is worth. Of a dollar, and below a cent, that says nothing, and where there is no price nothing can be said: then the amount stands alone.
 * `show` writes the amount itself: exactly, unless told.
 * @example showWorth(words, network, prices, 'eth', 40_000_000_000_000_000n) // '0.04 ETH ($100)'
 */
export function showWorth(
  words: Words,
  network: Network,
  prices: Prices,
  token: string,
  units: bigint,
  show = showAmount,
): string {
  const sum = show(words, network, token, units)
  const known = pricedToken(network, prices, token)
  if (!known) return sum
  const worth = usdWorth(units, known)
  if (worth < CENT) return sum
  const usd = showUsd(formatAmount(worth, USD_DECIMALS))
  return words.wording.worth(sum, showNumber(words, usd))
}

/** An amount in base units, with what it was worth at its time, in US cents, where that is known. */
export type Valued = { token: string; amount: bigint; usdCents?: number | undefined }

/**
 * An amount with what it was worth at its time. Where that is not known, with what it is worth by today's `prices`, and says so; a card that stays is made without them. Of a
 * dollar, and below a cent, that says nothing.
 * @example showThen(words, network, { token: 'eth', amount: 40_000_000_000_000_000n, usdCents: 9_000 }) // '0.04 ETH ($90)'
 * @example showThen(words, network, { token: 'eth', amount: 40_000_000_000_000_000n }, prices) // '0.04 ETH (now $100)'
 */
export function showThen(
  words: Words,
  network: Network,
  { token, amount, usdCents }: Valued,
  prices: Prices = UNPRICED,
): string {
  const sum = showAmount(words, network, token, amount)
  const known = network.tokens.find((candidate) => candidate.token === token)
  if (!known || known.usd_stable === true) return sum
  const { wording } = words
  if (usdCents !== undefined)
    return usdCents === 0 ? sum : wording.worth(sum, showCents(words, BigInt(usdCents)))
  const price = prices.get(token)
  const cents = price === undefined ? 0n : centsWorth(amount, { ...known, price })
  return cents === 0n ? sum : wording.worthNow(sum, showCents(words, cents))
}

/** `$12.50` without its sign. `cents` are US cents. */
export const showCents = (words: Words, cents: bigint): string =>
  showNumber(words, showUsd(formatAmount(cents, 2)))

/** `1 ETH = $2,505`, of the first of some tokens whose price says something. Empty where none has one. */
export function showPrice(
  words: Words,
  network: Network,
  prices: Prices,
  tokens: readonly string[],
): string {
  for (const token of tokens) {
    const known = pricedToken(network, prices, token)
    if (known) return `1 ${token.toUpperCase()} = $${showNumber(words, showUsd(known.price))}`
  }
  return ''
}

/** A token that is no dollar, with its price. */
function pricedToken({ tokens }: Network, prices: Prices, token: string) {
  const known = tokens.find((candidate) => candidate.token === token)
  const price = prices.get(token)
  return known && known.usd_stable !== true && price !== undefined
    ? { price, decimals: known.decimals }
    : undefined
}

/**
 * What is expected, and promised to nobody: six digits that count at most, cut, and a sign that there are more. Where it is signed, the exact amount stands.
 * @example showAbout(words, network, 'eth', 39896020371967897n) // '≈0.039896 ETH'
 */
export function showAbout(words: Words, network: Network, token: string, units: bigint): string {
  const known = network.tokens.find((candidate) => candidate.token === token)
  if (!known) return showAmount(words, network, token, units)
  const cut = cutDigits(units, known.decimals)
  return `${cut === units ? '' : '≈'}${showAmount(words, network, token, cut)}`
}

/** `5 USDC and 0.1 ETH`: what several amounts come to, token by token, and with prices what each is worth. */
export function showSums(
  words: Words,
  network: Network,
  amounts: readonly { token: string; amount: bigint }[],
  prices: Prices = UNPRICED,
): string {
  const show = ({ token, amount }: Valued) => showWorth(words, network, prices, token, amount)
  return allOf(words, sumsOf(amounts).map(show))
}

/** The same with what each was worth at its time, as `showThen` says it. */
export const showSumsThen = (
  words: Words,
  network: Network,
  amounts: readonly Valued[],
  prices: Prices = UNPRICED,
): string =>
  allOf(
    words,
    sumsOf(amounts).map((sum) => showThen(words, network, sum, prices)),
  )

/** What several come to, token by token; what that was worth is known where each one's is. */
function sumsOf(amounts: readonly Valued[]): Valued[] {
  const sums = new Map<string, Valued>()
  for (const { token, amount, usdCents } of amounts) {
    const { amount: units, usdCents: cents } = sums.get(token) ?? { amount: 0n, usdCents: 0 }
    sums.set(token, {
      token,
      amount: units + amount,
      usdCents: cents === undefined || usdCents === undefined ? undefined : cents + usdCents,
    })
  }
  return [...sums.values()]
}

/** A chain as people call it; the settlement layer is the hub. */
export function showChain(network: Network, chainUid: string): string {
  const uid = chainUid === network.hub.settlement_uid ? network.hub.chain_uid : chainUid
  return network.chains.find((chain) => chain.chain_uid === uid)?.name ?? chainUid
}

/** `0x887e…b2e1`, `euclid1kn4…79t6`: enough to recognise a wallet by. */
export function shortAddress(address: string): string {
  const head = address.startsWith('0x')
    ? 6
    : address.lastIndexOf('1') > 0
      ? address.indexOf('1') + 4
      : 6
  return address.length <= head + 5 ? address : `${address.slice(0, head)}…${address.slice(-4)}`
}

/** `Base, wallet 0x887e…b2e1` */
export function showWallet(
  { wording }: Pick<Words, 'wording'>,
  network: Network,
  { chain_uid, address }: CrossChainUser,
): string {
  return wording.wallet(showChain(network, chain_uid), shortAddress(address))
}

/** `a, b, or c` */
export const oneOf = (words: Pick<Words, 'language'>, all: readonly string[]): string =>
  listOf(words, all, 'disjunction')

/** `a, b, and c` */
export const allOf = (words: Pick<Words, 'language'>, all: readonly string[]): string =>
  listOf(words, all, 'conjunction')

/** `a, b, c` */
export const rowOf = (words: Pick<Words, 'language'>, all: readonly string[]): string =>
  listOf(words, all, 'conjunction', 'narrow')

/** The chains on which a token can be paid out, by name. */
export function homesOf(network: Network, token: string): string[] {
  return homeUidsOf(shownToken(network, token)).map((chainUid) => showChain(network, chainUid))
}

/** The transaction in the chain's explorer, where it has one. */
export function explorerUrl(
  network: Network,
  chainUid: string,
  txHash: string,
): string | undefined {
  const uid = chainUid === network.hub.settlement_uid ? network.hub.chain_uid : chainUid
  const template = network.chains.find((chain) => chain.chain_uid === uid)?.explorer_tx_url ?? ''
  return template === '' || txHash === '' ? undefined : template.replace('{hash}', txHash)
}
