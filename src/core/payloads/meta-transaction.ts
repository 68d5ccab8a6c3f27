import { z } from 'zod'

import { BODY_BYTES } from '../terms/open-limits.ts'
import { InvalidRequestError } from '../terms/errors.ts'
import { hubOf, TokenId, TokenType, type Chain, type Network } from '../terms/network.ts'
import { publicRestOf, publicRpcOf } from '../terms/public-rpc.ts'
import { Claimer, ClaimerGroup, CosmWasmBuild, CrossChainUser, EvmBuild } from '../terms/shapes.ts'
import { SwapRequest } from './swap.ts'

/** The wire shapes of voucher actions that their owner signs off chain, and that anybody may bring to the hub. */

/** The asset of a swap that is paid by the sender's vouchers. */
const VoucherAsset = z.strictObject({
  token: TokenId,
  token_type: z.strictObject({ voucher: z.strictObject({}) }),
})

export type VoucherAsset = z.infer<typeof VoucherAsset>

export const VoucherSwapRequest = SwapRequest.extend({ asset_in: VoucherAsset })
export type VoucherSwapRequest = z.infer<typeof VoucherSwapRequest>

/** A swap as a chat asks for it: real tokens pay, or vouchers. */
export const ChatSwapRequest = SwapRequest.extend({
  asset_in: z.strictObject({
    token: TokenId,
    token_type: z.union([TokenType, VoucherAsset.shape.token_type]),
  }),
})
export type ChatSwapRequest = z.infer<typeof ChatSwapRequest>

/** Whether vouchers pay: then it is a text that is signed, and nothing else. */
export const isOfVouchers = ({ asset_in }: Pick<ChatSwapRequest, 'asset_in'>): boolean =>
  'voucher' in asset_in.token_type

/** What the hub runs at most in one meta transaction. */
export const MOST_CALLS = 10
/** Of one call, as text: room for as many recipients as a call may have, each told of a claim. */
export const MOST_CALL_CHARACTERS = 32_768

/** Of all that is signed, as it is handed in: room is left for the signature, its key and what is said of each call. */
const MOST_DATA_BYTES = BODY_BYTES - 8 * 1024

/** What is signed: its JSON without spaces, with the fields in this order. */
export const MetaData = z.strictObject({
  signer_address: z.string().max(128),
  signer_prefix: z.string().max(64).meta({ description: '`0x`, or how a bech32 address begins.' }),
  signer_chain_uid: z.string().max(64),
  call_data: z
    .array(
      z.strictObject({
        target: z.string().max(128),
        call_data: z
          .string()
          .max(MOST_CALL_CHARACTERS)
          .meta({ description: "A router's message, as JSON." }),
      }),
    )
    .min(1)
    .max(MOST_CALLS),
  expiry: z.int().nonnegative().meta({ description: 'Unix seconds; it is void afterwards.' }),
  nonce: z.string().min(1).max(128).meta({ description: 'Used once.' }),
})
export type MetaData = z.infer<typeof MetaData>

export const MetaBuild = z.object({
  type: z.literal('meta'),
  sender: CrossChainUser,
  contract: z.string().meta({ description: "The hub's contract that runs it." }),
  chain_uid: z.string().meta({ description: "The hub's, where it is to be broadcast." }),
  chain_id: z.string(),
  rpc_url: z.string(),
  rest_url: z.string(),
  data: MetaData,
  sign: z.object({
    scheme: z.enum(['eip191', 'adr036']).meta({
      description: 'A personal message of an EVM wallet, or ADR-036 of a Cosmos one.',
    }),
    text: z.string().meta({ description: 'What the wallet signs: the JSON of `data`.' }),
  }),
  claimer: Claimer.optional(),
  ...ClaimerGroup.partial().shape, // only where several people share
  meta: z.string().optional().meta({ description: 'JSON, as in the answer of a swap.' }),
})
export type MetaBuild = z.infer<typeof MetaBuild>

/** What a wallet is asked to sign: a transaction that it sends, or a text that somebody brings to the hub for it. */
export const SignableBuild = z.discriminatedUnion('type', [EvmBuild, CosmWasmBuild, MetaBuild])
export type SignableBuild = z.infer<typeof SignableBuild>

