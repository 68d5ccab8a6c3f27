import { toBase64, toUtf8 } from '@cosmjs/encoding'

import { denomOn, type TokenType } from '../../core/terms/network.ts'
import type { CrossChainUser } from '../../core/terms/shapes.ts'
import { ContractError } from '../cosmwasm/tx-error.ts'
import type { CallAsset, CallRecipient, Denom, Limit, PacketCall } from '../hub/packet-call.ts'
import type { FactoryPacketJson, RecipientJson } from '../hub/packet-shapes.ts'
import type { FactoryConfig } from './factory-config.ts'

type SwapCall = Extract<PacketCall, { type: 'swap' }>

/** What a factory refuses of a swap before any packet. @throws {ContractError} */
export function checkSwap({ asset, assetOut, minAmountOut, swaps, partnerFee }: SwapCall): void {
  const [first, last] = [swaps[0], swaps.at(-1)]
  if (asset.amount === (partnerFee?.amount ?? 0n) || minAmountOut === 0n)
    throw new ContractError('an amount of the swap is zero')
  if (!first || !last) throw new ContractError('Empty Swap not allowed')
  if (first.token_in !== asset.token) throw new ContractError("Token in doesn't match swap route")
  if (last.token_out !== assetOut) throw new ContractError("Token out doesn't match swap route")
}

/**
 * An operation as the packet that asks the hub for it: keys in the published order.
 * @throws {ContractError} a recipient's chain does not have the token
 */
export function writePacket(
  config: Pick<FactoryConfig, 'tokens'>,
  operation: { txId: string; sender: CrossChainUser; call: PacketCall },
): FactoryPacketJson {
  const { txId: tx_id, sender, call } = operation
  const recipientsOf = (token: string, recipients: readonly CallRecipient[]) =>
    recipients.map((recipient) => writeRecipient(config, token, recipient))
  const hasForm = (token: string, { user }: CallRecipient) =>
    formOf(config, token, user.chain_uid) !== undefined
  switch (call.type) {
    case 'deposit_token': {
      const { token, denom: token_type, amount } = call
      const recipients = recipientsOf(token, call.recipients)
      const asset_in = { token, token_type }
      return { deposit_token: { sender, asset_in, amount_in: `${amount}`, recipients, tx_id } }
    }
    case 'transfer_voucher': {
      const { token, amount } = call
      const recipients = recipientsOf(token, call.recipients)
      const body = { sender, token, amount: `${amount}`, from: null, recipients, tx_id }
      return { transfer_voucher: body }
    }
    case 'swap': {
      const { asset, assetOut: asset_out, partnerFee } = call
      const fee = partnerFee?.amount ?? 0n
      return {
        swap: {
          sender,
          asset_in: { token: asset.token, token_type: typeOf(asset.denom) },
          amount_in: `${asset.amount - fee}`,
          asset_out,
          min_amount_out: `${call.minAmountOut}`,
          swaps: call.swaps,
          // As the hub passes over who cannot be paid, so is who cannot be named.
          recipients: recipientsOf(
            asset_out,
            call.recipients.filter((each) => each.denom !== 'real' || hasForm(asset_out, each)),
          ),
          partner_fee_amount: `${fee}`,
          partner_fee_recipient: partnerFee?.recipient ?? sender,
          tx_id,
        },
      }
    }
    case 'pool_creation': {
      const pool_config =
        call.curve.type === 'stable'
          ? { stable: { amp_factor: `${call.curve.ampFactor}` } }
          : { constant_product: {} }
      const pair = sidesOf(call.assets)
      const slippage_tolerance_bps = call.slippageBps
      return { request_pool_creation: { sender, tx_id, pair, pool_config, slippage_tolerance_bps } }
    }
    case 'add_liquidity': {
      const slippage_tolerance_bps = call.slippageBps
      return {
        add_liquidity: { sender, slippage_tolerance_bps, pair: sidesOf(call.assets), tx_id },
      }
    }
    case 'remove_liquidity': {
      const [recipient, ...others] = call.recipients
      const { pair } = call
      const lp_allocation = `${call.lpAmount}`
      if (recipient?.limit.type === 'dynamic' && others.length === 0)
        return {
          remove_liquidity: { sender, lp_allocation, pair, recipient: recipient.user, tx_id },
        }
      const cross_chain_addresses = call.recipients.map(({ user, limit }) => ({
        user,
        limit: limitOf(limit),
      }))
      return { remove_liquidity: { sender, lp_allocation, pair, cross_chain_addresses, tx_id } }
    }
  }
}

function formOf({ tokens }: Pick<FactoryConfig, 'tokens'>, token: string, chainUid: string) {
  const known = tokens.find((candidate) => candidate.token === token)
  return known && denomOn(known, chainUid)
}

function writeRecipient(
  config: Pick<FactoryConfig, 'tokens'>,
  token: string,
  { user, limit, denom, forwardingMessage, refundToRecipient = false }: CallRecipient,
): RecipientJson {
  const named = denom === 'real' ? formOf(config, token, user.chain_uid) : denom
  if (!named) throw new ContractError(`token ${token} has no denomination on ${user.chain_uid}`)
  return {
    recipient: user,
    amount: limitOf(limit),
    denom: typeOf(named),
    forwarding_message:
      forwardingMessage === undefined ? null : toBase64(toUtf8(forwardingMessage)),
    unsafe_refund_as_voucher: refundToRecipient,
  }
}

function limitOf(limit: Limit): RecipientJson['amount'] {
  if (limit.type === 'dynamic') return { dynamic: '0' }
  const value = `${limit.value}`
  if (limit.type === 'equal') return { equal: value }
  return limit.type === 'less_than_or_equal'
    ? { less_than_or_equal: value }
    : { greater_than_or_equal: value }
}

const typeOf = (denom: Denom): TokenType | { voucher: Record<string, never> } =>
  denom === 'voucher' ? { voucher: {} } : denom

function sidesOf([one, other]: readonly [CallAsset, CallAsset]) {
  return { token_1: sideOf(one), token_2: sideOf(other) }
}

function sideOf({ token, amount, denom }: CallAsset) {
  return { token, amount: `${amount}`, token_type: typeOf(denom) }
}
