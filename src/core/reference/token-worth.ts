import { formatAmount } from '../terms/amounts.ts'
import type { Network } from '../terms/network.ts'
import { priceAtoms, USD_DECIMALS, usdWorth } from './usd-value.ts'

/** Base units of a token. */
export type Holding = { token: string; units: bigint }

/** USD (18 decimals) of a token's base units; `undefined` where it has no price. Nothing is worth nothing at any price. */
export function createWorth(
  network: Network,
  prices: ReadonlyMap<string, string>,
): (held: Holding) => bigint | undefined {
  const decimalsOf = new Map(network.tokens.map(({ token, decimals }) => [token, decimals]))
  return ({ token, units }) => {
    const price = prices.get(token)
    const decimals = decimalsOf.get(token)
    if (units === 0n) return 0n
    return price === undefined || decimals === undefined
      ? undefined
      : usdWorth(units, { price, decimals })
  }
}

/** `undefined` where one of the parts is. */
export function sumOf(parts: readonly (bigint | undefined)[]): bigint | undefined {
  let sum = 0n
  for (const part of parts) {
    if (part === undefined) return undefined
    sum += part
  }
  return sum
}

/** A decimal text of up to 18 decimals, as prices are; `null` where it is not known. */
export const writeUsd = (usd: bigint | undefined): string | null =>
  usd === undefined ? null : formatAmount(usd, USD_DECIMALS)

/** What `writeUsd` wrote: a worth may be zero, where a price may not. */
export const readUsd = (usd: string): bigint => (usd === '0' ? 0n : priceAtoms(usd))
