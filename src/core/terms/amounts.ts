import { z } from 'zod'

import { InvalidAmountError } from './errors.ts'

/** Base units: `bigint` in memory, a decimal string on every wire and in every column. */
export const BaseUnits = z.codec(
  z
    .string()
    .regex(
      /^(0|[1-9]\d{0,77})$/,
      'must be a whole number of base units, as a decimal string such as "5000000"',
    ),
  z.bigint().nonnegative(),
  { decode: (text) => BigInt(text), encode: (units) => `${units}` },
)

/**
 * Reads an amount as people type it ("5", "0.25") into base units. Exact: nothing is ever rounded.
 * Units: `decimals` is the token's number of decimal places; the result is base units.
 * @throws {InvalidAmountError} not a plain decimal number, more decimals than the token has, or zero
 * @example parseAmount('5.25', { token: 'usdc', decimals: 6 }) // 5_250_000n
 */
export function parseAmount(
  text: string,
  { token, decimals }: { token: string; decimals: number },
): bigint {
  const match = /^(\d{1,60})(?:\.(\d+))?$/.exec(text)
  if (!match)
    throw new InvalidAmountError(
      text,
      'is not a plain decimal number',
      `Write it with digits and a dot, for example 5 or 0.25.`,
      { kind: 'not_decimal', text },
    )
  const fraction = match[2] ?? ''
  if (fraction.length > decimals) {
    throw new InvalidAmountError(
      text,
      `has ${fraction.length} decimals, but ${token} has ${decimals}`,
      `Use at most ${decimals} decimals.`,
      { kind: 'too_many_decimals', text, given: fraction.length, token, allowed: decimals },
    )
  }
  const units = BigInt(`${match[1]}${fraction.padEnd(decimals, '0')}`)
  if (units === 0n)
    throw new InvalidAmountError(text, 'is zero', 'Name an amount above zero.', {
      kind: 'zero_amount',
      text,
    })
  return units
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
