import { makeSignDoc, serializeSignDoc } from '@cosmjs/amino'
import { Secp256k1, Secp256k1Signature, sha256 } from '@cosmjs/crypto'
import { fromBase64, fromUtf8, toHex, toUtf8 } from '@cosmjs/encoding'
import { z } from 'zod'

import { BaseUnits } from '../../core/terms/amounts.ts'
import { ContractError } from '../cosmwasm/tx-error.ts'
import { readJson } from '../../core/terms/read-json.ts'

const Coin = z.strictObject({ denom: z.string(), amount: BaseUnits })
/** The text that is signed: all its fields have to be there, and what a signer was shown beside its data counts for nothing. */
const SignedText = z.strictObject({
  account_number: BaseUnits,
  chain_id: z.string(),
  fee: z.strictObject({ amount: z.array(Coin), gas: BaseUnits }),
  memo: z.string(),
  msgs: z.array(
    z.strictObject({
      type: z.string(),
      value: z.strictObject({ data: z.base64(), signer: z.string() }),
    }),
  ),
  sequence: BaseUnits,
})

/** Half the order of secp256k1: a larger `s` is the same signature in its other form, which could be replayed under another name. */
const HALF_ORDER = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n

/**
 * Reads the JSON that an ADR-036 document is about: the data of its first message. Fields stand in any order, each once.
 * @throws {ContractError} a field more or less, or no JSON
 */
export function readSignedData(document: string): unknown {
  const signed = SignedText.safeParse(parseOnce(document))
  if (!signed.success)
    throw new ContractError(
      `Error parsing message: data is not an ADR-036 sign document: ${z.prettifyError(signed.error).replaceAll('\n', ' ')}`,
    )
  const [message] = signed.data.msgs
  if (!message) throw new ContractError('No messages found')
  return parseOnce(readText(message.value.data))
}

/** The exact text that is signed over `data` (base64). Some wallets leave the signer out. */
export function adr036Document(data: string, signer?: string): string {
  const value = signer === undefined ? { data } : { data, signer }
  const message = { type: 'sign/MsgSignData', value }
  return fromUtf8(serializeSignDoc(makeSignDoc([message], { amount: [], gas: '0' }, '', '', 0, 0)))
}

/** Checks a base64 r||s signature over SHA-256 of `data`. `pubKey` is base64, compressed or not. @throws {ContractError} not valid */
export function checkClaimSignature(data: string, signature: string, pubKey: string): void {
  if (!isSignedBy(data, signature, pubKey)) throw new ContractError('Invalid signature')
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

/** @throws {ContractError} it has a field twice: JSON.parse takes the last, and a signer may have been shown the first */
function parseOnce(text: string): unknown {
  const value = readJson(text)
  if (value !== undefined && JSON.stringify(value) !== withoutSpaces(text))
    throw new ContractError('Error parsing message: a field twice, or unusual escapes')
  return value
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
