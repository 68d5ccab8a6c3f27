import { z } from 'zod'

import { InvalidRequestError } from '../terms/errors.ts'

const WHOLE = 10_000n

/** A share in basis points as the interface's strings carry it: `"500"` is 5 %. */
export const BpsText = z
  .string()
  .regex(/^\d{1,5}$/, 'must be whole basis points as a string, such as "500" for 5%')

/**
 * Reads a share in basis points.
 * @throws {InvalidRequestError} more than the whole
 */
export function parseBps(text: string, path: string): bigint {
  const bps = BigInt(text)
  if (bps > WHOLE) {
    throw new InvalidRequestError(
      path,
      `is ${text} basis points, which is more than 100%`,
      `Give at most ${WHOLE}; 100 is 1%.`,
    )
  }
  return bps
}

/** `amount` less its share, rounded down. Units: `amount` is base units. */
export function lessBps(amount: bigint, bps: bigint): bigint {
  return (amount * (WHOLE - bps)) / WHOLE
}
