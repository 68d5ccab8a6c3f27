import { z } from 'zod'

import { BaseUnits } from './amounts.ts'
import { Platform } from './identity.ts'
import { TokenId, TokenType } from './network.ts'

/** The interface's own shapes, with its field names (the odd ones too) from the wire to the core. */

export const CrossChainUser = z.strictObject({ chain_uid: z.string(), address: z.string() })
export type CrossChainUser = z.infer<typeof CrossChainUser>

/** Whose transaction a request is for. Clients of the live service may say an `amount` inside it, which means nothing there either. */
export const Sender = z.codec(
  CrossChainUser.extend({ amount: z.union([z.string(), z.int()]).nullish() }),
  CrossChainUser,
  { decode: ({ chain_uid, address }) => ({ chain_uid, address }), encode: (sender) => sender },
)

export const TokenWithDenom = z.strictObject({ token: TokenId, token_type: TokenType })
export type TokenWithDenom = z.infer<typeof TokenWithDenom>

const identityFields = fieldsOf(z.string().max(320).optional())

function fieldsOf<Field>(field: Field): Record<Platform, Field> {
  const named = Platform.options.map((platform) => [platform, field])
  return Object.fromEntries(named) as Record<Platform, Field> // fromEntries widens the keys that it was given
}

/** Exactly one identity field; `pub_key` (base64 secp256k1) replaces the key that we would make. */
export const Social = z
  .strictObject({ ...identityFields, pub_key: z.string().max(200).optional() })
  .refine(
    (social) => Platform.options.filter((platform) => social[platform] !== undefined).length === 1,
    {
      message: `must have exactly one of ${Platform.options.join(', ')}`,
    },
  )
export type Social = z.infer<typeof Social>

/** As forms send it: they name every field, and leave empty or `null` what does not apply. */
export const SocialForm = z.codec(
  z.strictObject({
    ...fieldsOf(z.string().max(320).nullish()),
    pub_key: z.string().max(200).nullish(),
  }),
  Social,
  {
    decode: (form) => Object.fromEntries(Object.entries(form).filter(([, text]) => !!text)),
    encode: (social) => social,
  },
)

/** Amounts that move something: zero is refused. */
export const PositiveUnits = BaseUnits.refine((units) => units > 0n, {
  message: 'must be above zero',
})

/** Seconds, as the interface's clients send them: number, decimal string, null or absent. */
export const Timeout = z.union([z.string(), z.int()]).nullish()
export type Timeout = z.infer<typeof Timeout>

/** Who gets the value: an account on a chain, or a person who will prove an identity. */
export const UserOrSocial = z.union([CrossChainUser, z.strictObject({ social: SocialForm })])
export type UserOrSocial = z.infer<typeof UserOrSocial>

/** A recipient and the most that it gets; without a limit it takes what is left. First in a list is served first. */
export const CrossChainUserWithLimit = z.strictObject({
  user: CrossChainUser,
  limit: z.strictObject({ less_than_or_equal: PositiveUnits }).nullish(),
})
export type CrossChainUserWithLimit = z.infer<typeof CrossChainUserWithLimit>

/** A fee that whoever built the sender's front end takes from a swap's input. */
export const PartnerFee = z.strictObject({
  partner_fee_bps: z.int().min(0).max(30, 'must be at most 30 basis points'),
  recipient: z.string(),
})
export type PartnerFee = z.infer<typeof PartnerFee>

/** An estimate of the routes endpoint; empty or absent where there is none. */
const EstimatedUnits = z.union([z.literal(''), BaseUnits]).nullish()

/** One step of a swap: tokens in order, traded on one exchange. Steps may carry more of the routes endpoint's answer. */
export const SwapStep = z.object({
  route: z.array(TokenId).min(2, 'must name at least two tokens'),
  dex: z.string(),
  chain_uid: z.string().max(64).nullish(),
  amount_in: EstimatedUnits,
  amount_out: EstimatedUnits,
})
export type SwapStep = z.infer<typeof SwapStep>

