import { z } from 'zod'

import { Family, NativeCurrency, TokenAmount, TokenDecimals } from './chain-view.ts'
import { Platform } from './identity.ts'
import { CrossChainUser } from './shapes.ts'
import { Progress } from './tracking/progress.ts'

/** The wire shapes of `/api/v1/claims/{id}`. */

export const ProofRequest = z.object({
  kind: Platform.meta({ description: 'Where the recipient is known.' }),
})

export const VerifyRequest = z.object({
  code: z.string().max(64).meta({ description: 'The code that the recipient was sent.' }),
})

export const ClaimSession = z.object({
  session: z.string().meta({ description: 'Goes into `authorization: Bearer <session>`.' }),
  expires_at: z.string().meta({ description: 'ISO 8601.' }),
})
export type ClaimSession = z.infer<typeof ClaimSession>

export const RedeemRequest = z.object({
  claim_id: z.string().max(40).meta({ description: 'One of the `items` of the claim.' }),
  recipient: CrossChainUser,
  otp: z
    .string()
    .max(64)
    .optional()
    .meta({ description: "The sender's PIN, for an item with `otp_required`." }),
  release: z
    .literal(true)
    .optional()
    .meta({ description: 'Pays real tokens out; the only way for now, and the default.' }),
})
export type RedeemRequestJson = z.input<typeof RedeemRequest>

export const RedeemAnswer = z.object({
  tx_hash: z.string(),
  chain: z.string().meta({ description: 'The chain_uid of the transaction.' }),
})
export type RedeemAnswer = z.infer<typeof RedeemAnswer>

export const ClaimItem = TokenAmount.extend({
  claim_id: z.string(),
  status: z.enum(['funded', 'redeeming', 'paid']),
  otp_required: z.boolean().meta({
    description: 'Above the cap for e-mail: redeeming needs the `otp` that the sender got, too.',
  }),
})
export type ClaimItem = z.infer<typeof ClaimItem>

export const Destination = z.object({
  chain_uid: z.string(),
  name: z.string(),
  family: Family,
  native_currency: NativeCurrency,
  tokens: z.array(z.string()).meta({ description: 'Tokens with a real form there.' }),
})
export type Destination = z.infer<typeof Destination>

export const Redemption = z.object({
  claim_id: z.string(),
  recipient: CrossChainUser,
  tx_hash: z.string(),
  status: z.enum(['signed', 'included', 'failed']),
  error: z.string().nullable(),
  progress: Progress.nullable(),
})
export type Redemption = z.infer<typeof Redemption>

/** A claim as its recipient sees it. */
export const ClaimView = z.object({
  id: z.string(),
  recipient: z.object({ platform: Platform, handle: z.string() }),
  sender_name: z.string(),
  note: z.string().nullable(),
  key_held: z.boolean().meta({
    description: 'False where the sender gave a `pub_key`: only its holder can redeem.',
  }),
  announced: TokenAmount,
  items: z.array(ClaimItem),
  redemptions: z.array(Redemption),
  destinations: z.array(Destination),
  tokens: z.array(TokenDecimals),
})
export type ClaimView = z.infer<typeof ClaimView>
