import { ChainUnavailableError, TransactionFailedError } from '../core/terms/errors.ts'
import type { ClaimRelayer } from './claim-relayer.ts'
import type { ClaimStore, RedemptionRecord } from './claim-store.ts'
import type { SignRedemption } from './sign-redemption.ts'

/** A node may give an account's new sequence before it can find the transaction that used it. */
const PROVEN_MS = 10_000
/** A missing sequence may only be a node that is behind. */
const GAP_MS = 5_000
/** How long bytes may be refused for another reason than their sequence, for example a fee that is too low by now. */
const REFUSED_MS = 60_000

type Deps = {
  store: ClaimStore
  relayer: ClaimRelayer
  sign: SignRedemption
  /** False when it could not be followed yet. */
  watch(claimerId: string, txHash: string): Promise<boolean>
  log: { warn(details: object, message: string): void }
  now: () => Date
}

/** Whether something is so for that long already, in every look since. */
type IsSoFor = (what: string, ms: number) => boolean

/**
 * One look at every signed redemption: ends those that are in a block, sends the others again, and frees the way where
 * a sequence blocks it. The same bytes are sent for as long as the chain may still include them; new ones are signed
 * only when their sequence went to another transaction, since then the old ones are dead. `signal` ends a look after the redemption in hand.
 */
export function createRedemptionSettler({ store, relayer, sign, watch, log, now }: Deps) {
  let watched = new Set<number>()
  let since = new Map<string, number>()

  return async (signal: AbortSignal): Promise<void> => {
    const signed = await store.signedRedemptions()
    const lasting = new Map<string, number>()
    const isSoFor: IsSoFor = (what, ms) => {
      const first = since.get(what) ?? now().getTime()
      lasting.set(what, first)
      return now().getTime() - first >= ms
    }
    if (signed.length > 0) {
      watched = await watchAll(signed)
      // Asked before the results: what has no result afterwards did not use a sequence that was used by now.
      const next = await relayer.nextSequence()
      const unsettled: RedemptionRecord[] = []
      for (const redemption of signed) {
        if (signal.aborted) return
        if (!(await settleAlone(redemption, next, isSoFor))) unsettled.push(redemption)
      }
      await fillGap(unsettled, next, isSoFor)
    }
    since = lasting
  }

  /** After a stop between storing a redemption and following it, this is where it is followed. */
  async function watchAll(signed: readonly RedemptionRecord[]): Promise<Set<number>> {
    const done = new Set<number>()
    for (const { id, claimerId, txHash } of signed) {
      if (watched.has(id) || (await watch(claimerId, txHash))) done.add(id)
    }
    return done
  }

  /** One redemption's trouble must not keep the others waiting; a chain that is away keeps them all. */
  async function settleAlone(
    redemption: RedemptionRecord,
    next: number,
    isSoFor: IsSoFor,
  ): Promise<boolean> {
    try {
      return await settle(redemption, next, isSoFor)
    } catch (error) {
      if (error instanceof ChainUnavailableError) throw error
      log.warn({ claimId: redemption.claimId, err: error }, 'a redemption could not be settled')
      return false
    }
  }

  /** True when nothing of the redemption is left to do. */
  async function settle(
    redemption: RedemptionRecord,
    next: number,
    isSoFor: IsSoFor,
  ): Promise<boolean> {
    const { id, txHash, sequence, bytes, claimId } = redemption
    const result = await relayer.result(txHash)
    if (result) {
      await store.settleRedemption(id, result, now())
      return true
    }
    const isOurs = redemption.relayer === relayer.address
    if (isOurs && sequence < next) {
      if (!isSoFor(`overtaken ${id}`, PROVEN_MS)) return false
      await signAnew(redemption)
      return true
    }
    const sent = await relayer.broadcast(bytes)
    if (sent.accepted) return false
    log.warn({ claimId, sequence, reason: sent.reason }, 'a redemption was not taken yet')
    // The next look finds its sequence used by the filler, and signs anew.
    if (isOurs && sequence === next && isSoFor(`refused ${id}`, REFUSED_MS)) await fill(sequence)
    return false
  }

  async function signAnew(old: RedemptionRecord): Promise<void> {
    const found = await store.claim(old.claimId)
    if (!found) throw new Error(`redemption ${old.id} has no claim`)
    if (found.claim.status === 'paid') {
      const error = 'The claim was paid by another transaction.'
      await store.settleRedemption(old.id, { ok: false, error }, now())
      return
    }
    try {
      const redemption = await sign(found.claim, found.claimer, old)
      // The next look sends and follows it, as it does with all that is stored.
      await store.replaceRedemption(old.id, redemption, now())
    } catch (error) {
      if (!(error instanceof TransactionFailedError)) throw error
      await store.settleRedemption(old.id, { ok: false, error: error.facts.reason }, now())
    }
  }

  /** The chain waits for a sequence that no redemption holds, and later ones wait behind it. */
  async function fillGap(
    unsettled: readonly RedemptionRecord[],
    next: number,
    isSoFor: IsSoFor,
  ): Promise<void> {
    // One whose sequence is used up waits to be signed anew, for as long as the signer does not: it holds no place.
    const ahead = unsettled.filter(
      ({ relayer: address, sequence }) => address === relayer.address && sequence >= next,
    )
    const isBlocked = ahead.length > 0 && ahead.every(({ sequence }) => sequence > next)
    if (isBlocked && isSoFor(`gap ${next}`, GAP_MS)) await fill(next)
  }

  /** Fillers are not stored: of any number for one sequence the chain takes one, and it moves nothing. */
  async function fill(sequence: number): Promise<void> {
    const { bytes } = await relayer.signFiller(sequence)
    const sent = await relayer.broadcast(bytes)
    log.warn({ sequence, accepted: sent.accepted }, 'filled a sequence that blocked redemptions')
  }
}
