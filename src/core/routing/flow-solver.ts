import type { Yield } from './side-yield.ts'

/** An arc takes one token and pays another along a concave curve. Tokens are numbered from 0. */
export type Arc = { from: number; to: number; yields: Yield }

export type FlowProblem = {
  arcs: readonly Arc[]
  source: number
  sink: number
  amount: number
  /** How far a price may move in one round, as a logarithm: 2 unless said, less where the first guess is near. */
  largestStep?: number
  /** How many rounds at most: 40 unless said. */
  rounds?: number
  /** Of the trade's value: what may be left unbalanced. 1e-6 unless said. */
  balanced?: number
}

/**
 * Finds the flow from `source` to `sink` over some arcs that pays most, through its prices: with the right price for each
 * token, every arc on its own trades until its marginal rate is the ratio of its two prices, and what flows in flows out.
 * Those prices minimise a convex function; in their logarithms its second derivative is the Laplacian of the arcs, so
 * that Newton's method solves one small symmetric system a round.
 * @param prices the first guess by token, in units of the sink's token; the solution afterwards
 * @param inputs what each arc takes, afterwards
 */
export function solveFlow(problem: FlowProblem, prices: number[], inputs: number[]): void {
  const { arcs, source, sink, amount, largestStep = 2, rounds = 40, balanced = 1e-6 } = problem
  const count = prices.length
  const excess = new Float64Array(count)
  const matrix = new Float64Array(count * count)
  const step = new Float64Array(count)
  const trial = [...prices]
  const order = eliminationOrder(arcs, sink, count)

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
  for (let round = 0; round < rounds; round++) {
    let unbalanced = 0
    let slope = 0
    for (let token = 0; token < count; token++) {
      const gradient = token === sink ? 0 : (excess[token] ?? 0) * (prices[token] ?? 0)
      step[token] = -gradient
      unbalanced += Math.abs(gradient)
    }
    if (unbalanced <= balanced * amount * (prices[source] ?? 0)) break
    solveGrounded(matrix, step, sink, order)
    for (let token = 0; token < count; token++) {
      const change = Math.max(-largestStep, Math.min(largestStep, step[token] ?? 0))
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

/**
 * Solves the symmetric system in place by elimination, with the sink's row and column taken out. Most tokens have few
 * neighbours: in an order that takes those first, nearly everything stays zero and is left out.
 */
function solveGrounded(
  matrix: Float64Array,
  right: Float64Array,
  sink: number,
  order: readonly number[],
): void {
  const count = right.length
  let largest = 0
  for (const row of order) largest = Math.max(largest, matrix[row * count + row] ?? 0)
  // A token that nothing flows through has an empty row: it keeps its price.
  const ridge = 1e-12 * largest || 1
  const later: number[][] = []
  order.forEach((pivot, turn) => {
    const base = pivot * count
    const rows: number[] = []
    for (let index = turn + 1; index < order.length; index++) {
      const row = order[index] ?? 0
      if (matrix[base + row] !== 0) rows.push(row)
    }
    later.push(rows)
    const diagonal = Math.max(matrix[base + pivot] ?? 0, 0) + ridge
    matrix[base + pivot] = diagonal
    for (const row of rows) {
      const factor = (matrix[base + row] ?? 0) / diagonal
      right[row] = (right[row] ?? 0) - factor * (right[pivot] ?? 0)
      for (const column of rows) {
        const place = row * count + column
        matrix[place] = (matrix[place] ?? 0) - factor * (matrix[base + column] ?? 0)
      }
    }
  })
  right[sink] = 0
  for (let turn = order.length - 1; turn >= 0; turn--) {
    const pivot = order[turn] ?? 0
    let sum = right[pivot] ?? 0
    for (const row of later[turn] ?? [])
      sum -= (matrix[pivot * count + row] ?? 0) * (right[row] ?? 0)
    right[pivot] = sum / (matrix[pivot * count + pivot] ?? 1)
  }
}

/** Tokens but the sink, those with the fewest arcs first. */
function eliminationOrder(arcs: readonly Arc[], sink: number, count: number): number[] {
  const degrees = new Int32Array(count)
  for (const { from, to } of arcs) {
    degrees[from] = (degrees[from] ?? 0) + 1
    degrees[to] = (degrees[to] ?? 0) + 1
  }
  const tokens: number[] = []
  for (let token = 0; token < count; token++) if (token !== sink) tokens.push(token)
  return tokens.sort((left, right) => (degrees[left] ?? 0) - (degrees[right] ?? 0))
}
