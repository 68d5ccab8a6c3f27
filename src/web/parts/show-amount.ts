import { formatAmount } from '../../core/terms/amounts.ts'
import type { TokenAmount, TokenDecimals } from '../../calls/chain-view.ts'

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

const BALANCE_DECIMALS = 6
const grouped = new Intl.NumberFormat('en', { useGrouping: 'min2' })

/**
 * A balance at a glance: `10,000.25 USDC`. Decimals beyond the sixth are left away and nothing is rounded up: `showAmount` has
 * them all.
 */
export function showBalance(balance: TokenAmount, tokens: readonly TokenDecimals[]): string {
  const [number = '', ...unit] = showAmount(balance, tokens).split(' ')
  const [whole = '', decimals = ''] = number.split('.')
  const kept = decimals.slice(0, BALANCE_DECIMALS).replace(/0+$/, '')
  const isDust = BigInt(whole) === 0n && kept === '' && decimals !== ''
  const shown = isDust
    ? `under 0.${'1'.padStart(BALANCE_DECIMALS, '0')}`
    : [grouped.format(BigInt(whole)), ...(kept === '' ? [] : [kept])].join('.')
  return [shown, ...unit].join(' ')
}

/** An address or a hash, short enough for a line: `0x1234…cdef`. */
export function shorten(text: string): string {
  return text.length <= 16 ? text : `${text.slice(0, 8)}…${text.slice(-6)}`
}
