import { writeFileSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pass } from 'node:timers/promises'
import { parseArgs } from 'node:util'

import { z } from 'zod'

import { hubOf, Network, type Chain } from '../src/core/terms/network.ts'
import { faultsIn, settle } from '../test/devnet/books.ts'
import { createDice, type Dice } from '../test/devnet/model/dice.ts'
import { freePort, type Vouch } from '../test/flows/vouch-process.ts'
import { comesToBe } from './comes-to-be.ts'
import { problemsOf, sizeOf, type Drill, type DrillOptions } from './drill.ts'
import { NODE_FAULTS, startNodeFront, type NodeFault, type NodeFront } from './node-front.ts'
import { createNodeLoad, type NodeLoad } from './node-load.ts'
import { residentMb } from './process-use.ts'
import { startSigner, withStage, type Stage } from './stage.ts'
import { copyWithout, TAKEN_OUT } from './taken-out.ts'

/** How many nodes a chain has, of which one fails. */
const SETTINGS = { alone: 1, 'one of three': 3 } as const
type Setting = keyof typeof SETTINGS
/** Chains that fail at a time. */
const AT_ONCE = 3
const POLL_MS = 500
/** Blocks that a busy machine reads as fast as they come, from three nodes each. */
const BLOCK_MS = 400
/** A fault lasts at least so many polls: a chain that does not answer is named after ten seconds. */
const LEAST_POLLS = { alone: 24, 'one of three': 16 } as const
/** Fifteen seconds: a chain that cannot be used is named by then, and one with two nodes that are well is not called out of use for longer. */
const NAMED_WITHIN = 30
/** A fault ends after so many, whether it was told of or not. */
const MOST_POLLS = 480
/** How soon is not judged while more programs than this want each core. */
const BUSY_PER_CORE = 2
/** Far above what a server takes that reads no answer without an end. */
const MOST_MB = 1_000
const FEW_BLOCKS = 10
/** Answers without what happened, before enough was hidden. */
const LEAST_HIDDEN = 4
const SILENT_MS = 5_000
const UNINCLUDED_SEC = 3
/** After so long with the hub read up to its end, what no block told of is in no books. */
const SEEN_WITHIN_MS = 10_000

/** About what happened: on chains where nothing does, they change nothing. */
const HIDING = ['hides events', 'hides transactions', 'hides with care'] as const
/** A node that fails so can still be used, or nobody knows better. */
const USABLE: readonly NodeFault[] = ['a little behind', 'far behind', 'drops what it takes']
const WARNING = 40
const ERROR = 50

/** `--rounds n`: so many for each of the two settings; `--fault 'far behind'`, also more than once: only these. */
export const nodes: Drill = {
  name: 'nodes',
  about:
    "80 rounds each with a chain's only node and with one of three hanging, lying, hiding or limiting: each claim is paid once, no fault is silent",
  control: 'a block without its events is taken in; one node of three is believed',
  run: (options) => (options.broken ? runControls(options) : runDrill(options)),
}

async function runDrill(options: DrillOptions) {
  const { seed, args, say } = options
  const { values } = parseArgs({
    args: [...args],
    options: { rounds: { type: 'string' }, fault: { type: 'string', multiple: true } },
  })
  const rounds = sizeOf(options, values.rounds, { long: 80, brief: 1 })
  const dice = createDice(seed)
  const problems: string[] = []
  const numbers: string[] = []
  const done: string[] = []
  for (const setting of ['alone', 'one of three'] as const) {
    const tally = createTally()
    problems.push(
      ...(await problemsOf(async () =>
        withNodes(setting, undefined, async (at) => {
          const deck = createDeck(at.network, setting, dice, values.fault)
          for (let round = 0; round < rounds; round += 1) {
            await playRound(at, deck.draw(), tally)
            say(
              `${setting}, round ${round + 1}: ${tally.last()}, ${tally.problems.length} problems`,
            )
          }
          await at.finish()
          if (tally.peakMb() > MOST_MB)
            tally.problems.push(`${setting}: it had ${tally.peakMb().toFixed(0)} MB in use`)
          done.push(`${tally.faults()} faults with ${setting === 'alone' ? 'one node' : 'three'}`)
          numbers.push(`${setting}: ${tally.numbers(at)}`)
          return differencesOf(at)
        }),
      )),
      ...tally.problems,
    )
  }
  return { done: done.join(', '), numbers: numbers.join('; '), problems }
}

