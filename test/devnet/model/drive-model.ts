import { isDeepStrictEqual } from 'node:util'

import type { Network } from '../../../src/core/terms/network.ts'
import type { Devnet } from '../../../src/devnet/devnet.ts'
import { Trouble as TroubleRequest } from '../../../src/devnet/trouble/trouble.ts'
import { faultsIn } from '../books.ts'
import { eventually } from '../devnet-clients.ts'
import { createClaimKey } from '../hub/hub-fixture.ts'
import { createBuilder } from './build-operation.ts'
import { connectLiveNetwork, type LiveNetwork, type Signable } from './live-network.ts'
import { enrichAlice } from './enrich-alice.ts'
import { createModel, type Model, type State } from './model.ts'
import {
  CLAIM_KEYS,
  describe,
  type Actor,
  type Operation,
  type Outcome,
  type Trouble,
} from './operation.ts'
import { createReader } from './read-rows.ts'
import { createOffChainSigners } from './sign-off-chain.ts'

const SLOW_MS = 200
/** Past every packet's time, which is 60 s in these operations. */
const PAST_TIMEOUTS = { kind: 'advance_clock', by_ms: 65_000 } as const
/** What accounts do at the same time, one operation each, and what happens to packets meanwhile. */
export type Move = { operations: readonly Operation[]; trouble?: Trouble | undefined }
export type World = { network: Network; model: Model; actors: readonly Actor[] }
/** Says in each state what comes next; nothing ends it. */
export type Plan = (world: World) => (state: State) => Move | undefined

/**
 * Drives operations over the local network and a plain model of it, step by step. After each step, what anybody has anywhere
 * must be the same in both, and the network's own books must balance. `onStep` hears how many operations are done.
 * Returns what came of each operation.
 * @throws {Error} they differ; it names the run, the step and what was done in it
 */
export async function driveModel(run: {
  /** Found in the message of a failure: enough to do it again. */
  name: string
  devnet: Devnet
  plan: Plan
  onStep?: (done: number) => void
}): Promise<[Operation, Outcome][]> {
  const { devnet } = run
  await enrichAlice(devnet.network)
  const live = await connectLiveNetwork(devnet.network)
  try {
    const next = await createSteps(live, devnet, run.plan)
    const all: [Operation, Outcome][] = []
    for (;;) {
      const outcomes = await next(`${run.name}, after ${all.length} operations`)
      if (!outcomes) return all
      all.push(...outcomes)
      run.onStep?.(all.length)
    }
  } finally {
    devnet.trouble.end()
    live.disconnect()
  }
}

async function createSteps(live: LiveNetwork, devnet: Devnet, plan: Plan) {
  const { network } = devnet
  const keys = Array.from({ length: CLAIM_KEYS }, (_, index) => createClaimKey(101 + index))
  const publicKeys = keys.map(({ publicKey }) => publicKey)
  const read = createReader({ network, publicKeys, ...live })
  let reading = await read()
  const model = createModel(network, reading.fees)
  const state: State = {
    rows: new Map(reading.rows),
    pools: new Map(reading.pools),
    claims: new Map(),
    claimCount: 0,
    releases: new Map(),
    releaseCounts: new Map(),
    nonces: new Set(),
  }
  const decide = plan({ network, model, actors: live.actors })
  const vlpOf = (pair: string) => reading.vlps.get(pair) ?? ''
  const builder = createBuilder({ network, publicKeys, vlpOf })
  const sign = await createOffChainSigners({ network, builder, keys })
  const signableOf = async (operation: Operation): Promise<Signable> => {
    const { action } = operation
    if (action.kind === 'redeem') return sign.redeem(action)
    if (action.kind === 'meta') return sign.meta(action)
    return builder.build(operation, action)
  }

  async function play({ operations, trouble }: Move): Promise<Map<Operation, Outcome>> {
    const since = await live.heights()
    const builds = new Map<Operation, Signable>()
    for (const operation of operations) builds.set(operation, await signableOf(operation))
    if (trouble) await devnet.trouble.start(requestFor(trouble))
    const included = await live.send(builds)
    await settle(devnet, live, since)
    devnet.trouble.end()

    const hubHeight = since.get(network.hub.chain_uid) ?? 0
    const { order, outcomes } = await live.hubSince(hubHeight, operations)
    const gas = new Map([...included].map(([operation, { fee }]) => [operation, fee]))
    const expected = model.play(state, { operations, order, gas, trouble })
    reading = await read()
    const differences = [
      ...operations.flatMap((operation) => {
        // What was taken on its own chain and never got to the hub came back.
        const found = included.get(operation)?.ok
          ? (outcomes.get(operation) ?? 'refused')
          : 'failed'
        const wanted = expected.get(operation)
        if (found === wanted) return []
        return [`expected ${wanted}, found ${found}: ${describe(operation)}`]
      }),
      ...differencesOf(state.rows, reading.rows),
      ...(isDeepStrictEqual(state.pools, reading.pools) ? [] : ['the pools are not the same']),
      ...(await faultsIn(devnet)),
    ]
    if (differences.length > 0) throw new Error(differences.join('\n  '))
    return expected
  }

  return async (name: string): Promise<Map<Operation, Outcome> | undefined> => {
    const move = decide(state)
    if (!move) return undefined
    try {
      return await play(move)
    } catch (error) {
      const trouble = JSON.stringify(move.trouble ?? null)
      const story = [name, `trouble: ${trouble}`, ...move.operations.map(describe)].join('\n  ')
      throw new Error(`${String(error)}\n${story}`, { cause: error })
    }
  }
}

/** Waits until no packet is under way, with whatever helps those along that trouble holds. */
async function settle(
  { trouble }: Devnet,
  live: LiveNetwork,
  since: ReadonlyMap<string, number>,
): Promise<void> {
  const name = (packet: { chain_uid: string; direction: string; sequence: string }) =>
    `${packet.chain_uid} ${packet.direction} ${packet.sequence}`
  let hasAdvanced = false
  await eventually(
    'packets under way',
    async () => {
      const held = trouble.list().held_packets.filter(({ held_by }) => held_by !== 'slow_packets')
      const isHeld = (packet: string) => held.map(name).includes(packet)
      // What is on its way to the hub makes releases, so these come second.
      const toHub = (await live.openToHub(since)).map(name)
      if (!toHub.every(isHeld)) return toHub
      const open = [...toHub, ...(await live.openFromHub()).map(name)]
      if (open.length === 0 || !open.every(isHeld)) return open
      if (held.some(({ held_by }) => held_by === 'lose_packets')) {
        trouble.end()
        trouble.relay({})
      } else if (!hasAdvanced) {
        hasAdvanced = true
        await trouble.start(PAST_TIMEOUTS)
      }
      return open
    },
    (open) => open.length === 0,
  )
}

function requestFor({ kind, chain, direction }: Trouble): TroubleRequest {
  const place = { chain_uid: chain, direction }
  if (kind === 'lose_acknowledgements')
    return TroubleRequest.parse({ kind: 'lose_packets', leg: 'acknowledgement', ...place })
  const delay = kind === 'slow_packets' && { delay_ms: SLOW_MS }
  return TroubleRequest.parse({ kind, ...delay, ...place })
}

function differencesOf(expected: ReadonlyMap<string, bigint>, found: ReadonlyMap<string, bigint>) {
  return [...new Set([...expected.keys(), ...found.keys()])].toSorted().flatMap((name) => {
    const [wanted, is] = [expected.get(name) ?? 0n, found.get(name) ?? 0n]
    return wanted === is ? [] : [`${name}: expected ${wanted}, found ${is}, apart ${is - wanted}`]
  })
}
