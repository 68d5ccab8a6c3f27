import { createHash } from 'node:crypto'

import { keyedUser } from '../core/terms/address.ts'
import type { HubAccount } from '../services/relaying/hub-account-port.ts'
import type { ClaimerRecord, ClaimRecord, ClaimStore, NewRedemption } from './claim-store.ts'
import { KeyNotHeldError, refusedBySigner } from './errors.ts'
import { isRefusal, type Signer } from './signer.ts'

type Deps = { store: ClaimStore; signer: Pick<Signer, 'sign'>; relayer: HubAccount }

/**
 * Signs a claim's redemption twice: its document by the signer, which has the claim's key, its transaction with the relayer's.
 * Nothing is stored or sent. Call it in turn: the sequence is free until the redemption is stored, and one that was
 * stored is never given again, because the store lets a sequence of an account be held once.
 */
export function createRedemptionSigner({ store, signer, relayer }: Deps) {
  return async (
    { claimId, token }: Pick<ClaimRecord, 'claimId' | 'token'>,
    claimer: ClaimerRecord,
    order: Pick<NewRedemption, 'recipient' | 'release' | 'purpose'>,
  ): Promise<NewRedemption> => {
    const { release, purpose } = order
    // What earlier versions stored of senders is spelled as it was asked for.
    const recipient = keyedUser(order.recipient)
    if (!claimer.heldKey) throw new KeyNotHeldError()
    const { id: claimerId, heldKey: key } = claimer
    const answer = await signer.sign({ claimId, claimerId, key, token, recipient, release })
    if (isRefusal(answer)) throw refusedBySigner(answer)
    const held = await store.nextSequence(relayer.address)
    const sequence = Math.max(await relayer.nextSequence(), held)
    const { data, signature, approved } = answer
    const signed = await relayer.sign({ claim_voucher: { data, signature } }, sequence)
    const { bytes, txHash, fee } = signed
    return {
      claimId,
      recipient,
      release,
      purpose,
      relayer: relayer.address,
      sequence,
      txHash,
      bytes,
      fee,
      documentHash: createHash('sha256').update(data).digest('hex'),
      approved,
    }
  }
}

export type SignRedemption = ReturnType<typeof createRedemptionSigner>
