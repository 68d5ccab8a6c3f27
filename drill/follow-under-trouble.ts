import { setTimeout as sleepFor } from 'node:timers/promises'

import { createHub } from '../src/chains/hub/hub.ts'
import { createChainAccess } from '../src/chains/chain-access.ts'
import { createOperations } from '../src/services/operations/operations.ts'
import type { CrossChainUser } from '../src/core/terms/shapes.ts'
import { FINAL_OUTCOMES } from '../src/core/tracking/outcomes.ts'
import type { Outcome, Progress } from '../src/core/tracking/progress.ts'
import { createTracker } from '../src/services/tracking/tracker.ts'
import type { TrackingStore } from '../src/services/tracking/tracking-store-port.ts'
import { startDevnet } from '../src/devnet/devnet.ts'
import type { Persona } from '../src/devnet/accounts.ts'
import { createPersonaWallets } from '../src/devnet/persona-wallets.ts'
import { PacketFilter, Trouble } from '../src/devnet/trouble/trouble.ts'
import { openDatabase } from '../src/store/database.ts'
import { createTrackingStore } from '../src/store/tracking/tracking-store.ts'
import { ANY_PORTS } from '../test/devnet/any-ports.ts'
import { faultsIn, settle } from '../test/devnet/books.ts'
import { createDice } from '../test/devnet/model/dice.ts'
import { comesToBe } from './comes-to-be.ts'
import { sleep } from '../src/wiring/sleep.ts'
import { untilSo } from './until-so.ts'

/** What each chain's own coin is called in the protocol. */
const COINS = { base: 'eth', polygon: 'pol', osmosis: 'osmo', neuron: 'euclid' } as const
const UIDS = ['base', 'polygon', 'osmosis', 'neuron'] as const
/** Their blocks may be replaced until they are final. */
const EVM_UIDS = ['base', 'polygon'] as const
const BATCH = 48
/** In the first of so many batches what is sent on an EVM chain is taken away again before it is final. */
const BATCHES_TO_A_LOSS = 4
/** What a re-org takes at most. */
const DEEPEST = 200
/** In them every packet that is on its way arrives. */
const QUIET_BLOCKS = 30
const AN_HOUR_MS = 60 * 60_000
/** Past every packet's time. */
const PACKET_LIFE_MS = 65_000
/** A chain takes no more from somebody of whom that many packets have no answer. */
const TOO_MANY_WAIT = /Rate limit exceeded/

type Following = {
  createChainAccess: typeof createChainAccess
  createTracker: typeof createTracker
}

type Sent = {
  chain_uid: string
  tx_hash: string
  token: string
  amount: bigint
  from: CrossChainUser
  to: CrossChainUser
  kind: 'deposit' | 'withdraw'
}

/**
 * Sends so many transactions through a local network that is in trouble all the time, follows each, and holds where they
 * ended against the voucher ledger of the hub. `problems` is empty when every watch ended truly and none took back what was final.
 */
