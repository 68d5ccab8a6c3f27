import { Secp256k1 } from '@cosmjs/crypto'

import { buildClaimDocument, claimSigner } from '../core/claims/claim-document.ts'
import { NotFoundError } from '../core/terms/errors.ts'
import { hubOf, type Network } from '../core/terms/network.ts'
import { parsePayee } from '../core/payloads/recipient.ts'
import type { CrossChainUser } from '../core/terms/shapes.ts'
import type { HubAccount, SignedTransaction } from '../services/relaying/hub-account-port.ts'
import type { ClaimsExport } from './claims-export.ts'
import { KeyNotHeldError } from './errors.ts'
import { signDocument } from './vault.ts'

/** A claim's key pair, wherever it is kept. `publicKey` is base64; `sign` gives base64 of r||s. */
export type ClaimKey = { publicKey: string; sign(document: string): string }

/** A key that its holder has: 32 bytes. */
export function ownClaimKey(privateKey: Buffer): ClaimKey {
  const { pubkey } = Secp256k1.makeKeypair(privateKey)
  return {
    publicKey: Buffer.from(pubkey).toString('base64'),
    sign: (document) => signDocument(privateKey, document),
  }
}

/**
 * The key of a claim in an operator's export. `keys` signs with what the export names: the signer's keys.
 * @throws {NotFoundError} the export has no such claim {KeyNotHeldError} its recipient holds the key
 */
export function exportedClaimKey(
  { claimers }: ClaimsExport,
  keys: { sign(claimerId: string, key: Buffer, document: string): string | undefined },
  claimId: string,
): ClaimKey {
  const claimer = claimers.find(({ claims }) => claims.some((claim) => claim.claim_id === claimId))
  if (!claimer)
    throw new NotFoundError(`The export has no claim ${claimId}.`, 'Look for it in the file.')
  const { id, public_key, sealed_key } = claimer
  if (sealed_key === null) throw new KeyNotHeldError()
  const key = Buffer.from(sealed_key, 'base64')
  return {
    publicKey: public_key,
    sign(document) {
      const signature = keys.sign(id, key, document)
      if (signature !== undefined) return signature
      throw new Error(
        `The key of claim ${claimId} comes from another key than those that are set: see SIGNER_KEY and SIGNER_KEY_OLD.`,
      )
    },
  }
}

type Order = { claimId: string; token: string; recipient: CrossChainUser; release: boolean }

/**
 * Redeems a claim at the contract, with no server and no database: for when this service is gone. While it runs, let it
 * pay claims out itself. `token` is the claim's.
 * @throws {UnknownTokenError} {UnknownDenominationError} as `buildClaimDocument`
 * @throws {TransactionFailedError} the contract refuses: the claim is gone, or the key is another
 */
export async function redeemDirectly(
  { network, relayer }: { network: Network; relayer: HubAccount },
  key: ClaimKey,
  { claimId, token, recipient: to, release }: Order,
): Promise<SignedTransaction> {
  const recipient = parsePayee(network, to)
  const signer = claimSigner(key.publicKey, hubOf(network).bech32_prefix)
  const terms = { token, recipient, releaseFunds: release }
  const data = buildClaimDocument(network, { claimId, ...terms, signer })
  const message = { claim_voucher: { data, signature: key.sign(data) } }
  const signed = await relayer.sign(message, await relayer.nextSequence())
  const sent = await relayer.broadcast(signed.bytes)
  if (!sent.accepted) throw new Error(`the hub did not take the transaction: ${sent.reason}`)
  return signed
}
