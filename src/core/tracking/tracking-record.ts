import { z } from 'zod'

/**
 * One station on one chain. `failed` is what the interface has no word for: refused there, or gone wrong.
 * `msg` is words, base64 JSON or hex; `timestamp` is text such as `2025-04-23 14:34:47.806 +0000 UTC`, empty while pending.
 */
export const TrackingStep = z.object({
  chain_uid: z.string(),
  status: z.enum(['success', 'pending', 'failed']),
  msg: z.string(),
  timestamp: z.string(),
  tx_hash: z.string(),
  duration: z.string().optional(), // `9s`, `2m59.4s`
  estimated_duration: z.string().optional(),
})
export type TrackingStep = z.infer<typeof TrackingStep>

const PacketSteps = z.object({
  send_packet: TrackingStep,
  recv_packet: TrackingStep,
  ack_status: TrackingStep,
})

const DexEntry = z.object({
  type: z.literal('dex'),
  dex: z.string(),
  /** False where the trade was ordered on the hub itself. */
  is_ibc: z.boolean(),
  route: z.array(z.string()),
  amount_in: z.string(),
  status: TrackingStep,
  ibc_status: PacketSteps,
  asset_in: z.string(),
  asset_out: z.string(),
  expected_amount_out: z.string(),
  amount_out: z.string(),
  from_dex: z.string(),
})

const ReleaseEntry = z.object({
  type: z.literal('release'),
  is_ibc: z.boolean(),
  from_chain_uid: z.string(),
  to_chain_uid: z.string(),
  status: TrackingStep,
  ibc_status: PacketSteps,
  token_id: z.string(),
  expected_amount_out: z.string(),
  amount_out: z.string(),
  from_dex: z.string(),
  to_address: z.string(),
  release_tx_hash: z.string(),
  get escrow_release_status() {
    return TrackingRecord
  },
})

/** Without the stations: what `/txn/track` answers of a swap. `/txn/track/swap` answers the full entries. */
const MinimalDexEntry = DexEntry.pick({
  type: true,
  route: true,
  amount_in: true,
  asset_in: true,
  asset_out: true,
  expected_amount_out: true,
  amount_out: true,
}).strict()
const MinimalReleaseEntry = ReleaseEntry.pick({
  type: true,
  from_chain_uid: true,
  to_chain_uid: true,
  token_id: true,
  amount_out: true,
  release_tx_hash: true,
}).strict()

export const SwapEntry = z.union([DexEntry, ReleaseEntry, MinimalDexEntry, MinimalReleaseEntry])
export type SwapEntry = z.infer<typeof SwapEntry>
export type DexEntry = z.infer<typeof DexEntry>
export type ReleaseEntry = z.infer<typeof ReleaseEntry>

/**
 * A transaction over every chain it touches, as the interface has it. What is not known yet is empty or null.
 * Amounts are base units. `tx_status` is `success`, or how else it ended; empty while it is under way.
 */
export const TrackingRecord = z.object({
  /** Nothing more will come: all of it, back to the acknowledgement of every payout, is final. */
  is_completed: z.boolean(),
  /** True for a transaction, other than a swap, that pays tokens out of escrow. */
  is_release: z.boolean().optional(),
  tx_hash: z.string(),
  asset_in_type: z.enum(['native', 'smart', '']),
  type: z.string(),
  tx_status: z.enum([
    '',
    'success',
    'failed',
    'refunded',
    'released_as_vouchers',
    'timed_out',
    'needs_attention',
    'not_found',
  ]),
  tx_id: z.string(),
  sequence: z.string(),
  source_chain_uid: z.string(),
  source_chain_id: z.string(),
  source_factory: z.string(),
  sender: z.string(),
  source_token_id: z.string(),
  destination_chain_uid: z.array(z.string()).optional(),
  destination_token_id: z.string().optional(),
  voucher_minted: z
    .object({ token: z.string(), amount: z.string(), chain_uid: z.string() })
    .nullable(),
  total_duration: z.string(),
  total_estimated_duration: z.string(),
  status: z.array(TrackingStep).optional(),
  swap_status: z.array(SwapEntry).optional(),
  liquidity_response: z
    .object({
      add_liquidity: z.object({
        token_1_added_liquidity: z.string(),
        token_2_added_liquidity: z.string(),
        lp_allocation: z.string(),
      }),
      pair: z.object({ token_1: z.string(), token_2: z.string() }),
    })
    .optional(),
  deposit_token_response: z
    .object({
      token: z.string(),
      amount: z.string(),
      sender_address: z.string(),
      sender_chain_uid: z.string(),
      recieve_address: z.string(),
    })
    .optional(),
  /** Of an `EscrowRelease`: what is paid to whom. */
  escrow_response: z
    .object({
      tx_id: z.string(),
      amount: z.string(),
      token: z.string(),
      to_address: z.string(),
      chain_uid: z.string(),
    })
    .optional(),
  /** What a person should know beside the steps: what is waited for, what went wrong, where the money is. */
  notice: z.string().optional(),
  /** The payouts of a transaction that is no swap, each a record of its own. */
  get escrow_releases() {
    return z.array(TrackingRecord).optional()
  },
})
export type TrackingRecord = z.infer<typeof TrackingRecord>

export const TrackRequest = z.object({
  /** Chain uid of the transaction that began it all. */
  chain: z.string(),
  tx_hash: z.string(),
})
export type TrackRequest = z.infer<typeof TrackRequest>

export const TrackAnswer = z.object({ response: TrackingRecord })
export type TrackAnswer = z.infer<typeof TrackAnswer>
