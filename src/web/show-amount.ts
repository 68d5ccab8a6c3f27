import { formatAmount } from '../core/amounts.ts'
import type { TokenAmount, TokenDecimals } from '../core/chain-view.ts'

/** An amount as people read it: `5.25 USDC`. A token whose decimals are not known is shown in base units, and says so. */
export function showAmount(
  { token, amount }: TokenAmount,
  tokens: readonly TokenDecimals[],
): string {
  const known = tokens.find((candidate) => candidate.token === token)
  return known
    ? `${formatAmount(BigInt(amount), known.decimals)} ${token.toUpperCase()}`
    : `${amount} base units of ${token}`
}

/** An address or a hash, short enough for a line: `0x1234…cdef`. */
export function shorten(text: string): string {
  return text.length <= 16 ? text : `${text.slice(0, 8)}…${text.slice(-6)}`
}
