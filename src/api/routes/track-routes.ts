import { createHash } from 'node:crypto'

import type { FastifyInstance } from 'fastify'

import { WEBHOOKS_PER_MINUTE } from '../../core/terms/open-limits.ts'
import type { Records } from '../../services/tracking/records.ts'
import { parseWebhookUrl, type WebhookStore } from '../../services/tracking/webhooks.ts'
import { trackCalls } from '../../calls/track-calls.ts'
import { minuteLimit, type newWatchLimit } from '../client-limits.ts'
import { serve } from '../serve.ts'

/** `POST /api/v1/txn/track…`: where a transaction is. */
export const trackRoutes =
  ({ records, allowNew }: Pick<Deps, 'records' | 'allowNew'>) =>
  (server: FastifyInstance) => {
    serve(server, trackCalls.track, ({ body, request }) =>
      records.track(body, 'minimal', allowNew(request)),
    )
    serve(server, trackCalls.trackSwap, ({ body, request }) =>
      records.track(body, 'full', allowNew(request)),
    )
  }

type Deps = {
  records: Records
  allowNew: ReturnType<typeof newWatchLimit>
  store: WebhookStore
  hosts: readonly string[]
  now: () => Date
}

/** `POST /api/v1/txn/watch`: has every state of a transaction posted to an address, until it has ended. */
export const webhookRoutes =
  ({ records, allowNew, store, hosts, now }: Deps) =>
  (server: FastifyInstance) => {
    const count = minuteLimit(WEBHOOKS_PER_MINUTE, 'Webhooks are asked for', now)
    serve(server, trackCalls.watch, async ({ body, request }) => {
      count(request)
      const { url: text, ...place } = body
      const url = parseWebhookUrl(text, hosts).href
      const { response } = await records.track(place, 'full', allowNew(request))
      const { source_chain_uid: chain_uid, tx_hash } = response
      const name = JSON.stringify([chain_uid, tx_hash, url])
      const id = `wh_${createHash('sha256').update(name).digest('base64url').slice(0, 22)}`
      await store.add({ id, chain_uid, tx_hash, url }, now())
      return { id, response }
    })
  }
