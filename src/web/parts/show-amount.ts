import { readUsd } from '../../core/reference/token-worth.ts'
import { USD_DECIMALS } from '../../core/reference/usd-value.ts'
import { cutDigits, formatAmount } from '../../core/terms/amounts.ts'
import { showNumber, showUsd } from '../../core/terms/show-text.ts'
import type { TokenAmount, TokenDecimals } from '../../calls/chain-view.ts'
import type { Spoken } from './spoken.tsx'

type Reader = Pick<Spoken, 'locale' | 'naming'>

/** An amount as its reader writes it: `5.25 USDC`. A token whose decimals are not known is shown in base units, and says so. */
export function showAmount(
  { locale, naming }: Reader,
  { token, amount }: TokenAmount,
  tokens: readonly TokenDecimals[],
): string {
  const known = tokens.find((candidate) => candidate.token === token)
  return known
    ? `${showNumber({ language: locale }, formatAmount(BigInt(amount), known.decimals))} ${token.toUpperCase()}`
    : naming.baseUnits(showNumber({ language: locale }, amount), token)
}

/** The same with six digits that count at most, and without a sign that there are more: where words say so. */
export function showCut(
  reader: Reader,
  { token, amount }: TokenAmount,
  tokens: readonly TokenDecimals[],
): string {
  const known = tokens.find((candidate) => candidate.token === token)
  const cut = known ? `${cutDigits(BigInt(amount), known.decimals)}` : amount
  return showAmount(reader, { token, amount: cut }, tokens)
}

/**
 * An amount at a glance: six digits that count at most, cut, and a sign that there are more.
 * @example showAbout(words, { token: 'eth', amount: '39896020371967897' }, tokens) // '≈0.039896 ETH'
 */
export function showAbout(
  reader: Reader,
  sum: TokenAmount,
  tokens: readonly TokenDecimals[],
): string {
  const cut = showCut(reader, sum, tokens)
  return cut === showAmount(reader, sum, tokens) ? cut : `≈${cut}`
}

const CENT = 10n ** BigInt(USD_DECIMALS - 2)

/**
 * What an amount is worth, `usd` as the API writes it: `≈ $99.74`. `undefined` where that says nothing: it is not known, below a cent, or the
 * amount itself, of a dollar.
 */
export function showWorth(
  { locale, naming }: Reader,
  { token, amount }: TokenAmount,
  tokens: readonly TokenDecimals[],
  usd: string | null,
): string | undefined {
  const decimals = tokens.find((candidate) => candidate.token === token)?.decimals
  if (usd === null || readUsd(usd) < CENT) return undefined
  if (decimals !== undefined && formatAmount(BigInt(amount), decimals) === usd) return undefined
  return naming.worth(showNumber({ language: locale }, showUsd(usd)))
}

const BALANCE_DECIMALS = 6

/**
 * A balance at a glance: `10,000.25 USDC`. Decimals beyond the sixth are left away and nothing is rounded up: `showAmount` has
 * them all.
 */
export function showBalance(
  reader: Reader,
  { token, amount }: TokenAmount,
  tokens: readonly TokenDecimals[],
): string {
  const known = tokens.find((candidate) => candidate.token === token)
  if (!known) return showAmount(reader, { token, amount }, tokens)
  const least = 10n ** BigInt(Math.max(0, known.decimals - BALANCE_DECIMALS))
  const units = BigInt(amount)
  const isDust = units > 0n && units < least
  const shown = isDust ? least : units - (units % least)
  const sum = showAmount(reader, { token, amount: `${shown}` }, tokens)
  return isDust ? reader.naming.under(sum) : sum
}

/** An address or a hash, short enough for a line: `0x1234…cdef`. */
export function shorten(text: string): string {
  return text.length <= 16 ? text : `${text.slice(0, 8)}…${text.slice(-6)}`
}
