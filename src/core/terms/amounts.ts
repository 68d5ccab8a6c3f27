import { z } from 'zod'
import { InvalidAmountError } from './errors.ts'

/** Base units: `bigint` in memory, a decimal string on every wire and in every column. */
export const BaseUnits = z.codec(
  z
    .string()
    .regex(/^(0|[1-9]\d{0,77})$/, {
      error: ({ input }) =>
        /^[1-9]\d*$/.test(`${input}`)
          ? 'must have at most 78 digits'
          : 'must be a whole number of base units, as a decimal string such as "5000000"',
    })
    .meta({ examples: ['5000000'] }),
  z.bigint().nonnegative(),
  { decode: (text) => BigInt(text), encode: (units) => `${units}` },
)

/** Before the dot of what people type. */
const MOST_DIGITS = 60

/**
 * Reads an amount as people type it ("5", "0.25") into base units. Exact: nothing is ever rounded.
 * Units: `decimals` is the token's number of decimal places; the result is base units.
 * @throws {InvalidAmountError} not a plain decimal number, too many digits for any token, more decimals than the token has, or zero
 * @example parseAmount('5.25', { token: 'usdc', decimals: 6 }) // 5_250_000n
 */
export function parseAmount(
  text: string,
  { token, decimals }: { token: string; decimals: number },
): bigint {
  const match = /^(\d+)(?:\.(\d+))?$/.exec(text)
  if (!match)
    throw new InvalidAmountError(
      text,
      'is not a plain decimal number',
      `Write it with digits and a dot, for example 5 or 0.25.`,
      { kind: 'not_decimal', text },
    )
  const [, whole = '', fraction = ''] = match
  if (whole.length > MOST_DIGITS)
    throw new InvalidAmountError(text, 'is too large', 'Name a smaller one.', {
      kind: 'amount_too_large',
    })
  if (fraction.length > decimals) {
    throw new InvalidAmountError(
      text,
      `has ${fraction.length} decimals, but ${token} has ${decimals}`,
      `Use at most ${decimals} decimals.`,
      {
        kind: 'too_many_decimals',
        text,
        given: fraction.length,
        token: token.toUpperCase(),
        allowed: decimals,
      },
    )
  }
  const units = BigInt(`${whole}${fraction.padEnd(decimals, '0')}`)
  if (units === 0n)
    throw new InvalidAmountError(text, 'is zero', 'Name an amount above zero.', {
      kind: 'zero_amount',
      text,
    })
  return units
}

/** Digits that count at a glance: more tell nobody anything. */
const DIGITS = 6

/**
 * Cuts base units to six digits that count; whole tokens stay whole.
 * @example cutDigits(39_896_020_371_967_897n, 18) // 39_896_000_000_000_000n: 0.039896
 */
export function cutDigits(units: bigint, decimals: number): bigint {
  const least = 10n ** BigInt(Math.max(0, Math.min(`${units}`.length - DIGITS, decimals)))
  return units - (units % least)
}

/**
 * Writes base units as people read them, without trailing zeros. The inverse of `parseAmount`.
 * @example formatAmount(5_250_000n, 6) // '5.25'
 */
export function formatAmount(units: bigint, decimals: number): string {
  const digits = `${units}`.padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '')
  return fraction === '' ? whole : `${whole}.${fraction}`
}

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
 * `leastShare`; the rest is cut at random places, so that no share may expect more than another.
 * Units: `amount` and `leastShare` are base units, and `amount` has at least `leastShare` for each share.
 */
export function splitRandomly(
  amount: bigint,
  count: number,
  randomBelow: RandomBelow,
  leastShare = 1n,
): bigint[] {
  const shares = BigInt(count)
  const tenth = (amount * LEAST_PERCENT) / (shares * 100n)
  const least = tenth > leastShare ? tenth : leastShare
  const rest = amount - least * shares
  const cuts = Array.from({ length: count - 1 }, () => randomBelow(rest + 1n))
  const ends = [...cuts.toSorted((left, right) => (left < right ? -1 : 1)), rest]
  return ends.map((end, index) => least + end - (ends[index - 1] ?? 0n))
}
