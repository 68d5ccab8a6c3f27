import { z } from 'zod'

import { DepositRequest } from '../core/payloads/deposit.ts'
import { LiquidityAddRequest } from '../core/payloads/liquidity-add.ts'
import { LiquidityRemoveRequest } from '../core/payloads/liquidity-remove.ts'
import { PoolCreateRequest } from '../core/payloads/pool-create.ts'
import { SwapRequest } from '../core/payloads/swap.ts'
import { VoucherTransferRequest } from '../core/payloads/voucher-transfer.ts'
import { VoucherWithdrawRequest } from '../core/payloads/voucher-withdraw.ts'
import {
  MetaBuild,
  MetaExecuteRequest,
  VoucherSwapRequest,
} from '../core/payloads/meta-transaction.ts'
import { CosmWasmBuild, TransactionBuild } from '../core/terms/shapes.ts'
import { TrackAnswer } from '../core/tracking/tracking-record.ts'
import type { ErrorCode } from '../core/terms/errors.ts'
import type { Call } from './call.ts'
import {
  addLiquidityExamples,
  createPoolExamples,
  depositExamples,
  removeLiquidityExamples,
  swapExamples,
  transferExamples,
  voucherSwapExamples,
  withdrawExamples,
} from './examples.ts'

/** What any operation can refuse. */
export const OPERATION_ERRORS = [
  'INVALID_AMOUNT',
  'INVALID_ADDRESS',
  'UNKNOWN_CHAIN',
  'UNKNOWN_TOKEN',
  'UNKNOWN_DENOMINATION',
] as const satisfies ErrorCode[]
/** And what one that may pay a person can refuse beside them. */
const SOCIAL_ERRORS = [
  'INVALID_HANDLE',
  'IDENTITY_OFF',
  'CLAIMS_PAUSED',
  'PAY_OUT_HELD',
] as const satisfies ErrorCode[]

const SIGN_IN_ORDER =
  'Sign and send the `msgs` of the answer in order, unchanged; approvals and allowances stand first.'
const PAY_OUT =
  '`cross_chain_addresses` are served from the top, each up to its limit; without any, the sender gets all.'

/** What they have in common, unless one says otherwise. */
const TRANSACTION = {
  tag: 'Transactions',
  method: 'post',
  refuses: 'lost',
  description: SIGN_IN_ORDER,
  answer: TransactionBuild,
  errors: OPERATION_ERRORS,
} satisfies Partial<Call>

/** `POST /api/v1/execute/…`: what is signed by the sender's wallet. */
export const operationCalls = {
  deposit: {
    ...TRANSACTION,
    path: '/api/v1/execute/token/deposit',
    summary: 'Turn tokens into vouchers, for an address or for a person.',
    description: `For a person the answer has a \`claimer\`, whose \`otp\` is the sender's PIN; where several share, \`claimers\` in the order of their shares. ${SIGN_IN_ORDER}`,
    request: DepositRequest,
    errors: [...OPERATION_ERRORS, ...SOCIAL_ERRORS],
    examples: depositExamples,
  },
  swap: {
    ...TRANSACTION,
    path: '/api/v1/execute/swap',
    summary: 'Swap tokens along a path of pools, and pay the output out on any chain.',
    description: `${PAY_OUT} The least output is the larger of \`minimum_receive\` and the path's last \`amount_out\` less \`slippage\`. \`meta\` is JSON as a string. ${SIGN_IN_ORDER}`,
    request: SwapRequest,
    errors: [...OPERATION_ERRORS, 'SWAP_REFUSED', 'CHAIN_UNAVAILABLE'],
    examples: swapExamples,
  },
  addLiquidity: {
    ...TRANSACTION,
    path: '/api/v1/execute/liquidity/add',
    summary: 'Put two tokens into their pool.',
    request: LiquidityAddRequest,
    examples: addLiquidityExamples,
  },
  removeLiquidity: {
    ...TRANSACTION,
    path: '/api/v1/execute/liquidity/remove',
    summary: "Take a pool's tokens out again.",
    description: `${PAY_OUT} On EVM chains one recipient takes all. Contracts with live messages pay nothing out: what is taken out becomes vouchers of the sender, whoever is named. With the \`tx_hash\` of a removal on a CosmWasm chain, its tracking record is answered instead of a transaction. ${SIGN_IN_ORDER}`,
    request: LiquidityRemoveRequest,
    answer: z.union([TransactionBuild, TrackAnswer]),
    errors: [...OPERATION_ERRORS, 'NOT_FOUND', 'CHAIN_UNAVAILABLE'],
    examples: removeLiquidityExamples,
  },
  createPool: {
    ...TRANSACTION,
    path: '/api/v1/execute/pool/create',
    summary: 'Make a pool, with its first two tokens in it.',
    request: PoolCreateRequest,
    examples: createPoolExamples,
  },
  withdrawVoucher: {
    ...TRANSACTION,
    path: '/api/v1/execute/vcoin/withdraw',
    alias: '/api/v1/execute/escrow/withdraw',
    summary: 'Turn vouchers into tokens on any chain.',
    description: `${PAY_OUT} ${SIGN_IN_ORDER}`,
    request: VoucherWithdrawRequest,
    examples: withdrawExamples,
  },
  transferVoucher: {
    ...TRANSACTION,
    path: '/api/v1/execute/vcoin/transfer',
    summary: 'Move vouchers to an address or to a person.',
    request: VoucherTransferRequest,
    errors: [...OPERATION_ERRORS, ...SOCIAL_ERRORS],
    examples: transferExamples,
  },
} satisfies Record<string, Call>

/** What owners of vouchers sign off chain, without gas, and how it gets to the hub. */
export const metaCalls = {
  swapVouchers: {
    tag: 'Meta transactions',
    method: 'post',
    path: '/api/v1/execute/vcoin/swap',
    summary: "Swap the sender's vouchers, by a signature alone.",
    description:
      'As a swap of tokens, but `asset_in.token_type` is `{"voucher": {}}`. The wallet signs `sign.text`; `execute/meta` makes the hub\'s transaction of it. All legs of a split are made or none.',
    request: VoucherSwapRequest,
    refuses: 'lost',
    answer: MetaBuild,
    errors: OPERATION_ERRORS,
    examples: voucherSwapExamples,
  },
  executeMeta: {
    tag: 'Meta transactions',
    method: 'post',
    path: '/api/v1/execute/meta',
    summary: "Make the hub's transaction of what an owner of vouchers signed.",
    description:
      'The signature and the expiry are checked, so that nobody pays gas for what the hub would refuse. `sender` is any wallet of the hub: it signs and sends the `msgs` of the answer, unchanged, and pays the gas.',
    request: MetaExecuteRequest,
    refuses: 'lost',
    answer: CosmWasmBuild,
    errors: ['INVALID_ADDRESS', 'UNKNOWN_CHAIN', 'WRONG_SIGNATURE', 'CHAIN_UNAVAILABLE'],
  },
} satisfies Record<string, Call>
