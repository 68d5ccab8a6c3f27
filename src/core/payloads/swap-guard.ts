import { z } from 'zod'

import { InvalidRequestError } from '../terms/errors.ts'

const WHOLE = 10_000n

/** A share in basis points as the interface's strings carry it: `"500"` is 5 %. */
export const BpsText = z
  .string()
  .regex(/^\d{1,5}$/, 'must be whole basis points as a string, such as "500" for 5%')
  .meta({ examples: ['500'] })

/**
 * Reads a share in basis points.
 * @throws {InvalidRequestError} more than the whole
 */
function parseBps(text: string, path: string): bigint {
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
function lessBps(amount: bigint, bps: bigint): bigint {
  return (amount * (WHOLE - bps)) / WHOLE
}

/** How much a swap must yield at least: said outright, as a part of what is expected, or both. Amounts are base units. */
type Guard = {
  minimumReceive: bigint | undefined
  slippage: string | undefined
  expectedOut: bigint | undefined
}

/**
 * The least output that a swap may have, in base units: of `minimum_receive` and the expected output less `slippage`,
 * the larger, and 1 where "0" was written outright, since no factory takes less.
 * @throws {InvalidRequestError} neither says anything, or slippage alone comes to nothing, so that any output would do
 */
export function minimumOut({ minimumReceive, slippage, expectedOut }: Guard): bigint {
  const bps = slippage === undefined ? undefined : parseBps(slippage, 'slippage')
  const expected =
    bps === undefined || expectedOut === undefined ? undefined : lessBps(expectedOut, bps)
  if (minimumReceive === undefined && expected === undefined) throw unguarded(bps !== undefined)
  const stated = minimumReceive === undefined ? 0n : larger(minimumReceive, 1n)
  const minimum = larger(stated, expected ?? 0n)
  // Whoever writes "0" outright means it; a slippage that comes to nothing is a slip.
  if (minimum === 0n) {
    throw new InvalidRequestError(
      'slippage',
      'alone would accept an output of nothing',
      'Give less slippage, or a minimum_receive.',
    )
  }
  return minimum
}

const larger = (left: bigint, right: bigint) => (left > right ? left : right)

function unguarded(hasSlippage: boolean) {
  return hasSlippage
    ? new InvalidRequestError(
        'slippage',
        'cannot be applied: the last step of swap_path has no amount_out for this amount_in',
        'Give minimum_receive, or the amount_out that the routes endpoint answers for this amount.',
      )
    : new InvalidRequestError(
        'minimum_receive',
        'is missing, and so is slippage: any output would do',
        'Give minimum_receive, or slippage in basis points.',
      )
}
