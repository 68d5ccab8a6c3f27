import {
  MetaBuild,
  MetaExecuteRequest,
  VoucherSwapRequest,
} from '../../core/payloads/meta-transaction.ts'
import { CosmWasmBuild } from '../../core/terms/shapes.ts'
import type { Endpoint } from './endpoint.ts'
import { voucherSwapExamples } from './operation-examples.ts'

/** What owners of vouchers sign off chain, without gas, and how it gets to the hub. */
export const metaEndpoints: Endpoint[] = [
  {
    id: 'swapVouchers',
    tag: 'Meta transactions',
    method: 'post',
    path: '/api/v1/execute/vcoin/swap',
    summary: "Swap the sender's vouchers, by a signature alone.",
    description:
      'As a swap of tokens, but `asset_in.token_type` is `{"voucher": {}}`. The wallet signs `sign.text`; `execute/meta` makes the hub\'s transaction of it. All legs of a split are made or none.',
    request: VoucherSwapRequest,
    answer: MetaBuild,
    errors: [
      'INVALID_AMOUNT',
      'INVALID_ADDRESS',
      'UNKNOWN_CHAIN',
      'UNKNOWN_TOKEN',
      'UNKNOWN_DENOMINATION',
    ],
    examples: voucherSwapExamples,
  },
  {
    id: 'executeMeta',
    tag: 'Meta transactions',
    method: 'post',
    path: '/api/v1/execute/meta',
    summary: "Make the hub's transaction of what an owner of vouchers signed.",
    description:
      'The signature and the expiry are checked, so that nobody pays gas for what the hub would refuse. `sender` is any wallet of the hub: it signs and sends the `msgs` of the answer, unchanged, and pays the gas.',
    request: MetaExecuteRequest,
    answer: CosmWasmBuild,
    errors: ['INVALID_ADDRESS', 'UNKNOWN_CHAIN', 'WRONG_SIGNATURE'],
  },
]
