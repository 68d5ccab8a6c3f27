import { createHash } from 'node:crypto'

import { keyedUser } from '../core/terms/address.ts'
import type { HubAccount, Trial } from '../services/relaying/hub-account-port.ts'
import type { ClaimerRecord, ClaimRecord, ClaimStore, NewRedemption } from './claim-store-port.ts'
import { KeyNotHeldError, refusedBySigner } from './errors.ts'
import { isRefusal, type Signer } from './signer.ts'

type Deps = { store: ClaimStore; signer: Pick<Signer, 'sign'>; relayer: HubAccount }

/** A claim's document, signed by the signer: nothing of the relayer's account is in it. */
export type ClaimDocument = Omit<NewRedemption, keyof RelayedBy> & { message: object }
type RelayedBy = Pick<NewRedemption, 'relayer' | 'sequence' | 'txHash' | 'bytes' | 'fee'>

/**
 * Signs a claim's redemption twice: its document by the signer, which has the claim's key, its transaction with the relayer's.
 * Nothing is stored or sent.
 */
export function createRedemptionSigner({ store, signer, relayer }: Deps) {
  async function document(
    { claimId, token }: Pick<ClaimRecord, 'claimId' | 'token'>,
    claimer: ClaimerRecord,
    order: Pick<NewRedemption, 'recipient' | 'release' | 'purpose'>,
  ): Promise<ClaimDocument> {
    const { release, purpose } = order
    // What earlier versions stored of senders is spelled as it was asked for.
    const recipient = keyedUser(order.recipient)
    if (!claimer.heldKey) throw new KeyNotHeldError()
    const { id: claimerId, heldKey: key } = claimer
    const answer = await signer.sign({ claimId, claimerId, key, token, recipient, release })
    if (isRefusal(answer)) throw refusedBySigner(answer)
    const { data, signature, approved } = answer
    return {
      claimId,
      recipient,
      release,
      purpose,
      documentHash: createHash('sha256').update(data).digest('hex'),
      approved,
      message: { claim_voucher: { data, signature } },
    }
  }

  /**
   * Signs a document's transaction. Call it in turn: the sequence is free until the redemption is stored, and one that was
   * stored is never given again, because the store lets a sequence of an account be held once.
   * @param next the account's next sequence as the chain has it, which may be a little old
   */
  async function transaction(
    { message, ...signed }: ClaimDocument,
    next: number,
    trial: Trial,
  ): Promise<NewRedemption> {
    const sequence = Math.max(next, await store.nextSequence(relayer.address))
    const { bytes, txHash, fee } = await relayer.sign(message, sequence, trial)
    return { ...signed, relayer: relayer.address, sequence, txHash, bytes, fee }
  }

  return { document, transaction }
}

export type RedemptionSigner = ReturnType<typeof createRedemptionSigner>
