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
  /** How many curves may be looked at before the last round: all that it takes unless said. */
  curves?: number
}

/**
 * A solver, which keeps its memory from one problem to the next.
 *
 * It finds the flow from `source` to `sink` over some arcs that pays most, through its prices: with the right price for each
 * token, every arc on its own trades until its marginal rate is the ratio of its two prices, and what flows in flows out.
 * Those prices minimise a convex function; in their logarithms its second derivative is the Laplacian of the arcs, so
 * that Newton's method solves one small symmetric system a round.
 */
export function createFlowSolver() {
  const createSystem = createSystems()

  /**
   * @param prices the first guess by token, in units of the sink's token; the solution afterwards
   * @param inputs what each arc takes, afterwards
   * @returns how many curves it looked at
   */
  return function solveFlow(problem: FlowProblem, prices: number[], inputs: number[]): number {
    const { arcs, source, sink, amount, largestStep = 2, rounds = 40, balanced = 1e-6 } = problem
    const { curves = Infinity } = problem
    let seen = 0
    const count = prices.length
    const excess = new Float64Array(count)
    const step = new Float64Array(count)
    const trial = [...prices]
    const system = createSystem(arcs, sink, count)

    /** The function to minimise; leaves the arcs' inputs, the tokens' excess and the system for these prices behind. */
    function evaluate(at: readonly number[]): number {
      seen += arcs.length
      excess.fill(0)
      excess[source] = amount
      system.clear()
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
        system.add(from, to, (paid * paid) / (got * -yields.curvature(input)))
      }
      return value
    }

    let value = evaluate(prices)
    for (let round = 0; round < rounds && seen < curves; round++) {
      let unbalanced = 0
      let slope = 0
      for (let token = 0; token < count; token++) {
        const gradient = token === sink ? 0 : (excess[token] ?? 0) * (prices[token] ?? 0)
        step[token] = -gradient
        unbalanced += Math.abs(gradient)
      }
      if (unbalanced <= balanced * amount * (prices[source] ?? 0)) break
      system.solve(step)
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
        next = evaluate(trial)
        if (next <= value + 1e-4 * length * slope + 1e-13 * Math.abs(value)) break
      }
      for (let token = 0; token < count; token++) prices[token] = trial[token] ?? 0
      value = next
    }
    return seen
  }
}

/**
 * The Laplacian of arcs, with the sink's row and column taken out, and its solution by elimination. Most tokens have few
 * neighbours: in an order that takes those first nearly everything stays zero, and only what does not is stored, a row
 * of later tokens for each.
 */
function createSystems() {
  let matrix = new Float64Array(0)

  return (arcs: readonly Arc[], sink: number, count: number) => {
    const order = eliminationOrder(arcs, sink, count)
    const size = order.length
    const turnOf = new Int32Array(count)
    order.forEach((token, turn) => (turnOf[token] = turn))
    turnOf[sink] = size
    const rows = rowsOf(arcs, turnOf, size)
    if (matrix.length < size * size) matrix = new Float64Array(size * size)
    const right = new Float64Array(size)

    return {
      clear(): void {
        for (let turn = 0; turn < size; turn++) {
          const base = turn * size
          matrix[base + turn] = 0
          for (const column of rows[turn] ?? []) matrix[base + column] = 0
        }
      },

      add(from: number, to: number, weight: number): void {
        const a = turnOf[from] ?? 0
        const b = turnOf[to] ?? 0
        if (a < size) matrix[a * size + a] = (matrix[a * size + a] ?? 0) + weight
        if (b < size) matrix[b * size + b] = (matrix[b * size + b] ?? 0) + weight
        if (a === size || b === size) return
        const place = a < b ? a * size + b : b * size + a
        matrix[place] = (matrix[place] ?? 0) - weight
      },

      /** Replaces the right side, by token, by the solution. The matrix is used up. */
      solve(side: Float64Array): void {
        let largest = 0
        for (let turn = 0; turn < size; turn++) {
          largest = Math.max(largest, matrix[turn * size + turn] ?? 0)
          right[turn] = side[order[turn] ?? 0] ?? 0
        }
        // A token that nothing flows through has an empty row: it keeps its price.
        const ridge = 1e-12 * largest || 1
        for (let turn = 0; turn < size; turn++) {
          const base = turn * size
          const row = rows[turn] ?? []
          const diagonal = Math.max(matrix[base + turn] ?? 0, 0) + ridge
          matrix[base + turn] = diagonal
          for (let index = 0; index < row.length; index++) {
            const later = row[index] ?? 0
            const factor = (matrix[base + later] ?? 0) / diagonal
            if (factor === 0) continue
            right[later] = (right[later] ?? 0) - factor * (right[turn] ?? 0)
            for (let next = index; next < row.length; next++) {
              const column = row[next] ?? 0
              const place = later * size + column
              matrix[place] = (matrix[place] ?? 0) - factor * (matrix[base + column] ?? 0)
            }
          }
        }
        for (let turn = size - 1; turn >= 0; turn--) {
          const base = turn * size
          let sum = right[turn] ?? 0
          for (const later of rows[turn] ?? [])
            sum -= (matrix[base + later] ?? 0) * (right[later] ?? 0)
          right[turn] = sum / (matrix[base + turn] ?? 1)
          side[order[turn] ?? 0] = right[turn] ?? 0
        }
        side[sink] = 0
      },
    }
  }
}

/** By turn: the later turns, in order, whose tokens it has an arc with, or gets one with as earlier tokens are eliminated. */
function rowsOf(arcs: readonly Arc[], turnOf: Int32Array, size: number): number[][] {
  const rows: number[][] = []
  const earlier: number[][] = []
  for (let turn = 0; turn < size; turn++) {
    rows.push([])
    earlier.push([])
  }
  for (const { from, to } of arcs) {
    const a = turnOf[from] ?? 0
    const b = turnOf[to] ?? 0
    if (a < b) earlier[b]?.push(a)
    else earlier[a]?.push(b)
  }
  // What is bound to a token is bound to the first later one that this token is bound to, once it is eliminated.
  const heir = new Int32Array(size).fill(size)
  const seen = new Int32Array(size + 1).fill(-1)
  for (let turn = 0; turn < size; turn++) {
    seen[turn] = turn
    for (const start of earlier[turn] ?? []) {
      for (let at = start; seen[at] !== turn; at = heir[at] ?? size) {
        seen[at] = turn
        rows[at]?.push(turn)
        if (heir[at] === size) heir[at] = turn
      }
    }
  }
  return rows
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
