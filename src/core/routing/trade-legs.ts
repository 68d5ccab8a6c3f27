import { CurveError, readyOutput, swapOutput, type ReadySide } from './curves.ts'

/** A leg as it was traded: what went in, and what each side paid. */
export type TradedPath = {
  sides: number[]
  amountIn: bigint
  amountsOut: bigint[]
  amountOut: bigint
}

const MAX = (1n << 256n) - 1n
const SHARES = 2n ** 53n
const BPS = 10_000n

/**
 * Trades legs one after another, exactly, each on the reserves that the ones before leave. Legs get their share of
 * `amountIn`, the last and largest also bears what rounding leaves over. A leg that would pay nothing is left out.
 * Legs are answered in the order in which they trade: only so do they pay what is said.
 * @returns `undefined` when the contracts would refuse
 */
export function tradeLegs(
  sides: readonly ReadySide[],
  legs: readonly { sides: number[]; share: number }[],
  amountIn: bigint,
): TradedPath[] | undefined {
  const planned = legs
    .map((leg) => ({
      ...leg,
      amount: (amountIn * BigInt(Math.floor(leg.share * 2 ** 53))) / SHARES,
    }))
    .filter(({ amount }) => amount > 0n)
    // The smallest first: what one of them cannot trade goes to the largest, which comes last.
    .toSorted((left, right) =>
      left.amount < right.amount ? -1 : left.amount > right.amount ? 1 : 0,
    )
  // Shares are doubles: their sum may be a hair over the whole.
  let rest = amountIn - planned.reduce((sum, { amount }) => sum + amount, 0n)
  const market = createMarket(sides)
  const traded: TradedPath[] = []
  for (const [index, leg] of planned.entries()) {
    const isLast = index === planned.length - 1
    const amount = isLast ? leg.amount + rest : leg.amount
    const amountsOut = amount > 0n ? market.trade(leg.sides, amount) : undefined
    const amountOut = amountsOut?.at(-1)
    if (amountsOut && amountOut !== undefined) {
      traded.push({ sides: leg.sides, amountIn: amount, amountsOut, amountOut })
    } else if (isLast) return undefined
    else rest += amount
  }
  return traded.length > 0 ? traded : undefined
}

/** A pool's reserves after a trade, and the side that it was. */
type Moved = { side: number; reserveIn: bigint; reserveOut: bigint }

/** Sides whose reserves move as legs trade on them; `sides` itself stays as it is. */
function createMarket(sides: readonly ReadySide[]) {
  /** By pool. */
  const moved = new Map<number, Moved>()
  return {
    /** What each side pays; changes nothing and answers `undefined` when the contracts would refuse. */
    trade(path: readonly number[], amountIn: bigint): bigint[] | undefined {
      const amounts: bigint[] = []
      const after: Moved[] = []
      let amount = amountIn
      try {
        for (const index of path) {
          const fresh = sides[index]
          if (!fresh) return undefined
          let { reserveIn, reserveOut } = fresh
          const before = moved.get(index >> 1)
          if (before?.side === index) ({ reserveIn, reserveOut } = before)
          else if (before) [reserveIn, reserveOut] = [before.reserveOut, before.reserveIn]
          if (reserveIn + amount > MAX) return undefined
          const { curve, fees } = fresh
          const amountOut = before
            ? swapOutput({ curve, reserveIn, reserveOut, fees }, amount).amountOut
            : readyOutput(fresh, amount)
          if (amountOut <= 0n) return undefined
          const protocolFee = fees.protocolBps > 0n ? (amount * fees.protocolBps) / BPS : 0n
          after.push({
            side: index,
            reserveIn: reserveIn + amount - protocolFee,
            reserveOut: reserveOut - amountOut,
          })
          amounts.push(amountOut)
          amount = amountOut
        }
      } catch (error) {
        if (error instanceof CurveError) return undefined
        throw error
      }
      for (const state of after) moved.set(state.side >> 1, state)
      return amounts
    },
  }
}
