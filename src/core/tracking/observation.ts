import { z } from 'zod'

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
    sequence: z.string(),
    ok: z.boolean().optional(),
    msg: z.string(),
  }),
  z.object({
    kind: z.literal('create_claim'),
    claim_id: z.string(),
    claimer_pubkey: z.string(),
    pseudo_claim_id: z.string(),
    claim_group_id: z.string(),
    token: z.string(),
    amount: z.string(),
    /** The sender's address; its chain is the first part of the transaction's `tx_id`. */
    sender: z.string(),
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

/** What the core asks of a chain. Every call may throw `ChainUnavailableError`. */
export type ChainReader = {
  chain_uid: string
  /** The newest block, and the newest that can no longer go away. */
  head(): Promise<{ height: number; finalHeight: number }>
  /** Everything of the protocol in one block, in order. */
  block(height: number): Promise<Observation[]>
  /** A transaction by its hash, once it is in a block; `undefined` while it is in none. */
  transaction(txHash: string): Promise<Observation[] | undefined>
}
