import { z } from 'zod'

import { CONTRACT_VERSION } from '../generations/local-events.ts'
import { BaseUnits } from '../../core/terms/amounts.ts'
import {
  CurveError,
  firstLpAmount,
  laterLpAmount,
  LOCKED_LP,
  priceGapBps,
  removedAmounts,
  swapOutput,
  type SwapResult,
} from '../../core/routing/curves.ts'
import type { Contract, ExecuteContext, QueryContext } from '../cosmwasm/contract.ts'
import { dispatch, on } from '../cosmwasm/message-table.ts'
import { ContractError } from '../cosmwasm/tx-error.ts'
import { LOCAL_GENERATIONS } from '../generations/local-generations.ts'
import type { HubConfig } from './hub-config.ts'
import { LpTokenFacts, PoolCurve } from './packet-call.ts'
import { Pair } from './pools.ts'

const Instantiate = z.strictObject({ pair: Pair, curve: PoolCurve, lp_token: LpTokenFacts })

const Swap = z.strictObject({ tx_id: z.string(), asset_in: z.string(), amount_in: BaseUnits })
const Add = z.strictObject({
  tx_id: z.string(),
  chain_uid: z.string(),
  amount_1: BaseUnits,
  amount_2: BaseUnits,
  slippage_bps: z.int().min(0).max(10_000),
})
const Remove = z.strictObject({ tx_id: z.string(), chain_uid: z.string(), lp_amount: BaseUnits })

/** What the router learns of each change. Amounts are base units. */
export const SwapAnswer = z.object({
  asset_out: z.string(),
  amount_out: BaseUnits,
  protocol_fee: BaseUnits,
})
export const AddAnswer = z.object({ lp_allocation: BaseUnits, lp_token: LpTokenFacts })
export const RemoveAnswer = z.object({ amount_1: BaseUnits, amount_2: BaseUnits })

type Facts = z.input<typeof Instantiate>
/** `updated_at` is unix seconds. */
type Totals = { reserve_1: string; reserve_2: string; total_lp: string; updated_at: string }

/**
 * A pool of two tokens. Its reserves lie in the voucher ledger under its own address, where the router moves them; the pool
 * decides the amounts and counts LP shares per chain. Only the router changes anything.
 *
 * Queries: `state`, `liquidity`, `fee`, `pool {chain_uid}`, `get_all_pools`, and `simulate_swap {asset, amount}`, which
 * answers what a swap would (`asset_out`, `amount_out`, `lp_fee`, `protocol_fee`).
 */
