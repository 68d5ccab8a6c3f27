import type { Pools } from './pools-port.ts'
import type { Asker, Claimers } from './claimers-port.ts'
import type { z } from 'zod'

import { refuseTooSmall } from '../../core/claims/claim-limits.ts'
import type { Network } from '../../core/terms/network.ts'
import { buildSwap } from '../../core/payloads/build-swap.ts'
import {
  buildDeposit,
  ChatDepositRequest,
  DepositRequest,
  parseDeposit,
} from '../../core/payloads/deposit.ts'
import {
  buildLiquidityAdd,
  LiquidityAddRequest,
  parseLiquidityAdd,
} from '../../core/payloads/liquidity-add.ts'
import {
  buildLiquidityRemove,
  LiquidityRemoveRequest,
  parseLiquidityRemove,
  removalFrom,
  type LiquidityRemove,
} from '../../core/payloads/liquidity-remove.ts'
import {
  buildPoolCreate,
  parsePoolCreate,
  PoolCreateRequest,
} from '../../core/payloads/pool-create.ts'
import type { Share } from '../../core/payloads/shares.ts'
import { parseSwap, SwapRequest } from '../../core/payloads/swap.ts'
import {
  buildVoucherTransfer,
  ChatVoucherTransferRequest,
  parseVoucherTransfer,
  VoucherTransferRequest,
} from '../../core/payloads/voucher-transfer.ts'
import {
  buildVoucherWithdraw,
  parseVoucherWithdraw,
  VoucherWithdrawRequest,
} from '../../core/payloads/voucher-withdraw.ts'
import type { Claimed } from '../../core/payloads/voucher-payout.ts'
import { refuseLostFields, parseRequest } from '../../core/terms/request.ts'
import type { CrossChainUser } from '../../core/terms/shapes.ts'

/** JSON of the interface in, its answer out. Throws the `DomainError`s of the operation's `parse…` function. */
type Operation<Answer> = (request: unknown, asker?: Asker) => Promise<Answer>

/** Value that is shared by recipients, who may be people. */
type SharedOut = { shares: readonly Share[]; sender: CrossChainUser; token: string } // the sender as the hub keys it

/** The service's operations, by name. */
export type Operations = ReturnType<typeof createOperations>

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

  async function parseRemoval(
    of: Network,
    request: LiquidityRemoveRequest,
  ): Promise<LiquidityRemove> {
    const asked = parseLiquidityRemove(of, request)
    if (asked.kind === 'broadcast') return asked
    const { chain, vlpAddress } = asked
    const [own, lpToken] = await Promise.all([
      pools.pairOf(vlpAddress),
      chain.family === 'evm' ? undefined : pools.lpTokenOf(chain.chain_uid, vlpAddress),
    ])
    return removalFrom(asked, { own, lpToken })
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
    removeLiquidity: operation(LiquidityRemoveRequest, parseRemoval, buildLiquidityRemove),
    createPool: operation(PoolCreateRequest, parsePoolCreate, buildPoolCreate),
  }
}
