import { createHash } from 'node:crypto'

import type { FastifyInstance } from 'fastify'

import type { Records } from '../../services/tracking/records.ts'
import { parseWebhookUrl, type WebhookStore } from '../../services/tracking/webhooks.ts'
import { trackCalls } from '../../calls/track-calls.ts'
import { serve } from '../serve.ts'

/** `POST /api/v1/txn/track…`: where a transaction is. */
export const trackRoutes = (records: Records) => (server: FastifyInstance) => {
  serve(server, trackCalls.track, ({ body }) => records.track(body, 'minimal'))
  serve(server, trackCalls.trackSwap, ({ body }) => records.track(body, 'full'))
}

type Deps = { records: Records; store: WebhookStore; hosts: readonly string[]; now: () => Date }

/** `POST /api/v1/txn/watch`: has every state of a transaction posted to an address, until it has ended. */
export const webhookRoutes =
  ({ records, store, hosts, now }: Deps) =>
  (server: FastifyInstance) => {
    serve(server, trackCalls.watch, async ({ body }) => {
      const { url: text, ...place } = body
      const url = parseWebhookUrl(text, hosts).href
      const { response } = await records.track(place, 'full')
      const { source_chain_uid: chain_uid, tx_hash } = response
      const name = JSON.stringify([chain_uid, tx_hash, url])
      const id = `wh_${createHash('sha256').update(name).digest('base64url').slice(0, 22)}`
      await store.add({ id, chain_uid, tx_hash, url }, now())
      return { id, response }
    })
  }