/** Each has to be noticed: what is found in one is of no use where another found nothing. */
async function runControls({ say }: DrillOptions) {
  const controls = [
    { without: 'silent blocks', setting: 'alone', fault: 'hides events' },
    { without: 'agreement', setting: 'one of three', fault: 'hides with care' },
  ] as const
  const found: string[][] = []
  for (const { without, setting, fault } of controls) {
    const copy = copyWithout(TAKEN_OUT[without])
    try {
      const unseen = await withNodes(setting, copy.program, (at) => hideOnHub(at, fault))
      say(`without ${without}: ${unseen.length} claims were lost`)
      found.push(unseen.map((problem) => `without ${without}, ${problem}`))
    } finally {
      copy.remove()
    }
  }
  return {
    done: `${controls.length} protections taken out`,
    numbers: '',
    problems: found.every((problems) => problems.length > 0) ? found.flat() : [],
  }
}

/** Hides what happens on the hub for a while, and returns what is never found of it. */
async function hideOnHub({ fronts, network, load, vouch, end }: Scene, fault: NodeFault) {
  const { chain_uid } = hubOf(network)
  const [front] = fronts.get(chain_uid) ?? []
  if (!front) throw new Error('the hub has no node')
  await comesToBe('people are served', () => load.ended().paid > 0)
  await front.begin(fault)
  await comesToBe('something was hidden', () => front.altered() > LEAST_HIDDEN)
  await pass(SEEN_WITHIN_MS)
  await front.end()
  await comesToBe('the hub is read', async () => isUpToDate(await readyOf(vouch.url), chain_uid))
  end()
  const waiting = await load.waitingOnHub()
  await comesToBe('the hub is read', async () => isUpToDate(await readyOf(vouch.url), chain_uid))
  await pass(SEEN_WITHIN_MS)
  return load.unbooked(waiting)
}

/** A server whose nodes may fail, and the people whom it serves. */
type Scene = {
  stage: Stage
  setting: Setting
  network: Network
  fronts: ReadonlyMap<string, readonly NodeFront[]>
  vouch: Vouch
  load: NodeLoad
  /** Nobody begins anything more. */
  end(): void
  /** The same, and waits until all that was begun has ended. */
  finish(): Promise<void>
}

async function withNodes<Result>(
  setting: Setting,
  program: string | undefined,
  act: (scene: Scene) => Promise<Result>,
): Promise<Result> {
  return withStage(async (stage) => {
    const { network } = stage.devnet
    const fronts = new Map<string, NodeFront[]>()
    for (const chain of network.chains)
      fronts.set(
        chain.chain_uid,
        await Promise.all(
          Array.from({ length: SETTINGS[setting] }, () =>
            startNodeFront(chain, anotherLike(network, chain)),
          ),
        ),
      )
    const fileFor = (asker: string) => {
      const chains = network.chains.map((chain) => {
        const [rpc_url = '', ...rpc_urls] = (fronts.get(chain.chain_uid) ?? []).map((front) =>
          front.urlFor(asker),
        )
        return { ...chain, rpc_url, rpc_urls, public_rpc_url: chain.rpc_url }
      })
      const file = join(stage.folder, `${asker}.json`)
      writeFileSync(file, JSON.stringify(z.encode(Network, { ...network, chains })))
      return file
    }
    const over = new AbortController()
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    const load = await createNodeLoad(stage, url)
    try {
      const signer = await startSigner(stage, fileFor('signer'))
      const NETWORK = fileFor('server')
      const started = await stage.start(
        { ...load.env, ...signer, NETWORK, PORT: `${port}` },
        program,
      )
      const vouch = { ...started, url } // people are told its public address
      const working = load.run(over.signal)
      const failing = new Promise<never>((_, reject) => void working.catch(reject))
      const end = () => over.abort()
      const finish = async () => {
        over.abort()
        await working
      }
      const scene = { stage, setting, network, fronts, vouch, load, end, finish }
      const result = await Promise.race([act(scene), failing])
      await vouch.stop()
      return result
    } finally {
      over.abort()
      await load.stop()
      for (const front of [...fronts.values()].flat()) await front.stop()
    }
  }, BLOCK_MS)
}

