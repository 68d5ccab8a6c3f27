import { Secp256k1, Secp256k1Signature, sha256 } from '@cosmjs/crypto'
import { fromBase64, toBase64, toUtf8 } from '@cosmjs/encoding'
import { getAddress, isHex, verifyMessage } from 'viem'

import { adr036Document } from '../../core/claims/claim-document.ts'
import type { Chain } from '../../core/terms/network.ts'
import { WrongSignatureError } from '../../core/wallets/errors.ts'
import { cosmosAddress } from '../../core/wallets/linked-wallet.ts'

export type SignedText = {
  chain: Chain
  /** In the form of `parseAddress`. */
  address: string
  text: string
  /** Hex of 65 bytes from an EVM wallet; base64 of r and s, 64 bytes, from a Cosmos one. */
  signature: string
  /** Base64, from Cosmos wallets alone: from the others it follows. */
  publicKey: string | undefined
}

/**
 * Checks that the holder of an address signed a text: as a personal message (EIP-191), or as ADR-036. Gives what the wallet
 * is kept by: its address on EVM, its compressed public key on CosmWasm.
 * @throws {WrongSignatureError} another key than the address's, or another text
 */
export async function checkSignature(signed: SignedText): Promise<string> {
  return signed.chain.family === 'evm' ? checkEvm(signed) : checkCosmos(signed, signed.chain)
}

async function checkEvm({ address, text, signature }: SignedText): Promise<string> {
  const isTheirs =
    isHex(signature) &&
    (await verifyMessage({ address: getAddress(address), message: text, signature }).catch(
      () => false, // not a signature at all
    ))
  if (!isTheirs) throw new WrongSignatureError(address)
  return address
}

function checkCosmos(
  { address, text, signature, publicKey }: SignedText,
  { bech32_prefix }: Extract<Chain, { family: 'cosmwasm' }>,
): string {
  const key = attempt(() => Secp256k1.compressPubkey(fromBase64(publicKey ?? '')))
  if (!key || cosmosAddress(toBase64(key), bech32_prefix) !== address)
    throw new WrongSignatureError(address)
  const isTheirs = attempt(() =>
    Secp256k1.verifySignature(
      Secp256k1Signature.fromFixedLength(fromBase64(signature)),
      sha256(adr036Document(address, toUtf8(text))),
      key,
    ),
  )
  if (isTheirs !== true) throw new WrongSignatureError(address)
  return toBase64(key)
}

function attempt<T>(compute: () => T): T | undefined {
  try {
    return compute()
  } catch {
    return undefined // not base64, not a point on the curve, numbers out of range
  }
}