export async function followUnderTrouble(options: {
  watches: number
  seed: number
  blockTimeMs: number
  /** What reads the chains and follows them; another one, whole, since each knows the other's errors, where a drill has to notice what it lacks. */
  following?: Following
  say(line: string): void
}): Promise<{ outcomes: Record<string, number>; problems: string[]; troubles: number }> {
  const {
    watches,
    seed,
    blockTimeMs,
    following = { createChainAccess, createTracker },
    say,
  } = options
  const dice = createDice(seed)
  const devnet = await startDevnet({ blockTimeMs, ports: ANY_PORTS, log: () => undefined })
  const { network, personas, trouble } = devnet
  const problems: string[] = []
  const store = guarded(createTrackingStore(openDatabase(':memory:').db), problems)
  const readers = network.chains.map((chain) =>
    following.createChainAccess(chain, network, { deadlineMs: 2_000 }),
  )
  /** How often the tracker has begun to read what is final of a chain, each time once it has taken in what was before. */
  const rounds = new Map<string, number>()
  const tracker = following.createTracker({
    network,
    readers,
    store,
    onFinalBlock: async () => undefined,
    onTime: (uid) => void rounds.set(uid, (rounds.get(uid) ?? 0) + 1),
    log: { warn: () => undefined },
    now: () => new Date(),
    sleep,
  })
  const wallets = createPersonaWallets(network)
  const hub = createHub(network)
  const operations = createOperations({
    network,
    claimers: { create: () => Promise.reject(new Error('nobody is to be a claimer here')) },
    pools: hub,
    now: () => new Date(),
  })
  const sent: Sent[] = []
  const ledger = new Map<string, bigint>()
  let troubles = 0
  /** Somebody was refused, since too much of theirs is held up. */
  let isFull = false

  const accountOn = (persona: Persona, uid: string): CrossChainUser => {
    const account = wallets.accounts(persona).find(({ chain_uid }) => chain_uid === uid)
    if (!account) throw new Error(`${persona.name} has no wallet on ${uid}`)
    return account
  }

  /** One operation of one persona: mostly deposits, and pay-outs of what has arrived. */
  async function send(persona: Persona, uid: (typeof UIDS)[number]): Promise<void> {
    const from = accountOn(persona, uid)
    const held = [...ledger].find(
      ([key, amount]) => key.startsWith(`${keyOf(from)}/`) && amount > 1000n,
    )
    if (held && dice.chance(0.5)) {
      const [key, most] = held
      const token = key.slice(key.lastIndexOf('/') + 1)
      const home = UIDS.find((candidate) => COINS[candidate] === token) ?? uid
      const amount = 1n + BigInt(dice.below(Number(most / 2n)))
      ledger.set(key, most - amount)
      const to = accountOn(persona, home)
      const build = await operations.withdrawVoucher({
        token,
        amount,
        sender: from,
        cross_chain_addresses: [{ user: to, limit: { less_than_or_equal: amount } }],
      })
      await broadcast(persona, build, { token, amount, from, to, kind: 'withdraw' })
      return
    }
    const token = COINS[uid]
    const amount = BigInt(100_000 + dice.below(900_000))
    const to = accountOn(persona, dice.pick(UIDS))
    const known = network.tokens.find((candidate) => candidate.token === token)
    const denom = known?.denoms.find(({ chain_uid }) => chain_uid === uid)
    if (!denom) throw new Error(`${token} has no form on ${uid}`)
    const build = await operations.deposit({
      amount_in: amount,
      asset_in: { token, token_type: denom.token_type },
      sender: from,
      recipient: to,
    })
    await broadcast(persona, build, { token, amount, from, to, kind: 'deposit' })
  }

  async function broadcast(
    persona: Persona,
    build: Parameters<typeof wallets.broadcast>[1],
    what: Omit<Sent, 'chain_uid' | 'tx_hash'>,
  ): Promise<void> {
    const place = await wallets.broadcast(persona, build).catch((error: unknown) => {
      if (!TOO_MANY_WAIT.test(String(error))) throw error
      return undefined
    })
    if (!place) {
      isFull = true
      if (what.kind === 'withdraw') add(what.from, what.token, what.amount)
      return
    }
    sent.push({ ...place, ...what })
    await tracker.open(place.chain_uid, place.tx_hash)
  }

  const begin = async (request: object) => {
    troubles += 1
    // A re-org may find nothing that it could take away.
    await trouble.start(Trouble.parse(request)).catch(() => undefined)
  }
  const someTrouble = () =>
    dice.pick([
      () => ({ kind: 'stall_chain', chain_uid: dice.pick(UIDS), for_ms: 1500 }),
      () => ({ kind: 'stall_finality', chain_uid: dice.pick(EVM_UIDS), for_ms: 1500 }),
      () => ({ kind: 'slow_packets', delay_ms: 400, for_ms: 2000 }),
      () => ({ kind: 'slow_rpc', delay_ms: 300, chain_uid: dice.pick(UIDS), for_ms: 1000 }),
      () => ({
        kind: 'break_rpc',
        answer: dice.pick(['too_many_requests', 'html', 'hang_up']),
        chain_uid: dice.pick(UIDS),
        for_ms: 1000,
      }),
      () => ({
        kind: 'reorg',
        depth: 1 + dice.below(2),
        transactions: dice.pick(['kept', 'dropped']),
        chain_uid: dice.pick(EVM_UIDS),
      }),
    ])()
  const packetTrouble = () => ({
    ...dice.pick([
      { kind: 'lose_packets' },
      { kind: 'lose_packets', leg: 'acknowledgement' },
      { kind: 'time_out_packets' },
      { kind: 'refuse_packets' },
    ]),
    probability: 0.3,
    seed: dice.below(1_000_000),
  })

  /** Has all that is sent on one of the EVM chains seen in its blocks, and then those blocks replaced by others without it, before they are final. */
  async function loseOnOneChain(sendMany: () => Promise<void>): Promise<void> {
    const uid = dice.pick(EVM_UIDS)
    const reader = readers.find(({ chain_uid }) => chain_uid === uid)
    const heightOf = async () => {
      let height: number | undefined
      await comesToBe(`${uid} tells its height`, async () => {
        const head = await reader?.head().catch(() => undefined) // a busy machine takes longer than a call may
        height = head?.height
        return height !== undefined
      })
      return height ?? 0
    }
    const stall = await trouble.start(Trouble.parse({ kind: 'stall_finality', chain_uid: uid }))
    const [before, known] = [await heightOf(), sent.length]
    await sendMany()
    const own = sent.slice(known).filter(({ chain_uid }) => chain_uid === uid)
    for (const { tx_hash } of own)
      while (!isSeen(await tracker.progress(uid, tx_hash))) {
        if ((await forked()).length > 0) return
        await sleepFor(blockTimeMs)
      }
    // Whoever takes in what is not final has done so when a round is over that has begun now.
    const begun = rounds.get(uid) ?? 0
    while ((rounds.get(uid) ?? 0) < begun + 2) await sleepFor(blockTimeMs)
    const depth = Math.min(DEEPEST, (await heightOf()) - before)
    await begin({ kind: 'reorg', depth, transactions: 'dropped', chain_uid: uid })
    if (stall) trouble.end(stall.id)
  }
  /** The chains whose blocks do not follow what was taken in: nothing of them ends any more. */
  const forked = async () =>
    (await tracker.conditions()).flatMap(({ chain_uid, isForked }) => (isForked ? [chain_uid] : []))
  const isSeen = (progress: Progress | undefined) =>
    progress !== undefined &&
    (progress.outcome !== 'pending' ||
      progress.hops.some(({ state }) => state === 'confirmed' || state === 'done'))

  async function open(): Promise<Progress['outcome'][]> {
    const standings = await Promise.all(
      sent.map(({ chain_uid, tx_hash }) => tracker.progress(chain_uid, tx_hash)),
    )
    return standings.map((progress) => progress?.outcome ?? 'pending')
  }
  const isOver = (outcome: Outcome) =>
    outcome === 'not_found' || FINAL_OUTCOMES.some((end) => end === outcome)

  /** Books what ended since the last time. */
  const booked = new Set<string>()
  async function book(): Promise<void> {
    const outcomes = await open()
    for (const [index, one] of sent.entries()) {
      const outcome = outcomes[index] ?? 'pending'
      const place = `${one.chain_uid}/${one.tx_hash}`
      if (booked.has(place) || !isOver(outcome)) continue
      booked.add(place)
      const { token, amount } = one
      // A payout that fails leaves its sender the vouchers, since no order here gives them to the recipient.
      if (one.kind === 'deposit' && outcome === 'completed') add(one.to, token, amount)
      if (one.kind === 'withdraw' && outcome !== 'completed') add(one.from, token, amount)
    }
  }

  function add(user: CrossChainUser, token: string, amount: bigint): void {
    const key = `${keyOf(user)}/${token}`
    ledger.set(key, (ledger.get(key) ?? 0n) + amount)
  }

  /** Has what is held up arrive after its time, half of it late. */
  async function deliver(): Promise<void> {
    await begin({ kind: 'advance_clock', by_ms: PACKET_LIFE_MS })
    const half = trouble.list().held_packets.filter(() => dice.chance(0.5))
    for (const { chain_uid, direction, sequence } of half)
      trouble.relay(PacketFilter.parse({ chain_uid, direction, sequence }))
    await sleepFor(20 * blockTimeMs)
    trouble.relay(PacketFilter.parse({}))
    await quiet()
    isFull = false
  }

  try {
    tracker.start()
    while (sent.length < watches && (await forked()).length === 0) {
      // What meets packets lasts until the next ones are sent: for a time by the clock, a busy machine sends none.
      trouble.end()
      if (isFull) await deliver()
      for (let each = 0; each < 3; each += 1) await begin(packetTrouble())
      const places = personas.flatMap((persona) => UIDS.map((uid) => ({ persona, uid })))
      const many = Math.min(BATCH, watches - sent.length)
      const sendMany = async () => {
        await Promise.all(
          Array.from({ length: many }, (_, index) => places[index % places.length]).map(
            async (place) => place && send(place.persona, place.uid),
          ),
        )
      }
      await (Math.floor(sent.length / BATCH) % BATCHES_TO_A_LOSS === 0
        ? loseOnOneChain(sendMany)
        : sendMany())
      for (let each = 0; each < 6; each += 1) {
        await begin(someTrouble())
        await sleepFor(250)
      }
      // Nobody can sign through a broken address; what it does to those who follow was seen by now.
      await untilSo(
        () => trouble.list().active.every(({ trouble: { kind } }) => !/rpc|stall/.test(kind)),
        50,
      )
      await book()
      say(`${sent.length} sent, ${booked.size} ended, ${trouble.list().held_packets.length} held`)
    }
    await quiet()
    trouble.end()
    await deliver()
    // What was dropped is only given up once no block had it for an hour.
    for (const by_ms of [AN_HOUR_MS, PACKET_LIFE_MS]) await begin({ kind: 'advance_clock', by_ms })
    await quiet()
    await book()

    const outcomes: Record<string, number> = {}
    for (const [index, outcome] of (await open()).entries()) {
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
      const one = sent[index]
      if (!isOver(outcome))
        problems.push(`${one?.kind} ${one?.chain_uid} ${one?.tx_hash} is ${outcome}`)
    }
    problems.push(...(await forked()).map((uid) => `${uid} stands at a fork`))
    problems.push(...(await settle(devnet)), ...(await faultsIn(devnet)))
    for (const persona of personas)
      for (const user of wallets.accounts(persona)) {
        const vouchers = await hub.vouchers(user)
        const held = new Map(vouchers.held.map(({ token, amount }) => [token, amount]))
        for (const token of Object.values(COINS)) {
          const expected = ledger.get(`${keyOf(user)}/${token}`) ?? 0n
          const found = held.get(token) ?? 0n
          if (found !== expected)
            problems.push(
              `${persona.name} on ${user.chain_uid}: ${found} ${token}, but by the watches ${expected}`,
            )
        }
      }
    return { outcomes, problems, troubles }
  } finally {
    await tracker.stop()
    await devnet.stop()
  }

  /** Waits until all have ended, or so many blocks of every chain were read without another end that no packet is on its way. */
  async function quiet(): Promise<void> {
    const readUpTo = () => Promise.all(UIDS.map(async (uid) => (await store.cursor(uid)) ?? 0))
    for (let ended = -1, since: number[] = []; ; await sleepFor(blockTimeMs)) {
      const outcomes = await open()
      const now = outcomes.filter(isOver).length
      if (now === outcomes.length || (await forked()).length > 0) return
      const heights = await readUpTo()
      if (now !== ended) [ended, since] = [now, heights]
      if (heights.every((height, index) => height >= (since[index] ?? 0) + QUIET_BLOCKS)) return
    }
  }
}

