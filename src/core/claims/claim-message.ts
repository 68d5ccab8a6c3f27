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
 * Checks the form of a public key that a caller wants the claim bound to.
 * @throws {InvalidRequestError} not base64 of 33 or 65 bytes with a secp256k1 prefix
 */
export function checkPublicKey(text: string, path: string): string {
  const bytes = /^[A-Za-z0-9+/]+={0,2}$/.test(text)
    ? Uint8Array.from(atob(text.length % 4 === 0 ? text : ''), (char) => char.charCodeAt(0))
    : new Uint8Array()
  const isCompressed = bytes.length === 33 && (bytes[0] === 2 || bytes[0] === 3)
  const isUncompressed = bytes.length === 65 && bytes[0] === 4
  if (!isCompressed && !isUncompressed) {
    throw new InvalidRequestError(
      path,
      'is not a secp256k1 public key',
      'Give base64 of the 33-byte compressed or 65-byte uncompressed key.',
    )
  }
  return text
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