export function createVlp(config: HubConfig): Contract {
  const facts = (context: QueryContext) => context.collection<Facts>('facts')
  const totals = (context: QueryContext) => context.collection<Totals>('totals')
  const shares = (context: QueryContext) => context.collection<string>('shares')
  const { lpBps, protocolBps, recipient } = config.fees
  const fee = { lp_fee_bps: Number(lpBps), euclid_fee_bps: Number(protocolBps), recipient }

  function poolOf(context: QueryContext) {
    const { pair, curve, lp_token } = Instantiate.parse(facts(context).get('pool'))
    const { reserve_1, reserve_2, total_lp } = totals(context).get('pool') ?? EMPTY
    return {
      pair,
      curve,
      lpToken: lp_token,
      reserve1: BigInt(reserve_1),
      reserve2: BigInt(reserve_2),
      totalLp: BigInt(total_lp),
    }
  }

  const shareOf = (context: QueryContext, chainUid: string) =>
    BigInt(shares(context).get(chainUid) ?? 0)

  /** Writes the new totals and says so. */
  function change(
    context: ExecuteContext,
    next: { reserve1: bigint; reserve2: bigint; totalLp: bigint },
  ): void {
    totals(context).set('pool', {
      reserve_1: `${next.reserve1}`,
      reserve_2: `${next.reserve2}`,
      total_lp: `${next.totalLp}`,
      updated_at: `${Math.floor(context.block.timeMs / 1000)}`,
    })
  }

  function emitLiquidity(
    context: ExecuteContext,
    txId: string,
    type: string,
    details: Record<string, string>,
  ): void {
    const { pair, reserve1, reserve2, totalLp } = poolOf(context)
    context.event('euclid', {
      version: CONTRACT_VERSION,
      action: 'liquidity_change',
      tx_id: txId,
      type,
      vlp: context.contract,
      ...pair,
      ...details,
      token_1_reserve: `${reserve1}`,
      token_2_reserve: `${reserve2}`,
      total_lp_tokens: `${totalLp}`,
    })
  }

  function trade(
    context: QueryContext,
    assetIn: string,
    amountIn: bigint,
  ): SwapResult & { isFirst: boolean; assetOut: string } {
    const { pair, curve, reserve1, reserve2 } = poolOf(context)
    const isFirst = assetIn === pair.token_1
    if (!isFirst && assetIn !== pair.token_2)
      throw new ContractError(`the pool of ${pair.token_1} and ${pair.token_2} has no ${assetIn}`)
    const [reserveIn, reserveOut] = isFirst ? [reserve1, reserve2] : [reserve2, reserve1]
    const side = { curve, reserveIn, reserveOut, fees: config.fees }
    const result = refusing(() => swapOutput(side, amountIn))
    if (result.amountOut === 0n)
      throw new ContractError(`${amountIn} ${assetIn} is too little to get anything for it`)
    return { ...result, isFirst, assetOut: isFirst ? pair.token_2 : pair.token_1 }
  }

  function swap(
    context: ExecuteContext,
    { tx_id, asset_in, amount_in }: z.infer<typeof Swap>,
  ): z.input<typeof SwapAnswer> {
    const { isFirst, assetOut, amountOut, lpFee, protocolFee } = trade(context, asset_in, amount_in)
    const pool = poolOf(context)
    const gained = amount_in - protocolFee
    change(context, {
      reserve1: pool.reserve1 + (isFirst ? gained : -amountOut),
      reserve2: pool.reserve2 + (isFirst ? -amountOut : gained),
      totalLp: pool.totalLp,
    })
    context.event('euclid', {
      version: CONTRACT_VERSION,
      action: 'vlp_swap',
      tx_id,
      vlp: context.contract,
      asset_in,
      asset_out: assetOut,
      amount_in: `${amount_in}`,
      amount_out: `${amountOut}`,
      lp_fee: `${lpFee}`,
      euclid_fee: `${protocolFee}`,
    })
    return { asset_out: assetOut, amount_out: `${amountOut}`, protocol_fee: `${protocolFee}` }
  }

  function add(
    context: ExecuteContext,
    { tx_id, chain_uid, amount_1, amount_2, slippage_bps }: z.infer<typeof Add>,
  ): z.input<typeof AddAnswer> {
    const pool = poolOf(context)
    const isFirst = pool.totalLp === 0n
    if (!isFirst) {
      const gap = refusing(() => priceGapBps(pool, amount_1, amount_2))
      if (gap > BigInt(slippage_bps))
        throw new ContractError(
          `the pool's price is ${gap} bps away from these amounts, which is more than ${slippage_bps}`,
        )
    }
    const made = refusing(() =>
      isFirst ? firstLpAmount(amount_1, amount_2) : laterLpAmount(pool, amount_1, amount_2),
    )
    const allocation = isFirst ? made - LOCKED_LP : made
    if (allocation === 0n) throw new ContractError('the amounts are too small for any LP token')
    change(context, {
      reserve1: pool.reserve1 + amount_1,
      reserve2: pool.reserve2 + amount_2,
      totalLp: pool.totalLp + made,
    })
    shares(context).set(chain_uid, `${shareOf(context, chain_uid) + allocation}`)
    emitLiquidity(context, tx_id, 'add_liquidity', {
      chain_uid,
      token_1_added: `${amount_1}`,
      token_2_added: `${amount_2}`,
      lp_allocation: `${allocation}`,
    })
    return { lp_allocation: `${allocation}`, lp_token: pool.lpToken }
  }

  function remove(
    context: ExecuteContext,
    { tx_id, chain_uid, lp_amount }: z.infer<typeof Remove>,
  ): z.input<typeof RemoveAnswer> {
    const pool = poolOf(context)
    const share = shareOf(context, chain_uid)
    if (lp_amount === 0n) throw new ContractError('the amount of LP tokens is zero')
    if (lp_amount > share)
      throw new ContractError(
        `${chain_uid} has ${share} LP tokens of this pool, which is less than ${lp_amount}`,
      )
    const [amount1, amount2] = refusing(() => removedAmounts(pool, lp_amount))
    change(context, {
      reserve1: pool.reserve1 - amount1,
      reserve2: pool.reserve2 - amount2,
      totalLp: pool.totalLp - lp_amount,
    })
    shares(context).set(chain_uid, `${share - lp_amount}`)
    emitLiquidity(context, tx_id, 'remove_liquidity', {
      chain_uid,
      token_1_removed: `${amount1}`,
      token_2_removed: `${amount2}`,
      lp_allocation: `${lp_amount}`,
    })
    return { amount_1: `${amount1}`, amount_2: `${amount2}` }
  }

  /** A chain's share of the pool; its reserves are what its LP tokens are worth now. */
  function chainPool(context: QueryContext, chainUid: string) {
    const pool = poolOf(context)
    const share = shareOf(context, chainUid)
    const [reserve1, reserve2] =
      share === 0n ? [0n, 0n] : refusing(() => removedAmounts(pool, share))
    return { lp_shares: `${share}`, reserve_1: `${reserve1}`, reserve_2: `${reserve2}` }
  }

  function state(context: QueryContext) {
    const { pair, curve, totalLp } = poolOf(context)
    const pool_config =
      curve.type === 'stable'
        ? { stable: { amp_factor: `${curve.ampFactor}` } }
        : { constant_product: {} }
    return LOCAL_GENERATIONS[config.generation].answers.vlpState({
      pair,
      router: config.contracts.router,
      virtual_balance_contract: config.contracts.virtual_balance,
      fee,
      last_updated: Number((totals(context).get('pool') ?? EMPTY).updated_at),
      total_lp_tokens: `${totalLp}`,
      admin: config.adminAddress,
      pool_config,
    })
  }

  const messages = {
    swap: on(Swap, swap),
    add_liquidity: on(Add, add),
    remove_liquidity: on(Remove, remove),
  }

  const nothing = z.strictObject({})
  const queries = {
    state: on(nothing, state),
    liquidity: on(nothing, (context: QueryContext) => {
      const { pair, reserve1, reserve2, totalLp } = poolOf(context)
      return {
        pair,
        token_1_reserve: `${reserve1}`,
        token_2_reserve: `${reserve2}`,
        total_lp_tokens: `${totalLp}`,
      }
    }),
    fee: on(nothing, () => ({ fee })),
    pool: on(z.strictObject({ chain_uid: z.string() }), (context: QueryContext, { chain_uid }) =>
      chainPool(context, chain_uid),
    ),
    get_all_pools: on(nothing, (context: QueryContext) => ({
      pools: shares(context)
        .entries()
        .map(([chain_uid]) => ({ chain_uid, pool: chainPool(context, chain_uid) })),
    })),
    simulate_swap: on(
      z.strictObject({ asset: z.string(), amount: BaseUnits }),
      (context: QueryContext, { asset, amount }) => {
        const { assetOut, amountOut, lpFee, protocolFee } = trade(context, asset, amount)
        return {
          asset_out: assetOut,
          amount_out: `${amountOut}`,
          lp_fee: `${lpFee}`,
          protocol_fee: `${protocolFee}`,
        }
      },
    ),
  }

  return {
    label: 'vlp',
    instantiate(context, msg) {
      checkRouter(context)
      const known = Instantiate.parse(msg)
      facts(context).set('pool', z.encode(Instantiate, known))
    },
    execute(context, msg) {
      checkRouter(context)
      return dispatch(messages, context, msg)
    },
    query: (context, msg) => dispatch(queries, context, msg),
  }

  function checkRouter({ sender }: ExecuteContext): void {
    if (sender !== config.contracts.router)
      throw new ContractError('only the router may change a pool')
  }
}

const EMPTY: Totals = { reserve_1: '0', reserve_2: '0', total_lp: '0', updated_at: '0' }

/** A curve's failure as the contract's refusal. */
function refusing<T>(compute: () => T): T {
  try {
    return compute()
  } catch (error) {
    if (error instanceof CurveError) throw new ContractError(error.message)
    throw error
  }
}
