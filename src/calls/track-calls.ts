import { z } from 'zod'

import type { ErrorCode } from '../core/terms/errors.ts'
import type { Network } from '../core/terms/network.ts'
import { TrackAnswer, TrackRequest } from '../core/tracking/tracking-record.ts'
import type { Call } from './call.ts'
import { placesOf } from './examples.ts'

/** The wire shapes of `/api/v1/txn/watch`; those of the tracking calls are `core/tracking/tracking-record.ts`. */

const WatchRequest = z.object({
  /** Chain uid of the transaction that began it all. */
  chain: z.string(),
  tx_hash: z.string(),
  /** Where its states are posted to, on a host that this server calls. */
  url: z.string().max(2000),
})

/** `id` is the beginning of each message's id; who asks for the same once more gets the same. */
const WatchAnswer = TrackAnswer.extend({ id: z.string() })

const ERRORS = ['UNKNOWN_CHAIN', 'CHAIN_UNAVAILABLE'] as const satisfies ErrorCode[]
const POLLING =
  'Ask again every few seconds until `is_completed` is true or `tx_status` is not empty, or read the same as server-sent events from `GET /api/v1/txn/stream?chain=&tx_hash=`. A hash that its chain does not know yet gets a record with pending steps, not an error.'

/** What both calls have that follow a transaction. */
const TRACK = {
  tag: 'Tracking',
  method: 'post',
  request: TrackRequest,
  answer: TrackAnswer,
  errors: ERRORS,
  examples: (network: Network) =>
    Object.fromEntries(
      placesOf(network).map(({ family, user }) => [
        `a hash on ${family}`,
        {
          chain: user.chain_uid,
          tx_hash: family === 'evm' ? `0x${'ab'.repeat(32)}` : 'AB'.repeat(32),
        },
      ]),
    ),
} satisfies Partial<Call>

/** Where a transaction is, over every chain it touches. */
export const trackCalls = {
  track: {
    ...TRACK,
    path: '/api/v1/txn/track',
    summary: 'Follow any transaction by its chain and hash.',
    description: `A swap has its \`swap_status\` in the minimal form, beside the steps. ${POLLING}`,
  },
  trackSwap: {
    ...TRACK,
    path: '/api/v1/txn/track/swap',
    summary: 'Follow a swap with every trade, payout and packet.',
    description: `Another transaction gets its record with an empty \`swap_status\`. ${POLLING}`,
  },
  watch: {
    tag: 'Tracking',
    method: 'post',
    path: '/api/v1/txn/watch',
    summary: 'Have every state of a transaction posted to you.',
    description:
      'Signed, at least once, the newest state only, until it has ended. `url` is on a host that this server calls: the refusal names them.',
    request: WatchRequest,
    answer: WatchAnswer,
    errors: ERRORS,
    examples: () => ({
      'a hash on evm': {
        chain: 'base',
        tx_hash: `0x${'ab'.repeat(32)}`,
        url: 'https://hooks.example.com/vouch',
      },
    }),
  },
} satisfies Record<string, Call>
