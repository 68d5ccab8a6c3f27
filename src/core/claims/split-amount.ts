/** A whole number from 0 up to, but not including, `below`, each equally likely. `below` is above zero. */
export type RandomBelow = (below: bigint) => bigint

/** Of an equal share: the least that a random one has. */
const LEAST_PERCENT = 10n

/**
 * Splits an amount into equal shares that come to exactly the amount: what does not divide goes to the first ones, a unit
 * each. Units: `amount` is base units, at least one for each share.
 */
export function splitEqually(amount: bigint, count: number): bigint[] {
  const shares = BigInt(count)
  const rest = amount % shares
  return Array.from(
    { length: count },
    (_, index) => amount / shares + (BigInt(index) < rest ? 1n : 0n),
  )
}

/**
 * Splits an amount into random shares that come to exactly the amount. Every share has a tenth of an equal one, and at least
 * one unit; the rest is cut at random places, so that no share may expect more than another.
 * Units: `amount` is base units, at least one for each share.
 */
export function splitRandomly(amount: bigint, count: number, randomBelow: RandomBelow): bigint[] {
  const shares = BigInt(count)
  const tenth = (amount * LEAST_PERCENT) / (shares * 100n)
  const least = tenth > 0n ? tenth : 1n
  const rest = amount - least * shares
  const cuts = Array.from({ length: count - 1 }, () => randomBelow(rest + 1n))
  const ends = [...cuts.toSorted((left, right) => (left < right ? -1 : 1)), rest]
  return ends.map((end, index) => least + end - (ends[index - 1] ?? 0n))
}
