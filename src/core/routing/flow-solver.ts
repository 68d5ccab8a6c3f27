import type { Yield } from './side-yield.ts'

/** An arc takes one token and pays another along a concave curve. Tokens are numbered from 0. */
export type Arc = { from: number; to: number; yields: Yield }

const ROUNDS = 40
/** Of the trade's value: what may be left unbalanced. */
const BALANCED = 1e-6
const LARGEST_STEP = 2

/**
 * Finds the flow from `source` to `sink` over some arcs that pays most, through its prices: with the right price for each
 * token, every arc on its own trades until its marginal rate is the ratio of its two prices, and what flows in flows out.
 * Those prices minimise a convex function; in their logarithms its second derivative is the Laplacian of the arcs, so
 * that Newton's method solves one small symmetric system a round.
 * @param prices the first guess by token, in units of the sink's token; the solution afterwards
 * @param inputs what each arc takes, afterwards
 */
export function solveFlow(
  problem: { arcs: readonly Arc[]; source: number; sink: number; amount: number },
  prices: number[],
  inputs: number[],
): void {
  const { arcs, source, sink, amount } = problem
  const count = prices.length
  const excess = new Float64Array(count)
  const matrix = new Float64Array(count * count)
  const step = new Float64Array(count)
  const trial = [...prices]

  /** The function to minimise; leaves the arcs' inputs and the tokens' excess for these prices behind. */
  function evaluate(at: readonly number[], withMatrix: boolean): number {
    excess.fill(0)
    excess[source] = amount
    if (withMatrix) matrix.fill(0)
    let value = amount * (at[source] ?? 0)
    for (let index = 0; index < arcs.length; index++) {
      const arc = arcs[index]
      if (!arc) continue
      const { from, to, yields } = arc
      const paid = at[from] ?? 0
      const got = at[to] ?? 0
      const input = yields.inputAt(paid / got)
      inputs[index] = input
      if (input <= 0) continue
      const output = yields.output(input)
      value += got * output - paid * input
      excess[from] = (excess[from] ?? 0) - input
      excess[to] = (excess[to] ?? 0) + output
      if (!withMatrix) continue
      const weight = (paid * paid) / (got * -yields.curvature(input))
      matrix[from * count + from] = (matrix[from * count + from] ?? 0) + weight
      matrix[to * count + to] = (matrix[to * count + to] ?? 0) + weight
      matrix[from * count + to] = (matrix[from * count + to] ?? 0) - weight
      matrix[to * count + from] = (matrix[to * count + from] ?? 0) - weight
    }
    return value
  }

  let value = evaluate(prices, true)
  for (let round = 0; round < ROUNDS; round++) {
    let unbalanced = 0
    let slope = 0
    for (let token = 0; token < count; token++) {
      const gradient = token === sink ? 0 : (excess[token] ?? 0) * (prices[token] ?? 0)
      step[token] = -gradient
      unbalanced += Math.abs(gradient)
    }
    if (unbalanced <= BALANCED * amount * (prices[source] ?? 0)) break
    solveGrounded(matrix, step, sink, count)
    for (let token = 0; token < count; token++) {
      const change = Math.max(-LARGEST_STEP, Math.min(LARGEST_STEP, step[token] ?? 0))
      step[token] = change
      slope += change * (token === sink ? 0 : (excess[token] ?? 0) * (prices[token] ?? 0))
    }
    let length = 1
    let next = value
    for (; length > 1e-4; length /= 2) {
      for (let token = 0; token < count; token++)
        trial[token] = (prices[token] ?? 0) * Math.exp(length * (step[token] ?? 0))
      next = evaluate(trial, true)
      if (next <= value + 1e-4 * length * slope + 1e-13 * Math.abs(value)) break
    }
    for (let token = 0; token < count; token++) prices[token] = trial[token] ?? 0
    value = next
  }
}

/** Solves the system in place by Cholesky's method, with the sink's row and column taken out. */
function solveGrounded(
  matrix: Float64Array,
  right: Float64Array,
  sink: number,
  count: number,
): void {
  let largest = 0
  for (let row = 0; row < count; row++) {
    matrix[row * count + sink] = 0
    matrix[sink * count + row] = 0
    largest = Math.max(largest, matrix[row * count + row] ?? 0)
  }
  right[sink] = 0
  // A token that nothing flows through has an empty row: it keeps its price.
  const ridge = 1e-12 * largest || 1
  for (let row = 0; row < count; row++) {
    const base = row * count
    for (let column = 0; column <= row; column++) {
      const other = column * count
      let sum = matrix[base + column] ?? 0
      for (let index = 0; index < column; index++)
        sum -= (matrix[base + index] ?? 0) * (matrix[other + index] ?? 0)
      if (row === column) matrix[base + row] = Math.sqrt(Math.max(sum, 0) + ridge)
      else matrix[base + column] = sum / (matrix[other + column] ?? 1)
    }
  }
  for (let row = 0; row < count; row++) {
    let sum = right[row] ?? 0
    for (let index = 0; index < row; index++)
      sum -= (matrix[row * count + index] ?? 0) * (right[index] ?? 0)
    right[row] = sum / (matrix[row * count + row] ?? 1)
  }
  for (let row = count - 1; row >= 0; row--) {
    let sum = right[row] ?? 0
    for (let index = row + 1; index < count; index++)
      sum -= (matrix[index * count + row] ?? 0) * (right[index] ?? 0)
    right[row] = sum / (matrix[row * count + row] ?? 1)
  }
}
