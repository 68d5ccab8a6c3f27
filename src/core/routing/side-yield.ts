import type { SwapSide } from './curves.ts'
import { balanceBeside, invariantOf } from './stable-sides.ts'

/** What a pool side pays, in doubles and without rounding: for finding good amounts, never for saying them. */
export type Yield = {
  output(input: number): number
  /** The first derivative of the output: falls as the input grows. */
  rate(input: number): number
  /** The second derivative: below zero. */
  curvature(input: number): number
  /** The input at which the rate is `rate`; 0 when it is less from the start. */
  inputAt(rate: number): number
}

/** `undefined` for a side that pays nothing: an empty pool, or one whose fees take everything. */
export function yieldOf({ curve, reserveIn, reserveOut, fees }: SwapSide): Yield | undefined {
  const kept = (10_000 - Number(fees.lpBps + fees.protocolBps)) / 10_000
  if (reserveIn <= 0n || reserveOut <= 0n || kept <= 0) return undefined
  const x = Number(reserveIn)
  const y = Number(reserveOut)
  return curve.type === 'constant_product'
    ? new ConstantProductYield(y, x / kept)
    : stableYield(x, y, Number(curve.ampFactor), kept)
}

/** A class, because there is one for each side of each pool: closures would take several times the memory. */
class ConstantProductYield implements Yield {
  readonly top: number
  readonly half: number
  constructor(top: number, half: number) {
    this.top = top
    this.half = half
  }
  output(input: number): number {
    return (this.top * input) / (this.half + input)
  }
  rate(input: number): number {
    const whole = this.half + input
    return (this.top * this.half) / (whole * whole)
  }
  curvature(input: number): number {
    return (-2 * this.rate(input)) / (this.half + input)
  }
  inputAt(rate: number): number {
    return Math.max(0, Math.sqrt((this.top * this.half) / rate) - this.half)
  }
}

function stableYield(reserveIn: number, reserveOut: number, amp: number, kept: number): Yield {
  const leverage = (2 * amp) / 100
  const d = invariantOf(reserveIn, reserveOut, leverage)
  const linear = d / leverage - d
  const constant = ((d * d) / (4 * leverage)) * d
  /** The other balance and its first two derivatives, from y² + (x + linear) y = constant / x. */
  const at = (input: number) => {
    const x = reserveIn + kept * input
    const y = balanceBeside(x, linear, constant)
    const scale = 2 * y + x + linear
    const slope = -(y + constant / (x * x)) / scale
    const bend = ((2 * constant) / (x * x * x) - 2 * slope - 2 * slope * slope) / scale
    return { y, slope, bend }
  }
  const rate = (input: number) => -kept * at(input).slope
  // The closed form loses the last digits of huge balances: what it loses must not make a flat curve convex.
  const curvature = (input: number) => Math.min(-kept * kept * at(input).bend, -1e-30)
  return {
    output: (input) => Math.max(0, reserveOut - at(input).y),
    rate,
    curvature,
    inputAt(wanted) {
      if (rate(0) <= wanted) return 0
      let low = 0
      let high = reserveIn
      while (rate(high) > wanted && high < 1e3 * d) {
        low = high
        high *= 4
      }
      let input = low
      for (let round = 0; round < 60; round++) {
        const gap = rate(input) - wanted
        if (Math.abs(gap) <= 1e-13 * wanted) break
        if (gap > 0) low = input
        else high = input
        const newton = input - gap / curvature(input)
        input = newton > low && newton < high ? newton : (low + high) / 2
      }
      return input
    },
  }
}
