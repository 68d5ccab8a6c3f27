import { z } from 'zod'

import { TokenType } from '../terms/network.ts'
import type { ProtocolEvent } from './observation.ts'
import { readJson } from '../terms/read-json.ts'

/**
 * Packets between factories and the hub, of every family, as far as whoever follows a transaction needs them. Keys may stand
 * in any order, and fields that are not known here are passed over: what does not fit is the receiver's to refuse.
 */

const Amount = z.string().regex(/^\d{1,78}$/)
const User = z.object({ chain_uid: z.string(), address: z.string() })
const AssetType = z.union([TokenType, z.object({ voucher: z.object({}) })])
const Asset = z.object({ token: z.string(), token_type: AssetType })
const Side = Asset.extend({ amount: Amount })
const common = { sender: User, tx_id: z.string() }
const Sides = z.object({ ...common, pair: z.object({ token_1: Side, token_2: Side }) })

const Hops = z.array(z.object({ token_in: z.string(), token_out: z.string() }))

const Deposit = z.object({ ...common, asset_in: Asset, amount_in: Amount })
const Swap = Deposit.extend({
  asset_out: z.string(),
  min_amount_out: Amount,
  swaps: Hops,
})

const Removal = z.object({
  ...common,
  lp_allocation: Amount,
  pair: z.object({ token_1: z.string(), token_2: z.string() }),
})

const Packet = z.union([
  z.object({ deposit_token: Deposit }),
  z.object({
    transfer_voucher: z.object({ ...common, token: z.string().optional().catch(undefined) }),
  }),
  z.object({ swap: Swap }),
  z.object({ request_pool_creation: Sides }),
  z.object({ add_liquidity: Sides }),
  z.object({ remove_liquidity: Removal }),
  z.object({
    release_escrow: z.object({
      ...common,
      token: z.string(),
      recipient: z.string(),
      amount: Amount,
    }),
  }),
])
type Packet = z.infer<typeof Packet>

/** What goes into an operation: real tokens, which lie in the factory's escrow, or vouchers. `amount` is base units. */
type Brought = z.infer<typeof Side>

export type PacketFacts = {
  tx_id: string
  sender: z.infer<typeof User>
  /** The transaction's type in events; none for what the hub sends. */
  type: string | undefined
  /** Of a swap: the pools that it goes through, in order. */
  hops: z.infer<typeof Hops>
  brought: Brought[]
  /** Of vouchers that go to others: which. */
  moved: string | undefined
  /** The pool's tokens, of an operation on one, and how much of its LP tokens was burned. */
  pool: readonly [string, string] | undefined
  burned: string | undefined
  /** Of what the hub sends: the payout that it orders. `amount` is base units. */
  release: { token: string; amount: string; to_address: string } | undefined
  /** What the factory's transaction says beside the packet itself. */
  said: ProtocolEvent[]
}

/** Reads a packet's text. `undefined` for anything else. Pure. */
export function readPacketJson(text: string): PacketFacts | undefined {
  const parsed = Packet.safeParse(readJson(text))
  if (!parsed.success) return undefined
  const packet = parsed.data
  const body = bodyOf(packet)
  const { tx_id, sender } = body
  const type = 'release_escrow' in packet ? undefined : typeOf(packet)
  return {
    tx_id,
    sender,
    type,
    hops: 'swap' in packet ? packet.swap.swaps : [],
    brought: broughtBy(packet),
    moved: 'transfer_voucher' in packet ? packet.transfer_voucher.token : undefined,
    pool: poolOf(packet),
    burned: 'remove_liquidity' in packet ? packet.remove_liquidity.lp_allocation : undefined,
    release: releaseOf(packet),
    said: [
      ...(type === undefined
        ? []
        : [{ kind: 'transaction' as const, tx_id, sender: sender.address, type }]),
      ...operationOf(packet),
      ...broughtBy(packet).flatMap((asset) => takenOf(sender.chain_uid, asset)),
    ],
  }
}

function bodyOf(packet: Packet): { tx_id: string; sender: z.infer<typeof User> } {
  if ('deposit_token' in packet) return packet.deposit_token
  if ('transfer_voucher' in packet) return packet.transfer_voucher
  if ('swap' in packet) return packet.swap
  if ('request_pool_creation' in packet) return packet.request_pool_creation
  if ('add_liquidity' in packet) return packet.add_liquidity
  if ('remove_liquidity' in packet) return packet.remove_liquidity
  return packet.release_escrow
}

function typeOf(packet: Packet): string {
  const [name = ''] = Object.keys(packet)
  return name === 'request_pool_creation' ? 'pool_creation' : name
}

function operationOf(packet: Packet): ProtocolEvent[] {
  if ('deposit_token' in packet) {
    const { tx_id, asset_in, amount_in } = packet.deposit_token
    return [{ kind: 'deposit_token', tx_id, asset_in: asset_in.token, amount_in }]
  }
  if (!('swap' in packet)) return []
  const { tx_id, asset_in, asset_out, amount_in, min_amount_out } = packet.swap
  const asset_in_denom = JSON.stringify(asset_in.token_type)
  const terms = { asset_in: asset_in.token, asset_in_denom, asset_out, amount_in, min_amount_out }
  return [{ kind: 'swap', tx_id, ...terms }]
}

function broughtBy(packet: Packet): Brought[] {
  if ('deposit_token' in packet) {
    const { asset_in, amount_in: amount } = packet.deposit_token
    return [{ ...asset_in, amount }]
  }
  if ('swap' in packet) {
    const { asset_in, amount_in: amount } = packet.swap
    return [{ ...asset_in, amount }]
  }
  if ('add_liquidity' in packet) return Object.values(packet.add_liquidity.pair)
  if ('request_pool_creation' in packet) return Object.values(packet.request_pool_creation.pair)
  return []
}

function poolOf(packet: Packet): PacketFacts['pool'] {
  if ('remove_liquidity' in packet) {
    const { token_1, token_2 } = packet.remove_liquidity.pair
    return [token_1, token_2]
  }
  const sides =
    'add_liquidity' in packet
      ? packet.add_liquidity.pair
      : 'request_pool_creation' in packet
        ? packet.request_pool_creation.pair
        : undefined
  return sides && [sides.token_1.token, sides.token_2.token]
}

function releaseOf(packet: Packet): PacketFacts['release'] {
  if (!('release_escrow' in packet)) return undefined
  const { token, amount, recipient } = packet.release_escrow
  return { token, amount, to_address: recipient }
}

function takenOf(chain_uid: string, { token, token_type, amount }: Brought): ProtocolEvent[] {
  if ('voucher' in token_type) return []
  const denom = JSON.stringify(token_type)
  return [
    { kind: 'escrow_change', action: 'increase', chain_uid, token, token_type: denom, amount },
  ]
}

const Acknowledgement = z.union([
  z.object({ ok: z.unknown() }).refine((answer) => 'ok' in answer),
  z.object({ error: z.string() }),
])

/** Whether an acknowledgement is a good one: `{"ok":…}` or `{"error":"…"}`. `undefined` for anything else. Pure. */
export function acknowledgementOk(text: string): boolean | undefined {
  const parsed = Acknowledgement.safeParse(readJson(text))
  if (!parsed.success) return undefined
  return !('error' in parsed.data)
}
