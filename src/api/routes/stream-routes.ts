import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'

import type { FastifyInstance } from 'fastify'

import { RateLimitedError } from '../../claims/errors.ts'
import type { Changes } from '../../services/tracking/changes.ts'
import { parseRequest } from '../../core/terms/request.ts'
import { hasNothingToCome } from '../../core/tracking/outcomes.ts'
import type { Records } from '../../services/tracking/records.ts'
import { TrackRequest, type TrackAnswer } from '../../core/tracking/tracking-record.ts'
import type { newWatchLimit } from '../client-limits.ts'
import { clientOf, siteOf } from '../client-of.ts'

/** Open streams that one client may have, and all together: where these are taken, whoever has most gives one to whoever has fewer. */
const STREAMS_PER_CLIENT = 20
const STREAMS = 2000
/** After a lost connection browsers wait so long before they come back, in milliseconds. */
const RETRY_MS = 2000
/** Proxies close what is silent for a minute. */
const HEARTBEAT_MS = 15_000

type Stream = { client: string; over: AbortController }

type Deps = {
  records: Records
  changes: Changes
  allowNew: ReturnType<typeof newWatchLimit>
  heartbeatMs?: number
  /** Open streams of all together. */
  most?: number
}

/**
 * `GET /api/v1/txn/stream`: what `/txn/track/swap` answers, as server-sent events. `progress` with every new state, whose id
 * is a digest of it, so that `Last-Event-ID` spares whoever comes back a state that they have; `end` once nothing more will come.
 */
export const streamRoutes =
  ({ records, changes, allowNew, heartbeatMs = HEARTBEAT_MS, most = STREAMS }: Deps) =>
  (server: FastifyInstance) => {
    /** By client, and by site: what each has open, the oldest first. */
    const clients = new Map<string, Set<Stream>>()
    const sites = new Map<string, Set<Stream>>()
    const streams = new Set<Stream>()

    function open(client: string): Stream {
      const stream = { client, over: new AbortController() }
      streams.add(stream)
      setIn(clients, client).add(stream)
      setIn(sites, siteOf(client)).add(stream)
      return stream
    }

    /** Ends a stream and gives its place free. Repeats change nothing. */
    function close(stream: Stream): void {
      stream.over.abort()
      streams.delete(stream)
      leave(clients, stream.client, stream)
      leave(sites, siteOf(stream.client), stream)
    }

    /** Whether there is a place: at the end, one that whoever has far more leaves. */
    function hasPlaceFor(client: string): boolean {
      if ((clients.get(client)?.size ?? 0) >= STREAMS_PER_CLIENT) return false
      if (streams.size < most) return true
      let widest = new Set<Stream>()
      for (const theirs of sites.values()) if (theirs.size > widest.size) widest = theirs
      const [oldest] = widest
      const mine = sites.get(siteOf(client))?.size ?? 0
      if (!oldest || widest.size <= mine + 1) return false
      close(oldest)
      return true
    }

    async function* events({ response }: TrackAnswer, seen: string, signal: AbortSignal) {
      const { source_chain_uid: chain, tx_hash } = response
      let lastId = seen
      yield `retry: ${RETRY_MS}\n\n`
      for (;;) {
        // Listening begins before the state is read: what changes in between is not missed.
        const news = nextChange(changes, { chainUid: chain, txHash: tx_hash, signal })
        try {
          const answer = await records.track({ chain, tx_hash }, 'full')
          const id = idOf(answer)
          if (id !== lastId) yield eventText('progress', id, answer)
          lastId = id
          if (hasEnded(answer)) {
            yield eventText('end', id, {})
            return
          }
          while (!(await news.within(heartbeatMs))) yield ': alive\n\n'
          if (signal.aborted) return
        } finally {
          news.stop()
        }
      }
    }

    server.get('/api/v1/txn/stream', async (request, reply) => {
      const { query, headers } = request
      const client = clientOf(request)
      const seen = String(headers['last-event-id'] ?? '')
      // Refuses what it cannot follow, as any call does.
      const now = await records.track(parseRequest(TrackRequest, query), 'full', allowNew(request))
      // The one answer after which a browser does not come back.
      if (hasEnded(now) && idOf(now) === seen) return reply.status(204).send()
      // Who left meanwhile has been told of already, and would hold their place for good.
      if (request.raw.destroyed || reply.raw.destroyed) return reply.hijack()
      if (!hasPlaceFor(client)) throw new RateLimitedError('Streams are opened', 30)
      const stream = open(client)
      // The connection's own end: a stream closes only once its generator wakes up.
      reply.raw.once('close', () => close(stream))
      return reply
        .header('content-type', 'text/event-stream; charset=utf-8')
        .header('cache-control', 'no-store')
        .header('connection', 'close') // a stop would wait for a kept connection
        .header('x-accel-buffering', 'no') // nginx would keep the events to itself
        .send(Readable.from(events(now, seen, stream.over.signal)))
    })

    server.addHook('preClose', async () => {
      for (const { over } of streams) over.abort()
    })
  }

function setIn(all: Map<string, Set<Stream>>, key: string): Set<Stream> {
  const found = all.get(key) ?? new Set<Stream>()
  all.set(key, found)
  return found
}

function leave(all: Map<string, Set<Stream>>, key: string, stream: Stream): void {
  const left = all.get(key)
  left?.delete(stream)
  if (left?.size === 0) all.delete(key)
}

const hasEnded = ({ response }: TrackAnswer) => hasNothingToCome(response.tx_status)

const idOf = (answer: TrackAnswer) =>
  createHash('sha256').update(JSON.stringify(answer)).digest('base64url').slice(0, 16)

const eventText = (name: string, id: string, data: object) =>
  `event: ${name}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`

/** The next change of a watch, or the end of whoever waits for it. Listens from now on. */
function nextChange(
  changes: Changes,
  { chainUid, txHash, signal }: { chainUid: string; txHash: string; signal: AbortSignal },
) {
  let came = signal.aborted
  let wake: () => void = () => undefined
  const hear = () => {
    came = true
    wake()
  }
  const unlisten = changes.listen(chainUid, txHash, hear)
  signal.addEventListener('abort', hear, { once: true })
  return {
    stop() {
      unlisten()
      signal.removeEventListener('abort', hear)
    },
    /** Whether it came before the time was over. */
    async within(ms: number): Promise<boolean> {
      if (came) return true
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms)
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
      return came
    },
  }
}
