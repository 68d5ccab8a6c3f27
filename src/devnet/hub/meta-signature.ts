import { rawSecp256k1PubkeyToRawAddress } from '@cosmjs/amino'
import { Secp256k1, Secp256k1Signature } from '@cosmjs/crypto'
import { fromBase64, fromHex, toBase64, toBech32, toUtf8 } from '@cosmjs/encoding'
import { bytesToHex, hashMessage, hexToBytes } from 'viem'
import { publicKeyToAddress } from 'viem/accounts'

import { ContractError } from '../cosmwasm/tx-error.ts'
import { adr036Document, isSignedBy } from './claim-document.ts'

/** A text and who is said to have signed it. `prefix` is `0x` or how the signer's bech32 address begins. */
export type SignedText = {
  text: string
  signer: string
  prefix: string
  signature: string
  pubKey: string
}

/**
 * Checks that the holder of an address signed a text: as an EIP-191 personal message (signature and uncompressed public key
 * in hex), or as ADR-036 (both in base64).
 * @throws {ContractError} another key than the address's, or another signature
 */
export function checkMetaSignature(signed: SignedText): void {
  const { signer, prefix } = signed
  const address = attempt(() =>
    prefix === '0x' ? evmAddress(signed.pubKey) : cosmosAddress(signed.pubKey, prefix),
  )
  if (address === undefined) throw new ContractError('signer_pubkey is not a secp256k1 public key')
  if (address !== signer)
    throw new ContractError(`signer_pubkey is the key of ${address}, not of ${signer}`)
  const isValid =
    prefix === '0x' ? attempt(() => isPersonalSignature(signed)) : isAdr036Signature(signed)
  if (isValid !== true) throw new ContractError(`the signature is not by ${signer} over this data`)
}

/**
 * The address whose key signed a text as a personal message. Signature (of which the first 64 bytes count) and uncompressed key are bare
 * hex.
 * @throws {ContractError} no such key, or another signature
 */
export function personalSigner(signed: Omit<SignedText, 'prefix'>): string {
  const { text, signature, pubKey } = signed
  const key = attempt(() => fromHex(pubKey))
  const address = attempt(() => evmAddress(pubKey))
  const bytes = attempt(() => fromHex(signature))
  if (!key || address === undefined || !bytes)
    throw new ContractError('Error parsing message: signature and signer_pubkey must be hex')
  const isValid = attempt(() => isOverHash(hexToBytes(hashMessage(text)), bytes.slice(0, 64), key))
  if (isValid !== true) throw new ContractError('Invalid signature')
  return address
}

/**
 * The address under `prefix` whose key signed a text as the ADR-036 document of `signer`. Signature and compressed key are base64.
 * @throws {ContractError} no such key, or another signature
 */
export function adr036Signer({ text, signer, prefix, signature, pubKey }: SignedText): string {
  if (!isSignedBy(adr036Document(toBase64(toUtf8(text)), signer), signature, pubKey))
    throw new ContractError('Invalid signature')
  if (fromBase64(pubKey).length !== 33)
    throw new ContractError('Failed to derive cosmos address: pubkey must be 33 bytes')
  return cosmosAddress(pubKey, prefix)
}

const keyBytes = (hex: string) => {
  const bytes = fromHex(withoutPrefix(hex))
  if (bytes.length !== 65) throw new Error('length')
  // Checks that it is a point on the curve.
  Secp256k1.compressPubkey(bytes)
  return bytes
}

const evmAddress = (pubKey: string) =>
  publicKeyToAddress(bytesToHex(keyBytes(pubKey))).toLowerCase()

function cosmosAddress(pubKey: string, prefix: string): string {
  const compressed = Secp256k1.compressPubkey(fromBase64(pubKey))
  return toBech32(prefix, rawSecp256k1PubkeyToRawAddress(compressed))
}

/** 65 bytes: r, s, and a recovery byte that the key makes superfluous. */
function isPersonalSignature({ text, signature, pubKey }: SignedText): boolean {
  const bytes = fromHex(withoutPrefix(signature))
  if (bytes.length !== 65) return false
  return isOverHash(hexToBytes(hashMessage(text)), bytes.slice(0, 64), keyBytes(pubKey))
}

function isOverHash(hash: Uint8Array, signature: Uint8Array, key: Uint8Array): boolean {
  return Secp256k1.verifySignature(Secp256k1Signature.fromFixedLength(signature), hash, key)
}

function isAdr036Signature({ text, signer, signature, pubKey }: SignedText): boolean {
  const data = toBase64(toUtf8(text))
  return [adr036Document(data, signer), adr036Document(data)].some((document) =>
    isSignedBy(document, signature, pubKey),
  )
}

const withoutPrefix = (hex: string) => (hex.startsWith('0x') ? hex.slice(2) : hex)

function attempt<T>(compute: () => T): T | undefined {
  try {
    return compute()
  } catch {
    return undefined // not hex or base64, not on the curve, numbers out of range
  }
}
