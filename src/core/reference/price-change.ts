import { priceAtoms } from './usd-value.ts'

/**
 * How much a price has moved: percent with two decimals, cut towards zero. Both are USD for a whole token, above zero.
 * @example priceChange('2000', '2050') // '2.50'
 * @example priceChange('2000', '1999.99') // '0.00'
 */
export function priceChange(before: string, after: string): string {
  const from = priceAtoms(before)
  const hundredths = ((priceAtoms(after) - from) * 10_000n) / from
  const size = hundredths < 0n ? -hundredths : hundredths
  const digits = `${size}`.padStart(3, '0')
  return `${hundredths < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}
