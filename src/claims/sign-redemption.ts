import { createHash } from 'node:crypto'

import { keyedUser } from '../core/address.ts'
import { buildClaimDocument, claimSigner } from '../core/claim-document.ts'
import { hubOf, type Network } from '../core/network.ts'
import type { ClaimRelayer } from './claim-relayer.ts'
import type { ClaimerRecord, ClaimStore, NewRedemption } from './claim-store.ts'
import { KeyNotHeldError } from './errors.ts'
import type { Vault } from './vault.ts'

type Deps = { network: Network; store: ClaimStore; vault: Vault; relayer: ClaimRelayer }

/**
 * Signs a claim's redemption twice: its document with the claim's key, its transaction with the relayer's.
 * Nothing is stored or sent. Call it in turn: the sequence is free until the redemption is stored, and one that was
 * stored is never given again, because the store lets a sequence of an account be held once.
 */
export function createRedemptionSigner({ network, store, vault, relayer }: Deps) {
  const { bech32_prefix } = hubOf(network)

  return async (
    claimId: string,
    claimer: ClaimerRecord,
    order: Pick<NewRedemption, 'recipient' | 'release' | 'purpose'>,
  ): Promise<NewRedemption> => {
    const { release, purpose } = order
    // What earlier versions stored of senders is spelled as it was asked for.
    const recipient = keyedUser(order.recipient)
    if (!claimer.sealedKey) throw new KeyNotHeldError()
    const signer = claimSigner(claimer.publicKey, bech32_prefix)
    const data = buildClaimDocument({ claimId, recipient, releaseFunds: release, signer })
    const signature = vault.sign(claimer.id, claimer.sealedKey, data)
    const held = await store.nextSequence(relayer.address)
    const sequence = Math.max(await relayer.nextSequence(), held)
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
    }
  }
}

export type SignRedemption = ReturnType<typeof createRedemptionSigner>