const keyOf = ({ chain_uid, address }: CrossChainUser) => `${chain_uid}:${address}`

/** A store that notes whatever takes back what was final: the end of a watch, or a hop that was done. */
function guarded(store: TrackingStore, problems: string[]): TrackingStore {
  return {
    ...store,
    async saveWatches(changes, now) {
      for (const { watch } of changes) {
        const before = (await store.watch(watch.chain_uid, watch.tx_hash))?.progress
        if (!before) continue
        const { outcome } = watch.progress
        const wasFinal = FINAL_OUTCOMES.some((end) => end === before.outcome)
        if (wasFinal && outcome !== before.outcome)
          problems.push(`${watch.tx_hash} was ${before.outcome} and became ${outcome}`)
        for (const [index, hop] of before.hops.entries()) {
          const after = watch.progress.hops[index]
          const isFinal =
            hop.state === 'done' || (hop.state === 'failed' && before.outcome !== 'not_found')
          const isOther = hop.tx_hash !== '' && after?.tx_hash !== hop.tx_hash // its hash may come later
          if (isFinal && (after?.state !== hop.state || isOther))
            problems.push(
              `${watch.tx_hash}: ${hop.kind} was ${hop.state} (${hop.tx_hash}) and became ${after?.state} (${after?.tx_hash})`,
            )
        }
      }
      await store.saveWatches(changes, now)
    },
  }
}
