import { CurveError, spotOutput, type SwapSide } from './curves.ts'

/** One way of a trade: the sides it takes, and what went in and came out. */
export type TradedLeg = { sides: readonly SwapSide[]; amountIn: bigint; amountOut: bigint }

/** Slopes are asked with this many units, so that pools of tokens with few decimals have exact ones too. */
const PROBE = 10n ** 30n

/**
 * How much less a trade pays than the prices before it promise, fees included: percent with two decimals, rounded
 * towards zero, for example `0.31`. `undefined` when the prices do not fit the contracts' numbers.
 */
export function priceImpact(legs: readonly TradedLeg[]): string | undefined {
  try {
    let atSpot = 0n
    let paid = 0n
    for (const { sides, amountIn, amountOut } of legs) {
      let numerator = amountIn
      let denominator = 1n
      for (const side of sides) {
        if (side.curve.type === 'constant_product') {
          numerator *= side.reserveOut
          denominator *= side.reserveIn
        } else {
          numerator *= spotOutput(side, PROBE)
          denominator *= PROBE
        }
      }
      if (denominator === 0n) return undefined
      // Scaled, so that a sum of legs loses nothing that two decimals could show.
      atSpot += (numerator * PROBE) / denominator
      paid += amountOut * PROBE
    }
    if (atSpot === 0n) return undefined
    const hundredths = ((atSpot - paid) * 10_000n) / atSpot
    const size = hundredths < 0n ? -hundredths : hundredths
    const digits = `${size}`.padStart(3, '0')
    return `${hundredths < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
  } catch (error) {
    if (error instanceof CurveError) return undefined
    throw error
  }
}
