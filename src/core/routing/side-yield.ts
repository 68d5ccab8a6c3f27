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

/** Of the rate for as much input as the balance: the least that a stable curve bends. */
const FLATTEST = 1e-12

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
  // The closed form loses the last digits: what it loses must not make a flat curve convex. In proportion to rate and
  // balance, since a bend that is really there is less than any fixed number where balances are huge.
  const curvatureOf = (input: number, { slope, bend }: { slope: number; bend: number }) =>
    -kept * kept * Math.max(bend, (-FLATTEST * slope) / (reserveIn + kept * input))
  return {
    output: (input) => Math.max(0, reserveOut - at(input).y),
    rate,
    curvature: (input) => curvatureOf(input, at(input)),
    inputAt(wanted) {
      if (rate(0) <= wanted) return 0
      let low = 0
      let high = reserveIn
      while (rate(high) > wanted) {
        low = high
        high *= 4
      }
      let input = low
      for (let round = 0; round < 60; round++) {
        const here = at(input)
        const gap = -kept * here.slope - wanted
        if (Math.abs(gap) <= 1e-13 * wanted) break
        if (gap > 0) low = input
        else high = input
        const newton = input - gap / curvatureOf(input, here)
        const next = newton > low && newton < high ? newton : (low + high) / 2
        if (Math.abs(next - input) <= 4e-16 * (reserveIn + input)) break
        input = next
      }
      return input
    },
  }
}
