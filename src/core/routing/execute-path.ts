import { CurveError, swapOutput, type SwapSide } from './curves.ts'

const MAX = (1n << 256n) - 1n

/**
 * What each of a chain of pool sides pays for `amountIn`, exactly; `undefined` when the contracts would refuse: nothing paid in
 * some step, or a number over 256 bits.
 */
export function executePath(
  sides: readonly SwapSide[],
  path: ArrayLike<number>,
  amountIn: bigint,
): bigint[] | undefined {
  const amounts: bigint[] = []
  let amount = amountIn
  try {
    for (let step = 0; step < path.length; step++) {
      const side = sides[path[step] ?? -1]
      if (!side || side.reserveIn + amount > MAX) return undefined
      amount = swapOutput(side, amount).amountOut
      if (amount <= 0n) return undefined
      amounts.push(amount)
    }
    return amounts
  } catch (error) {
    if (error instanceof CurveError) return undefined
    throw error
  }
}
