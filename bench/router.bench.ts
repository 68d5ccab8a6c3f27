import { ConstantProductRPool, Graph, setTokenId, type RToken } from '@sushiswap/tines'

import type { Pool } from '../src/core/routing/pool-graph.ts'
import { createRouter, type RouteRequest } from '../src/core/routing/router.ts'
import { createOptimum } from './flow-optimum.ts'
import { median, quantile } from '../drill/quantile.ts'
import { report } from './figures.ts'
import { liveHeapBytes } from './live-heap.ts'
import { createThala } from './peers/thala.ts'
import { createPoolSet, type PoolSet } from './router-pools.ts'

/**
 * The router beside @sushiswap/tines and, for single paths, @thalalabs/router-sdk, in one run on the same pools and
 * questions: single paths of up to four hops, and splits, of up to ten hops, without a limit on legs and with at most five,
 * with the shortfall to a bound that no routing of any number of hops can exceed.
 *
 * The router keeps what it knows of the way to a token that was asked for before, until a pool changes. So there are two
 * times: of questions about such tokens, and of the first question after a change of one percent of the pools.
 */
const SIZES = [
  {
    pools: 150,
    questions: 200,
    singleRounds: 40,
    rounds: 40,
    peerSplits: 200,
    goals: { split: 16, splitP99Ms: 0.6, single: 15, changedSingle: 10 },
  },
  {
    pools: 2_000,
    questions: 200,
    singleRounds: 10,
    rounds: 20,
    peerSplits: 50,
    goals: { split: 80, splitP99Ms: 5, single: 30 },
  },
  {
    pools: 20_000,
    questions: 100,
    singleRounds: 2,
    rounds: 10,
    peerSplits: 5,
    goals: { split: 633, splitP99Ms: 25, single: 300 },
  },
]
/** Of a split, in basis points below the optimum, at all sizes. */
const MEAN_BPS_GOAL = { atMost: 0.05 }
const WORST_BPS_GOAL = { atMost: 1 }
/** How many times as much is asked for to see wide markets: trades move prices, and take many pools. */
const WIDE = 3n

const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / values.length

function timed<Value>(run: () => Value): { value: Value; ms: number } {
  const startedAt = performance.now()
  const value = run()
  return { value, ms: performance.now() - startedAt }
}

/** What a router pays for a question. One of them answers later, although it never waits for anything. */
type Run = (question: RouteRequest) => number | Promise<number>

/** Asks every question once a round; of each it keeps the times of those rounds in which the code is warm. */
function createAsker({ questions }: PoolSet, run: Run, before: (turn: number) => void = () => {}) {
  const ms: number[][] = questions.map(() => [])
  let outputs: number[] = []
  let turn = 0
  return {
    async round(isWarm: boolean): Promise<void> {
      outputs = []
      for (const [index, question] of questions.entries()) {
        before(turn++)
        const startedAt = performance.now()
        const answer = run(question)
        const value = typeof answer === 'number' ? answer : await answer
        if (isWarm) ms[index]?.push(performance.now() - startedAt)
        outputs.push(value)
      }
    },
    timed: (): Timed => ({ outputs, ms: ms.map((times) => median(times)) }),
  }
}

const TURNS = 5

/**
 * Askers take turns, so that a busy machine slows all. A turn is several rounds, of which the later half counts: in the first
 * ones the processor still has the code and the pools of the asker before.
 */
async function askAll(
  rounds: number,
  askers: readonly ReturnType<typeof createAsker>[],
): Promise<void> {
  for (let turn = 0; turn < TURNS; turn += 1)
    for (const asker of askers)
      for (let round = 0; round < rounds; round += 1) await asker.round(2 * round >= rounds - 1)
}

async function ask(
  set: PoolSet,
  rounds: number,
  run: Run,
  before?: (turn: number) => void,
): Promise<Timed> {
  const asker = createAsker(set, run, before)
  for (let round = 0; round < rounds; round += 1) await asker.round(2 * round >= rounds - 1)
  return asker.timed()
}

