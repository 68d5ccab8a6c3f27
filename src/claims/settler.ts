import { TransactionFailedError } from '../core/terms/errors.ts'
import type { HubAccount } from '../services/relaying/hub-account-port.ts'
import { createSettler } from '../services/relaying/settle-sent.ts'
import { PAID_BY_ANOTHER, type ClaimStore, type RedemptionRecord } from './claim-store-port.ts'
import type { SerialQueue } from '../services/flow/serial-queue.ts'
import type { RedemptionSigner } from './sign-redemption.ts'

type Deps = {
  store: ClaimStore
  relayer: HubAccount
  sign: RedemptionSigner
  /** What takes a sequence of the relayer's goes one after another. */
  inTurn: SerialQueue
  /** False when it could not be followed yet. */
  watch(claimerId: string, txHash: string): Promise<boolean>
  log: { warn(details: object, message: string): void }
  now: () => Date
}

/** One look at every signed redemption, as `createSettler` does it. What has to be signed anew asks the signer again. */
export function createRedemptionSettler(deps: Deps) {
  const { store, relayer, sign, inTurn, watch, log, now } = deps
  return createSettler({
    account: relayer,
    signed: store.signedRedemptions,
    follow: ({ claimerId, txHash }) => watch(claimerId, txHash),
    settle: ({ id }, result) => store.settleRedemption(id, result, now()),
    signAnew,
    describe: ({ claimId }) => ({ claimId }),
    log,
    now,
  })

  async function signAnew(old: RedemptionRecord): Promise<void> {
    const found = await store.claim(old.claimId)
    if (!found) throw new Error(`redemption ${old.id} has no claim`)
    if (found.claim.status === 'paid') {
      // Ours would be included by now: what paid a claim is known by its block, also where no node finds it.
      await store.settleRedemption(old.id, { ok: false, error: PAID_BY_ANOTHER }, now())
      return
    }
    try {
      const document = await sign.document(found.claim, found.claimer, old)
      await inTurn(async () => {
        const trial = await relayer.tryOut(document.message)
        const redemption = await sign.transaction(document, await relayer.nextSequence(), trial)
        // The next look sends and follows it, as it does with all that is stored.
        await store.replaceRedemption(old.id, redemption, now())
      })
    } catch (error) {
      if (!(error instanceof TransactionFailedError)) throw error
      await store.settleRedemption(old.id, { ok: false, error: error.facts.reason }, now())
    }
  }
}
