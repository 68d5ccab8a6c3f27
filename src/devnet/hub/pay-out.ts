import { toBase64, toUtf8 } from '@cosmjs/encoding'

import { denomOn, type TokenType } from '../../core/terms/network.ts'
import type { CrossChainUser } from '../../core/terms/shapes.ts'
import type { ExecuteContext } from '../cosmwasm/contract.ts'
import { ContractError } from '../cosmwasm/tx-error.ts'
import {
  checkUser,
  isClaimer,
  isHubContract,
  showUser,
  tokenIn,
  type HubConfig,
} from './hub-config.ts'
import type { CallRecipient, Limit } from './packet-call.ts'
import { escrowOf, release } from './releases.ts'

export type SentTo = { chain_uid: string; sequence: number }

/** Vouchers of `from` that are to be shared out. */
export type PayoutOrder = {
  txId: string
  from: CrossChainUser
  token: string
  amount: bigint
  recipients: readonly CallRecipient[]
  timeoutSec: number
}

/**
 * Serves the recipients from the top down; what no recipient takes stays with the sender as vouchers.
 * @throws {ContractError} a limit that cannot be met, or a release that cannot be made
 */
export function payOutStrictly(
  context: ExecuteContext,
  config: HubConfig,
  payout: PayoutOrder,
): SentTo[] {
  const releases: SentTo[] = []
  let left = payout.amount
  for (const [index, recipient] of payout.recipients.entries()) {
    const share = shareOf(recipient.limit, left, index)
    left -= share
    if (share === 0n) continue
    const denom = denomFor(config, payout.token, recipient)
    if (!denom)
      throw new ContractError(
        `token ${payout.token} has no denomination on ${recipient.user.chain_uid}`,
      )
    pay(context, config, payout, recipient, denom, share, releases)
  }
  return releases
}

/**
 * As `payOutStrictly`, but never fails for want of tokens: a recipient gets at most what its chain's escrow holds, and one
 * whose limit cannot be met is passed over.
 */
export function payOutWhatCanBe(
  context: ExecuteContext,
  config: HubConfig,
  payout: PayoutOrder,
): SentTo[] {
  const releases: SentTo[] = []
  let left = payout.amount
  for (const recipient of payout.recipients) {
    const { chain_uid } = checkUser(config, recipient.user)
    const denom = denomFor(config, payout.token, recipient)
    if (!denom) continue
    const held = denom === 'voucher' ? left : escrowOf(context, payout.token, chain_uid)
    const share = portionOf(recipient.limit, held < left ? held : left)
    if (share === 0n) continue
    left -= share
    pay(context, config, payout, recipient, denom, share, releases)
  }
  return releases
}

function denomFor(
  config: HubConfig,
  token: string,
  { denom, user }: CallRecipient,
): TokenType | 'voucher' | undefined {
  return denom === 'real' ? denomOn(tokenIn(config, token), user.chain_uid) : denom
}

function pay(
  context: ExecuteContext,
  config: HubConfig,
  { txId, from, token, timeoutSec }: PayoutOrder,
  recipient: CallRecipient,
  denom: TokenType | 'voucher',
  amount: bigint,
  releases: SentTo[],
): void {
  if (denom === 'voucher') return credit(context, config, { from, recipient, token, amount })
  refuseForwarding(recipient)
  const request = { txId, from, to: recipient.user, token, denom, amount, timeoutSec }
  releases.push(release(context, config, request))
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

/** What a limit takes of what is there: nothing where that does not meet it. */
function portionOf(limit: Limit, available: bigint): bigint {
  if (limit.type === 'dynamic') return available
  if (limit.type === 'less_than_or_equal') return limit.value < available ? limit.value : available
  if (available < limit.value) return 0n
  return limit.type === 'equal' ? limit.value : available
}

function credit(
  context: ExecuteContext,
  config: HubConfig,
  {
    from,
    recipient,
    token,
    amount,
  }: {
    from: CrossChainUser
    recipient: CallRecipient
    token: string
    amount: bigint
  },
): void {
  const to = checkUser(config, recipient.user)
  const isForClaim = isClaimer(config, to)
  // Vouchers that nobody could take out again are refused rather than lost.
  if (isForClaim && recipient.forwardingMessage === undefined)
    throw new ContractError('the claimer contract needs a message that names the claimer')
  if (!isForClaim) refuseForwarding(recipient)
  if (isHubContract(config, to) && !isForClaim)
    throw new ContractError(`the contract ${to.address} cannot hold vouchers`)
  const { forwardingMessage: message } = recipient
  moveVouchers(context, config, { from, to, token, amount, message })
}

/** `message` is for the contract that gets them. @throws {ContractError} `from` has fewer */
export function moveVouchers(
  context: ExecuteContext,
  config: HubConfig,
  move: {
    from: CrossChainUser
    to: CrossChainUser
    token: string
    amount: bigint
    message?: string | undefined
  },
): void {
  const { from, to, token, amount, message } = move
  const msg = message === undefined ? undefined : toBase64(toUtf8(message))
  if (amount === 0n || showUser(from) === showUser(to)) return
  context.execute(config.contracts.virtual_balance, {
    transfer: { from, to, token_id: token, amount: `${amount}`, msg },
  })
}

function refuseForwarding({ user, forwardingMessage }: CallRecipient): void {
  if (forwardingMessage !== undefined)
    throw new ContractError(`${showUser(user)} cannot take a forwarding message`)
}
