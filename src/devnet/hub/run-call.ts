import { z } from 'zod'

import { CONTRACT_VERSION } from '../generations/local-events.ts'
import { BaseUnits } from '../../core/terms/amounts.ts'
import type { ExecuteContext } from '../cosmwasm/contract.ts'
import { ContractError } from '../cosmwasm/tx-error.ts'
import type { CallRun } from './call-run.ts'
import {
  checkDenom,
  checkUser,
  isClaimer,
  showUser,
  tokenIn,
  type HubConfig,
} from './hub-config.ts'
import type { CallAsset, DistributionCall, SignedCall } from './packet-call.ts'
import { payOut } from './pay-out.ts'
import { checkTaken } from './release-rules.ts'
import { changeEscrow } from './releases.ts'
import { addLiquidity, removeLiquidity } from './run-liquidity.ts'
import { runSwap } from './run-swap.ts'

const Balance = z.object({ amount: BaseUnits })

/**
 * Runs a factory's call on the router and gives what its acknowledgement says.
 * @throws {ContractError} any part of it cannot be done; the caller undoes the rest
 */
export function runCall(
  context: ExecuteContext,
  config: HubConfig,
  { tx_id: txId, sender, call }: SignedCall,
): object {
  if (!isClaimer(config, sender)) checkTaken(context, sender.chain_uid)
  const run: CallRun = { context, config, txId, from: checkUser(config, sender) }
  switch (call.type) {
    case 'deposit_token':
    case 'transfer_voucher':
      return distribute(run, call)
    case 'swap':
      bookIn(run, call.asset)
      return runSwap(run, call)
    case 'add_liquidity':
    case 'pool_creation':
      for (const asset of call.assets) bookIn(run, asset)
      return addLiquidity(run, call)
    case 'remove_liquidity':
      return removeLiquidity(run, call)
  }
}

/** Books a deposit, or says which vouchers move, then serves the recipients. */
function distribute(run: CallRun, call: DistributionCall): object {
  const { context, config, txId, from } = run
  const { token, amount, recipients } = call
  if (call.type === 'deposit_token') {
    bookIn(run, { token, denom: call.denom, amount })
    context.event('euclid', {
      version: CONTRACT_VERSION,
      action: 'deposit_token',
      tx_id: txId,
      asset_in: token,
      asset_in_denom: Object.keys(call.denom)[0] ?? '',
      amount_in: `${amount}`,
    })
  } else {
    checkAmount(config, token, amount)
    checkVouchers(run, token, amount)
    context.event('euclid', {
      version: CONTRACT_VERSION,
      action: 'transfer_voucher',
      tx_id: txId,
      token,
      amount: `${amount}`,
      from: showUser(from),
    })
  }
  const payout = { txId, from, token, amount, recipients }
  const releases = payOut(context, config, payout)
  return { token, amount: `${amount}`, releases }
}

/** Real tokens that lie in the sender's factory become the sender's vouchers. Vouchers are there already. */
function bookIn({ context, config, from }: CallRun, { token, denom, amount }: CallAsset): void {
  checkAmount(config, token, amount)
  if (denom === 'voucher') return
  const registered = checkDenom(config, token, from.chain_uid, denom)
  changeEscrow(context, config, {
    action: 'increase',
    token,
    chainUid: from.chain_uid,
    amount,
    denom: registered,
  })
  context.execute(config.contracts.virtual_balance, {
    mint: { user: from, token_id: token, amount: `${amount}` },
  })
}

/** Also what stays with the sender, or goes back to it, has to be there. */
function checkVouchers({ context, config, from }: CallRun, token: string, amount: bigint): void {
  const get_balance = { balance_key: { cross_chain_user: from, token_id: token } }
  const answer = context.query(config.contracts.virtual_balance, { get_balance })
  const held = Balance.parse(answer).amount
  if (held < amount)
    throw new ContractError(
      `${showUser(from)} has ${held} ${token} in vouchers, which is less than ${amount}`,
    )
}

function checkAmount(config: HubConfig, token: string, amount: bigint): void {
  tokenIn(config, token)
  if (amount === 0n) throw new ContractError('the amount is zero')
}
