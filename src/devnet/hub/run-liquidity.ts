import { isTradable, LEAST_AMP, MOST_AMP } from '../../core/routing/curves.ts'
import type { CrossChainUser } from '../../core/terms/shapes.ts'
import { ContractError } from '../cosmwasm/tx-error.ts'
import type {
  AddLiquidityCall,
  LpTokenFacts,
  PoolCreationCall,
  RemoveLiquidityCall,
} from './packet-call.ts'
import { moveVouchers, payOutWhatCanBe } from './pay-out.ts'
import { createPool, vlpOf, type Pair } from './pools.ts'
import type { CallRun } from './call-run.ts'
import { AddAnswer, RemoveAnswer } from './vlp.ts'

/**
 * Puts the sender's vouchers into the pool of their pair, which a pool creation makes first.
 * @throws {ContractError} no pool or one already, a price too far away, too few vouchers
 */
export function addLiquidity(
  { context, config, txId, from }: CallRun,
  call: AddLiquidityCall | PoolCreationCall,
): object {
  const pair = { token_1: call.assets[0].token, token_2: call.assets[1].token }
  if (call.type === 'pool_creation' && call.curve.type === 'stable') {
    const { ampFactor } = call.curve
    if (!isTradable(ampFactor))
      throw new ContractError(`an amp_factor of ${ampFactor} is not ${LEAST_AMP} to ${MOST_AMP}`)
  }
  const vlp =
    call.type === 'pool_creation'
      ? createPool(context, config, {
          pair,
          curve: call.curve,
          lpToken: call.lpToken ?? named(pair),
        })
      : vlpOf(context, config, pair)
  const [left, right] = call.assets
  const [first, second] = left.token === vlp.token_1 ? [left, right] : [right, left]
  const pool: CrossChainUser = { chain_uid: config.chainUid, address: vlp.vlp }
  for (const { token, amount } of [first, second])
    moveVouchers(context, config, { from, to: pool, token, amount })
  const { lp_allocation, lp_token } = AddAnswer.parse(
    context.execute(vlp.vlp, {
      add_liquidity: {
        tx_id: txId,
        chain_uid: from.chain_uid,
        amount_1: `${first.amount}`,
        amount_2: `${second.amount}`,
        slippage_bps: call.slippageBps,
      },
    }),
  )
  return {
    vlp: vlp.vlp,
    lp_allocation: `${lp_allocation}`,
    token_1_added_liquidity: `${first.amount}`,
    token_2_added_liquidity: `${second.amount}`,
    lp_token,
  }
}

/**
 * Takes the worth of LP tokens, which the factory has burned, out of their pool. Published contracts leave it with the sender as
 * vouchers, whoever was named; earlier ones release both tokens, and what cannot be released stays with the sender.
 * @throws {ContractError} no such pool, or more than the sender's chain has of it
 */
export function removeLiquidity(
  { context, config, txId, from }: CallRun,
  { pair, lpAmount, recipients }: RemoveLiquidityCall,
): object {
  const { vlp, token_1, token_2 } = vlpOf(context, config, pair)
  const pool: CrossChainUser = { chain_uid: config.chainUid, address: vlp }
  const { amount_1, amount_2 } = RemoveAnswer.parse(
    context.execute(vlp, {
      remove_liquidity: { tx_id: txId, chain_uid: from.chain_uid, lp_amount: `${lpAmount}` },
    }),
  )
  const parts = [
    { token: token_1, amount: amount_1 },
    { token: token_2, amount: amount_2 },
  ]
  const releases = parts.flatMap((part) => {
    moveVouchers(context, config, { from: pool, to: from, ...part })
    if (config.generation === 'published') return []
    return payOutWhatCanBe(context, config, { txId, from, ...part, recipients })
  })
  return {
    vlp,
    lp_allocation: `${lpAmount}`,
    token_1: { token: token_1, amount: `${amount_1}` },
    token_2: { token: token_2, amount: `${amount_2}` },
    releases,
  }
}

/** What chains call a pool's LP token where nobody has named it there. */
function named({ token_1, token_2 }: Pair): LpTokenFacts {
  const name = `${token_1}-${token_2} LP`
  return { name: name.slice(0, 64), symbol: name.slice(0, 32), decimals: 6 }
}
