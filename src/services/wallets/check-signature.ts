import { Secp256k1, Secp256k1Signature, sha256 } from '@cosmjs/crypto'
import { fromBase64, toBase64, toUtf8 } from '@cosmjs/encoding'
import { getAddress, isHex, verifyMessage } from 'viem'

import { adr036Document } from '../../core/claims/claim-document.ts'
import type { Chain, EvmChain } from '../../core/terms/network.ts'
import { WrongSignatureError } from '../../core/wallets/errors.ts'
import { cosmosAddress } from '../../core/wallets/linked-wallet.ts'

export type SignedText = {
  chain: Chain
  /** In the form of `parseAddress`. */
  address: string
  text: string
  /** Hex from an EVM wallet, 65 bytes of a key's; base64 of r and s, 64 bytes, from a Cosmos one. */
  signature: string
  /** Base64, from Cosmos wallets alone: from the others it follows. */
  publicKey: string | undefined
}

export type ContractSigned = Pick<SignedText, 'address' | 'text' | 'signature'>

/**
 * Asks a chain whether a contract there takes a signature as its own: a smart account's is checked by its contract.
 * @throws {ChainUnavailableError} the chain cannot tell now
 */
export type AskContract = (chainUid: string, signed: ContractSigned) => Promise<boolean>

/**
 * The chains on which a contract takes a signature as its own. A chain that cannot tell is left out where another one can.
 * @throws {WrongSignatureError} there is none
 * @throws {ChainUnavailableError} there may be one
 */
export async function contractChains(
  { address, text, signature }: ContractSigned,
  chains: readonly EvmChain[],
  ask: AskContract,
): Promise<string[]> {
  if (!isHex(signature)) throw new WrongSignatureError(address)
  const answers = await Promise.allSettled(
    chains.map(({ chain_uid }) => ask(chain_uid, { address, text, signature })),
  )
  const taken = chains.filter((_chain, index) => {
    const answer = answers[index]
    return answer?.status === 'fulfilled' && answer.value
  })
  if (taken.length > 0) return taken.map(({ chain_uid }) => chain_uid)
  for (const answer of answers) if (answer.status === 'rejected') throw answer.reason
  throw new WrongSignatureError(address)
}

/**
 * Checks that the holder of an address signed a text: as a personal message (EIP-191), or as ADR-036. Returns what the wallet
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