/** The pool after somebody traded a thousandth of it, one way or the other. */
function trade(pool: Pool, turn: number): Pool {
  const share = turn % 2 === 0 ? 1000n : -1001n
  return {
    ...pool,
    reserve1: pool.reserve1 + pool.reserve1 / share,
    reserve2: pool.reserve2 - pool.reserve2 / share,
  }
}

function createPeer({ pools }: PoolSet) {
  const tokens = new Map<string, RToken>()
  const tokenOf = (name: string) => {
    const known = tokens.get(name) ?? {
      name,
      symbol: name,
      address: name,
      decimals: 18,
      chainId: 1,
    }
    tokens.set(name, known)
    return known
  }
  const peerPools = pools.map(
    ({ id, token1, token2, reserve1, reserve2 }) =>
      // An address to the peer is any text that names the pool.
      new ConstantProductRPool(
        id as `0x${string}` /* only a name there */,
        tokenOf(token1),
        tokenOf(token2),
        0.003,
        reserve1,
        reserve2,
      ),
  )
  setTokenId(...tokens.values())
  const graph = new Graph(peerPools, tokenOf('t0'), tokenOf('t0'), 0)
  return {
    single({ tokenIn, tokenOut, amountIn }: RouteRequest): number {
      graph.cleanTmpData()
      const found = graph.findBestPathExactIn(tokenOf(tokenIn), tokenOf(tokenOut), Number(amountIn))
      return found?.output ?? 0
    },
    split({ tokenIn, tokenOut, amountIn }: RouteRequest): number {
      graph.cleanTmpData()
      return graph.findBestRouteExactIn(tokenOf(tokenIn), tokenOf(tokenOut), amountIn, 50).amountOut
    },
  }
}

type Timed = { outputs: number[]; ms: number[] }

const times = ({ ms }: Timed) =>
  `median ${median(ms).toFixed(4)} ms, p99 ${quantile(0.99, ms).toFixed(3)} ms`
const ratioOf = (theirs: Timed, ours: Timed) => median(theirs.ms) / median(ours.ms)
const ratio = (theirs: Timed, ours: Timed) => `${ratioOf(theirs, ours).toFixed(1)} times faster`
const shortfallsBps = (best: readonly number[], { outputs }: Pick<Timed, 'outputs'>) =>
  best.map((most, index) => (1 - (outputs[index] ?? 0) / most) * 1e4)
