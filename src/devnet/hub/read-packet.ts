import { fromUtf8 } from '@cosmjs/encoding'
import { z } from 'zod'

import { CrossChainUser } from '../../core/terms/shapes.ts'
import { dispatch, on } from '../cosmwasm/message-table.ts'
import { ContractError } from '../cosmwasm/tx-error.ts'
import { assetsOf, curveOf, denomOf, limitOf } from '../generations/shapes.ts'
import { recipientsOf as live } from '../generations/published/recipients.ts'
import type { ConnectedChain } from './hub-config.ts'
import type { PacketCall } from './packet-call.ts'
import {
  AddLiquidityPacket,
  DepositPacket,
  PoolCreationPacket,
  RemoveLiquidityPacket,
  SwapPacket,
  TransferPacket,
} from './packet-shapes.ts'

/** As far as every packet is alike. */
const Envelope = z.record(
  z.string(),
  z.looseObject({ sender: CrossChainUser, tx_id: z.string().max(300) }),
)

/** A factory's packet, opened as far as it must be known whose it is. `readCall` reads the operation. */
export type FactoryPacket = {
  txId: string
  sender: CrossChainUser
  /** @throws {ContractError} an unknown operation, or a malformed one */
  readCall(): PacketCall
}

/** Opens a packet of a chain's factory, whatever its family. @throws {ContractError} not a factory packet */
export function readPacket(chain: ConnectedChain, msg: Uint8Array): FactoryPacket {
  const json = parseJson(msg)
  const envelope = Envelope.safeParse(json)
  const [body, ...others] = envelope.success ? Object.values(envelope.data) : []
  if (!body || others.length > 0) throw new ContractError('the packet is not a factory packet')
  const { sender, tx_id } = body
  if (sender.chain_uid !== chain.chain_uid)
    throw new ContractError(
      `the packet is of ${sender.chain_uid}, but the factory is ${chain.chain_uid}'s`,
    )
  // Every handler is declared to return a call; the table's own type says less.
  return { txId: tx_id, sender, readCall: () => dispatch(handlers, {}, json) as PacketCall }
}

const handlers = {
  deposit_token: on(DepositPacket, (_: object, body): PacketCall => ({
    type: 'deposit_token',
    token: body.asset_in.token,
    denom: body.asset_in.token_type,
    amount: body.amount_in,
    recipients: live(body.recipients),
  })),
  transfer_voucher: on(TransferPacket, (_: object, { sender, from, ...body }): PacketCall => {
    if (from && (from.chain_uid !== sender.chain_uid || from.address !== sender.address))
      throw new ContractError(
        `vouchers of ${from.chain_uid}:${from.address} cannot be moved by ${sender.chain_uid}:${sender.address}`,
      )
    const { token, amount, recipients } = body
    return { type: 'transfer_voucher', token, amount, recipients: live(recipients) }
  }),
  swap: on(SwapPacket, (_: object, body): PacketCall => {
    const { asset_in, amount_in, partner_fee_amount: fee, partner_fee_recipient } = body
    const denom = denomOf(asset_in.token_type)
    if (body.swaps.some(({ test_fail }) => test_fail))
      throw new ContractError('the swap was sent to fail')
    // A factory pays the fee out of real tokens itself.
    const ofVouchers = denom === 'voucher' ? fee : 0n
    return {
      type: 'swap',
      asset: { token: asset_in.token, denom, amount: amount_in + ofVouchers },
      assetOut: body.asset_out,
      minAmountOut: body.min_amount_out,
      swaps: body.swaps.map(({ token_in, token_out }) => ({ token_in, token_out })),
      ...(ofVouchers > 0n && {
        partnerFee: { amount: ofVouchers, recipient: partner_fee_recipient },
      }),
      recipients: live(body.recipients),
    }
  }),
  add_liquidity: on(AddLiquidityPacket, (_: object, body): PacketCall => ({
    type: 'add_liquidity',
    assets: assetsOf(body.pair),
    slippageBps: body.slippage_tolerance_bps,
  })),
  request_pool_creation: on(PoolCreationPacket, (_: object, body): PacketCall => ({
    type: 'pool_creation',
    assets: assetsOf(body.pair),
    curve: curveOf(body.pool_config),
    slippageBps: body.slippage_tolerance_bps,
  })),
  remove_liquidity: on(RemoveLiquidityPacket, (_: object, body): PacketCall => ({
    type: 'remove_liquidity',
    pair: body.pair,
    lpAmount: body.lp_allocation,
    recipients:
      'recipient' in body
        ? [{ user: body.recipient, limit: { type: 'dynamic' }, denom: 'real' }]
        : body.cross_chain_addresses.map(({ user, limit }) => ({
            user,
            limit: limitOf(limit),
            denom: 'real' as const,
          })),
  })),
}

function parseJson(msg: Uint8Array): unknown {
  try {
    return JSON.parse(fromUtf8(msg, false)) as unknown // its shape is checked by whoever asked
  } catch {
    return undefined
  }
}
