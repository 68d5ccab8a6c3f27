import type { z } from 'zod'

import type { Network } from './network.ts'
import { buildSwap } from './payloads/build-swap.ts'
import { buildDeposit, DepositRequest, parseDeposit } from './payloads/deposit.ts'
import {
  buildLiquidityAdd,
  LiquidityAddRequest,
  parseLiquidityAdd,
} from './payloads/liquidity-add.ts'
import {
  buildLiquidityRemove,
  LiquidityRemoveRequest,
  parseLiquidityRemove,
  type Pools,
} from './payloads/liquidity-remove.ts'
import { buildPoolCreate, parsePoolCreate, PoolCreateRequest } from './payloads/pool-create.ts'
import type { Recipient } from './payloads/recipient.ts'
import { parseSwap, SwapRequest } from './payloads/swap.ts'
import {
  buildVoucherTransfer,
  parseVoucherTransfer,
  VoucherTransferRequest,
} from './payloads/voucher-transfer.ts'
import {
  buildVoucherWithdraw,
  parseVoucherWithdraw,
  VoucherWithdrawRequest,
} from './payloads/voucher-withdraw.ts'
import { refuseLostFields } from './lost-fields.ts'
import { parseRequest } from './request.ts'
import type { Claimer, CrossChainUser } from './shapes.ts'

/** Who asked for an operation, where a chat knows it: goes into the claimer's record and to the recipient. */
export type Origin = {
  /** `telegram:<immutable user id>` of the sender's account. */
  account: string
  /** How the sender is shown to the recipient, for example `@alice`. */
  name: string
  /** The sender's own words, as plain text. */
  note: string | undefined
}

/** What the core asks of claims: a fresh record, with its own key pair unless the caller brought a public key. */
export type Claimers = {
  create(request: {
    recipient: Extract<Recipient, { kind: 'social' }>
    sender: CrossChainUser
    token: string
    amount: bigint
    origin: Origin | undefined
  }): Promise<Claimer>
}

/** JSON of the interface in, its answer out. Throws the `DomainError`s of the operation's `parse…` function. */
type Operation<Answer> = (request: unknown, origin?: Origin) => Promise<Answer>

/** Value for one recipient, who may be a person. `amount` is base units. */
type Gift = { recipient: Recipient; sender: CrossChainUser; token: string; amount: bigint }

/** The service's operations, by name. */
export type Operations = ReturnType<typeof createOperations>

/** The operations that a chat asks a wallet to sign, and that the sign page explains. */
export type SignableOperation = Extract<
  keyof Operations,
  'deposit' | 'transferVoucher' | 'withdrawVoucher' | 'swap'
>

/** Everything is checked before a claimer is made, so a refused request leaves nothing behind. */
export function createOperations({
  network,
  claimers,
  pools,
  now,
}: {
  network: Network
  claimers: Claimers
  pools: Pools
  now: () => Date
}) {
  /** `giftOf` says who gets what, for an operation that may pay a person, who then needs a claimer. */
  function operation<Schema extends z.ZodObject, Checked, Answer>(
    schema: Schema,
    parse: (
      network: Network,
      request: z.output<Schema>,
      nowMs: number,
    ) => Checked | Promise<Checked>,
    build: (network: Network, checked: Checked, claimer?: Claimer) => Answer,
    giftOf?: (checked: Checked) => Gift,
  ): Operation<Answer> {
    const known = Object.keys(schema.shape)
    return async (request, origin) => {
      refuseLostFields(known, request)
      const parsed = parse(network, parseRequest(schema, request), now().getTime())
      // Most operations ask nobody, and waiting for nothing is a measurable part of a request.
      const checked = parsed instanceof Promise ? await parsed : parsed
      const gift = giftOf?.(checked)
      if (gift?.recipient.kind !== 'social') return build(network, checked)
      const { recipient, sender, token, amount } = gift
      const claimer = await claimers.create({ recipient, sender, token, amount, origin })
      return build(network, checked, claimer)
    }
  }

  return {
    deposit: operation(
      DepositRequest,
      parseDeposit,
      buildDeposit,
      ({ recipient, sender, asset, amount }) => ({ recipient, sender, token: asset.token, amount }),
    ),
    transferVoucher: operation(
      VoucherTransferRequest,
      parseVoucherTransfer,
      buildVoucherTransfer,
      (transfer) => transfer,
    ),
    withdrawVoucher: operation(VoucherWithdrawRequest, parseVoucherWithdraw, buildVoucherWithdraw),
    swap: operation(SwapRequest, parseSwap, buildSwap),
    addLiquidity: operation(LiquidityAddRequest, parseLiquidityAdd, buildLiquidityAdd),
    removeLiquidity: operation(
      LiquidityRemoveRequest,
      parseLiquidityRemove(pools),
      buildLiquidityRemove,
    ),
    createPool: operation(PoolCreateRequest, parsePoolCreate, buildPoolCreate),
  }
}
