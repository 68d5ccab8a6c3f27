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

/** A payout that was ordered: where, and under which id. */
export type SentTo = { chain_uid: string; tx_id: string }

/** Vouchers of `from` that are to be shared out. */
export type PayoutOrder = {
  txId: string
  from: CrossChainUser
  token: string
  amount: bigint
  recipients: readonly CallRecipient[]
  /** What the router says of it in the same event. */
  told?: Record<string, string>
}

/**
 * Serves the recipients from the top down while something is left; what no recipient takes stays with the sender as vouchers. Nobody
 * gets more than its chain's escrow holds.
 * @throws {ContractError} a limit that cannot be met, or a release that cannot be made
 */
export function payOut(context: ExecuteContext, config: HubConfig, payout: PayoutOrder): SentTo[] {
  return serve(context, config, payout, leastOf)
}

/** As `payOut`, but passes over a recipient whose limit cannot be met, or who has no form of the token. */
export function payOutWhatCanBe(
  context: ExecuteContext,
  config: HubConfig,
  payout: PayoutOrder,
): SentTo[] {
  const recipients = payout.recipients.filter((recipient) => {
    checkUser(config, recipient.user)
    return denomFor(config, payout.token, recipient)
  })
  return serve(context, config, { ...payout, recipients }, () => undefined)
}

function serve(
  context: ExecuteContext,
  config: HubConfig,
  payout: PayoutOrder,
  leastFor: (limit: Limit, left: bigint) => bigint | undefined,
): SentTo[] {
  const releases: SentTo[] = []
  const paid: Record<string, string> = {}
  const sums = { transfer: 0n, release: 0n }
  let left = payout.amount
  for (const [index, recipient] of payout.recipients.entries()) {
    if (left === 0n) break
    const { chain_uid } = checkUser(config, recipient.user)
    if (recipient.limit.type !== 'dynamic' && recipient.limit.value === 0n)
      throw new ContractError(`the limit of recipient ${index + 1} is zero`)
    const denom = denomFor(config, payout.token, recipient)
    if (!denom) throw new ContractError(`token ${payout.token} has no denomination on ${chain_uid}`)
    const held = denom === 'voucher' ? left : escrowOf(context, payout.token, chain_uid)
    const available = held < left ? held : left
    const least = leastFor(recipient.limit, left)
    if (least !== undefined && available < least)
      throw new ContractError(
        `recipient ${index + 1} must get at least ${least}, but only ${available} can be paid`,
      )
    const share = portionOf(recipient.limit, available)
    if (share === 0n) continue
    left -= share
    const step = denom === 'voucher' ? 'transfer' : 'release'
    paid[`${step}_id_${Object.keys(paid).length}_amount`] = `${share}`
    sums[step] += share
    pay(context, config, payout, recipient, denom, share, releases)
  }
  tellPayouts(context, config, payout, {
    ...paid,
    amount: `${payout.amount}`,
    method: 'release_escrow_initiate',
    token: payout.token,
    release_expected: `${payout.amount}`,
    release_initiated: `${sums.release}`,
    transferred_amount: `${sums.transfer}`,
    unreleased_amount: `${left}`,
  })
  return releases
}

/** `paid` is who is paid what, in the order of the recipients that get something. */
function tellPayouts(
  context: ExecuteContext,
  { generation }: HubConfig,
  { recipients, told = {} }: PayoutOrder,
  paid: Record<string, string>,
): void {
  if (generation === 'interface') {
    // Tells the voucher ledger's changes instead.
    if (Object.keys(told).length > 0) context.event('', told)
    return
  }
  context.event('', {
    recipients: JSON.stringify(
      recipients.map(({ user, denom }) => ({
        recipient: user,
        denom: denom === 'voucher' ? { voucher: {} } : denom,
      })),
    ),
    ...paid,
    ...told,
  })
}

/** What a recipient has to get, at the least, for the rest to be done at all. */
function leastOf(limit: Limit, left: bigint): bigint | undefined {
  if (limit.type === 'dynamic') return left
  return limit.type === 'greater_than_or_equal' ? limit.value : undefined
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
  { txId, from, token }: PayoutOrder,
  recipient: CallRecipient,
  denom: TokenType | 'voucher',
  amount: bigint,
  releases: SentTo[],
): void {
  if (denom === 'voucher') return credit(context, config, { from, recipient, token, amount })
  refuseForwarding(recipient)
  const { user: to, refundToRecipient } = recipient
  const request = { txId, from, to, token, denom, amount, refundToRecipient }
  releases.push(release(context, config, request))
}

/** What a limit takes of what is there: nothing where that does not meet it. */
function portionOf(limit: Limit, available: bigint): bigint {
  if (limit.type === 'dynamic') return available
  if (limit.type !== 'greater_than_or_equal')
    return limit.value < available ? limit.value : available
  return available < limit.value ? 0n : available
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