/** Another chain of the same family: what a node is, when it is none of this chain. */
function anotherLike({ chains }: Network, { chain_uid, family, rpc_url }: Chain): string {
  const other = chains.find((chain) => chain.family === family && chain.chain_uid !== chain_uid)
  return other?.rpc_url ?? rpc_url
}

/** A fault of one node of a chain. */
type Trial = {
  chain: Chain
  fault: NodeFault
  front: NodeFront
  /** Where the server learns of it, as far as operators are told. */
  traces: Set<string>
  /** After how many polls since the first answer that was another one the chain was named; `undefined` while it was not. */
  namedAfter: number | undefined
  polls: number
  /** Polls one after the other at which the chain was said to be of no use. */
  uselessFor: number
  longestUseless: number
}

/** Deals faults of all kinds on all chains before one comes again. */
function createDeck(
  { chains, hub }: Network,
  setting: Setting,
  dice: Dice,
  only: readonly string[] = NODE_FAULTS,
) {
  const happens = ['base', hub.chain_uid]
  const isOf = (fault: NodeFault, { chain_uid }: Chain) => {
    if (fault === 'drops what it takes') return chain_uid === hub.chain_uid
    if (fault === 'hides with care' && setting === 'alone') return false // such a node is believed
    return happens.includes(chain_uid) || !HIDING.some((hiding) => hiding === fault)
  }
  const all = chains.flatMap((chain) =>
    NODE_FAULTS.filter((fault) => only.includes(fault) && isOf(fault, chain)).map((fault) => ({
      chain,
      fault,
    })),
  )
  let left: typeof all = []
  return {
    draw() {
      const drawn: typeof all = []
      const isFree = ({ chain }: (typeof all)[number]) =>
        drawn.every((card) => card.chain !== chain)
      // Where few faults were asked for, they may be of fewer chains.
      while (drawn.length < AT_ONCE && all.some(isFree)) {
        if (!left.some(isFree)) left = [...all]
        const card = dice.pick(left.filter(isFree))
        left.splice(left.indexOf(card), 1)
        drawn.push(card)
      }
      return drawn.map((card) => ({ ...card, at: dice.below(SETTINGS[setting]) }))
    },
  }
}
type Drawn = ReturnType<ReturnType<typeof createDeck>['draw']>

/** What one setting came to. */
function createTally() {
  const problems: string[] = []
  const trials: Trial[] = []
  let last = ''
  let peakMb = 0
  let endedMeanwhile = 0
  return {
    problems,
    add(some: readonly Trial[], ended: number) {
      trials.push(...some)
      endedMeanwhile += ended
      last = some.map(shown).join(', ')
    },
    saw: (mb: number) => void (peakMb = Math.max(peakMb, mb)),
    last: () => last,
    faults: () => trials.length,
    numbers({ load, fronts }: Scene) {
      const { paid, takenBack, tips } = load.ended()
      const altered = trials.filter(({ polls }) => polls > 0).length
      const named = trials.flatMap(({ namedAfter = [] }) => namedAfter)
      const waits = [...fronts.values()].flat().map((front) => front.impatience())
      const sum = (of: 'waits' | 'calls') => waits.reduce((total, each) => total + each[of], 0)
      const latest = Math.max(0, ...named) * (POLL_MS / 1_000)
      return `${altered} changed answers, ${named.length} named by /ready within ${latest} s, ${paid} claims and ${tips} tips paid, ${takenBack} taken back, ${endedMeanwhile} of them meanwhile, ${sum('calls')} calls in ${sum('waits')} waits, ${peakMb.toFixed(0)} MB at most`
    },
    peakMb: () => peakMb,
  }
}
type Tally = ReturnType<typeof createTally>

