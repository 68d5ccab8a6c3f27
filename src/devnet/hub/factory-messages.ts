import { fromBase64, fromUtf8 } from '@cosmjs/encoding'
import { z } from 'zod'

import { DomainError } from '../../core/terms/errors.ts'
import { parseTimeout } from '../../core/payloads/timeout.ts'
import type { CrossChainUser, Timeout } from '../../core/terms/shapes.ts'
import { dispatch, on } from '../cosmwasm/message-table.ts'
import { ContractError } from '../cosmwasm/tx-error.ts'
import {
  AddLiquidity,
  AddLiquidityRequest,
  type AssetAmount,
  type CrossChainConfig,
  Deposit,
  InterfaceTransfer,
  type LiveRecipients,
  LiveTransfer,
  type PairAmounts,
  type PoolConfig,
  PoolCreation,
  RemoveLiquidity,
  Swap,
  type TypeOrVoucher,
  type UserLimit,
  type UsersWithLimits,
  Withdraw,
} from './factory-shapes.ts'
import type {
  CallAsset,
  CallRecipient,
  Denom,
  Limit,
  PacketCall,
  PoolCurve,
} from './packet-call.ts'

const DEFAULT_AMP_FACTOR = 1000n
const POOL_TIMEOUT_SEC = 3600
const BPS = 10_000n

/** Who sends a message: vouchers are theirs, and what has no other recipient goes to them. */
type Sender = { sender: CrossChainUser }

const handlers = {
  deposit_token: on(Deposit, (_: Sender, body): PacketCall => {
    const { token, token_type: denom } = body.asset_in
    const common = { type: 'deposit_token', token, denom, amount: body.amount_in } as const
    if ('recipients' in body)
      return { ...common, recipients: live(body.recipients), timeoutSec: liveSeconds(body) }
    const { chain_uid, address } = body.recipient
    const recipients = [voucherRecipient({ chain_uid, address }, body.amount_in, body.msg)]
    return { ...common, recipients, timeoutSec: secondsOf(body.timeout) }
  }),
  execute_swap_request: on(Swap, ({ sender }: Sender, body): PacketCall => ({
    type: 'swap',
    asset: assetOf({ ...body.asset_in, amount: body.amount_in }),
    assetOut: body.asset_out,
    minAmountOut: body.min_amount_out,
    swaps: body.swaps,
    ...partnerFeeOf(sender, body),
    ...('recipients' in body
      ? { recipients: live(body.recipients), timeoutSec: liveSeconds(body) }
      : {
          recipients: usersWithLimits(sender, body.cross_chain_addresses),
          timeoutSec: secondsOf(body.timeout),
        }),
  })),
  add_liquidity_request: on(AddLiquidityRequest, (_: Sender, body): PacketCall => ({
    type: 'add_liquidity',
    assets: assetsOf(body.pair_info),
    slippageBps: body.slippage_tolerance_bps,
    timeoutSec: secondsOf(body.timeout),
  })),
  add_liquidity: on(AddLiquidity, (_: Sender, body): PacketCall => ({
    type: 'add_liquidity',
    assets: assetsOf(body.pair_with_denom_and_amount),
    slippageBps: body.slippage_tolerance_bps,
    timeoutSec: liveSeconds(body),
  })),
  remove_liquidity: on(RemoveLiquidity, ({ sender }: Sender, body): PacketCall => ({
    type: 'remove_liquidity',
    pair: body.pair,
    lpAmount: body.lp_allocation,
    ...('recipient' in body
      ? { recipients: [realRecipient(body.recipient)], timeoutSec: liveSeconds(body) }
      : {
          recipients: usersWithLimits(sender, body.cross_chain_addresses),
          timeoutSec: secondsOf(body.timeout),
        }),
  })),
  request_pool_creation: on(PoolCreation, (_: Sender, body): PacketCall => ({
    type: 'pool_creation',
    lpToken: {
      name: body.lp_token_name,
      symbol: body.lp_token_symbol,
      decimals: body.lp_token_decimal,
    },
    slippageBps: body.slippage_tolerance_bps,
    ...('pair' in body
      ? {
          assets: assetsOf(body.pair),
          curve: { type: 'constant_product' },
          timeoutSec: secondsOf(body.timeout, POOL_TIMEOUT_SEC),
        }
      : {
          assets: assetsOf(body.pair_with_denom_and_amount),
          curve: curveOf(body.pool_config),
          timeoutSec: secondsOf(body.cross_chain_config.timeout, POOL_TIMEOUT_SEC),
        }),
  })),
  withdraw_virtual_balance: on(Withdraw, withdraw),
  withdraw_voucher: on(Withdraw, withdraw),
  transfer_virtual_balance: on(InterfaceTransfer, transfer),
  transfer_voucher: on(
    z.union([LiveTransfer, InterfaceTransfer]),
    ({ sender }: Sender, body): PacketCall => {
      if ('token' in body) return transfer({ sender }, body)
      const { token_id: token, amount, from, recipients } = body
      if (from && (from.chain_uid !== sender.chain_uid || from.address !== sender.address)) {
        throw new ContractError(
          `vouchers of ${from.chain_uid}:${from.address} cannot be moved by ${sender.chain_uid}:${sender.address}`,
        )
      }
      const timeoutSec = liveSeconds(body)
      const common = { type: 'transfer_voucher', token, amount } as const
      return { ...common, recipients: live(recipients), timeoutSec }
    },
  ),
}

