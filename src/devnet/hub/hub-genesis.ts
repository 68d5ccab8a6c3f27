import { z } from 'zod'

import { denomOn } from '../../core/terms/network.ts'
import type { CrossChainUser } from '../../core/terms/shapes.ts'
import type { GenesisContext } from '../cosmwasm/chain.ts'
import { LOCAL_GENERATIONS } from '../generations/local-generations.ts'
import { checkUser, tokenIn, type HubConfig } from './hub-config.ts'
import { PacketCall, type LpTokenFacts, type PoolCurve } from './packet-call.ts'

/**
 * What there is before the first block, made by the same operations that users have. `amount`s are base units.
 *
 * `deposits` become vouchers of `to`. On the hub's own chain the coins are taken from `from`, which must have them; on
 * another chain its factory's escrow must hold them from the start. `pools` are made by `creator`, an account on the hub's
 * chain, out of its vouchers, and it gets the LP tokens there.
 */
export type HubGenesis = {
  deposits: {
    chain_uid: string
    token: string
    amount: bigint
    from: string
    to: CrossChainUser
  }[]
  pools: {
    creator: string
    assets: [GenesisSide, GenesisSide]
    curve: PoolCurve
    lpToken: LpTokenFacts
  }[]
}
type GenesisSide = { token: string; amount: bigint }

/** Runs a genesis. @throws {ContractError} something in it does not add up */
export function runGenesis(
  { execute }: GenesisContext,
  config: HubConfig,
  { deposits, pools }: HubGenesis,
): void {
  const { factory, router } = config.contracts
  const generation = LOCAL_GENERATIONS[config.generation]
  for (const [index, { chain_uid, token, amount, from, to }] of deposits.entries()) {
    const token_type = denomOn(tokenIn(config, token), chain_uid)
    if (!token_type) throw new Error(`genesis: token ${token} has no denomination on ${chain_uid}`)
    if (chain_uid === config.chainUid && 'native' in token_type) {
      const deposit_token = {
        asset_in: { token, token_type },
        amount_in: `${amount}`,
        ...generation.firstDeposit(to, amount),
      }
      execute(from, factory, { deposit_token }, [{ denom: token_type.native.denom, amount }])
      continue
    }
    const sender = checkUser(config, { chain_uid, address: from })
    const call = z.encode(PacketCall, {
      type: 'deposit_token',
      token,
      denom: token_type,
      amount,
      recipients: [{ user: to, limit: { type: 'equal', value: amount }, denom: 'voucher' }],
    })
    const tx_id = `${chain_uid}:${sender.address}:genesis:${index}`
    execute(factory, router, { execute_call: { tx_id, sender, call } })
  }
  for (const { creator, assets, curve, lpToken } of pools) {
    const [token_1, token_2] = assets.map(({ token, amount }) => ({
      token,
      token_type: { voucher: {} },
      amount: `${amount}`,
    }))
    const pool_config =
      curve.type === 'stable'
        ? { stable: { amp_factor: `${curve.ampFactor}` } }
        : { constant_product: {} }
    execute(creator, factory, {
      request_pool_creation: {
        ...generation.firstPool({ pair: { token_1, token_2 }, pool_config }),
        lp_token_name: lpToken.name,
        lp_token_symbol: lpToken.symbol,
        lp_token_decimal: lpToken.decimals,
        lp_token_marketing: null,
        slippage_tolerance_bps: 0,
      },
    })
  }
}
