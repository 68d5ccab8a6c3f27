import type { MetaFacts } from '../generations/generation.ts'
import { generationOf } from '../generations/generations.ts'
import { atField } from '../terms/request.ts'
import { parseAddress } from '../terms/address.ts'
import { InvalidRequestError } from '../terms/errors.ts'
import {
  type MetaData,
  type MetaExecuteRequest,
  metaContractOf,
  metaText,
  prefixOf,
} from './meta-transaction.ts'
import { chainOf, hubOf, type Chain, type Network } from '../terms/network.ts'
import type { CosmWasmBuild, CrossChainUser } from '../terms/shapes.ts'
import { cosmWasmBuild } from './encode-cosmwasm.ts'
import { parseUser } from './recipient.ts'
import { readJson } from '../terms/read-json.ts'

/** A meta transaction whose signature was not checked yet. `publicKey` is base64, from Cosmos wallets alone. */
export type SignedMeta = {
  data: MetaData
  chain: Chain
  /** Whose signature it must be, in the form of `parseAddress`. */
  address: string
  /** What the signature must be of. */
  text: string
  /** Hex that begins with 0x from an EVM wallet, base64 from a Cosmos one. */
  signature: string
  publicKey: string | undefined
}
/** The same, and the wallet of the hub that brings it. */
export type MetaExecute = SignedMeta & { bringer: CrossChainUser }

/** The last moment that a `Date` can say. */
const LAST_MOMENT_SEC = 8_640_000_000_000

/**
 * Checks what an owner of vouchers signed as the hub's contract will, so that nobody pays gas for what it would refuse; the signature
 * itself is `checkSignature`'s. Whether the nonce is new and the vouchers are there is seen on chain alone. `nowMs` is unix
 * milliseconds. Pure.
 * @throws {UnknownChainError} {InvalidAddressError}
 * @throws {InvalidRequestError} it is void by now, or calls something else
 */
export function parseSignedMeta(
  network: Network,
  { data, signature, signer_pubkey }: Omit<MetaExecuteRequest, 'sender'>,
  nowMs: number,
): SignedMeta {
  const chain = atField('data.signer_chain_uid', () => chainOf(network, data.signer_chain_uid))
  const address = atField('data.signer_address', () => parseAddress(chain, data.signer_address))
  if (data.signer_prefix !== prefixOf(chain))
    throw new InvalidRequestError(
      'data.signer_prefix',
      `is "${data.signer_prefix}", but addresses on ${chain.chain_uid} begin with ${prefixOf(chain)}`,
      'Send the data as it was answered.',
    )
  if (address !== data.signer_address)
    throw new InvalidRequestError(
      'data.signer_address',
      `is ${data.signer_address}, which the hub knows as ${address}`,
      'Send the data as it was answered.',
    )
  if (generationOf(network).meta.isExpired(data.expiry, nowMs))
    throw new InvalidRequestError(
      'data.expiry',
      'has passed, so nobody can run it any more',
      'Build it anew, and sign that.',
    )
  if (data.expiry > LAST_MOMENT_SEC)
    throw new InvalidRequestError(
      'data.expiry',
      'is beyond any date',
      'Give unix seconds, and not milliseconds.',
    )
  for (const [index, call] of data.call_data.entries())
    checkCall(network, call, { chain_uid: chain.chain_uid, address }, `data.call_data.${index}`)
  const publicKey = signer_pubkey ?? undefined
  const isBareHex = chain.family === 'evm' && !signature.startsWith('0x')
  const read = { data, chain, address, text: metaText(data), publicKey }
  return { ...read, signature: isBareHex ? `0x${signature}` : signature }
}

/**
 * Checks what an owner of vouchers signed, and who brings it. Pure.
 * @throws as `parseSignedMeta`, and {InvalidRequestError} it is brought by no wallet of the hub
 */
export function parseMetaExecute(
  network: Network,
  { sender, ...signed }: MetaExecuteRequest,
  nowMs: number,
): MetaExecute {
  const read = parseSignedMeta(network, signed, nowMs)
  const bringer = parseUser(network, sender, 'sender')
  if (bringer.chain_uid !== network.hub.chain_uid)
    throw new InvalidRequestError(
      'sender.chain_uid',
      `is ${bringer.chain_uid}, but it is brought to the hub`,
      `Name a wallet on ${network.hub.chain_uid}; it pays the gas and nothing else.`,
    )
  return { ...read, bringer }
}

/**
 * The message of the hub's contract for it. `publicKey` is the key that signed: hex from EVM wallets, base64 from the others; the hub
 * takes hex without 0x. Pure.
 */
export function metaMessage({ data, chain, signature }: SignedMeta, publicKey: string) {
  // Base64 may begin with the same two letters.
  const bare = (text: string) => (chain.family === 'evm' ? text.replace(/^0x/, '') : text)
  return {
    execute_meta_transaction: {
      data,
      signature: bare(signature),
      signer_pubkey: bare(publicKey),
    },
  }
}

/** Builds the hub's transaction for it, which any wallet there may sign. `publicKey` as for `metaMessage`. Pure. */
export function buildMetaExecute(
  network: Network,
  signed: MetaExecute,
  publicKey: string,
): CosmWasmBuild {
  const contract = metaContractOf(network)
  const message = { contractAddress: contract, msg: metaMessage(signed, publicKey), funds: [] }
  return { ...cosmWasmBuild(hubOf(network), signed.bringer, [message]), contract }
}

/** What each call of a checked text moves. Pure. */
export const callsIn = (network: Network, { call_data }: MetaData): MetaFacts[] =>
  call_data.map(({ call_data: call }) => generationOf(network).meta.factsOf(readJson(call)))

/** @throws {InvalidRequestError} a call that moves nobody's vouchers but the owner's is all that is signed */
export function checkCall(
  network: Network,
  { target, call_data }: MetaData['call_data'][number],
  owner: CrossChainUser,
  path: string,
): void {
  const fix = 'Send the data as it was answered.'
  if (target !== network.hub.router)
    throw new InvalidRequestError(`${path}.target`, `is ${target}, which is not the router`, fix)
  const problem = generationOf(network).meta.problemOf(readJson(call_data), owner)
  if (problem !== undefined) throw new InvalidRequestError(`${path}.call_data`, problem, fix)
}
