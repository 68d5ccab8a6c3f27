/** Decimals of a price, as `usdPrices` writes it, and of what `usdWorth` gives. */
export const USD_DECIMALS = 18
const CENTS = 100n

/** A price, as `usdPrices` writes it, as a whole number with 18 decimals: of any length, since what was kept has to be read. */
export function priceAtoms(price: string): bigint {
  const [whole = '', part = ''] = price.split('.')
  return BigInt(whole + part.padEnd(USD_DECIMALS, '0'))
}

/**
 * How many base units some US cents buy, rounded down. `price` is USD for a whole token, above zero.
 * @example unitsWorth(500n, { price: '2500', decimals: 18 }) // 2_000_000_000_000_000n: 0.002
 */
export function unitsWorth(
  cents: bigint,
  { price, decimals }: { price: string; decimals: number },
): bigint {
  return (cents * 10n ** BigInt(decimals + USD_DECIMALS)) / (CENTS * priceAtoms(price))
}

/** What base units are worth: USD with 18 decimals, rounded down. `price` is USD for a whole token, above zero. */
export function usdWorth(
  units: bigint,
  { price, decimals }: { price: string; decimals: number },
): bigint {
  return (units * priceAtoms(price)) / 10n ** BigInt(decimals)
}

/** What base units are worth in US cents, rounded down. `price` is USD for a whole token. */
export const centsWorth = (units: bigint, priced: { price: string; decimals: number }): bigint =>
  usdWorth(units, priced) / 10n ** BigInt(USD_DECIMALS - 2)

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
