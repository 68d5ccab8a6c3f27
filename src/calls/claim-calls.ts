import { z } from 'zod'

import { Family, NativeCurrency, TokenAmount, TokenDecimals } from './chain-view.ts'
import { HANDLE_DOUBTS, Platform } from '../core/terms/identity.ts'
import { LANGUAGES } from '../core/terms/language.ts'
import { CrossChainUser } from '../core/terms/shapes.ts'
import { Progress } from '../core/tracking/progress.ts'
import type { Call } from './call.ts'
import { placesOf, redeemExamples } from './examples.ts'

/** How a claim stands, as people see it; `src/claims/claim-moves.ts` says what leads where. */
export const CLAIM_STATES = [
  'funded',
  'expired',
  'redeeming',
  'paid',
  'cancelling',
  'cancelled',
  'returning',
  'returned',
] as const
export type ClaimState = (typeof CLAIM_STATES)[number]

/** The wire shapes of `/api/v1/claims/{id}`. */

/**
 * How a recipient can show who they are: with a code from their own chat or mailbox, by a sign-in at the platform, or with data
 * that the platform has signed.
 */
export const ProofWay = z.enum(['code', 'sign_in', 'signed_data'])
export type ProofWay = z.infer<typeof ProofWay>

const ProofRequest = z.object({
  kind: Platform.meta({ description: 'Where the recipient is known: the platform of the claim.' }),
  by: ProofWay.exclude(['signed_data'])
    .optional()
    .meta({ description: 'One of `proofs` of the claim; its first unless told.' }),
})

export const ProofAnswer = z.object({
  sign_in: z
    .object({
      url: z.string().meta({ description: 'Where to send the person.' }),
      state: z.string().meta({ description: 'Stands in the address that the person returns to.' }),
      receipt: z.string().meta({ description: 'Stays in this browser: only with it this ends.' }),
      expires_at: z.string().meta({ description: 'ISO 8601.' }),
    })
    .optional()
    .meta({ description: 'Absent for a code, which is on its way then.' }),
})
export type ProofAnswer = z.infer<typeof ProofAnswer>

const SIGNED = 'The `initData` of a Telegram Mini App, or the fields of its login, URL-encoded.'

/** Each of the three ways ends with something else to show. */
const VerifyRequest = z.union([
  z.object({
    code: z.string().max(64).meta({ description: 'The code that the recipient was sent.' }),
  }),
  z.object({
    sign_in: z.object({
      receipt: z.string().max(128),
      returned: z.string().max(8192).meta({
        description: 'The query and fragment that the person came back with, URL-encoded.',
      }),
    }),
  }),
  z.object({ signed_data: z.string().max(8192).meta({ description: SIGNED }) }),
])

export const ClaimSession = z.object({
  session: z.string().meta({ description: 'Goes into `authorization: Bearer <session>`.' }),
  expires_at: z.string().meta({ description: 'ISO 8601.' }),
})
export type ClaimSession = z.infer<typeof ClaimSession>

const ClaimId = z.string().max(40).optional().meta({
  description: 'One of the `items` of the claim. Needed only where several wait.',
})

/** Each of the two ways shows something else that only the sender has. */
const CancelRequest = z.union([
  z.object({
    claim_id: ClaimId,
    otp: z.string().min(1).max(64).meta({
      description: 'The `claimer.otp` that came with the payload: it proves to be the sender.',
    }),
  }),
  z.object({
    claim_id: z.string().min(1).max(40).meta({ description: 'The claim that the text names.' }),
    signature: z.string().max(20_000).meta({
      description:
        'Of the wallet that the payload was made for: hex of a personal message on EVM, base64 of ADR-036 on Cosmos.',
    }),
    pub_key: z.string().max(256).optional().meta({
      description: 'Base64, from Cosmos wallets alone.',
    }),
  }),
])

const DocumentRequest = z.object({
  claim_id: ClaimId,
  recipient: CrossChainUser,
  release: z.boolean().optional().meta({ description: 'As for redeeming.' }),
})

export const DocumentAnswer = z.object({
  document: z.string().meta({ description: 'To be signed with the key, as it is: SHA-256, r||s.' }),
  contract: z.string().meta({
    description: 'Takes `{"claim_voucher": {"data": <document>, "signature": <base64>}}`.',
  }),
  chain: z.string().meta({ description: 'The chain_uid of the contract.' }),
})
export type DocumentAnswer = z.infer<typeof DocumentAnswer>

