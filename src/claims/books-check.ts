import type { Network } from '../core/terms/network.ts'
import type { Observation } from '../core/tracking/observation.ts'
import type { ClaimRecord, ClaimStore } from './claim-store.ts'
import type { ClaimOnChain } from './signer.ts'

const ROUND_MS = 5 * 60_000
/** How many numbers before the newest known claim are looked at in each round, and how many behind the newest one that is found. */
const LOOK_BACK = 200n
const LOOK_AHEAD = 20n
/** Claims that wait in the books and are looked at in each round. */
const WAITING_PER_ROUND = 100

type Deps = {
  network: Network
  store: Pick<ClaimStore, 'claim' | 'claimer' | 'newestClaim' | 'waitingClaims'>
  /** A claim as two nodes of the hub have it, where there are several; `undefined` for none. */
  claimOnChain(claimId: string): Promise<ClaimOnChain | undefined>
  /** Takes in what a final block would have said. */
  observe(observations: readonly Observation[]): Promise<void>
  /** The time of the hub's newest final block. */
  hubTime(): Date | undefined
  /** Whether the hub's blocks are read as far as they go: before that, much is still to come. */
  isUpToDate(): Promise<boolean>
  log: { warn(details: object, message: string): void }
  now: () => Date
  sleep: (ms: number, signal: AbortSignal) => Promise<void>
}

/** How the books and the hub have differed. */
export type BooksDifferences = {
  /** Claims that the hub has and no block told of, since the start. They are taken in. */
  unseen: number
  /** Claims that wait in the books, and that the hub has not, not any more, or as something else. */
  gone: number
}

/**
 * Holds the books of claims against the claimer contract itself: a node may have hidden what happened in a block, and then nothing that
 * reads blocks would ever know. The contract numbers its claims from 0 up, so each number near the newest one is asked for. What differs
 * counts only where it did so in two rounds, since a block may be on its way.
 */
export function createBooksCheck(deps: Deps) {
  const { network, store, claimOnChain, observe, hubTime, isUpToDate, log, now, sleep } = deps
  const stopping = new AbortController()
  let running: Promise<void> = Promise.resolve()
  /** Numbers that have nothing more to tell: in the books, somebody else's, or redeemed before anybody looked. */
  const settled = new Set<bigint>()
  /** The highest number that the hub is known to have given. */
  let newest = -1n
  /** What only one side had in the round before. */
  let unbooked = new Set<bigint>()
  let missing: string[] = []
  /** Where the next round goes on among the claims that wait. */
  let after = -1n
  const gone = new Set<string>()
  let unseen = 0
  /** When the last whole round ended, or the first one began. */
  let checkedAt: number | undefined

  /** Books a claim by what the contract has of it. */
  async function takeIn(claimId: string, claim: ClaimOnChain): Promise<boolean> {
    const at = hubTime()
    if (!at) return false
    const { token, amount, claimer_pubkey, pseudo_claim_id, sender } = claim
    const said = { token, amount: `${amount}`, claimer_pubkey, pseudo_claim_id, claim_group_id: '' }
    const created = {
      kind: 'create_claim' as const,
      claim_id: claimId,
      ...said,
      sender: `${sender.chain_uid}:${sender.address}`,
    }
    await observe([
      {
        chain_uid: network.hub.chain_uid,
        tx_hash: '',
        msg_index: 0,
        height: 0,
        timeMs: at.getTime(),
        ok: true,
        sender: '',
        events: [created],
      },
    ])
    return (await store.claim(claimId)) !== undefined
  }

  async function lookAtHub(): Promise<void> {
    const booked = (await store.newestClaim()) ?? -1n
    if (booked > newest) newest = booked
    const from = newest > LOOK_BACK ? newest - LOOK_BACK : 0n
    const found = new Set<bigint>()
    // Each one that is found has as many behind it looked at.
    for (let id = from; id <= newest + LOOK_AHEAD && !stopping.signal.aborted; id += 1n) {
      if (settled.has(id)) continue
      const claimId = `${id}`
      const claim = (await store.claim(claimId)) ? undefined : await claimOnChain(claimId)
      if (claim && id > newest) newest = id
      const isOurs = claim && (await store.claimer(claim.pseudo_claim_id)) !== undefined
      if (isOurs && !unbooked.has(id)) found.add(id)
      else if (claim && isOurs && (await takeIn(claimId, claim))) {
        unseen += 1
        log.warn({ claimId }, 'a claim that no block told of is on the hub, and was taken in')
      }
      // Behind the newest one there may be more soon.
      else if (id <= newest) settled.add(id)
    }
    for (const id of settled) if (id < from) settled.delete(id)
    unbooked = found
  }

  async function lookAtBooks(): Promise<void> {
    const waiting = await store.waitingClaims(after, WAITING_PER_ROUND)
    after = waiting.length < WAITING_PER_ROUND ? -1n : BigInt(waiting.at(-1) ?? -1)
    const absent: string[] = []
    for (const claimId of new Set([...missing, ...waiting])) {
      if (stopping.signal.aborted) return
      const onChain = await claimOnChain(claimId)
      const booked = await store.claim(claimId)
      const isAbsent = booked?.claim.status === 'funded' && !isSame(booked.claim, onChain)
      if (isAbsent) absent.push(claimId)
      if (isAbsent && missing.includes(claimId) && !gone.has(claimId)) {
        gone.add(claimId)
        const is = onChain ? 'another one on the hub' : 'not on the hub'
        log.warn({ claimId }, `a claim that waits in the books is ${is}`)
      }
      if (!isAbsent) gone.delete(claimId)
    }
    missing = absent
  }

  async function run(): Promise<void> {
    let wasAway = false
    checkedAt = now().getTime()
    while (!stopping.signal.aborted) {
      try {
        if (await isUpToDate()) {
          await lookAtHub()
          await lookAtBooks()
          if (!stopping.signal.aborted) checkedAt = now().getTime()
        }
        wasAway = false
      } catch (error) {
        if (!wasAway)
          log.warn({ err: error }, 'the books could not be held against the hub; trying again')
        wasAway = true
      }
      await sleep(ROUND_MS, stopping.signal)
    }
  }

  return {
    /** How long ago the last whole round ended, or the first one began; `undefined` before that. */
    ageMs: (): number | undefined =>
      checkedAt === undefined ? undefined : now().getTime() - checkedAt,
    differences: (): BooksDifferences => ({ unseen, gone: gone.size }),
    start(): void {
      running = run()
    },
    async stop(): Promise<void> {
      stopping.abort()
      await running
    },
  }
}

/** What the books hold of a claim, and the hub. Its key is the claimer's own, as it was when it was booked. */
function isSame(
  { claimerId, token, amount }: Pick<ClaimRecord, 'claimerId' | 'token' | 'amount'>,
  onChain: ClaimOnChain | undefined,
): boolean {
  return (
    onChain !== undefined &&
    onChain.pseudo_claim_id === claimerId &&
    onChain.token === token &&
    onChain.amount === amount
  )
}