/** A way from one token to another, as the routes endpoint answers it. */
export const SwapPath = z.object({ path: z.array(SwapStep).min(1, 'must have at least one step') })
export type SwapPath = z.infer<typeof SwapPath>

/** A part of a swap that goes its own way, as the routes endpoint answers it for a split. */
export const SplitLeg = z.object({ amount_in: PositiveUnits, path: SwapPath.shape.path })
export type SplitLeg = z.infer<typeof SplitLeg>

/** The record behind a social recipient, as the sender sees it. */
export const Claimer = z.object({
  public_secret: z.string(), // base64 of the 65-byte uncompressed secp256k1 public key
  otp: z.string(),
  _id: z.string(),
  social: Social.optional(),
  created_at: z.string(), // ISO 8601 with nanoseconds
  sender: CrossChainUser.optional(),
})
export type Claimer = z.infer<typeof Claimer>

/** The records behind several people who share one amount, in the order of their shares: one group of claims on chain. */
export const ClaimerGroup = z.object({ claim_group_id: z.string(), claimers: z.array(Claimer) })
export type ClaimerGroup = z.infer<typeof ClaimerGroup>

/** What an EVM build carries where the recipient is not social. */
export const NO_CLAIMER: Claimer = {
  public_secret: '',
  otp: '',
  _id: '',
  created_at: '0001-01-01T00:00:00Z',
}

const EvmAddress = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/, 'must be 0x and 40 hex digits')
  .meta({ examples: ['0x887e4aac216674d2c432798f851c1ea5d505b2e1'] })

const HexBytes = z
  .string()
  .regex(/^0x(?:[0-9a-fA-F]{2})*$/, 'must be 0x and two hex digits for each byte')
  .meta({ examples: ['0x1f'] })

/** No wider than a word of the EVM. */
const HexQuantity = z
  .string()
  .regex(/^0x[0-9a-fA-F]{1,64}$/, 'must be 0x and 1 to 64 hex digits')
  .meta({ examples: ['0x1f'] })

export const EvmMessage = z.object({
  chainId: z.string(),
  to: EvmAddress,
  data: HexBytes,
  value: HexQuantity, // wei
  gasLimit: HexQuantity.optional(),
})
export type EvmMessage = z.infer<typeof EvmMessage>

export const CosmWasmMessage = z.object({
  contractAddress: z.string(),
  msg: z.record(z.string(), z.unknown()),
  funds: z.array(z.object({ denom: z.string(), amount: z.string() })),
})
export type CosmWasmMessage = z.infer<typeof CosmWasmMessage>

export const EvmBuild = z.object({
  type: z.literal('evm'),
  msgs: z.array(EvmMessage),
  claimer: Claimer.optional(),
  ...ClaimerGroup.partial().shape, // only where several people share
  // A swap's answer has these too.
  chain_id: z.string().optional(),
  contract: z.string().optional(),
  rpc_url: z.string().optional(),
  rest_url: z.string().optional(),
  sender: CrossChainUser.optional(),
  meta: z.string().optional(), // JSON
})
export type EvmBuild = z.infer<typeof EvmBuild>

export const CosmWasmBuild = z.object({
  type: z.literal('cosmwasm'),
  sender: CrossChainUser,
  contract: z.string(),
  chain_id: z.string(),
  rpc_url: z.string(),
  rest_url: z.string(),
  msgs: z.array(CosmWasmMessage),
  claimer: Claimer.optional(),
  ...ClaimerGroup.partial().shape,
  meta: z.string().optional(), // JSON, of a swap
})
export type CosmWasmBuild = z.infer<typeof CosmWasmBuild>

/** An unsigned transaction: what the sender's own wallet signs and broadcasts, in order. */
export const TransactionBuild = z.discriminatedUnion('type', [EvmBuild, CosmWasmBuild])
export type TransactionBuild = z.infer<typeof TransactionBuild>