const RedeemRequest = z.object({
  claim_id: ClaimId,
  recipient: CrossChainUser,
  otp: z
    .string()
    .max(64)
    .optional()
    .meta({ description: "The sender's PIN, for an item with `otp_required`." }),
  release: z.boolean().optional().meta({
    description:
      'True, the default, pays real tokens out; false makes them vouchers of the recipient.',
  }),
})

const RedeemAnswer = z.object({
  tx_hash: z.string(),
  chain: z.string().meta({ description: 'The chain_uid of the transaction.' }),
})

const KeptRequest = z.object({
  address: z.string().min(1).max(128),
  chain_uid: z.string().max(64).optional().meta({
    description: 'Of which chain the address is: any EVM chain unless told.',
  }),
})

const KeptAnswer = z.object({
  usd: z.string().nullable().meta({
    description:
      'What its vouchers are worth now, together, of all chains that its key serves; null where one of them has no price.',
  }),
  words: z.enum(['confirmed', 'missing']).nullable().meta({
    description:
      'Whether its recovery words were confirmed, where the account that proved itself has linked it as a passkey’s; null of any other address.',
  }),
})

export const TakeOutRequest = z.object({
  claim_id: z.string().min(1).max(40).meta({ description: 'One of the `items` of the claim.' }),
  chain_uid: z.string().max(64).meta({ description: 'Of one of its `ways_out`.' }),
})

export const TakeOutAnswer = z.object({
  sign_id: z.string().meta({
    description: 'The sign request for the wallet that holds them; its page is `/sign/<sign_id>`.',
  }),
})
export type TakeOutAnswer = z.infer<typeof TakeOutAnswer>

const ThanksAnswer = z.object({ thanks: z.literal('said') })

export const ClaimItem = TokenAmount.extend({
  claim_id: z.string(),
  payout_fees: z.array(z.object({ chain_uid: z.string(), amount: z.string() })).meta({
    description:
      'What the hub would keep of it for paying it out on a chain, in base units; chains that cost nothing are left out.',
  }),
  usd: z.string().nullable().meta({
    description: 'What it is worth now in USD, as a decimal; null where it has no price.',
  }),
  status: z.enum(CLAIM_STATES),
  expires_at: z.string().nullable().meta({
    description: 'ISO 8601: when it goes back to its sender. Null where it waits for ever.',
  }),
  frozen: z.boolean().meta({
    description:
      'Held back by the people who run this server: nobody can redeem it or take it back, and its time is not running.',
  }),
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
  locked: z.boolean().meta({ description: 'The hub pays nothing out there right now.' }),
  explorer_tx_url: z
    .string()
    .meta({ description: '`{hash}` stands for the hash; empty without an explorer.' }),
})
export type Destination = z.infer<typeof Destination>

export const RedemptionView = z.object({
  claim_id: z.string(),
  recipient: CrossChainUser,
  tx_hash: z.string(),
  release: z.boolean().meta({ description: 'False: paid as vouchers.' }),
  status: z.enum(['signed', 'included', 'failed']),
  error: z.string().nullable(),
  progress: Progress.nullable(),
  ways_out: z.array(CrossChainUser).meta({
    description:
      'Where the recipient can take out the vouchers that it left instead of tokens, with a signature of their wallet; empty where it left none.',
  }),
})
export type RedemptionView = z.infer<typeof RedemptionView>

/** A claim as its recipient sees it. */
export const ClaimView = z.object({
  id: z.string(),
  recipient: z.object({ platform: Platform, handle: z.string() }),
  language: z.enum(LANGUAGES).nullable().meta({
    description: 'The language of the recipient, where it is known.',
  }),
  sender_name: z.string(),
  note: z.string().nullable(),
  key_held: z.boolean().meta({
    description: 'False where the sender gave a `pub_key`: only its holder can redeem.',
  }),
  proofs: z.array(ProofWay).meta({
    description: 'How its recipient can prove to be it on this server, the usual way first.',
  }),
  held: z.enum(HANDLE_DOUBTS).nullable().meta({
    description:
      'Nobody can redeem it until its sender says who is meant: the handle was given up or had several accounts (`changed`), or had not been seen for long (`stale`). Null where it is not held.',
  }),
  claimable_from: z.string().nullable().meta({
    description:
      'ISO 8601: when its account, which changed to the handle shortly before, can redeem it. Null where that is so now.',
  }),
  code_late: z.boolean().meta({
    description:
      'The code that was asked for last could not be handed over to the mail server of the recipient yet: it is tried again for as long as the code lives.',
  }),
  words_from_usd: z.string().meta({
    description:
      'An account of a passkey is to keep more than this in all, or what has no price, only once its owner has its recovery words on paper.',
  }),
  thanks: z.enum(['open', 'said']).nullable().meta({
    description:
      'Whether its recipient, who was paid, has had the sender thanked. Null where that cannot be: it is not paid, or its sender has no account of a chat.',
  }),
  chat_url: z.string().nullable().meta({
    description:
      'Back to the chat: with the bot on Telegram, or the server on Discord where it was asked for. Null where none is known, and for a mailbox.',
  }),
  gasless: z.boolean().meta({
    description:
      'Whether vouchers are moved for a signature alone here. Without that an account of a passkey could pass nothing on that it keeps.',
  }),
  announced: TokenAmount,
  items: z.array(ClaimItem),
  redemptions: z.array(RedemptionView),
  destinations: z.array(Destination),
  tokens: z.array(TokenDecimals),
})
export type ClaimView = z.infer<typeof ClaimView>

