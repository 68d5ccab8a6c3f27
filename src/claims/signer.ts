import { z } from 'zod'

import { BaseUnits } from '../core/terms/amounts.ts'
import { CrossChainUser } from '../core/terms/shapes.ts'

/**
 * Who holds the keys of claims: a process of its own, or a key service. It makes keys and signs documents of claims, and nothing
 * but public keys and signatures ever leaves it. It believes nobody: what a claim is, and what it is worth, it finds out itself.
 * Every call may throw `PayOutHeldError` ("away"): nothing was signed then.
 */
export type Signer = {
  /**
   * Makes the keys of new claims, in the order asked; asked again for the same claimer, it gives the same key. None where one of
   * them could never be paid out: it is worth more than `mostUsd`, in whole USD, or nobody knows what a token is worth, `unpriced`, and nobody could approve it.
   */
  makeKeys(
    wanted: readonly NewKey[],
  ): Promise<{ keys: readonly MadeKey[] } | { mostUsd: string } | { unpriced: string }>
  /** Signs the document that redeems a claim. The same order always gives the same answer, unless it is refused. */
  sign(order: SignOrder): Promise<SignedDocument | Refusal>
}

/** Bytes as base64 on the wire. */
const Bytes = z.codec(z.base64().max(1024), z.instanceof(Buffer), {
  decode: (text) => Buffer.from(text, 'base64'),
  encode: (bytes) => bytes.toString('base64'),
})
const ClaimerId = z.string().regex(/^[0-9a-f]{24}$/, 'must be 24 hex digits')
const Hash = z.string().regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in hex')

/** What a key is for. Units: `amount` is base units. */
export const NewKey = z.object({ claimerId: ClaimerId, token: z.string(), amount: BaseUnits })
export type NewKey = z.infer<typeof NewKey>

/** `publicKey` is base64 of the 65 uncompressed bytes; by `key` the signer finds the private one again, and nobody else does. */
export const MadeKey = z.object({ publicKey: z.string(), key: Bytes })
export type MadeKey = z.infer<typeof MadeKey>

/**
 * `claimerId` is the claim's `pseudo_claim_id`, `key` as `makeKeys` gave it, `token` the claim's: some documents name its form.
 * `release` pays real tokens, and else vouchers.
 */
export const SignOrder = z.object({
  claimId: z.string().regex(/^(0|[1-9]\d{0,19})$/, 'must be the number of a claim'),
  claimerId: ClaimerId,
  key: Bytes,
  token: z.string(),
  recipient: CrossChainUser,
  release: z.boolean(),
})
export type SignOrder = z.infer<typeof SignOrder>

/**
 * `data` and `signature` are the two fields of the contract's `claim_voucher`: the signature is base64 of the 64 bytes r||s, low S, by
 * RFC 6979. `approved`: an operator had looked at it.
 */
export const SignedDocument = z.object({
  data: z.string(),
  signature: z.string(),
  approved: z.boolean(),
})
export type SignedDocument = z.infer<typeof SignedDocument>

/**
 * Why nothing was signed:
 *
 * - `gone`: the hub has no such claim; it was paid, or its node is behind
 * - `foreign`: the claim on the hub has another key, another claimer or another token, or
 *   the signer's network file has no form of the token where it is to be paid
 * - `paused`: an operator stopped all pay-outs
 * - `too_large`: it is worth more than a claim may be
 * - `over_limit`: too much was paid in the last hour or day
 * - `needs_approval`: an operator has to look at it first
 *
 * `retryAfterSec`: when it may be signed, where that is known.
 */
export const Refusal = z.object({
  refused: z.enum(['gone', 'foreign', 'paused', 'too_large', 'over_limit', 'needs_approval']),
  retryAfterSec: z.number().optional(),
})
export type Refusal = z.infer<typeof Refusal>

/** Why nothing was signed, `away` where the signer did not answer. */
export const WHY_UNSIGNED = [...Refusal.shape.refused.options, 'away'] as const
export type WhyUnsigned = (typeof WHY_UNSIGNED)[number]

/** How a signer is. `answers`: also that it can keep what it signs; `waiting`: pay-outs that wait for a second look. */
export type SignerStanding = { answers: boolean; isPaused: boolean; waiting: number }

/** A claim as the hub has it: what it is about is believed to nobody else. `amount` is base units. */
export type ClaimOnChain = {
  token: string
  amount: bigint
  claimer_pubkey: string
  pseudo_claim_id: string
  sender: CrossChainUser
}

export const isRefusal = (answer: object): answer is Refusal => 'refused' in answer

/**
 * What waits for an operator: the document itself, which says what it would pay to whom, and what it is about. `usd` has 18 decimals;
 * absent where the token has no price.
 */
export const Waiting = z.object({
  data: z.string().max(4096),
  token: z.string(),
  amount: BaseUnits,
  usd: BaseUnits.optional(),
  askedAt: z.codec(z.iso.datetime(), z.date(), {
    decode: (text) => new Date(text),
    encode: (time) => time.toISOString(),
  }),
})
export type Waiting = z.infer<typeof Waiting>

/** An operator's second look. `signature` is base64 of Ed25519 over `approvalText(hash)`. */
export const Approval = z.object({ hash: Hash, signature: z.base64().max(128) })
export type Approval = z.infer<typeof Approval>
export const approvalText = (hash: string): string => `vouch approves the document ${hash}`

/** What operators ask of a signer. */
export type SignerDesk = {
  /** The names of its master keys, the newest first. */
  keyIds(): Promise<readonly string[]>
  /**
   * Whether an operator stopped everything. A signature is out only once it is counted, so a signer that can keep nothing signs nothing:
   * this tries, and throws where it cannot.
   */
  standing(): Promise<{ isPaused: boolean }>
  /** What waits and is not approved yet, the oldest first. What waits for a claim that is gone is among it until the next look at the hub, which nobody waits for. */
  waiting(): Promise<readonly Waiting[]>
  /** False where the signature is none of the operator's key. */
  approve(approval: Approval): Promise<boolean>
}
