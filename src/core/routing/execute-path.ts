import { CurveError, readyOutput, type ReadySide } from './curves.ts'

/**
 * What each of a chain of pool sides pays for `amountIn`, exactly; `undefined` when the contracts would refuse: nothing paid in
 * some step, or a number over 256 bits.
 */
export function executePath(
  sides: readonly ReadySide[],
  path: readonly number[],
  amountIn: bigint,
): bigint[] | undefined {
  const amounts: bigint[] = []
  let amount = amountIn
  try {
    for (let step = 0; step < path.length; step++) {
      const side = sides[path[step] ?? -1]
      if (!side) return undefined
      amount = readyOutput(side, amount)
      if (amount <= 0n) return undefined
      amounts.push(amount)
    }
    return amounts
  } catch (error) {
    if (error instanceof CurveError) return undefined
    throw error
  }
}