const OtherClaims = z.object({
  claims: z.array(ClaimView).meta({ description: 'The longest waiting first, 20 at most.' }),
})

/** What may stand in the way of a pay-out, whoever asks for it. */
const PAY_OUT_ERRORS = [
  'WRONG_CODE',
  'TOO_MANY_TRIES',
  'PIN_REQUIRED',
  'NOT_FOUND',
  'CLAIM_NOT_READY',
  'CLAIM_BUSY',
  'CLAIM_FROZEN',
  'CLAIM_CLOSED',
  'KEY_NOT_HELD',
  'PAY_OUT_HELD',
  'TRANSACTION_FAILED',
  'CHAIN_UNAVAILABLE',
  'INVALID_AMOUNT',
] as const

/** The calls of the claim page, and of any other front end for recipients. */
export const claimCalls = {
  getClaim: {
    tag: 'Claims',
    method: 'get',
    path: '/api/v1/claims/{id}',
    summary: 'What whoever has the link may see of a claim.',
    credential: 'link',
    answer: ClaimView,
    errors: ['NOT_FOUND', 'CHAIN_UNAVAILABLE', 'INVALID_REQUEST'],
  },
  getProvenClaim: {
    tag: 'Claims',
    method: 'get',
    path: '/api/v1/claims/{id}/proven',
    summary: 'The same for whoever proved to be the recipient.',
    description: 'The proof may have been for another claim of the same account.',
    credential: 'session',
    answer: ClaimView,
    errors: ['NOT_FOUND', 'PROOF_REQUIRED', 'CLAIM_NOT_READY', 'CHAIN_UNAVAILABLE'],
  },
  getOtherClaims: {
    tag: 'Claims',
    method: 'get',
    path: '/api/v1/claims/{id}/others',
    summary: 'What else waits for the account that proved itself for this claim.',
    description: 'Each can be redeemed with the same session, under its own id.',
    credential: 'session',
    answer: OtherClaims,
    errors: ['PROOF_REQUIRED', 'NOT_FOUND', 'CHAIN_UNAVAILABLE'],
  },
  startProof: {
    tag: 'Claims',
    method: 'post',
    path: '/api/v1/claims/{id}/proof',
    summary: 'Send a verification code, or begin a sign-in at the platform of the recipient.',
    description:
      "A code goes to the recipient's own chat or mailbox, with the same answer whether it could be delivered or not. For a sign-in, send the person to `sign_in.url`, in the browser that keeps the `receipt`; they come back to `/proof/<kind>` of this server.",
    credential: 'link',
    request: ProofRequest,
    answer: ProofAnswer,
    status: 202,
    errors: ['NOT_FOUND', 'KEY_NOT_HELD', 'IDENTITY_OFF'],
    examples: () => ({
      'a Telegram account': { kind: 'telegram' },
      'an X account': { kind: 'twitter', by: 'sign_in' },
      'an e-mail address': { kind: 'email' },
    }),
  },
  verifyProof: {
    tag: 'Claims',
    method: 'post',
    path: '/api/v1/claims/{id}/proof/verify',
    summary: 'Exchange a code, an ended sign-in, or data that the platform signed for a session.',
    description:
      'Where the server is reached over https, the session also comes as a `__Host-` cookie. Over plain http there is no cookie, only the answer.',
    credential: 'link',
    request: VerifyRequest,
    answer: ClaimSession,
    errors: [
      'NOT_FOUND',
      'WRONG_CODE',
      'TOO_MANY_TRIES',
      'SIGN_IN_FAILED',
      'NOT_YOURS',
      'CLAIM_NOT_READY',
      'IDENTITY_OFF',
      'PLATFORM_UNAVAILABLE',
    ],
    examples: () => ({
      'a code': { code: 'ABCD2345' },
      'a sign-in': {
        sign_in: { receipt: 'a'.repeat(43), returned: `code=x&state=${'b'.repeat(43)}` },
      },
      'a Mini App': { signed_data: 'auth_date=1767225600&user=%7B%22id%22%3A42%7D&hash=00' },
    }),
  },
  redeemClaim: {
    tag: 'Claims',
    method: 'post',
    path: '/api/v1/claims/{id}/redeem',
    summary: 'Pay one claim out to any chain.',
    credential: 'session',
    request: RedeemRequest,
    answer: RedeemAnswer,
    errors: [
      ...PAY_OUT_ERRORS,
      'PROOF_REQUIRED',
      'NOT_YOURS',
      'UNKNOWN_CHAIN',
      'UNKNOWN_TOKEN',
      'UNKNOWN_DENOMINATION',
      'INVALID_ADDRESS',
    ],
    examples: redeemExamples,
  },
  keptWorth: {
    tag: 'Claims',
    method: 'post',
    path: '/api/v1/claims/{id}/kept',
    summary: 'What an address keeps already, before a claim comes to it.',
    description:
      "The claim page asks it about an account of a passkey: what that keeps counts towards the claim's `words_from_usd`. Nothing changes.",
    credential: 'session',
    request: KeptRequest,
    answer: KeptAnswer,
    errors: [
      'NOT_FOUND',
      'PROOF_REQUIRED',
      'UNKNOWN_CHAIN',
      'INVALID_ADDRESS',
      'CHAIN_UNAVAILABLE',
    ],
    examples: (network) =>
      Object.fromEntries(placesOf(network).map(({ family, user }) => [family, user])),
  },
  takeOutClaim: {
    tag: 'Claims',
    method: 'post',
    path: '/api/v1/claims/{id}/take-out',
    summary: 'Ask for tokens again, where a pay-out left vouchers.',
    description:
      'They belong to the address that was to be paid, and only its wallet can sign for them. The same as `/api/v1/execute/vcoin/withdraw`, as a sign request with its page.',
    credential: 'link',
    request: TakeOutRequest,
    answer: TakeOutAnswer,
    errors: ['NOT_FOUND', 'SIGN_REQUEST_CLOSED', 'GASLESS_PAUSED', 'CHAIN_UNAVAILABLE'],
    examples: () => ({ 'on another chain': { claim_id: '7', chain_uid: 'polygon' } }),
  },
  sayThanks: {
    tag: 'Claims',
    method: 'post',
    path: '/api/v1/claims/{id}/thanks',
    summary: 'Have the sender of a paid claim told that its recipient says thanks.',
    description:
      'In private, and once for each claim: repeats change nothing. The proof may have been for another claim of the same account.',
    credential: 'session',
    request: z.object({}),
    answer: ThanksAnswer,
    errors: ['PROOF_REQUIRED', 'NOT_FOUND', 'NOT_YOURS'],
    examples: () => ({ 'what was paid': {} }),
  },
  claimDocument: {
    tag: 'Claims',
    method: 'post',
    path: '/api/v1/claims/{id}/document',
    summary: 'What the holder of a `pub_key` signs to redeem the claim, and where it goes.',
    description: 'Nothing is signed or sent here, and nothing changes.',
    credential: 'link',
    request: DocumentRequest,
    answer: DocumentAnswer,
    errors: ['NOT_FOUND', 'UNKNOWN_CHAIN', 'INVALID_ADDRESS'],
    examples: redeemExamples,
  },
  cancelClaim: {
    tag: 'Claims',
    method: 'post',
    path: '/api/v1/claims/{id}/cancel',
    summary: 'Take back what nobody has claimed, as vouchers of the wallet that paid.',
    description:
      'The `otp` proves to be the sender, and so does a signature of the wallet that the payload was made for, under `<host of this server>: take back claim <claim_id> of <id>. It comes back as vouchers of the wallet that signs this.` After 5 wrong PINs a caller needs the signature. What nobody claims comes back by itself.',
    request: CancelRequest,
    answer: RedeemAnswer,
    errors: [...PAY_OUT_ERRORS, 'NOT_YOURS', 'WRONG_SIGNATURE'],
    examples: () => ({ 'the only claim': { otp: 'aB3dE9' } }),
  },
} satisfies Record<string, Call>
