import { z } from 'zod'

import { OwnReason } from '../terms/known-reason.ts'

/**
 * What the protocol's contracts said on a chain, in one vocabulary for both families. `tx_id` is the same on every
 * chain that a transaction touches. Packets go between a factory's chain and the settlement layer.
 */
export const ProtocolEvent = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('transaction'),
    tx_id: z.string(),
    sender: z.string(),
    type: z.string(),
  }),
  z.object({
    /** The four stations of a packet's life, in order. `ok` is known from the acknowledgement on. */
    kind: z.enum(['send_packet', 'recv_packet', 'write_ack', 'recv_ack']),
    tx_id: z.string(),
    from_chain_uid: z.string(),
    to_chain_uid: z.string(),
    sequence: z.string(), // empty where a chain shows that an answer came back, but not to which number
    ok: z.boolean().optional(),
    msg: z.string(),
    /** Of a payout with an id of its own, where the hub sends it: the transaction that ordered it. */
    parent_tx_id: z.string().optional(),
    /** Unix seconds, of a packet that is sent: later its receiver refuses it. */
    timeout_at: z.string().optional(),
    /** Of a packet that is sent: its chain does not show that the answer comes back. */
    way_back: z.literal('unseen').optional(),
  }),
  z.object({
    kind: z.literal('swap'),
    tx_id: z.string(),
    asset_in: z.string(),
    asset_in_denom: z.string(), // JSON, or its first key
    asset_out: z.string(),
    amount_in: z.string(),
    min_amount_out: z.string(),
  }),
  z.object({
    /** What the sender of a swap says of it beside the trade: JSON, as `swapMeta` writes it, or anything else. */
    kind: z.literal('swap_meta'),
    tx_id: z.string(),
    meta: z.string(),
  }),
  z.object({
    kind: z.literal('deposit_token'),
    tx_id: z.string(),
    asset_in: z.string(),
    asset_in_denom: z.string().optional(), // JSON, or its first key
    amount_in: z.string(),
  }),
  z.object({
    /** The hub orders a payout; the packet that carries the order is the next one it sends. */
    kind: z.literal('escrow_release'),
    tx_id: z.string(),
    token: z.string(),
    amount: z.string(),
    chain_uid: z.string(),
    to_address: z.string(),
  }),
  z.object({
    kind: z.literal('voucher_change'),
    action: z.enum(['increase', 'decrease']),
    user: z.string(), // `chain_uid:address`
    token: z.string(),
    amount: z.string(),
  }),
  z.object({
    kind: z.literal('escrow_change'),
    action: z.enum(['increase', 'decrease']),
    chain_uid: z.string(),
    token: z.string(),
    token_type: z.string(), // JSON
    amount: z.string(),
  }),
  z.object({
    kind: z.literal('create_claim'),
    claim_id: z.string(),
    claimer_pubkey: z.string(),
    pseudo_claim_id: z.string(),
    claim_group_id: z.string(),
    token: z.string(),
    amount: z.string(),
    sender: z.string(), // `chain_uid:address`
  }),
  z.object({ kind: z.literal('execute_claim'), claim_id: z.string(), recipient: z.string() }),
])
export type ProtocolEvent = z.infer<typeof ProtocolEvent>

/** One transaction (or one message of it) that touched the protocol's contracts. */
export const Observation = z.object({
  chain_uid: z.string(),
  tx_hash: z.string(),
  /** Which message of the transaction: one transaction may carry several packets. */
  msg_index: z.int(),
  height: z.int(),
  timeMs: z.int(), // unix milliseconds, the block's own time
  /** False when the transaction was included and failed; then `error` has the chain's words. */
  ok: z.boolean(),
  error: z.string().optional(),
  reason: OwnReason.optional(), // where `error` is in our words instead
  sender: z.string(),
  events: z.array(ProtocolEvent),
})
export type Observation = z.infer<typeof Observation>

/** The id that ties observations together, or `undefined` for a failed transaction, which leaves no events. */
export function txIdOf(observation: Observation): string | undefined {
  for (const event of observation.events)
    if ('tx_id' in event && event.tx_id !== '') return event.tx_id
  return undefined
}

/** Whether a claim was redeemed in it. Where that paid vouchers, no event of published contracts has an id. */
export const redeemsClaim = ({ events }: Observation): boolean =>
  events.some(({ kind }) => kind === 'execute_claim')

/** Whether an id is one of these, of which one with a colon at its end is the beginning of several. */
export const isNamedIn = (txIds: readonly string[], id: string | undefined): boolean =>
  id !== undefined &&
  txIds.some((known) => id === known || (known.endsWith(':') && id.startsWith(known)))

/** An id without its last part: what the ids of one transaction's messages have in common. */
export const beginningOf = (txId: string): string => txId.slice(0, txId.lastIndexOf(':') + 1)
