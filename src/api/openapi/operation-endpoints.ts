import { z } from 'zod'

import { DepositRequest } from '../../core/payloads/deposit.ts'
import { LiquidityAddRequest } from '../../core/payloads/liquidity-add.ts'
import { LiquidityRemoveRequest } from '../../core/payloads/liquidity-remove.ts'
import { PoolCreateRequest } from '../../core/payloads/pool-create.ts'
import { SwapRequest } from '../../core/payloads/swap.ts'
import { VoucherTransferRequest } from '../../core/payloads/voucher-transfer.ts'
import { VoucherWithdrawRequest } from '../../core/payloads/voucher-withdraw.ts'
import { TransactionBuild } from '../../core/terms/shapes.ts'
import { TrackAnswer } from '../../core/tracking/tracking-record.ts'
import type { ApiErrorCode } from '../error-body.ts'
import type { Endpoint } from './endpoint.ts'
import {
  addLiquidityExamples,
  createPoolExamples,
  depositExamples,
  removeLiquidityExamples,
  swapExamples,
  transferExamples,
  withdrawExamples,
} from './operation-examples.ts'

/** What any operation can refuse. */
const ERRORS = [
  'INVALID_AMOUNT',
  'INVALID_ADDRESS',
  'UNKNOWN_CHAIN',
  'UNKNOWN_TOKEN',
  'UNKNOWN_DENOMINATION',
] as const satisfies ApiErrorCode[]
/** And what one that may pay a person can refuse beside them. */
const SOCIAL_ERRORS = [
  'INVALID_HANDLE',
  'IDENTITY_OFF',
  'RATE_LIMITED',
  'CLAIMS_PAUSED',
  'PAY_OUT_HELD',
] as const satisfies ApiErrorCode[]

const SIGN_IN_ORDER =
  'Sign and send the `msgs` of the answer in order, unchanged; approvals and allowances stand first.'
const PAY_OUT =
  '`cross_chain_addresses` are served from the top, each up to its limit; without any, the sender gets all.'

/** `POST /api/v1/execute/…`: a new operation is one more line. */
export const operationEndpoints: Endpoint[] = [
  operation('deposit', 'token/deposit', {
    summary: 'Turn tokens into vouchers, for an address or for a person.',
    description:
      "For a person the answer has a `claimer`, whose `otp` is the sender's PIN; where several share, `claimers` in the order of their shares.",
    request: DepositRequest,
    errors: SOCIAL_ERRORS,
    examples: depositExamples,
  }),
  operation('swap', 'swap', {
    summary: 'Swap tokens along a path of pools, and pay the output out on any chain.',
    description: `${PAY_OUT} The least output is the larger of \`minimum_receive\` and the path's last \`amount_out\` less \`slippage\`. \`meta\` is JSON as a string.`,
    request: SwapRequest,
    examples: swapExamples,
  }),
  operation('addLiquidity', 'liquidity/add', {
    summary: 'Put two tokens into their pool.',
    request: LiquidityAddRequest,
    examples: addLiquidityExamples,
  }),
  operation('removeLiquidity', 'liquidity/remove', {
    summary: "Take a pool's tokens out again.",
    description: `${PAY_OUT} On EVM chains one recipient takes all. With the \`tx_hash\` of a removal on a CosmWasm chain, its tracking record is answered instead of a transaction.`,
    request: LiquidityRemoveRequest,
    answer: z.union([TransactionBuild, TrackAnswer]),
    errors: ['NOT_FOUND', 'CHAIN_UNAVAILABLE'],
    examples: removeLiquidityExamples,
  }),
  operation('createPool', 'pool/create', {
    summary: 'Make a pool, with its first two tokens in it.',
    request: PoolCreateRequest,
    examples: createPoolExamples,
  }),
  operation('withdrawVoucher', 'vcoin/withdraw', {
    summary: 'Turn vouchers into tokens on any chain.',
    description: PAY_OUT,
    request: VoucherWithdrawRequest,
    examples: withdrawExamples,
  }),
  operation('transferVoucher', 'vcoin/transfer', {
    summary: 'Move vouchers to an address or to a person.',
    request: VoucherTransferRequest,
    errors: SOCIAL_ERRORS,
    examples: transferExamples,
  }),
]

function operation(
  id: string,
  path: string,
  {
    summary,
    description,
    request,
    answer = TransactionBuild,
    errors = [],
    examples,
  }: {
    summary: string
    description?: string
    request: z.ZodType
    answer?: z.ZodType
    errors?: readonly ApiErrorCode[]
    examples: NonNullable<Endpoint['examples']>
  },
): Endpoint {
  return {
    id,
    tag: 'Transactions',
    method: 'post',
    path: `/api/v1/execute/${path}`,
    summary,
    description: description === undefined ? SIGN_IN_ORDER : `${description} ${SIGN_IN_ORDER}`,
    request,
    answer,
    errors: [...ERRORS, ...errors],
    examples,
  }
}