export const MetaExecuteRequest = z.object({
  data: MetaData,
  signature: z
    .string()
    .max(256)
    .meta({ description: 'Hex from an EVM wallet, with 0x or without; base64 from a Cosmos one.' }),
  signer_pubkey: z.string().max(256).nullish().meta({
    description: 'Base64, from Cosmos wallets alone: from the others it follows.',
  }),
  sender: CrossChainUser.meta({ description: 'Who brings it: any wallet of the hub.' }),
})
export type MetaExecuteRequest = z.infer<typeof MetaExecuteRequest>
export type MetaExecuteRequestJson = z.input<typeof MetaExecuteRequest>

/** Until when a text can be run, in unix seconds, and what makes it the only one of its kind: its owner uses a nonce once. */
export type MetaTerms = { expirySec: number; nonce: string }

/**
 * Builds what the owner of vouchers signs: all calls of the router are made, or none. Pure: it neither signs nor sends.
 * @throws {InvalidRequestError} the network names no contract that would run it, or as `metaCall`; all calls together could not be handed in
 */
export function metaBuild(
  network: Network,
  {
    chain,
    sender,
    from,
    recipientsField,
  }: {
    chain: Chain
    sender: CrossChainUser
    from: CrossChainUser
    /** What is named where the text is too long: only recipients make it so. */
    recipientsField: string
  },
  calls: readonly object[],
  { expirySec, nonce }: MetaTerms,
): MetaBuild {
  const hub = hubOf(network)
  const { chain_uid, chain_id } = hub
  const data: MetaData = {
    signer_address: from.address,
    signer_prefix: prefixOf(chain),
    signer_chain_uid: from.chain_uid,
    call_data: calls.map((call) => metaCall(network, call, recipientsField)),
    expiry: expirySec,
    nonce,
  }
  const { length } = new TextEncoder().encode(JSON.stringify(data))
  if (length > MOST_DATA_BYTES)
    throw new InvalidRequestError(
      recipientsField,
      `make a text of ${length} bytes as JSON, and one that is signed has at most ${MOST_DATA_BYTES}`,
      'Pay fewer at once, tell them shorter messages, or sign in several texts, or along fewer paths.',
    )
  return {
    type: 'meta',
    sender,
    contract: metaContractOf(network),
    chain_uid,
    chain_id,
    rpc_url: publicRpcOf(hub),
    rest_url: publicRestOf(hub),
    data,
    sign: { scheme: chain.family === 'evm' ? 'eip191' : 'adr036', text: metaText(data) },
  }
}

/**
 * A call of the router as the hub's contract is told it. Only recipients, and what they are told, make one long.
 * @throws {InvalidRequestError} a longer one than could be brought to the hub
 */
export function metaCall(
  { hub }: Network,
  call: object,
  recipientsField: string,
): MetaData['call_data'][number] {
  const text = JSON.stringify(call)
  if (text.length > MOST_CALL_CHARACTERS)
    throw new InvalidRequestError(
      recipientsField,
      `make a call of ${text.length} characters, and one that is signed has at most ${MOST_CALL_CHARACTERS}`,
      'Pay fewer at once, or tell them shorter messages.',
    )
  return { target: hub.router, call_data: text }
}

/** The nonce of a text: its random part, which is used once, behind the network's name. Nothing else of what is signed names it. */
export const metaNonce = ({ name }: Network, random: string): string => `${name}:${random}`

/** Whether a text was made for this network. Pure. */
export const isNonceOf = ({ name }: Network, nonce: string): boolean => nonce.startsWith(`${name}:`)

/** What an owner of vouchers signs: fields in the order in which the hub's contract gets them, no spaces. */
export function metaText(data: MetaData): string {
  const { signer_address, signer_prefix, signer_chain_uid, call_data, expiry, nonce } = data
  return JSON.stringify({
    signer_address,
    signer_prefix,
    signer_chain_uid,
    call_data: call_data.map(({ target, call_data: call }) => ({ target, call_data: call })),
    expiry,
    nonce,
  })
}

/** How addresses of a chain begin, as meta transactions say it. */
export const prefixOf = (chain: Chain): string =>
  chain.family === 'evm' ? '0x' : chain.bech32_prefix

/**
 * The hub's contract that runs what owners of vouchers signed.
 * @throws {InvalidRequestError} the network names none
 */
export function metaContractOf({ name, hub }: Network): string {
  if (hub.meta_transaction !== undefined) return hub.meta_transaction
  throw new InvalidRequestError(
    `The network ${name}`,
    'names no contract that runs what owners of vouchers sign, so vouchers cannot be swapped here',
    'Withdraw the vouchers and swap the tokens.',
    { kind: 'vouchers_not_swapped' },
  )
}
