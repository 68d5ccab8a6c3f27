import { TrackAnswer, TrackRequest } from '../../core/tracking/tracking-record.ts'
import { WatchAnswer, WatchRequest } from '../../calls/track-calls.ts'
import type { ApiErrorCode } from '../error-body.ts'
import type { Endpoint } from './endpoint.ts'
import { placesOf } from './examples.ts'

const ERRORS = ['UNKNOWN_CHAIN', 'CHAIN_UNAVAILABLE'] as const satisfies ApiErrorCode[]
const POLLING =
  'Ask again every few seconds until `is_completed` is true or `tx_status` is not empty, or read the same as server-sent events from `GET /api/v1/txn/stream?chain=&tx_hash=`. A hash that its chain does not know yet gets a record with pending steps, not an error.'

/** Where a transaction is, over every chain it touches. */
export const trackEndpoints: Endpoint[] = [
  trackEndpoint('track', 'track', {
    summary: 'Follow any transaction by its chain and hash.',
    description: 'A swap has its `swap_status` in the minimal form, beside the steps.',
  }),
  trackEndpoint('trackSwap', 'track/swap', {
    summary: 'Follow a swap with every trade, payout and packet.',
    description: 'Another transaction gets its record with an empty `swap_status`.',
  }),
  {
    id: 'watch',
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
]

function trackEndpoint(
  id: string,
  path: string,
  { summary, description }: { summary: string; description: string },
): Endpoint {
  return {
    id,
    tag: 'Tracking',
    method: 'post',
    path: `/api/v1/txn/${path}`,
    summary,
    description: `${description} ${POLLING}`,
    request: TrackRequest,
    answer: TrackAnswer,
    errors: ERRORS,
    examples: (network) =>
      Object.fromEntries(
        placesOf(network).map(({ family, user }) => [
          `a hash on ${family}`,
          {
            chain: user.chain_uid,
            tx_hash: family === 'evm' ? `0x${'ab'.repeat(32)}` : 'AB'.repeat(32),
          },
        ]),
      ),
  }
}
