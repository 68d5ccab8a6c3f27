import { needsPin } from '../core/email-cap.ts'
import { chainOf, denomOn, tokenOf, type Network } from '../core/network.ts'
import { UnknownDenominationError } from '../core/errors.ts'
import { parseUser } from '../core/payloads/recipient.ts'
import type { CrossChainUser } from '../core/shapes.ts'
import type { InTurn } from '../core/turns.ts'
import type { ClaimRecord, ClaimStore } from './claim-store.ts'
import type { Proof, Redemption } from './claims.ts'
import {
  ClaimBusyError,
  ClaimClosedError,
  ClaimExpiredError,
  claimNotFound,
  KeyNotHeldError,
} from './errors.ts'
import type { PayOut } from './pay-out.ts'
import type { Proofs } from './proofs/proofs.ts'
import { checkRecipient } from './recipients.ts'

type Deps = {
  network: Network
  store: ClaimStore
  proofs: Proofs
  payOut: PayOut
  inTurn: InTurn
  /** Told of a transaction that was stored, so that its way is followed. */
  watch(claimerId: string, txHash: string): Promise<boolean>
  now: () => Date
}

/** Pays a claim out to whoever proves to be its recipient. */
export function createRedeemer({ network, store, proofs, payOut, inTurn, watch, now }: Deps) {
  /** The claim, for whoever proves to be its recipient. */
  async function prove(claimId: string, proof: Proof) {
    if ('session' in proof) {
      const claimerId = await proofs.claimerOf(proof.session)
      const found = await store.claim(claimId)
      if (found?.claimer.id !== claimerId) throw claimNotFound()
      return found
    }
    const found = await store.claim(claimId)
    if (!found) throw claimNotFound()
    await checkRecipient(store, found.claimer, proof.account)
    return found
  }

  return async (
    claimId: string,
    proof: Proof,
    to: CrossChainUser,
    release = true,
  ): Promise<Redemption> => {
    const { claim, claimer } = await prove(claimId, proof)
    if (!claimer.sealedKey) throw new KeyNotHeldError()
    refuseUnlessOpen(claim, now())
    const recipient = parseUser(network, to)
    if (release) checkRealForm(network, claim.token, recipient)
    if ('session' in proof && needsPin(network, claimer.recipient, claim))
      await proofs.checkPin(claimer, proof.pin)
    const userId = 'account' in proof ? proof.account.userId : undefined
    const redemption = await inTurn(async () => {
      const current = await prove(claimId, proof)
      refuseUnlessOpen(current.claim, now())
      const order = { recipient, release, purpose: 'redeem', userId } as const
      const started = await payOut(claimId, current.claimer, order)
      if (started) return started
      // It was open when this turn began.
      refuseUnlessOpen((await prove(claimId, proof)).claim, now())
      throw new ClaimBusyError(claimId)
    })
    await watch(redemption.claimerId, redemption.txHash)
    return redemption
  }
}

function refuseUnlessOpen({ claimId, status, expiresAt }: ClaimRecord, now: Date): void {
  if (status === 'redeeming') throw new ClaimBusyError(claimId)
  if (status === 'paid') throw new ClaimClosedError(claimId)
  if (expiresAt !== undefined && expiresAt <= now) throw new ClaimExpiredError(claimId, expiresAt)
}

/** A release pays real tokens, so the token needs a form on the recipient's chain. */
function checkRealForm(network: Network, tokenId: string, { chain_uid }: CrossChainUser): void {
  const token = tokenOf(network, tokenId)
  if (denomOn(token, chain_uid)) return
  const homes = token.denoms.map((denom) => chainOf(network, denom.chain_uid).chain_uid)
  throw new UnknownDenominationError(tokenId, chain_uid, homes)
}
