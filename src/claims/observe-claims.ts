import { isAsAnnounced, leastClaim } from '../core/claims/claim-limits.ts'
import { userKey } from '../core/terms/address.ts'
import type { Network } from '../core/terms/network.ts'
import type { Observation, ProtocolEvent } from '../core/tracking/observation.ts'
import type { ClaimerRecord, ClaimStore, NewClaimRecord } from './claim-store-port.ts'
import { isClaimerId } from './claimers.ts'

type Created = Extract<ProtocolEvent, { kind: 'create_claim' }>
type NewClaim = { claim: NewClaimRecord; claimer: ClaimerRecord }

type Deps = {
  network: Network
  store: ClaimStore
  /** What base units of a token were worth at a time, in US cents; `undefined` where nobody knows. */
  usdCentsOf(token: string, units: bigint, time: Date): Promise<number | undefined>
  /** How long a claim waits for its recipient. */
  lifetimeMs: number
  /** Follows the way of a redemption of ours; what is followed already goes on as it is. */
  watch(claimerId: string, txHash: string): Promise<unknown>
  log: { warn(details: object, message: string): void }
  now: () => Date
}

/** Takes in what the hub's final blocks say about claims. Repeats change nothing. */
export function createClaimObserver(deps: Deps) {
  const { network, store, usdCentsOf, lifetimeMs, watch, log, now } = deps

  /**
   * Whether a claim is what its claimer was made for, or at least what a payload could be built for: whoever signs a transaction of
   * their own can write a claimer into any number of claims, and each would be told to its recipient and paid out with our gas.
   */
  function isWorthIt(claim: { token: string; amount: bigint }, announced: ClaimerRecord): boolean {
    const { token, amount } = claim
    if (isAsAnnounced(claim, announced)) return true
    const isKnown = network.tokens.some((known) => known.token === token)
    return isKnown && amount >= leastClaim(network, token)
  }

  /** A claim is ours when it names our claimer and our claimer's key: anybody may write an id into a claim. */
  async function created(event: Created, timeMs: number): Promise<NewClaim | undefined> {
    const { claim_id: claimId, pseudo_claim_id: claimerId, token } = event
    const claimer = isClaimerId(claimerId) ? await store.claimer(claimerId) : undefined
    if (!claimer) return undefined // of somebody else's service on the same hub
    const amount = /^\d{1,78}$/.test(event.amount) ? BigInt(event.amount) : 0n
    if (claimer.publicKey !== event.claimer_pubkey || !isWorthIt({ token, amount }, claimer)) {
      log.warn({ claimId, claimerId }, 'a claim names a claimer but does not fit it; ignored')
      return undefined
    }
    // Nobody but who paid gets it back, and only with a key that is ours to sign with.
    const isPaidBySender = event.sender.toLowerCase() === userKey(claimer.sender)
    const canGoBack = claimer.heldKey !== undefined && isPaidBySender
    const fundedAt = new Date(timeMs)
    const claim: NewClaimRecord = {
      claimId,
      claimerId,
      token,
      amount,
      fundedAt,
      expiresAt: canGoBack ? new Date(timeMs + lifetimeMs) : undefined,
      status: 'funded',
      usdCents: await usdCentsOf(token, amount, fundedAt),
    }
    return { claim, claimer }
  }

  return async (observations: readonly Observation[]): Promise<void> => {
    const seen = observations
      .filter(({ chain_uid, ok }) => chain_uid === network.hub.chain_uid && ok)
      .flatMap(({ events, timeMs, tx_hash: txHash }) =>
        events.map((event) => ({ event, timeMs, txHash })),
      )
    const added: NewClaim[] = []
    for (const { event, timeMs } of seen) {
      const one = event.kind === 'create_claim' ? await created(event, timeMs) : undefined
      if (one) added.push(one)
    }
    // At once, so that nobody is told of some claims of a transaction before the others are there.
    if (added.length > 0) await store.addClaims(added, now())
    for (const { event, txHash } of seen) {
      if (event.kind !== 'execute_claim') continue
      const paid = await store.markPaid(event.claim_id, txHash, now())
      // A process that ended between sending and following it: the settler does not come to what is settled here.
      if (paid?.isOurs) await watch(paid.claimerId, txHash)
    }
  }
}
