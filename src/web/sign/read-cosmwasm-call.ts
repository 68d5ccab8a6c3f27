import { fromBase64, fromUtf8 } from '@cosmjs/encoding'

import type { TokenType } from '../../core/terms/network.ts'
import { isSameDenom } from '../../core/payloads/asset.ts'
import { pathOf, type CallRecipient, type FactoryCall } from './factory-call.ts'
import {
  FactoryMessage,
  TokenOrder,
  TokenSend,
  type GiftTerms,
  type Limit,
  type LiveTerms,
  type PayOutTerms,
  type Trade,
} from './factory-message.ts'

/** `target` is who does it: the contract that is called, or the one that a token contract sends its tokens to. */
export type CosmWasmCall = { call: FactoryCall; target: string }

/**
 * What a message has the factory do, in the interface's message set or the live one. `undefined` for anything but the
 * operations that chats ask for, and for any field that is not known.
 */
export function readCosmWasmCall(
  contractAddress: string,
  msg: Record<string, unknown>,
): CosmWasmCall | undefined {
  const sent = TokenSend.safeParse(msg)
  if (!sent.success) {
    const call = readFactoryMessage(msg)
    return call && { call, target: contractAddress }
  }
  const { amount, contract, msg: order } = sent.data.send
  const call = readTokenOrder({ smart: { contract_address: contractAddress } }, amount, order)
  return call && { call, target: contract }
}

/** What the factory's own message has it do. */
export function readFactoryMessage(msg: Record<string, unknown>): FactoryCall | undefined {
  const read = FactoryMessage.safeParse(msg)
  if (!read.success) return undefined
  const message = read.data
  if ('deposit_token' in message) {
    const { asset_in, amount_in: amount, ...terms } = message.deposit_token
    const { token, token_type: asset } = asset_in
    return { kind: 'deposit', token, asset, amount, ...readGift(terms, amount) }
  }
  if ('execute_swap_request' in message) {
    const { amount_in, ...trade } = message.execute_swap_request
    return readTrade(trade, amount_in)
  }
  if ('transfer_virtual_balance' in message) {
    const { token, amount, recipient_address, ...terms } = message.transfer_virtual_balance
    const gift = readGift({ recipient: recipient_address, ...terms }, amount)
    return { kind: 'vouchers', token, amount, from: undefined, ...gift }
  }
  if ('withdraw_virtual_balance' in message) {
    const { token, amount, ...terms } = message.withdraw_virtual_balance
    return { kind: 'vouchers', token, amount, from: undefined, ...readPayOut(terms) }
  }
  const { token_id: token, amount, from, ...terms } = message.transfer_voucher
  return { kind: 'vouchers', token, amount, from, ...readLive(terms) }
}

function readTokenOrder(asset: TokenType, amount: bigint, order: string): FactoryCall | undefined {
  const read = TokenOrder.safeParse(readJson(order))
  if (!read.success) return undefined
  if ('deposit' in read.data) {
    const { token, ...terms } = read.data.deposit
    return { kind: 'deposit', token, asset, amount, ...readGift(terms, amount) }
  }
  // Which token it is, is said twice: by the contract that is called, and inside the order.
  const { swap } = read.data
  return isSameDenom(swap.asset_in.token_type, asset) ? readTrade(swap, amount) : undefined
}

/** What a trade of real tokens does, along one path. */
function readTrade(trade: Trade, amount: bigint): FactoryCall | undefined {
  const { asset_in, asset_out: assetOut, min_amount_out: minimum, swaps, partner_fee } = trade
  const { token, token_type: asset } = asset_in
  const path = pathOf(token, swaps)
  if (!path) return undefined
  const partnerFeeBps = BigInt(partner_fee?.partner_fee_bps ?? 0)
  const terms = 'recipients' in trade ? readLive(trade) : readPayOut(trade)
  return { kind: 'swap', token, asset, amount, path, assetOut, minimum, partnerFeeBps, ...terms }
}

type Terms = Pick<FactoryCall, 'recipients' | 'timeoutSec'>

function readGift(terms: GiftTerms | LiveTerms, amount: bigint): Terms {
  if ('recipients' in terms) return readLive(terms)
  const { chain_uid, address } = terms.recipient
  return {
    recipients: [
      {
        user: { chain_uid, address },
        limit: { kind: 'equal', value: amount },
        form: 'voucher',
        message: terms.msg === undefined ? undefined : readText(terms.msg),
        keepsAsVoucher: false,
      },
    ],
    timeoutSec: readSeconds(terms.timeout),
  }
}

function readPayOut({ cross_chain_addresses, timeout }: PayOutTerms): Terms {
  return {
    recipients: cross_chain_addresses.map(({ user, limit }) => ({
      user,
      limit: readLimit(limit),
      form: 'own',
      message: undefined,
      keepsAsVoucher: false,
    })),
    timeoutSec: readSeconds(timeout),
  }
}

function readLive({ recipients, cross_chain_config }: LiveTerms): Terms {
  return {
    recipients: recipients.map(
      ({ recipient, amount, denom, forwarding_message, unsafe_refund_as_voucher }) => ({
        user: recipient,
        limit: readLimit('dynamic' in amount ? null : amount),
        form: 'voucher' in denom ? 'voucher' : denom,
        message: forwarding_message === null ? undefined : readText(forwarding_message),
        keepsAsVoucher: unsafe_refund_as_voucher,
      }),
    ),
    timeoutSec: readSeconds(cross_chain_config.timeout),
  }
}

function readLimit(limit: Limit | null): CallRecipient['limit'] {
  if (limit === null) return { kind: 'dynamic', value: 0n }
  if ('equal' in limit) return { kind: 'equal', value: limit.equal }
  if ('less_than_or_equal' in limit)
    return { kind: 'less_than_or_equal', value: limit.less_than_or_equal }
  return { kind: 'greater_than_or_equal', value: limit.greater_than_or_equal }
}

const readSeconds = (timeout: string | number | null) =>
  timeout === null ? undefined : BigInt(timeout)

const readText = (base64: string) => fromUtf8(fromBase64(base64), true)

function readJson(base64: string): unknown {
  try {
    return JSON.parse(readText(base64))
  } catch {
    return undefined // no JSON, so no order that the factory knows
  }
}
