import { createHash } from 'node:crypto'

import type { FastifyInstance } from 'fastify'

import { parseRequest } from '../../core/terms/request.ts'
import type { Records } from '../../services/tracking/records.ts'
import { parseWebhookUrl } from '../../services/tracking/webhooks.ts'
import { WatchRequest, type WatchAnswer } from '../../calls/track-calls.ts'
import type { WebhookStore } from '../../services/tracking/webhook-store-port.ts'

type Deps = { records: Records; store: WebhookStore; hosts: readonly string[]; now: () => Date }

/** `POST /api/v1/txn/watch`: has every state of a transaction posted to an address, until it has ended. */
export const webhookRoutes =
  ({ records, store, hosts, now }: Deps) =>
  (server: FastifyInstance) => {
    server.post('/api/v1/txn/watch', async ({ body }): Promise<WatchAnswer> => {
      const { url: text, ...place } = parseRequest(WatchRequest, body)
      const url = parseWebhookUrl(text, hosts).href
      const { response } = await records.track(place, 'full')
      const { source_chain_uid: chain_uid, tx_hash } = response
      const name = JSON.stringify([chain_uid, tx_hash, url])
      const id = `wh_${createHash('sha256').update(name).digest('base64url').slice(0, 22)}`
      await store.add({ id, chain_uid, tx_hash, url }, now())
      return { id, response }
    })
  }
