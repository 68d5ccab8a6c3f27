/** The stable curve in doubles, for searching: closed forms instead of the contract's iteration. */
export type StableSides = {
  set(side: number, facts: StableFacts): void
  /** An upper bound of what the side pays for at most `input`, whatever the contract's rounding does. */
  bound(side: number, input: number): number
  /** A line above the bounds of all inputs: no more than `rate` times the input, and `slack`. */
  steepest(side: number): { rate: number; slack: number }
}

type StableFacts = { reserveIn: number; reserveOut: number; amp: number; kept: number }

/** Numbers a side: reserve in, reserve out, kept part, linear and constant coefficient, invariant, noise. */
const WIDTH = 7
/** Relative to the balances: the few roundings of the closed forms. */
const NOISE = 2e-14

/**
 * For the invariant D the other balance y of a balance x solves y² + (x + D/l - D) y = D³ / (4 l x), where
 * l = 2 amp / 100.
 */
export function createStableSides(count: number): StableSides {
  // Most pools are not stable: room is made when the first one is.
  let values = new Float64Array(0)
  const at = (index: number) => values[index] ?? 0
  return {
    set(side, { reserveIn, reserveOut, amp, kept }) {
      if (values.length === 0) values = new Float64Array(WIDTH * count)
      const leverage = (2 * amp) / 100
      const d = invariantOf(reserveIn, reserveOut, leverage)
      values.set(
        [
          reserveIn,
          reserveOut,
          kept,
          d / leverage - d,
          ((d * d) / (4 * leverage)) * d,
          d,
          // How much an error of D moves y.
          1 + (3 * reserveOut) / d,
        ],
        WIDTH * side,
      )
    },
    bound(side, input) {
      const base = WIDTH * side
      const balance = at(base) + at(base + 2) * input
      const out = at(base + 1) - balanceBeside(balance, at(base + 3), at(base + 4))
      const noise = NOISE * (balance + at(base + 1) + at(base + 5)) + 1e-5
      // Two units: one decimal kept of the balance, and the payout rounded after it.
      return Math.max(0, out) + noise * at(base + 6) + 2
    },
    steepest(side) {
      const base = WIDTH * side
      const [balance, kept, linear, constant] = [at(base), at(base + 2), at(base + 3), at(base + 4)]
      // The curve falls most at the start. Its slope follows from the equation above, doubled noise from `bound`.
      const y = balanceBeside(balance, linear, constant)
      const slope = (y + constant / (balance * balance)) / (2 * y + balance + linear)
      const noise = 2 * NOISE * (balance + at(base + 1) + at(base + 5)) + 1e-5
      return {
        rate: kept * (slope * (1 + 1e-9) + 2 * NOISE * at(base + 6)),
        slack: noise * at(base + 6) + 2,
      }
    },
  }
}

/** The positive root, without cancellation. */
export function balanceBeside(balance: number, linear: number, constant: number): number {
  const b = balance + linear
  const c = constant / balance
  const root = Math.sqrt(b * b + 4 * c)
  return b > 0 ? (2 * c) / (b + root) : (root - b) / 2
}

/** D of two balances, by Newton's method from above. */
export function invariantOf(x: number, y: number, leverage: number): number {
  const sum = x + y
  let d = sum
  for (let round = 0; round < 64; round++) {
    const p = ((d / (2 * x)) * d * d) / (2 * y)
    const next = ((leverage * sum + 2 * p) * d) / (d * (leverage - 1) + 3 * p)
    if (Math.abs(next - d) <= 1e-15 * d) return next
    d = next
  }
  return d
}
