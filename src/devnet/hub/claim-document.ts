import { makeSignDoc, serializeSignDoc } from '@cosmjs/amino'
import { Secp256k1, Secp256k1Signature, sha256 } from '@cosmjs/crypto'
import { fromBase64, fromUtf8, toHex, toUtf8 } from '@cosmjs/encoding'
import { z } from 'zod'

import { CrossChainUser } from '../../core/terms/shapes.ts'
import { ContractError } from '../cosmwasm/tx-error.ts'

/** What the holder of a claim's key signs: who is to get it, and in which form. */
export const ClaimOrder = z.strictObject({
  claim_id: z.int().positive(),
  recipient: CrossChainUser,
  /** True pays real tokens on the recipient's chain, false makes them the recipient's vouchers. */
  release_funds: z.boolean(),
  release_msg: z.null(),
})
export type ClaimOrder = z.infer<typeof ClaimOrder>

const SignedText = z.object({
  msgs: z.tuple([z.object({ value: z.object({ data: z.base64(), signer: z.string() }) })]),
})

/** Half the order of secp256k1: a larger `s` is the same signature in its other form, which could be replayed under another name. */
const HALF_ORDER = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n

/**
 * Reads an ADR-036 document strictly: exactly the one text with sorted keys and no spaces, and in it exactly the fields of
 * a claim order, each once.
 * @throws {ContractError} anything else
 */
export function parseClaimDocument(data: string): ClaimOrder {
  const signed = SignedText.safeParse(parseJson(data))
  if (!signed.success) throw new ContractError('data is not an ADR-036 sign document')
  const [{ value }] = signed.data.msgs
  if (adr036Document(value.data, value.signer) !== data) {
    throw new ContractError(
      'data is not a canonical ADR-036 sign document: keys sorted, no spaces, empty chain_id, zero account_number and sequence',
    )
  }
  const text = readText(value.data)
  const order = ClaimOrder.safeParse(parseJson(text))
  if (!order.success)
    throw new ContractError(
      `the signed data is not a claim order: ${z.prettifyError(order.error).replaceAll('\n', ' ')}`,
    )
  // JSON.parse takes the last of two equal keys; a signer may have been shown the first.
  if (JSON.stringify(parseJson(text)) !== withoutSpaces(text))
    throw new ContractError('the signed claim order has a field twice or unusual escapes')
  return order.data
}

/** The exact text that is signed over `data` (base64). Some wallets leave the signer out. */
export function adr036Document(data: string, signer?: string): string {
  const value = signer === undefined ? { data } : { data, signer }
  const message = { type: 'sign/MsgSignData', value }
  return fromUtf8(serializeSignDoc(makeSignDoc([message], { amount: [], gas: '0' }, '', '', 0, 0)))
}

/** Checks a base64 r||s signature over SHA-256 of `data`. `pubKey` is base64, compressed or not. @throws {ContractError} not valid */
export function checkClaimSignature(data: string, signature: string, pubKey: string): void {
  if (!isSignedBy(data, signature, pubKey))
    throw new ContractError("the signature is not by the claim's key")
}

/** Whether a base64 r||s signature over SHA-256 of `data` is by that key (base64), in its one canonical form. */
export function isSignedBy(data: string, signature: string, pubKey: string): boolean {
  try {
    const bytes = fromBase64(signature)
    if (bytes.length !== 64 || BigInt(`0x${toHex(bytes.slice(32))}`) > HALF_ORDER) return false
    return Secp256k1.verifySignature(
      Secp256k1Signature.fromFixedLength(bytes),
      sha256(toUtf8(data)),
      fromBase64(pubKey),
    )
  } catch {
    return false // not base64, or numbers out of range
  }
}

/** @throws {ContractError} not base64 of a point on the curve, in 33 or 65 bytes */
export function checkClaimKey(pubKey: string): void {
  try {
    const bytes = fromBase64(pubKey)
    // Both conversions check that the point is on the curve.
    if (bytes.length === 33) Secp256k1.uncompressPubkey(bytes)
    else if (bytes.length === 65) Secp256k1.compressPubkey(bytes)
    else throw new Error('length')
  } catch {
    throw new ContractError(
      'claimer_pubkey is not base64 of a secp256k1 public key of 33 or 65 bytes',
    )
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown // its shape is checked by whoever asked
  } catch {
    return undefined
  }
}

function readText(base64: string): string {
  try {
    return fromUtf8(fromBase64(base64))
  } catch {
    throw new ContractError('the signed data is not text')
  }
}

/** Drops white space outside of strings. */
function withoutSpaces(text: string): string {
  return text.replaceAll(
    /("(?:\\.|[^"\\])*")|\s+/g,
    (_, quoted: string | undefined) => quoted ?? '',
  )
}
