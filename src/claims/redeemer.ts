import { needsPin } from '../core/email-cap.ts'
import { chainOf, denomOn, tokenOf, type Network } from '../core/network.ts'
import { UnknownDenominationError } from '../core/errors.ts'
import { parseUser } from '../core/payloads/recipient.ts'
import type { CrossChainUser } from '../core/shapes.ts'
import type { ClaimRelayer } from './claim-relayer.ts'
import type { ClaimerRecord, ClaimRecord, ClaimStore } from './claim-store.ts'
import type { Proof, Redemption } from './claims.ts'
import { ClaimBusyError, ClaimClosedError, claimNotFound, KeyNotHeldError } from './errors.ts'
import type { Proofs } from './proofs.ts'
import { checkRecipient } from './recipients.ts'
import type { SignRedemption } from './sign-redemption.ts'
import type { InTurn } from '../core/turns.ts'

type Deps = {
  network: Network
  store: ClaimStore
  proofs: Proofs
  relayer: ClaimRelayer
  sign: SignRedemption
  inTurn: InTurn
  /** Told of a transaction that was stored, so that its way is followed. */
  watch(claimerId: string, txHash: string): Promise<boolean>
  log: { warn(details: object, message: string): void }
  now: () => Date
}

/** Decides, signs, stores, and only then sends: after a stop at any point the same bytes are sent again. */
export function createRedeemer(deps: Deps) {
  const { network, store, proofs, relayer, sign, inTurn, watch, log, now } = deps

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

  async function redeemProven(
    claim: ClaimRecord,
    claimer: ClaimerRecord,
    proof: Proof,
    recipient: CrossChainUser,
  ): Promise<Redemption> {
    const { claimId } = claim
    refuseUnlessFunded(claim)
    const signed = await sign(claimId, claimer, recipient, true)
    const userId = 'account' in proof ? proof.account.userId : undefined
    if (!(await store.addRedemption(signed, userId, now()))) {
      // It was funded when this turn began, so the chain or another account was faster.
      const current = await prove(claimId, proof)
      refuseUnlessFunded(current.claim)
      throw new ClaimBusyError(claimId)
    }
    try {
      const sent = await relayer.broadcast(signed.bytes)
      if (!sent.accepted)
        log.warn({ claimId, reason: sent.reason }, 'a redemption was not taken yet')
    } catch (error) {
      // The bytes are stored, so the money is safe and the settler sends them again.
      log.warn({ claimId, err: error }, 'a redemption could not be sent yet')
    }
    const { txHash } = signed
    return { claimId, claimerId: claimer.id, chain_uid: network.hub.chain_uid, txHash }
  }

  return async (claimId: string, proof: Proof, to: CrossChainUser): Promise<Redemption> => {
    const { claim, claimer } = await prove(claimId, proof)
    if (!claimer.sealedKey) throw new KeyNotHeldError()
    refuseUnlessFunded(claim)
    const recipient = parseUser(network, to)
    checkRealForm(network, claim.token, recipient)
    if ('session' in proof && needsPin(network, claimer.recipient, claim))
      await proofs.checkPin(claimer, proof.pin)
    const redemption = await inTurn(async () => {
      const current = await prove(claimId, proof)
      return redeemProven(current.claim, current.claimer, proof, recipient)
    })
    await watch(redemption.claimerId, redemption.txHash)
    return redemption
  }
}

function refuseUnlessFunded({ claimId, status }: ClaimRecord): void {
  if (status === 'redeeming') throw new ClaimBusyError(claimId)
  if (status === 'paid') throw new ClaimClosedError(claimId)
}

/** A release pays real tokens, so the token needs a form on the recipient's chain. */
function checkRealForm(network: Network, tokenId: string, { chain_uid }: CrossChainUser): void {
  const token = tokenOf(network, tokenId)
  if (denomOn(token, chain_uid)) return
  const homes = token.denoms.map((denom) => chainOf(network, denom.chain_uid).chain_uid)
  throw new UnknownDenominationError(tokenId, chain_uid, homes)
}