const shown = ({ chain, fault, traces }: Trial) =>
  `${chain.chain_uid} ${fault} (${[...traces].join(', ') || 'no trace'})`

/** Some nodes fail for a while, are well again, and all goes on. */
async function playRound(scene: Scene, drawn: Drawn, tally: Tally): Promise<void> {
  const { setting, fronts, vouch, load } = scene
  const endedBefore = endedOf(load)
  const trials = drawn.map(({ chain, fault, at }): Trial => {
    const front = fronts.get(chain.chain_uid)?.[at]
    if (!front) throw new Error(`${chain.chain_uid} has no node ${at}`)
    const nothing = { namedAfter: undefined, polls: 0, uselessFor: 0, longestUseless: 0 }
    return { chain, fault, front, traces: new Set(), ...nothing }
  })
  const linesBefore = vouch.logged().length
  for (const { front, fault } of trials) await front.begin(fault)
  for (
    let polls = 1;
    polls <= LEAST_POLLS[setting] || isAwaited(setting, trials, polls);
    polls += 1
  ) {
    await pass(POLL_MS)
    await look(scene, trials, vouch.logged().slice(linesBefore))
    tally.saw(residentMb(vouch.pid))
  }
  for (const { front } of trials) await front.end()
  const endedMeanwhile = endedOf(load) - endedBefore
  const endedThen = endedOf(load)
  await comesToBe(`all chains are read after ${trials.map(shown).join(', ')}`, async () => {
    const ready = await readyOf(vouch.url)
    return trials.every(({ chain }) => isRead(ready, chain.chain_uid))
  })
  await comesToBe('people are served again', () => endedOf(load) > endedThen)
  readLog(trials, vouch.logged().slice(linesBefore))
  tally.add(trials, endedMeanwhile)
  tally.problems.push(...trials.flatMap((trial) => problemsIn(setting, trial)))
}

const endedOf = (load: NodeLoad) =>
  Object.values(load.ended()).reduce((total, each) => total + each, 0)

/** Whether what operators are to be told is still to come. */
const isAwaited = (setting: Setting, trials: readonly Trial[], polls: number) =>
  polls < MOST_POLLS &&
  trials.some(
    (trial) =>
      (isToName(setting, trial) && trial.namedAfter === undefined) ||
      (isToLeaveTrace(setting, trial) && trial.traces.size === 0),
  )

const isToName = (setting: Setting, { fault, polls }: Trial) =>
  setting === 'alone' && polls > 0 && !USABLE.includes(fault)

/** Answers that count for nothing: of several nodes one that hides may be passed over for another that answered first. */
const leastOf = (fault: NodeFault, setting: Setting) =>
  setting !== 'alone' && HIDING.some((hiding) => hiding === fault) ? LEAST_HIDDEN : 0

/** Notes what operators are told at this moment. */
async function look({ vouch, setting }: Scene, trials: readonly Trial[], lines: readonly string[]) {
  const ready = await readyOf(vouch.url)
  const metrics = await metricsOf(vouch.url)
  for (const trial of trials) {
    const { chain_uid } = trial.chain
    if (trial.front.altered() > leastOf(trial.fault, setting)) trial.polls += 1
    const state = ready.chains[chain_uid] ?? 'ok'
    if (state !== 'ok' && trial.polls > 0) trial.namedAfter ??= trial.polls
    const isUseless = state !== 'ok' && state !== 'behind'
    trial.uselessFor = isUseless ? trial.uselessFor + 1 : 0
    trial.longestUseless = Math.max(trial.longestUseless, trial.uselessFor)
    if (isUseless) trial.traces.add(state)
    if (metrics.ofChain('vouch_node_failing', chain_uid) > 0) trial.traces.add('metric')
    const isOld = trial.fault === 'a little behind' || trial.fault === 'far behind'
    if (isOld && (ready.silent_ms[chain_uid] ?? 0) > SILENT_MS) trial.traces.add('silent')
    if (trial.fault === 'drops what it takes' && metrics.unincludedSec() > UNINCLUDED_SEC)
      trial.traces.add('not included')
  }
  readLog(trials, lines)
}

