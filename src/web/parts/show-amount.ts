import { formatAmount } from '../../core/terms/amounts.ts'
import { showNumber } from '../../core/terms/show-text.ts'
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
