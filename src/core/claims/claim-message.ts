import { Secp256k1 } from '@cosmjs/crypto'
import { fromBase64, toBase64 } from '@cosmjs/encoding'

import { InvalidRequestError } from '../terms/errors.ts'

/**
 * The message that goes with vouchers to the claimer contract, so that they wait for a key.
 * `publicKey` is base64 of a secp256k1 public key; `pseudoClaimId` is the claimer's `_id`; claims of one `groupId` can be
 * asked for together.
 */
export function buildClaimMessage(claim: {
  publicKey: string
  pseudoClaimId: string
  groupId?: string | undefined
}) {
  const { publicKey, pseudoClaimId, groupId } = claim
  return {
    create_voucher_claim: {
      claimer_pubkey: publicKey,
      pseudo_claim_id: pseudoClaimId,
      ...(groupId !== undefined && { claim_group_id: groupId }),
    },
  }
}

/**
 * Checks a public key that a caller wants the claim bound to: what waits for a point that is not on the curve, nobody can ever sign for.
 * The claimer contract finds claims by the very text, so it has to be the one that every encoder writes.
 * @throws {InvalidRequestError} not base64 of a secp256k1 public key, in 33 or 65 bytes
 */
export function checkPublicKey(text: string, path: string): string {
  if (!isPublicKey(text)) {
    throw new InvalidRequestError(
      path,
      'is not a secp256k1 public key',
      'Give base64 of the 33-byte compressed or 65-byte uncompressed key.',
    )
  }
  return text
}

function isPublicKey(text: string): boolean {
  try {
    const key = fromBase64(text)
    // Each conversion checks the form that it changes.
    Secp256k1.compressPubkey(Secp256k1.uncompressPubkey(key))
    return toBase64(key) === text
  } catch {
    return false
  }
}

/**
 * Returns the text that the wallet of a claim's sender signs to take the claim back: it names this server and the claim, so it
 * serves for nothing else, and once at most. `place` is the host of the server's address. Pure.
 */
export function cancelText({
  place,
  claimerId,
  claimId,
}: {
  place: string
  claimerId: string
  claimId: string
}): string {
  return `${place}: take back claim ${claimId} of ${claimerId}. It comes back as vouchers of the wallet that signs this.`
}
