import type { z } from 'zod'

import { refuseTooSmall } from './claim-limits.ts'
import type { Network } from './network.ts'
import { buildSwap } from './payloads/build-swap.ts'
import {
  buildDeposit,
  ChatDepositRequest,
  DepositRequest,
  parseDeposit,
} from './payloads/deposit.ts'
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
import type { Person } from './payloads/recipient.ts'
import type { Share } from './payloads/shares.ts'
import { parseSwap, SwapRequest } from './payloads/swap.ts'
import {
  buildVoucherTransfer,
  ChatVoucherTransferRequest,
  parseVoucherTransfer,
  VoucherTransferRequest,
} from './payloads/voucher-transfer.ts'
import {
  buildVoucherWithdraw,
  parseVoucherWithdraw,
  VoucherWithdrawRequest,
} from './payloads/voucher-withdraw.ts'
import type { Claimed } from './payloads/voucher-payout.ts'
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
  /** The chat whose people may take shares that are for whoever comes first, as `chatKey` writes it. */
  chat?: string | undefined
}

/** Value for one person. `amount` is base units. */
export type Gift = {
  recipient: Person
  /** As the hub keys it: what is not claimed goes back there. */
  sender: CrossChainUser
  token: string
  amount: bigint
  origin: Origin | undefined
  /** Where it was asked from, when that is all that is known of who asks. */
  client?: string | undefined
}

/**
 * What the core asks of claims: a fresh record for each gift of one sender, in their order, all or none. Each has its own
 * key pair, unless the caller brought a public key. Several are one group of claims on chain.
 */
export type Claimers = {
  create(
    gifts: readonly Gift[],
  ): Promise<{ claimers: Claimer[]; claim_group_id: string | undefined }>
}

/**
 * Who asks: `origin` is in whose name, `client` what tells from others whoever is not proven to be that, such as a network
 * address. What may be asked for how often is counted for the client where there is one, else for the origin's account.
 */
export type Asker = { origin?: Origin | undefined; client?: string | undefined }

/** JSON of the interface in, its answer out. Throws the `DomainError`s of the operation's `parse…` function. */
type Operation<Answer> = (request: unknown, asker?: Asker) => Promise<Answer>

/** Value that is shared by recipients, who may be people. */
type SharedOut = { shares: readonly Share[]; sender: CrossChainUser; token: string } // the sender as the hub keys it

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
  /** `people` is for an operation that may pay people, who then need claimers. */
  function operation<Request extends Asked, Asked, Checked, Answer>(
    schema: z.ZodObject & z.ZodType<Request>,
    parse: (network: Network, request: Asked, nowMs: number) => Checked | Promise<Checked>,
    build: (network: Network, checked: Checked, claimed?: Claimed) => Answer,
    people?: {
      /** What a chat asks of it. */
      chatSchema: z.ZodType<Asked>
      sharedOut(checked: Checked): SharedOut
    },
  ): Operation<Answer> {
    const known = Object.keys(schema.shape)
    return async (request, asker = {}) => {
      refuseLostFields(known, request)
      const asked = parseRequest((asker.origin && people?.chatSchema) ?? schema, request)
      const parsed = parse(network, asked, now().getTime())
      // Most operations ask nobody, and waiting for nothing is a measurable part of a request.
      const checked = parsed instanceof Promise ? await parsed : parsed
      const shared = people?.sharedOut(checked)
      const isForPeople = shared?.shares.some(({ to }) => to.kind !== 'user') === true
      return isForPeople
        ? build(network, checked, await claimersFor(shared, asker))
        : build(network, checked)
    }
  }

  async function claimersFor(
    { shares, ...common }: SharedOut,
    { origin, client }: Asker,
  ): Promise<Claimed | undefined> {
    const gifts = shares.flatMap(({ to, amount }) =>
      to.kind === 'user' ? [] : [{ ...common, recipient: to, amount, origin, client }],
    )
    for (const gift of gifts) refuseTooSmall(network, gift)
    const { claimers: made, claim_group_id } = await claimers.create(gifts)
    return claim_group_id === undefined ? made[0] : { claim_group_id, claimers: made }
  }

  return {
    deposit: operation(DepositRequest, parseDeposit, buildDeposit, {
      chatSchema: ChatDepositRequest,
      sharedOut: ({ shares, from, asset }) => ({ shares, sender: from, token: asset.token }),
    }),
    transferVoucher: operation(VoucherTransferRequest, parseVoucherTransfer, buildVoucherTransfer, {
      chatSchema: ChatVoucherTransferRequest,
      sharedOut: ({ shares, from, token }) => ({ shares, sender: from, token }),
    }),
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
