import { z } from 'zod'

import {
  MetaBroadcastRequest,
  MetaMove,
  MetaSignAnswer,
  MetaSignRequest,
  MetaSwapRequest,
  MetaTransferRequest,
  MetaWithdrawRequest,
} from '../core/payloads/meta-calls.ts'
import { MetaFacts } from '../core/generations/generation.ts'
import type { Call } from './call.ts'
import { metaTransferExamples, metaWithdrawExamples, voucherSwapExamples } from './examples.ts'
import { OPERATION_ERRORS } from './operation-calls.ts'

/** The live service's calls that move vouchers without gas: `/api/v1/execute/meta-txn/…`, and where that is. */

/** What the three moves have in common. */
const MOVE = {
  tag: 'Meta transactions',
  method: 'post',
  refuses: 'lost',
  description:
    'The answer goes into the `msgs` of `execute/meta-txn/sign`, unchanged; several moves may be signed together, and are all made or none.',
  answer: MetaMove,
  errors: OPERATION_ERRORS,
} satisfies Partial<Call>

const TrackMetaRequest = z
  .object({
    queue_id: z.string().max(64).nullish().meta({ description: 'As handing it in answered it.' }),
    tx_hash: z.string().max(128).nullish().meta({ description: "In place of it, the hub's hash." }),
    chain: z.string().max(64).nullish().meta({ description: 'The hub, where it is named.' }),
  })
  .refine(({ queue_id, tx_hash }) => Boolean(queue_id) !== Boolean(tx_hash), {
    message: 'must have exactly one of queue_id and tx_hash',
  })

export const TrackMetaAnswer = z.object({
  response: z.object({
    type: z.literal('meta_txn'),
    tx_status: z.enum(['pending', 'queued', 'success', 'failed']).meta({
      description:
        '`queued`: sent, in no block yet; `pending`: in a block, and not everywhere it goes to.',
    }),
    is_completed: z.boolean(),
    source_chain_uid: z.string().meta({ description: 'Where it settles.' }),
    meta_source_chain_uid: z.string().meta({ description: "The owner's chain." }),
    destination_chain_uid: z.array(z.string()),
    meta_txn_sub_type: z.array(MetaFacts.shape.type),
    meta_call_txn_response: z.array(MetaFacts),
    status: z.array(
      z.object({
        chain_uid: z.string(),
        status: z.enum(['success', 'pending', 'failed']),
        msg: z.string(),
        tx_hash: z.string(),
      }),
    ),
  }),
})
export type TrackMetaAnswer = z.infer<typeof TrackMetaAnswer>

export const metaTxnCalls = {
  metaSwap: {
    ...MOVE,
    path: '/api/v1/execute/meta-txn/swap',
    summary: "Swap the sender's vouchers along a path, without gas.",
    request: MetaSwapRequest,
    examples: voucherSwapExamples,
  },
  metaTransfer: {
    ...MOVE,
    path: '/api/v1/execute/meta-txn/transfer',
    summary: 'Move vouchers to an address, without gas.',
    request: MetaTransferRequest,
    examples: metaTransferExamples,
  },
  metaWithdraw: {
    ...MOVE,
    path: '/api/v1/execute/meta-txn/withdraw',
    summary: 'Turn vouchers into tokens on any chain, without gas.',
    request: MetaWithdrawRequest,
    examples: metaWithdrawExamples,
  },
  metaSign: {
    tag: 'Meta transactions',
    method: 'post',
    path: '/api/v1/execute/meta-txn/sign',
    summary: 'Put moves into one text for their owner to sign.',
    description:
      'The wallet signs `evm_raw_payload` as a personal message, or `cosmos_raw_payload` by ADR-036. It is good for five minutes, or as `expiry_time` says, and once.',
    request: MetaSignRequest,
    answer: MetaSignAnswer,
    errors: ['INVALID_ADDRESS', 'UNKNOWN_CHAIN'],
  },
  metaBroadcast: {
    tag: 'Meta transactions',
    method: 'post',
    path: '/api/v1/execute/meta-txn/broadcast',
    summary: 'Hand in what was signed: this service brings it to the hub and pays for it.',
    description:
      'It is checked, tried on the hub, stored, and then sent; handed in again, it is not sent again. What may be paid for an owner, for a client, and for all in a day is limited.',
    request: MetaBroadcastRequest,
    answer: z.object({ queue_id: z.string() }),
    errors: [
      'INVALID_ADDRESS',
      'UNKNOWN_CHAIN',
      'WRONG_SIGNATURE',
      'TRANSACTION_FAILED',
      'GASLESS_PAUSED',
      'CHAIN_UNAVAILABLE',
    ],
  },
  trackMeta: {
    tag: 'Tracking',
    method: 'post',
    path: '/api/v1/txn/track/meta-txn',
    summary: 'Follow what was handed in without gas.',
    request: TrackMetaRequest,
    answer: TrackMetaAnswer,
    errors: ['NOT_FOUND', 'UNKNOWN_CHAIN', 'CHAIN_UNAVAILABLE'],
  },
} satisfies Record<string, Call>
