import { z } from 'zod'

import { ChainUid } from '../../core/terms/network.ts'
import { DAY_MS } from '../../core/terms/durations.ts'

const chain = { chain_uid: ChainUid.describe('The chain.') }
const place = {
  chain_uid: ChainUid.optional().describe('The chain; every chain that it fits, without one.'),
}
const span = {
  for_ms: z
    .int()
    .min(1)
    .max(DAY_MS)
    .optional()
    .describe('Ends by itself after so many milliseconds.'),
}
const count = {
  times: z.int().min(1).max(1_000_000).optional().describe('Ends by itself after so many.'),
}

export const Direction = z.enum(['to_hub', 'from_hub'])
export type Direction = z.infer<typeof Direction>

/** Which packets, of those that the relayer meets while it is on. */
const packets = {
  chain_uid: ChainUid.optional().describe(
    "The chain at the packets' other end; every one without it.",
  ),
  direction: Direction.optional().describe('Both without one.'),
  probability: z
    .number()
    .gt(0)
    .max(1)
    .default(1)
    .describe('How likely it is that a packet is met by it.'),
  seed: z
    .int()
    .min(0)
    .default(0)
    .describe('The same seed chooses the same packets, in whatever order they come.'),
  ...count,
  ...span,
}
const delay_ms = z.int().min(1).max(DAY_MS)

const blockTrouble = [
  z
    .strictObject({
      kind: z.literal('slow_blocks'),
      block_time_ms: z.int().min(20).max(600_000).describe('Milliseconds between two blocks.'),
      ...place,
      ...span,
    })
    .describe('Blocks come slower, or faster. An idle EVM chain skips most of its blocks as ever.'),
  z
    .strictObject({ kind: z.literal('stall_chain'), ...place, ...span })
    .describe('No blocks. The chain still answers, and takes transactions for the next one.'),
  z
    .strictObject({ kind: z.literal('stall_finality'), ...place, ...span })
    .describe('EVM: blocks come, and none becomes final.'),
] as const

const packetTrouble = [
  z
    .strictObject({
      kind: z.literal('slow_packets'),
      delay_ms: delay_ms.describe('Before the packet, and before its acknowledgement.'),
      ...packets,
    })
    .describe('Every hop takes so much longer.'),
  z
    .strictObject({
      kind: z.literal('lose_packets'),
      leg: z
        .enum(['packet', 'acknowledgement'])
        .default('packet')
        .describe('The way there, or the answer on its way back.'),
      ...packets,
    })
    .describe(
      'Nobody carries the packet, or else its acknowledgement, until it is relayed by hand.',
    ),
  z
    .strictObject({ kind: z.literal('time_out_packets'), ...packets })
    .describe(
      'The packet is held until its time is over; then it arrives late, and its acknowledgement is an error.',
    ),
  z
    .strictObject({ kind: z.literal('refuse_packets'), ...packets })
    .describe('The packet arrives as one that has to be refused: its acknowledgement is an error.'),
] as const

const rpcTrouble = [
  z
    .strictObject({
      kind: z.literal('slow_rpc'),
      delay_ms: delay_ms.describe('Before each answer.'),
      ...place,
      ...count,
      ...span,
    })
    .describe("The chain's public address lags."),
  z
    .strictObject({
      kind: z.literal('break_rpc'),
      answer: z
        .enum(['too_many_requests', 'html', 'hang_up'])
        .describe('Status 429; a page of HTML with status 200; or the connection ends.'),
      ...place,
      ...count,
      ...span,
    })
    .describe("The chain's public address gives no useful answer."),
] as const

/** What stays on until it ends. */
export const LastingTrouble = z.discriminatedUnion('kind', [
  ...blockTrouble,
  ...packetTrouble,
  ...rpcTrouble,
])
export type LastingTrouble = z.infer<typeof LastingTrouble>
export type PacketTrouble = z.infer<(typeof packetTrouble)[number]>
export type RpcTrouble = z.infer<(typeof rpcTrouble)[number]>

/** What happens once. */
export const Incident = z.discriminatedUnion('kind', [
  z
    .strictObject({
      kind: z.literal('reorg'),
      depth: z.int().min(1).max(200).describe('How many of the newest blocks are replaced.'),
      transactions: z
        .enum(['kept', 'dropped'])
        .describe('Whether what was in them goes back to the mempool, or is gone.'),
      ...chain,
    })
    .describe('EVM: the newest blocks are replaced. Final ones never are.'),
  z
    .strictObject({
      kind: z.literal('advance_clock'),
      by_ms: z.int().min(1).max(3_600_000).describe('How far.'),
    })
    .describe('The clocks of all chains move on; they never go back.'),
])
export type Incident = z.infer<typeof Incident>

/** Trouble on request: the one description of it, for calls, their validation and their documentation. */
export const Trouble = z.discriminatedUnion('kind', [LastingTrouble, Incident])
export type Trouble = z.infer<typeof Trouble>

/** Names held packets: all that fit. */
export const PacketFilter = z.strictObject({
  chain_uid: ChainUid.optional(),
  direction: Direction.optional(),
  sequence: z
    .string()
    .regex(/^\d{1,20}$/, 'must be digits')
    .optional(),
})
export type PacketFilter = z.infer<typeof PacketFilter>
