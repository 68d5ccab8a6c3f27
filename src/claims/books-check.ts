import type { Network } from '../core/terms/network.ts'
import type { Observation } from '../core/tracking/observation.ts'
import type { TrackingStore } from '../services/tracking/tracking-store-port.ts'
import { isClaimerId } from './claimers.ts'
import type { ClaimRecord, ClaimStore } from './claim-store-port.ts'
import type { ClaimOnChain } from './signer.ts'

const ROUND_MS = 5 * 60_000
/** How many numbers before the first known claim are looked at, and how many behind the newest one that is found. */
const LOOK_BACK = 200n
const LOOK_AHEAD = 20n
/** Numbers that are not in the books, and claims that wait in them, that the hub is asked for in each round; the next one goes on from there. */
const NUMBERS_PER_ROUND = 500
const WAITING_PER_ROUND = 300
/** Numbers in the books that are read at once. */
const BOOKED_AT_ONCE = 5_000

/**
 * Under which name it is kept up to which number all of a hub's claims were looked at, beside how far its blocks were read. Another contract has numbers
 * of its own; without one, what the names of them all begin with.
 */
export const booksCursor = (hubUid: string, contract = ''): string => `claims:${hubUid}:${contract}`

type Deps = {
  network: Network
  store: Pick<ClaimStore, 'claim' | 'claimer' | 'bookedClaims' | 'newestClaim' | 'waitingClaims'> &
    Pick<TrackingStore, 'cursor' | 'moveCursor'>
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

/** How long ago the last look ended for which each difference was looked for everywhere, in milliseconds, or the first one began. */
export type BooksAges = Record<keyof BooksDifferences, number>

/**
 * Holds the books of claims against the claimer contract itself: a node may have hidden what happened in a block, and then nothing that
 * reads blocks would ever know. The contract numbers its claims from 0 up, so each number is asked for that is not in the books, once it has nothing
 * more to tell: up to which one that is so is kept. What differs counts only where it did so in two rounds, since a block may be on its way.
 */
export function createBooksCheck(deps: Deps) {
  const { network, store, claimOnChain, observe, hubTime, isUpToDate, log, now, sleep } = deps
  const cursor = booksCursor(network.hub.chain_uid, network.hub.claimer)
  const stopping = new AbortController()
  let running: Promise<void> = Promise.resolve()
  /** Up to where there is nothing more to tell, as the last round has kept it. */
  let kept: number | undefined
  /** Numbers behind that with nothing more to tell: in the books, somebody else's, or redeemed before anybody looked. */
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
  let lookedAt: Record<keyof BooksDifferences, number> | undefined

  /** Books a claim by what the contract has of it. False where a block was faster, or it does not fit its claimer. */
  async function takeIn(claimId: string, claim: ClaimOnChain, hubMs: number): Promise<boolean> {
    if (await store.claim(claimId)) return false
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
        timeMs: hubMs,
        ok: true,
        sender: '',
        events: [created],
      },
    ])
    return (await store.claim(claimId)) !== undefined
  }

  /** Whether a number that is not in the books has nothing more to tell. `known` was given a round ago; what is ours and new is put among `found`. */
  async function settle(
    id: bigint,
    { known, found, hubMs }: { known: bigint; found: Set<bigint>; hubMs: number },
  ): Promise<boolean> {
    const claimId = `${id}`
    const claim = await claimOnChain(claimId)
    // Behind the newest one there may be more soon, and a node may be behind the blocks that told of others.
    if (!claim) return id <= known
    if (id > newest) newest = id
    const { pseudo_claim_id: claimerId } = claim
    if (!isClaimerId(claimerId) || !(await store.claimer(claimerId))) return true
    if (!unbooked.has(id)) {
      found.add(id)
      return false
    }
    if (await takeIn(claimId, claim, hubMs)) {
      unseen += 1
      log.warn({ claimId }, 'a claim that no block told of is on the hub, and was taken in')
    }
    return true
  }

  /** Looks at the newest numbers and at a part of those before, and says whether it came to all. */
  async function lookAtHub(hubMs: number): Promise<boolean> {
    const from = await store.cursor(cursor)
    if (from !== kept) {
      // Kept by the process before; or an operator has had the blocks read again, and numbers may have been given anew.
      settled.clear()
      newest = -1n
    }
    const known = newest
    const [first] = await store.bookedClaims(-1n, 1)
    let done = maxOf(BigInt(from ?? -1), first === undefined ? -1n : first - LOOK_BACK - 1n, -1n)
    newest = maxOf(newest, done, (await store.newestClaim()) ?? -1n)
    const found = new Set<bigint>()
    const looked = new Set<bigint>()

    /** Looks at numbers in order, and says behind which one it ended. Each one that is found has as many behind it looked at. */
    async function lookFrom(start: bigint, last?: bigint): Promise<bigint> {
      let booked = { numbers: new Set<bigint>(), to: start - 1n }
      let id = start
      for (; id <= newest + LOOK_AHEAD && id <= (last ?? id); id += 1n) {
        if (stopping.signal.aborted || looked.size === NUMBERS_PER_ROUND) break
        if (id <= done || looked.has(id)) continue
        if (id > booked.to) booked = await bookedFrom(id)
        if (!settled.has(id) && !booked.numbers.has(id)) {
          looked.add(id)
          if (!(await settle(id, { known, found, hubMs }))) continue
        }
        settled.add(id)
        while (settled.delete(done + 1n)) done += 1n
      }
      return id
    }

    // What is new may be somebody's who waits, and what was never looked at may be hours of rounds. No farther than the next round looks back.
    await lookFrom(maxOf(done + 1n, newest - LOOK_BACK), newest + LOOK_BACK)
    const end = await lookFrom(done + 1n)
    if (stopping.signal.aborted) return false
    unbooked = found
    kept = done < 0n ? from : Number(done)
    if (kept !== undefined && kept !== from)
      await store.moveCursor(cursor, { height: kept, hash: undefined }, from)
    return end > newest + LOOK_AHEAD
  }

  /** The numbers in the books from one on, and up to where these are all. */
  async function bookedFrom(id: bigint): Promise<{ numbers: Set<bigint>; to: bigint }> {
    const numbers = await store.bookedClaims(id - 1n, BOOKED_AT_ONCE)
    const last = numbers.length < BOOKED_AT_ONCE ? undefined : numbers.at(-1)
    return { numbers: new Set(numbers), to: last ?? newest + LOOK_AHEAD }
  }

  /** Looks at a part of the claims that wait, and says whether it was the last one. */
  async function lookAtBooks(): Promise<boolean> {
    const waiting = await store.waitingClaims(after, WAITING_PER_ROUND)
    const isLast = waiting.length < WAITING_PER_ROUND
    const absent: string[] = []
    for (const claimId of new Set([...missing, ...waiting])) {
      if (stopping.signal.aborted) return false
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
    after = isLast ? -1n : BigInt(waiting.at(-1) ?? -1)
    return isLast
  }

  async function run(): Promise<void> {
    let wasAway = false
    lookedAt = { unseen: now().getTime(), gone: now().getTime() }
    while (!stopping.signal.aborted) {
      try {
        const at = hubTime()
        if (at && (await isUpToDate())) {
          if (await lookAtHub(at.getTime())) lookedAt.unseen = now().getTime()
          if (await lookAtBooks()) lookedAt.gone = now().getTime()
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
    /** `undefined` before the first round. */
    ages: (): BooksAges | undefined =>
      lookedAt && {
        unseen: now().getTime() - lookedAt.unseen,
        gone: now().getTime() - lookedAt.gone,
      },
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

const maxOf = (...numbers: bigint[]): bigint =>
  numbers.reduce((most, each) => (each > most ? each : most))

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
