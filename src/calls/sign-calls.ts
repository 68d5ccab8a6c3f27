import { z } from 'zod'

import { Family, NativeCurrency, TokenDecimals } from './chain-view.ts'
import { Platform } from '../core/terms/identity.ts'
import { LANGUAGES } from '../core/terms/language.ts'
import { TokenType } from '../core/terms/network.ts'
import { MetaExecuteRequest, SignableBuild } from '../core/payloads/meta-transaction.ts'
import { CrossChainUser } from '../core/terms/shapes.ts'
import { Progress } from '../core/tracking/progress.ts'
import type { Call } from './call.ts'
import { CLAIM_STATES, TakeOutAnswer, TakeOutRequest } from './claim-calls.ts'
import { placesOf } from './examples.ts'

/** The wire shapes of `/api/v1/sign/{id}`. */

const PrepareRequest = z.object({
  address: z.string().min(1).max(128).meta({ description: 'The wallet that will sign.' }),
})

const ReportRequest = z.object({
  tx_hash: z
    .string()
    .regex(/^(0x)?[0-9a-fA-F]{64}$/, 'must be a transaction hash of 64 hex digits')
    .meta({ examples: [`0x${'0a'.repeat(32)}`] }),
})

const HandInRequest = MetaExecuteRequest.pick({ signature: true, signer_pubkey: true })

/** A sign request as its page sees it. */
export const SignView = z.object({
  id: z.string(),
  status: z.enum(['open', 'signed', 'unseen', 'expired']).meta({
    description:
      '`unseen`: too late to sign; whether a wallet sent it at the last moment, final blocks show within minutes. `expired`: nothing came of it.',
  }),
  owner_name: z.string().meta({ description: 'Empty where it is whoever pays an invoice.' }),
  language: z.enum(LANGUAGES).nullable().meta({
    description: 'The language of the person who sends, where it is known.',
  }),
  operation: z.enum(['deposit', 'transferVoucher', 'withdrawVoucher', 'swap']),
  chain: z.object({
    chain_uid: z.string(),
    name: z.string(),
    chain_id: z.string(),
    family: Family,
    rpc_url: z.string().meta({
      description: 'A public node of the chain; empty where this service names none.',
    }),
    factory: z.string().meta({ description: 'The one contract that a transaction may call.' }),
    explorer_tx_url: z
      .string()
      .meta({ description: '`{hash}` stands for the hash; empty without an explorer.' }),
    native_currency: NativeCurrency,
  }),
  claimer_contract: CrossChainUser.meta({
    description: 'Who holds the vouchers of a social recipient until they are claimed.',
  }),
  token: TokenDecimals,
  asset: TokenType.nullable().meta({
    description: 'The form of the token that is spent; null where vouchers are.',
  }),
  paid_asset: TokenType.nullable().meta({
    description: 'The form of the token that is paid to the recipient; null where vouchers are.',
  }),
  amount: z.string().meta({ description: 'Base units.' }),
  usd: z.string().nullable().meta({
    description: 'What it is worth now in USD, as a decimal; null where it has no price.',
  }),
  payout: z
    .object({
      chain: z.string().meta({ description: 'Where tokens are paid out.' }),
      fee: z.string().meta({
        description: 'What the hub keeps of them for that, in base units of what is paid out.',
      }),
      locked: z.boolean().meta({ description: 'The hub pays nothing out there right now.' }),
    })
    .nullable()
    .meta({
      description: 'Null where the recipient gets vouchers, and once it is not open any more.',
    }),
  receive: z
    .object({
      token: TokenDecimals,
      expected: z.string().meta({ description: 'Base units.' }),
      minimum: z.string().meta({ description: 'Base units; below it the trade is not made.' }),
    })
    .nullable()
    .meta({ description: 'What a swap yields; null for the other operations.' }),
  legs: z
    .array(z.object({ amount: z.string(), minimum: z.string() }))
    .nullable()
    .meta({
      description:
        'What each part of a split takes and yields at least, in order; null where a swap takes one path.',
    }),
  recipient: z.string().meta({ description: 'As people write it, for example `@bobby`.' }),
  payee: z
    .object({
      kind: z.enum(['person', 'wallet', 'signer', 'first_come', 'people']),
      name: z.string().meta({ description: 'A handle, an address, or how many people.' }),
      place: z.string().nullable().meta({
        description: 'Its platform, where it is another than the sender’s; the chain of a wallet.',
      }),
    })
    .meta({
      description:
        'The same as data. `signer` is the wallet that signs, `first_come` whoever takes it first.',
    }),
  shares: z
    .array(z.object({ recipient: z.string(), amount: z.string() }))
    .nullable()
    .meta({
      description: 'Who gets how much of the amount, in order; null where one gets it all.',
    }),
  note: z.string().nullable(),
  sender_address: z.string().nullable().meta({
    description:
      'The wallet that must sign, or that has; null while any wallet may, and once nobody can sign any more.',
  }),
  passkey: z.boolean().meta({
    description:
      'Its owner has linked `sender_address` as an account of a passkey, which signs texts and sends no transactions.',
  }),
  build: SignableBuild.nullable().meta({
    description:
      'For `sender_address`; null as long as that is. Of type `meta` it is a text to be signed, and the service brings it to the hub and pays for it.',
  }),
  tx_hash: z.string().nullable(),
  sent_beside: z.boolean().meta({
    description:
      'Nothing came of its text, but a wallet may have sent the transaction that was asked for beside it: within minutes that is in `tx_hash`, or this is false. Until then, whoever asks for the same again may pay twice.',
  }),
  signed_instead: z.string().nullable().meta({
    description:
      'The id of the request that was signed although this one had taken its place: this one cannot be signed any more, and its `status` stays `unseen`. Null again where nothing came of that: then the same can be asked for anew.',
  }),
  sent_on: z
    .object({ chain_uid: z.string(), name: z.string(), explorer_tx_url: z.string() })
    .meta({ description: 'The chain of `tx_hash`: the hub, where a text is signed.' }),
  hub: z
    .object({ router: z.string(), contract: z.string() })
    .meta({ description: 'What a text may call, and what runs it; empty where nothing does.' }),
  expires_at: z.string().meta({ description: 'ISO 8601.' }),
  progress: Progress.nullable(),
  claim_state: z.enum(CLAIM_STATES).nullable().meta({
    description:
      'What became of what it has brought to one person who claims it; null before that, and for anything else.',
  }),
  overpaid: z.object({ id: z.string(), claim_id: z.string() }).nullable().meta({
    description:
      'What it brought when its bill or invoice was paid already, or had been withdrawn: `sender_address` can take it back until it is claimed, with this `claim_id` by `/api/v1/claims/{id}/cancel`. Null where it pays, and for anything else.',
  }),
  ways_out: z.array(z.object({ chain_uid: z.string(), name: z.string() })).meta({
    description:
      'Where `sender_address` can take out the vouchers that it was left with instead of tokens, or that came back to it; empty where there are none.',
  }),
  invoice_id: z.string().nullable().meta({
    description: 'The invoice that whoever opened its page pays with it.',
  }),
  chat: z.object({ url: z.string(), platform: Platform }).nullable().meta({
    description: 'Where it was asked for, as far as an address leads there.',
  }),
})
export type SignView = z.infer<typeof SignView>

