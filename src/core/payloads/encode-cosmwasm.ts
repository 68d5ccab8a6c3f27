import { toBase64, toUtf8 } from '@cosmjs/encoding'

import type { CosmWasmChain } from '../terms/network.ts'
import type { CosmWasmBuild, CosmWasmMessage, CrossChainUser } from '../terms/shapes.ts'
import type { Limit, Payout, VoucherMove } from './payouts.ts'
import type { PacketTimeout } from './timeout.ts'
import { claimFields, type Claimed } from './shares.ts'
import { publicRestOf, publicRpcOf } from '../terms/public-rpc.ts'

/** JSON inside a message, as contracts take it: base64 of its UTF-8 text. */
export function encodeJson(value: object): string {
  return toBase64(toUtf8(JSON.stringify(value)))
}

/** A whole CosmWasm build around its messages. */
export function cosmWasmBuild(
  chain: CosmWasmChain,
  sender: CrossChainUser,
  msgs: CosmWasmMessage[],
  claimed?: Claimed,
): CosmWasmBuild {
  return {
    type: 'cosmwasm',
    sender,
    contract: chain.factory,
    chain_id: chain.chain_id,
    rpc_url: publicRpcOf(chain),
    rest_url: publicRestOf(chain),
    msgs,
    ...claimFields(claimed),
  }
}

/** The live message set's `cross_chain_config`: its timeout is a number of seconds. `meta` is kept in the chain's events. */
export function crossChainConfig({ wire, seconds }: PacketTimeout, meta: string | null = null) {
  return { timeout: wire === null ? null : seconds, ack_response: null, meta }
}

/** Sends a smart token to the factory with what to do with it, as token contracts forward it. `amount` is base units. */
export function cw20Send(
  token: string,
  factory: string,
  amount: bigint,
  order: object,
): CosmWasmMessage {
  return {
    contractAddress: token,
    msg: { send: { amount: `${amount}`, contract: factory, msg: encodeJson(order) } },
    funds: [],
  }
}

/** A recipient in the interface's CosmWasm messages: an account, and what it gets at most. */
export function userWithLimit({ user, limit }: Payout) {
  return { user, limit: limit.kind === 'dynamic' ? null : limitObject(limit) }
}

/** A recipient in the live CosmWasm messages. */
export function liveRecipient(payout: Payout) {
  const { user, limit, denom, forwardingMessage, refundAsVoucher } = payout
  return {
    recipient: user,
    amount: limit.kind === 'dynamic' ? { dynamic: '0' } : limitObject(limit),
    denom: denom === 'voucher' ? { voucher: {} } : denom,
    forwarding_message: forwardingMessage ? toBase64(forwardingMessage) : null,
    unsafe_refund_as_voucher: refundAsVoucher,
  }
}

function limitObject({ kind, value }: Exclude<Limit, { kind: 'dynamic' }>) {
  return { [kind]: `${value}` }
}

/** The live CosmWasm factory moves and pays out vouchers with one message. */
export function liveVoucherMessage(
  chain: CosmWasmChain,
  { token, amount, from, timeout }: VoucherMove,
  payouts: readonly Payout[],
): CosmWasmMessage {
  const transfer_voucher = {
    token_id: token,
    amount: `${amount}`,
    from,
    recipients: payouts.map(liveRecipient),
    cross_chain_config: crossChainConfig(timeout),
  }
  return { contractAddress: chain.factory, msg: { transfer_voucher }, funds: [] }
}
