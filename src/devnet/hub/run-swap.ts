import { denomOn } from '../../core/terms/network.ts'
import { CONTRACT_VERSION } from '../generations/local-events.ts'
import type { CrossChainUser } from '../../core/terms/shapes.ts'
import type { QueryContext } from '../cosmwasm/contract.ts'
import { ContractError } from '../cosmwasm/tx-error.ts'
import { checkUser, tokenIn, type HubConfig } from './hub-config.ts'
import type { SwapCall } from './packet-call.ts'
import { moveVouchers, payOut, type SentTo } from './pay-out.ts'
import { vlpOf } from './pools.ts'
import { escrowOf } from './releases.ts'
import type { CallRun } from './call-run.ts'
import { SwapAnswer } from './vlp.ts'

export type Hop = { token_in: string; token_out: string }

/**
 * Trades the sender's vouchers through the pools of the route, after the partner's fee, and serves the recipients.
 * @throws {ContractError} no such route, fewer vouchers than the amount, or an output below the minimum
 */
export function runSwap(run: CallRun, call: SwapCall): object {
  const { context, config, txId, from } = run
  const { asset, assetOut, minAmountOut, swaps, recipients } = call
  const { token, amount } = asset
  checkRoute(config, swaps, token, assetOut)
  const { fee, releases: feeReleases } = payPartner(run, call)

  let held = { owner: from, token, amount: amount - fee }
  for (const hop of swaps) {
    const { vlp } = vlpOf(context, config, { token_1: hop.token_in, token_2: hop.token_out })
    const pool: CrossChainUser = { chain_uid: config.chainUid, address: vlp }
    moveVouchers(context, config, { ...held, from: held.owner, to: pool })
    const { amount_out, protocol_fee } = SwapAnswer.parse(
      context.execute(vlp, {
        swap: { tx_id: txId, asset_in: hop.token_in, amount_in: `${held.amount}` },
      }),
    )
    moveVouchers(context, config, {
      from: pool,
      to: config.fees.recipient,
      token: hop.token_in,
      amount: protocol_fee,
    })
    held = { owner: pool, token: hop.token_out, amount: amount_out }
  }
  if (held.amount < minAmountOut)
    throw new ContractError(
      `the swap yields ${held.amount} ${assetOut}, which is less than the minimum of ${minAmountOut}`,
    )
  moveVouchers(context, config, { ...held, from: held.owner, to: from })
  context.event('euclid', {
    version: CONTRACT_VERSION,
    action: 'swap',
    tx_id: txId,
    asset_in: token,
    asset_in_denom: JSON.stringify(asset.denom === 'voucher' ? { voucher: {} } : asset.denom),
    asset_out: assetOut,
    amount_in: `${amount - fee}`,
    min_amount_out: `${minAmountOut}`,
    amount_out: `${held.amount}`,
    partner_fee: `${fee}`,
  })
  const told = {
    action: 'reply_swap',
    amount_out: `${held.amount}`,
    asset_out: assetOut,
    asset_in: token,
    amount_in: `${amount - fee}`,
  }
  // As the other chains' factories leave them out of their packets: who has no form of the token.
  const able = recipients.filter(
    ({ user, denom }) =>
      denom !== 'real' ||
      denomOn(tokenIn(config, assetOut), checkUser(config, user).chain_uid) !== undefined,
  )
  const payout = { txId, from, token: assetOut, amount: held.amount, told }
  const releases = [...feeReleases, ...payOut(context, config, { ...payout, recipients: able })]
  return {
    asset_in: token,
    amount_in: `${amount - fee}`,
    asset_out: assetOut,
    amount_out: `${held.amount}`,
    partner_fee: `${fee}`,
    releases,
  }
}

/** Of vouchers the partner gets vouchers, of tokens that lie here real ones, or vouchers where the escrow holds too little. */
function payPartner(
  { context, config, txId, from }: CallRun,
  { asset: { token, denom }, partnerFee }: SwapCall,
): { fee: bigint; releases: SentTo[] } {
  if (!partnerFee || partnerFee.amount === 0n) return { fee: 0n, releases: [] }
  const fee = partnerFee.amount
  const user = checkUser(config, partnerFee.recipient)
  const canRelease =
    denom !== 'voucher' &&
    denomOn(tokenIn(config, token), user.chain_uid) !== undefined &&
    escrowOf(context, token, user.chain_uid) >= fee
  const releases = payOut(context, config, {
    txId,
    from,
    token,
    amount: fee,
    recipients: [{ user, limit: { type: 'dynamic' }, denom: canRelease ? 'real' : 'voucher' }],
  })
  return { fee, releases }
}

/** @throws {ContractError} no hop, or hops that do not lead from the one token to the other */
function checkRoute(config: HubConfig, swaps: Hop[], assetIn: string, assetOut: string): void {
  if (swaps.length === 0) throw new ContractError('the route has no swaps')
  let token = tokenIn(config, assetIn).token
  for (const { token_in, token_out } of swaps) {
    if (token_in !== token)
      throw new ContractError(`the route goes on with ${token_in} where it has ${token}`)
    token = token_out
  }
  if (token !== assetOut) throw new ContractError(`the route ends in ${token}, not in ${assetOut}`)
}

/** What a route would yield now, without a partner's fee. @throws {ContractError} as the swap would */
export function simulateRoute(
  context: QueryContext,
  config: HubConfig,
  route: {
    assetIn: string
    amountIn: bigint
    assetOut: string
    minAmountOut: bigint
    swaps: Hop[]
  },
): bigint {
  checkRoute(config, route.swaps, route.assetIn, route.assetOut)
  let amount = route.amountIn
  const seen = new Set<string>()
  for (const { token_in, token_out } of route.swaps) {
    const { vlp } = vlpOf(context, config, { token_1: token_in, token_2: token_out })
    // The second visit would find other reserves than the ones that are asked here.
    if (seen.has(vlp)) throw new ContractError(`a simulation cannot pass the pool ${vlp} twice`)
    seen.add(vlp)
    const simulate_swap = { asset: token_in, amount: `${amount}` }
    amount = SwapAnswer.parse(context.query(vlp, { simulate_swap })).amount_out
  }
  if (amount < route.minAmountOut)
    throw new ContractError(
      `the swap yields ${amount} ${route.assetOut}, which is less than the minimum of ${route.minAmountOut}`,
    )
  return amount
}
