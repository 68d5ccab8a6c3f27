import type { CrossChainUser } from '../../core/shapes.ts'
import type { ExecuteContext } from '../cosmwasm/contract.ts'
import { ContractError } from '../cosmwasm/tx-error.ts'
import { checkDenom, checkUser, showUser, tokenIn, type HubConfig } from './hub-config.ts'
import type { CallRecipient, Limit, SignedCall } from './packet-call.ts'
import { changeEscrow, release } from './releases.ts'

/** What a call did, as its acknowledgement says it. */
export type CallResult = {
  token: string
  amount: string
  releases: { chain_uid: string; sequence: number }[]
}

/**
 * Runs a factory's call on the router: books a deposit, then serves the recipients from the top down. What no recipient
 * takes stays with the sender as vouchers.
 * @throws {ContractError} any part of it cannot be done; the caller undoes the rest
 */
export function runCall(
  context: ExecuteContext,
  config: HubConfig,
  { tx_id: txId, sender, call }: SignedCall,
): CallResult {
  const { token, amount } = call
  tokenIn(config, token)
  const from = checkUser(config, sender)
  if (amount === 0n) throw new ContractError('the amount is zero')
  if (call.type === 'deposit_token') {
    const denom = checkDenom(config, token, from.chain_uid, call.denom)
    changeEscrow(context, config, {
      action: 'increase',
      token,
      chainUid: from.chain_uid,
      amount,
      denom,
    })
    context.execute(config.contracts.virtual_balance, {
      mint: { user: from, token_id: token, amount: `${amount}` },
    })
    context.event('euclid', {
      action: 'deposit_token',
      tx_id: txId,
      asset_in: token,
      amount_in: `${amount}`,
    })
  } else {
    context.event('euclid', {
      action: 'transfer_voucher',
      tx_id: txId,
      token,
      amount: `${amount}`,
      from: showUser(from),
    })
  }
  const releases: CallResult['releases'] = []
  let left = amount
  for (const [index, recipient] of call.recipients.entries()) {
    const share = shareOf(recipient.limit, left, index)
    left -= share
    if (share === 0n) continue
    if (recipient.denom === 'voucher')
      credit(context, config, { txId, from, recipient, token, amount: share })
    else {
      refuseForwarding(recipient)
      releases.push(
        release(context, config, {
          txId,
          from,
          to: recipient.user,
          token,
          denom: recipient.denom,
          amount: share,
          timeoutSec: call.timeoutSec,
        }),
      )
    }
  }
  return { token, amount: `${amount}`, releases }
}

/** `greater_than_or_equal` and `dynamic` take all that is left when their turn comes. */
function shareOf(limit: Limit, left: bigint, index: number): bigint {
  if (limit.type === 'dynamic') return left
  if (limit.type === 'less_than_or_equal') return limit.value < left ? limit.value : left
  if (left < limit.value) {
    const words = limit.type === 'equal' ? 'exactly' : 'at least'
    throw new ContractError(
      `recipient ${index + 1} must get ${words} ${limit.value}, but only ${left} is left`,
    )
  }
  return limit.type === 'equal' ? limit.value : left
}

function credit(
  context: ExecuteContext,
  config: HubConfig,
  {
    txId,
    from,
    recipient,
    token,
    amount,
  }: {
    txId: string
    from: CrossChainUser
    recipient: CallRecipient
    token: string
    amount: bigint
  },
): void {
  const to = checkUser(config, recipient.user)
  const isClaimer = to.chain_uid === config.chainUid && to.address === config.contracts.claimer
  // Vouchers that nobody could take out again are refused rather than lost.
  if (isClaimer && recipient.forwardingMessage === undefined)
    throw new ContractError('the claimer contract needs a message that names the claimer')
  if (!isClaimer) refuseForwarding(recipient)
  const isContract =
    to.chain_uid === config.chainUid && Object.values(config.contracts).includes(to.address)
  if (isContract && !isClaimer)
    throw new ContractError(`the contract ${to.address} cannot hold vouchers`)
  if (showUser(from) !== showUser(to)) {
    context.execute(config.contracts.virtual_balance, {
      transfer: { from, to, token_id: token, amount: `${amount}` },
    })
  }
  if (!isClaimer) return
  const receive_vouchers = {
    tx_id: txId,
    sender: from,
    token,
    amount: `${amount}`,
    msg: recipient.forwardingMessage,
  }
  context.execute(config.contracts.claimer, { receive_vouchers })
}

function refuseForwarding({ user, forwardingMessage }: CallRecipient): void {
  if (forwardingMessage !== undefined)
    throw new ContractError(`${showUser(user)} cannot take a forwarding message`)
}
