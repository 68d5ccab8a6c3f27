import type { SimulatedSwap } from '../market/simulate-swap.ts'
import type { Asker, Claimers } from './claimers-port.ts'
import { SwapRefusedError } from '../../core/routing/route-errors.ts'
import { ChainUnavailableError } from '../../core/terms/errors.ts'
import type { Network } from '../../core/terms/network.ts'
import { buildVoucherSwap, parseVoucherSwap } from '../../core/payloads/voucher-swap.ts'
import { buildSwap } from '../../core/payloads/build-swap.ts'
import { buildDeposit, parseDeposit } from '../../core/payloads/deposit.ts'
import { buildLiquidityAdd, parseLiquidityAdd } from '../../core/payloads/liquidity-add.ts'
import {
  buildLiquidityRemove,
  needsLpToken,
  parseLiquidityRemove,
  removalFrom,
  type LiquidityRemove,
  type LiquidityRemoveRequest,
} from '../../core/payloads/liquidity-remove.ts'
import { buildPoolCreate, parsePoolCreate } from '../../core/payloads/pool-create.ts'
import type { Share, Claimed } from '../../core/payloads/shares.ts'
import { amountTraded } from '../../core/payloads/partner-fee.ts'
import { parseSwap, type Swap, type SwapRequest } from '../../core/payloads/swap.ts'
import { unpricedWays, type SwapWay } from '../../core/payloads/swap-legs.ts'
import type { MetaTerms } from '../../core/payloads/meta-transaction.ts'
import {
  buildMetaTransfer,
  buildVoucherTransfer,
  parseVoucherTransfer,
  type VoucherTransfer,
} from '../../core/payloads/voucher-transfer.ts'
import {
  buildMetaWithdraw,
  buildVoucherWithdraw,
  parseMetaWithdraw,
  parseVoucherWithdraw,
} from '../../core/payloads/voucher-withdraw.ts'
import type { CrossChainUser } from '../../core/terms/shapes.ts'
import type { Pair } from '../../core/payloads/pair.ts'

/** What a removal asks of the chains about a pool. Addresses are in the form of `parseAddress`. */
export type Pools = {
  /** The pair of the hub's pool of this address; `undefined` where the hub has none. */
  pairOf(vlpAddress: string): Promise<Pair | undefined>
  /** The contract of the pool's LP token on a chain; `undefined` where the chain has none. */
  lpTokenOf(chainUid: string, vlpAddress: string): Promise<string | undefined>
}

/** The interface's request in, its answer out. Throws the `DomainError`s of the operation's `parse…` function. */
type Operation<Request, Answer> = (request: Request, asker?: Asker) => Promise<Answer>

/** Value that is shared by recipients, who may be people. */
type SharedOut = { shares: readonly Share[]; sender: CrossChainUser; token: string } // the sender as the hub keys it

const sharesOf = ({ shares, from, token }: VoucherTransfer): SharedOut => ({
  shares,
  sender: from,
  token,
})

type Makers = {
  network: Network
  claimers: Pick<Claimers, 'create'>
  now: () => Date
}

/** Everything is checked before a claimer is made, so a refused request leaves nothing behind. */
function createMaker({ network, claimers, now }: Makers) {
  /** `sharedOut` is for an operation that may pay people, who then need claimers. */
  function operation<Request, Checked, Answer>(
    parse: (network: Network, request: Request, nowMs: number) => Checked | Promise<Checked>,
    build: (network: Network, checked: Checked, claimed?: Claimed) => Answer,
    sharedOut?: (checked: Checked) => SharedOut,
  ): Operation<Request, Answer> {
    return async (request, asker = {}) => {
      const parsed = parse(network, request, now().getTime())
      // Most operations ask nobody, and waiting for nothing is a measurable part of a request.
      const checked = parsed instanceof Promise ? await parsed : parsed
      const shared = sharedOut?.(checked)
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
    const { claimers: made, claim_group_id } = await claimers.create(gifts)
    return claim_group_id === undefined ? made[0] : { claim_group_id, claimers: made }
  }

  return operation
}

/** The service's operations, by name. */
export type Operations = ReturnType<typeof createOperations>

/**
 * Makes the service's operations, each of which builds what its sender signs: nothing is signed, sent or kept here but the claimers that it makes for people.
 * `pools` answers for the hub; of `claimers` none is made before all of a request was checked.
 */
export function createOperations({
  pools,
  ...makers
}: Makers & {
  pools: Pools & {
    /** What a swap would bring now. @throws {SwapRefusedError} {ChainUnavailableError} */
    simulateSwap(swap: SimulatedSwap): Promise<bigint>
  }
}) {
  const operation = createMaker(makers)

  /** The interface leaves a path's estimates out; what slippage is a part of is then what the hub says now. Where it says nothing, a stated minimum has to do. */
  function parsePricedSwap(of: Network, request: SwapRequest): Swap | Promise<Swap> {
    const unpriced = unpricedWays(of, request)
    if (unpriced.length === 0) return parseSwap(of, request)
    const assetIn = request.asset_in.token
    const estimateOf = async ({ amount, route: { assetOut, swaps } }: SwapWay) =>
      pools.simulateSwap({
        assetIn,
        amountIn: amountTraded(amount, request),
        assetOut,
        minAmountOut: 0n,
        swaps,
      })
    const estimates = unpriced.map((way) => (way ? estimateOf(way) : Promise.resolve(undefined)))
    return Promise.all(estimates).then(
      (known) => parseSwap(of, request, known),
      (error: unknown) => {
        const isSilent = error instanceof ChainUnavailableError || error instanceof SwapRefusedError
        if (typeof request.minimum_receive !== 'bigint' || !isSilent) throw error
        return parseSwap(of, request)
      },
    )
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
      needsLpToken(of, chain) ? pools.lpTokenOf(chain.chain_uid, vlpAddress) : undefined,
    ])
    return removalFrom(of, asked, { own, lpToken })
  }

  return {
    deposit: operation(parseDeposit, buildDeposit, ({ shares, from, asset }) => ({
      shares,
      sender: from,
      token: asset.token,
    })),
    transferVoucher: operation(parseVoucherTransfer, buildVoucherTransfer, sharesOf),
    withdrawVoucher: operation(parseVoucherWithdraw, buildVoucherWithdraw),
    swap: operation(parsePricedSwap, buildSwap),
    addLiquidity: operation(parseLiquidityAdd, buildLiquidityAdd),
    removeLiquidity: operation(parseRemoval, buildLiquidityRemove),
    createPool: operation(parsePoolCreate, buildPoolCreate),
  }
}

/** The moves of vouchers as texts that their owner signs, in place of a transaction. */
export type Texts = ReturnType<typeof createTexts>

/** Makes the operations on vouchers that can be texts. What is returned takes the `terms` of one text: until when it can be run, and its nonce. */
export function createTexts(makers: Makers) {
  const operation = createMaker(makers)
  return (terms: MetaTerms) => ({
    transferVoucher: operation(
      parseVoucherTransfer,
      (of: Network, transfer, claimed) => buildMetaTransfer(of, transfer, claimed, terms),
      sharesOf,
    ),
    withdrawVoucher: operation(parseMetaWithdraw, (of: Network, withdraw) =>
      buildMetaWithdraw(of, withdraw, terms),
    ),
    swap: operation(parseVoucherSwap, (of: Network, swap) => buildVoucherSwap(of, swap, terms)),
  })
}
