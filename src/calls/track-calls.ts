import { z } from 'zod'

import { TrackAnswer } from '../core/tracking/tracking-record.ts'

/** The wire shapes of `/api/v1/txn/watch`; those of the tracking calls are `core/tracking/tracking-record.ts`. */

export const WatchRequest = z.object({
  /** Chain uid of the transaction that began it all. */
  chain: z.string(),
  tx_hash: z.string(),
  /** Where its states are posted to, on a host that this server calls. */
  url: z.string().max(2000),
})
export type WatchRequest = z.infer<typeof WatchRequest>

/** `id` is the beginning of each message's id; who asks for the same once more gets the same. */
export const WatchAnswer = TrackAnswer.extend({ id: z.string() })
export type WatchAnswer = z.infer<typeof WatchAnswer>