/** The calls of the sign page, and of any other front end for senders. */
export const signCalls = {
  getSignRequest: {
    tag: 'Sign requests',
    method: 'get',
    path: '/api/v1/sign/{id}',
    summary: 'A transaction that waits for its wallet, and how far it is.',
    answer: SignView,
    errors: ['NOT_FOUND', 'CHAIN_UNAVAILABLE', 'INVALID_REQUEST'],
  },
  prepareSignRequest: {
    tag: 'Sign requests',
    method: 'post',
    path: '/api/v1/sign/{id}/prepare',
    summary: 'Build the transaction for the wallet that was connected.',
    request: PrepareRequest,
    answer: SignView,
    errors: [
      'NOT_FOUND',
      'NOT_YOURS',
      'SIGN_REQUEST_CLOSED',
      'INVALID_ADDRESS',
      'CHAIN_UNAVAILABLE',
    ],
    examples: (network) =>
      Object.fromEntries(
        placesOf(network).map(({ family, user }) => [family, { address: user.address }]),
      ),
  },
  reportSigned: {
    tag: 'Sign requests',
    method: 'post',
    path: '/api/v1/sign/{id}/report',
    summary: 'Say under which hash it was sent.',
    description:
      'The transaction is compared with the payload on chain before it counts. Of a request that names no wallet it counts once it is in a block; until then the answer is `NOT_FOUND`.',
    request: ReportRequest,
    answer: SignView,
    errors: [
      'NOT_FOUND',
      'SIGN_REQUEST_CLOSED',
      'TRANSACTION_MISMATCH',
      'TRANSACTION_FAILED',
      'CHAIN_UNAVAILABLE',
    ],
    examples: () => ({ 'a hash': { tx_hash: `0x${'ab'.repeat(32)}` } }),
  },
  handInSigned: {
    tag: 'Sign requests',
    method: 'post',
    path: '/api/v1/sign/{id}/signature',
    summary: 'Hand in the signature of a text, which the service brings to the hub.',
    description:
      'For a `build` of type `meta`. The signature is checked, tried on the hub, stored, and then sent; handed in again, nothing is sent again.',
    request: HandInRequest,
    answer: SignView,
    errors: [
      'NOT_FOUND',
      'SIGN_REQUEST_CLOSED',
      'WRONG_SIGNATURE',
      'TRANSACTION_FAILED',
      'GASLESS_PAUSED',
      'CHAIN_UNAVAILABLE',
    ],
  },
  payOwnGas: {
    tag: 'Sign requests',
    method: 'post',
    path: '/api/v1/sign/{id}/transaction',
    summary: 'Have a text as a transaction as well: its sender pays the gas.',
    description:
      'The answer’s `build` is to be sent by `sender_address`, and its hash reported under the same id. The text goes on waiting: what is signed first counts.',
    request: z.object({}),
    answer: SignView,
    errors: ['NOT_FOUND', 'NOT_YOURS', 'SIGN_REQUEST_CLOSED', 'CHAIN_UNAVAILABLE'],
  },
  takeOutSigned: {
    tag: 'Sign requests',
    method: 'post',
    path: '/api/v1/sign/{id}/take-out',
    summary: 'Ask for tokens, where vouchers were left or came back.',
    description:
      'They belong to the wallet that signed, and only that can sign for them. The same as `/api/v1/execute/vcoin/withdraw`, as a sign request with its page.',
    request: TakeOutRequest.pick({ chain_uid: true }),
    answer: TakeOutAnswer,
    errors: [
      'NOT_FOUND',
      'INVALID_ADDRESS',
      'SIGN_REQUEST_CLOSED',
      'GASLESS_PAUSED',
      'CHAIN_UNAVAILABLE',
    ],
    examples: () => ({ 'on another chain': { chain_uid: 'polygon' } }),
  },
} satisfies Record<string, Call>