function showShortfalls(bps: readonly number[]): string {
  const near = bps.filter((below) => below <= 1).length
  return `mean ${mean(bps).toFixed(3)} bps, worst ${Math.max(...bps).toFixed(2)} bps, within 1 bps ${near} of ${bps.length}`
}
for (const size of SIZES) {
  const set = createPoolSet(size.pools, size.questions)
  const heapBefore = liveHeapBytes()
  const { value: router, ms: builtMs } = timed(() => createRouter(set.pools))
  const heap = liveHeapBytes() - heapBefore
  const output = (request: RouteRequest) => Number(router.quote(request).amountOut)
  for (const question of set.questions)
    for (const asked of [question, question, { ...question, split: true }]) output(asked)
  const warmHeap = liveHeapBytes() - heapBefore
  const peer = createPeer(set)
  const singles = createAsker(set, output)
  const peerSingles = createAsker(set, peer.single)
  const thalaSingles = createAsker(set, await createThala(set))
  await askAll(size.singleRounds, [singles, peerSingles, thalaSingles])
  const single = singles.timed()
  const peerSingle = peerSingles.timed()
  const thalaSingle = thalaSingles.timed()
  const fastest = median(thalaSingle.ms) < median(peerSingle.ms) ? thalaSingle : peerSingle
  const split = await ask(set, size.rounds, (question) => output({ ...question, split: true }))
  const updates: number[] = []
  const changed = Math.ceil(set.pools.length / 100)
  const change = (turn: number) => {
    const start = (turn * changed) % (set.pools.length - changed)
    const traded = set.pools
      .slice(start, start + changed)
      .map((pool, index) => trade(pool, turn + index))
    updates.push(timed(() => router.update(traded)).ms)
  }
  const changedSingle = await ask(set, size.rounds, output, change)
  const changedSplit = await ask(
    set,
    Math.ceil(size.rounds / 4),
    (question) => output({ ...question, split: true }),
    change,
  )
  router.update(set.pools)
  const five = await ask(set, 4, (question) => output({ ...question, split: true, maxLegs: 5 }))
  const few = { ...set, questions: set.questions.slice(0, size.peerSplits) }
  const peerSplit = await ask(few, 1, peer.split)
  console.log(
    `${size.pools} pools: built in ${builtMs.toFixed(0)} ms, ${(heap / 1e6).toFixed(1)} MB, ` +
      `${(warmHeap / 1e6).toFixed(1)} MB after all questions; ` +
      `${changed} pools updated in ${median(updates).toFixed(3)} ms`,
  )
  console.log(
    `  single: ${times(single)}; tines ${times(peerSingle)}, thala ${times(thalaSingle)}: ` +
      `${ratio(fastest, single)} than the faster`,
  )
  console.log(
    `  single, just after an update: ${times(changedSingle)}: ${ratio(fastest, changedSingle)}`,
  )
  console.log(`  split: ${times(split)}; tines ${times(peerSplit)}: ${ratio(peerSplit, split)}`)
  console.log(
    `  split, just after an update: ${times(changedSplit)}: ${ratio(peerSplit, changedSplit)}`,
  )
  console.log(`  split, 5 legs: ${times(five)}`)
  const below = single.outputs.filter((paid, index) => (five.outputs[index] ?? 0) < paid).length
  console.log(`  splits of 5 legs below the best single path: ${below}`)
  console.log(
    `  tines' split below ours: ${showShortfalls(shortfallsBps(split.outputs.slice(0, size.peerSplits), peerSplit))}`,
  )
  const optimum = createOptimum(set)
  const best = set.questions.map((question) =>
    optimum(question, router.quote({ ...question, split: true })),
  )
  for (const [name, answers] of [
    ['single', single],
    ['split', split],
    ['split, 5 legs', five],
    ["tines' single", peerSingle],
    ["thala's single", thalaSingle],
    ["tines' split", peerSplit],
  ] as const)
    console.log(
      `  ${name} below the optimum: ${showShortfalls(shortfallsBps(best.slice(0, answers.outputs.length), answers))}`,
    )
  const wide = set.questions.map((question) => ({
    ...question,
    amountIn: WIDE * question.amountIn,
    split: true,
  }))
  const paid = wide.map((question) => {
    const quote = router.quote(question)
    return { most: optimum(question, quote), output: Number(quote.amountOut) }
  })
  const wideBps = shortfallsBps(
    paid.map(({ most }) => most),
    { outputs: paid.map(({ output: paidOut }) => paidOut) },
  )
  console.log(`  split of ${WIDE} times as much: ${showShortfalls(wideBps)}`)

  const { goals } = size
  const tell = (...[name, ...figure]: Parameters<typeof report>) =>
    report(`${size.pools} pools, ${name}`, ...figure)
  tell('split to tines', ratioOf(peerSplit, split), 'x', { atLeast: goals.split })
  tell('split, p99', quantile(0.99, split.ms), 'ms', { atMost: goals.splitP99Ms })
  tell('single to the faster', ratioOf(fastest, single), 'x', { atLeast: goals.single })
  tell(
    'single after an update to the faster',
    ratioOf(fastest, changedSingle),
    'x',
    goals.changedSingle === undefined ? undefined : { atLeast: goals.changedSingle },
  )
  for (const [name, bps] of [
    ['split', shortfallsBps(best, split)],
    [`split of ${WIDE} times as much`, wideBps],
  ] as const) {
    tell(`${name}, mean below the optimum`, mean(bps), 'bps', MEAN_BPS_GOAL)
    tell(`${name}, worst below the optimum`, Math.max(...bps), 'bps', WORST_BPS_GOAL)
  }
}