/** The messages of a CosmWasm factory that become packets. `withdraw_voucher` is the router's word, which signers use. */
export const FACTORY_MESSAGES = Object.keys(handlers).filter((name) => name !== 'withdraw_voucher')

/**
 * Reads a message of a CosmWasm factory, `{"<name>": {...}}`, in the interface's form or the live one. `type` is the
 * transaction's type in events.
 * @throws {ContractError} no such message, or a malformed one
 */
export function readFactoryMessage(
  sender: CrossChainUser,
  message: unknown,
): { type: string; call: PacketCall } {
  // Every handler is declared to return a call; the table's own type says less.
  const call = dispatch(handlers, { sender }, message) as PacketCall
  const name = messageName(message)
  const isWithdrawal = name === 'withdraw_virtual_balance' || name === 'withdraw_voucher'
  return { type: isWithdrawal ? 'withdraw_virtual_balance' : call.type, call }
}

/** The one key of a message; `undefined` for what is none. */
export function messageName(message: unknown): string | undefined {
  const [name, ...others] =
    typeof message === 'object' && message !== null ? Object.keys(message) : []
  return others.length === 0 ? name : undefined
}

function withdraw({ sender }: Sender, body: z.infer<typeof Withdraw>): PacketCall {
  return {
    type: 'transfer_voucher',
    token: body.token,
    amount: body.amount,
    recipients: usersWithLimits(sender, body.cross_chain_addresses),
    timeoutSec: secondsOf(body.timeout),
  }
}

function transfer(_: Sender, body: z.infer<typeof InterfaceTransfer>): PacketCall {
  const { token, amount, recipient_address, timeout, msg } = body
  return {
    type: 'transfer_voucher',
    token,
    amount,
    recipients: [voucherRecipient(recipient_address, amount, msg)],
    timeoutSec: secondsOf(timeout),
  }
}

export function assetsOf({
  token_1,
  token_2,
}: z.infer<typeof PairAmounts>): [CallAsset, CallAsset] {
  return [assetOf(token_1), assetOf(token_2)]
}

function assetOf({ token, token_type, amount }: z.infer<typeof AssetAmount>): CallAsset {
  return { token, denom: denomOf(token_type), amount }
}

export function denomOf(type: z.infer<typeof TypeOrVoucher>): Denom {
  return 'voucher' in type ? 'voucher' : type
}

export function curveOf(config: z.infer<typeof PoolConfig>): PoolCurve {
  if ('constant_product' in config) return { type: 'constant_product' }
  return { type: 'stable', ampFactor: BigInt(config.stable.amp_factor ?? DEFAULT_AMP_FACTOR) }
}

/** At most 30 bps of the amount, rounded up. The recipient is on the sender's chain; the sender, where none is named. */
function partnerFeeOf(
  sender: CrossChainUser,
  { amount_in, partner_fee }: z.infer<typeof Swap>,
): Pick<Extract<PacketCall, { type: 'swap' }>, 'partnerFee'> {
  const scaled = amount_in * BigInt(partner_fee?.partner_fee_bps ?? 0)
  if (!partner_fee || scaled === 0n) return {}
  const address = partner_fee.recipient || sender.address
  const amount = (scaled + BPS - 1n) / BPS
  return { partnerFee: { amount, recipient: { chain_uid: sender.chain_uid, address } } }
}

function usersWithLimits(
  sender: CrossChainUser,
  users: z.infer<typeof UsersWithLimits>,
): CallRecipient[] {
  if (!users || users.length === 0) return [realRecipient(sender)]
  return users.map(({ user, limit }) => ({ user, limit: limitOf(limit), denom: 'real' }))
}

function realRecipient(user: CrossChainUser): CallRecipient {
  return { user, limit: { type: 'dynamic' }, denom: 'real' }
}

export function live(recipients: z.infer<typeof LiveRecipients>): CallRecipient[] {
  return recipients.map(({ recipient: user, amount, denom, forwarding_message }) => ({
    user,
    limit: limitOf(amount),
    denom: denom ? denomOf(denom) : 'real',
    ...forwarding(forwarding_message),
  }))
}

function voucherRecipient(
  user: CrossChainUser,
  amount: bigint,
  msg: string | null | undefined,
): CallRecipient {
  return { user, limit: { type: 'equal', value: amount }, denom: 'voucher', ...forwarding(msg) }
}

function forwarding(msg: string | null | undefined): { forwardingMessage?: string } {
  if (msg === null || msg === undefined) return {}
  try {
    return { forwardingMessage: fromUtf8(fromBase64(msg), false) }
  } catch {
    throw new ContractError('the message for the recipient is not text')
  }
}

export function limitOf(limit: z.infer<typeof UserLimit> | null | undefined): Limit {
  if (!limit || 'dynamic' in limit) return { type: 'dynamic' }
  if ('less_than_or_equal' in limit)
    return { type: 'less_than_or_equal', value: limit.less_than_or_equal }
  if ('equal' in limit) return { type: 'equal', value: limit.equal }
  return { type: 'greater_than_or_equal', value: limit.greater_than_or_equal }
}

function liveSeconds({
  cross_chain_config,
}: {
  cross_chain_config: z.infer<typeof CrossChainConfig>
}): number {
  return secondsOf(cross_chain_config.timeout)
}

function secondsOf(timeout: Timeout, maxSec?: number): number {
  try {
    return parseTimeout(timeout, maxSec).seconds
  } catch (error) {
    if (error instanceof DomainError) throw new ContractError(error.message)
    throw error
  }
}