function readLog(trials: readonly Trial[], lines: readonly string[]): void {
  for (const { chain, traces } of trials) {
    const { chain_uid } = chain
    const names = [`"chain_uid":"${chain_uid}"`, `The chain ${chain_uid} `]
    const isAbout = (line: string) => names.some((name) => line.includes(name))
    if (lines.some((line) => levelOf(line) >= WARNING && isAbout(line))) traces.add('log')
  }
}

const levelOf = (line: string) => Number(/^\{"level":(\d+),/.exec(line)?.[1] ?? 0)

/** What should not have been so with a fault. */
function problemsIn(setting: Setting, trial: Trial): string[] {
  const { chain, fault, front, traces, namedAfter, polls, longestUseless } = trial
  if (polls === 0) return [] // it changed nothing
  const what = `${setting}, ${chain.chain_uid} ${fault}`
  const isBusy = (loadavg()[0] ?? 0) / availableParallelism() > BUSY_PER_CORE
  const isLate =
    isToName(setting, trial) && (namedAfter === undefined || (namedAfter > NAMED_WITHIN && !isBusy))
  const isUseless = setting !== 'alone' && longestUseless > NAMED_WITHIN && !isBusy
  const { calls } = front.impatience()
  return [
    ...(traces.size === 0 && isToLeaveTrace(setting, trial) ? [`${what}: it left no trace`] : []),
    ...(isLate
      ? [`${what}: /ready named it after ${namedAfter ?? `more than ${MOST_POLLS}`} polls`]
      : []),
    ...(isUseless ? [`${what}: /ready called it out of use for ${longestUseless} polls`] : []),
    ...(fault === 'limits' && calls > 0
      ? [`${what}: ${calls} calls came while it was to be left alone`]
      : []),
  ]
}

/** A transaction that one of three keeps to itself has gone to the two others as well. */
const isToLeaveTrace = (setting: Setting, { fault, polls }: Trial) =>
  polls > 0 && !(setting !== 'alone' && fault === 'drops what it takes')

/** What does not add up once everything has ended. */
async function differencesOf({ stage, load, vouch }: Scene): Promise<string[]> {
  const errors = vouch.warnings().filter((line) => levelOf(line) >= ERROR)
  return [
    ...(await settle(stage.devnet)),
    ...(await faultsIn(stage.devnet)),
    ...(await load.differences()),
    ...errors.map((line) => `the log says: ${line.slice(0, 300)}`),
  ]
}

const Ready = z.object({
  chains: z.record(z.string(), z.string()),
  lag: z.record(z.string(), z.number()),
  silent_ms: z.record(z.string(), z.number()),
})

/** On a connection of its own: one that waits may be closed by the server in the moment in which it is used. */
const poll = (address: string) => fetch(address, { headers: { connection: 'close' } })

async function readyOf(url: string): Promise<z.infer<typeof Ready>> {
  return Ready.parse(await (await poll(`${url}/ready`)).json())
}

const isRead = ({ chains, silent_ms }: z.infer<typeof Ready>, uid: string) =>
  (chains[uid] === 'ok' || chains[uid] === 'behind') && (silent_ms[uid] ?? 0) < SILENT_MS
const isUpToDate = (ready: z.infer<typeof Ready>, uid: string) =>
  isRead(ready, uid) && (ready.lag[uid] ?? 0) <= FEW_BLOCKS

/** Of all lines with a label that has a value, the largest number. */
async function metricsOf(url: string) {
  const text = await (await poll(`${url}/metrics`)).text()
  const largest = (name: string, label: string) =>
    Math.max(
      0,
      ...[...text.matchAll(/^(\w+)\{(.*)\} (\S+)$/gm)].flatMap(([, its, labels = '', number]) =>
        its === name && labels.includes(label) ? Number(number) : [],
      ),
    )
  return {
    ofChain: (name: string, uid: string) => largest(name, `chain="${uid}"`),
    unincludedSec: () => largest('vouch_unincluded_seconds', 'kind='),
  }
}
