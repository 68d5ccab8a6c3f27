import type { Readable } from 'node:stream'

import replyFrom from '@fastify/reply-from'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { AnswerLostError, StoppingError } from '../core/terms/errors.ts'
import { CLIENT, PEER, UNTOUCHED } from './peers.ts'
import { takeBytes } from './take-bytes.ts'

/** A server that dies is replaced within five seconds; whoever asks waits for that, and a while longer. */
const HOLD_MS = 15_000
const AGAIN_MS = 50
/** How often a request in hand looks whether the server that was asked still serves. */
const LOOK_MS = 250
const CONNECT_MS = 1_000
const ANSWER_MS = 60_000
/** Above what any route takes: the server that serves refuses what is too long for its own. */
const BODY_LIMIT_BYTES = 1024 * 1024
/** All but preflights, which every server answers by itself. */
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']
/** What asks for the same again does nothing twice. */
const ONLY_READS = new Set(['GET', 'HEAD'])

/** The server that serves: where it answers, and what shows it that one of us asks. */
export type Peer = { url: string; secret: string }

type Deps = {
  serving(): Peer | undefined
  elapsedMs(): number
  sleep(ms: number): Promise<unknown>
}

/**
 * Passes every request on to the server that serves. While there is none, and where it has done nothing yet, the request waits here for the next one; so does what only
 * reads, where the server died over it. Whether anything else was done then is not known, and is never asked for a second time. Nobody waits for a server that stands still once
 * another one serves.
 */
export const passOnRoutes =
  ({ serving, elapsedMs, sleep }: Deps) =>
  (server: FastifyInstance) => {
    /** Those that said so, by their secrets: what is asked of them while they close would be lost. */
    const leaving = new Set<string>()
    void server.register(
      async (own) => {
        takeBytes(own, { bodyLimit: BODY_LIMIT_BYTES })
        await own.register(replyFrom, {
          disableRequestLogging: true,
          destroyAgent: true,
          undici: {
            connections: null, // streams keep theirs
            pipelining: 0, // a kept connection may be closed in the moment in which it is used again
            headersTimeout: ANSWER_MS,
            bodyTimeout: 0, // of streams
            connect: { timeout: CONNECT_MS },
          },
        })
        own.route({
          method: METHODS,
          url: '/*',
          async handler(request, reply) {
            const untilMs = elapsedMs() + HOLD_MS
            for (;;) {
              const found = serving()
              const peer = found && !leaving.has(found.secret) ? found : undefined
              const answer = peer
                ? await ask(peer, { request, reply, serving, sleep })
                : 'unreached'
              if (typeof answer !== 'string') return reply.send(answer)
              if (peer && answer === 'leaving') leaving.add(peer.secret)
              if (answer === 'replaced') throw new AnswerLostError()
              if (answer === 'lost' && !ONLY_READS.has(request.method)) throw new AnswerLostError()
              if (elapsedMs() >= untilMs) throw new StoppingError()
              for (const name of Object.keys(reply.getHeaders())) reply.removeHeader(name)
              await sleep(AGAIN_MS)
            }
          },
        })
      },
      { logLevel: 'error' }, // each try that fails would be a warning
    )
  }

type Asked = Pick<Deps, 'serving' | 'sleep'> & { request: FastifyRequest; reply: FastifyReply }

/** Its answer, whose status and headers the reply has by then; or that nothing was done there, since it leaves or is not reached, or that nobody knows, or that another one serves by now. */
function ask(
  peer: Peer,
  { request, reply, serving, sleep }: Asked,
): Promise<Readable | 'leaving' | 'unreached' | 'lost' | 'replaced'> {
  const { body, ip } = request
  return new Promise((resolve) => {
    const over = new AbortController()
    const end = (outcome: Parameters<typeof resolve>[0]) => {
      over.abort()
      resolve(outcome)
    }
    reply.from(undefined, {
      getUpstream: () => peer.url,
      ...(body instanceof Buffer && {
        body,
        contentType: request.headers['content-type'] ?? 'application/octet-stream',
      }),
      rewriteRequestHeaders: (_request, headers) => ({
        ...headers,
        [PEER]: peer.secret,
        [CLIENT]: ip,
      }),
      onResponse(_request, _reply, { stream }) {
        if (over.signal.aborted) stream.destroy()
        else if (!reply.hasHeader(UNTOUCHED)) end(stream)
        else {
          stream.resume()
          end('leaving')
        }
      },
      onError: (_reply, { error }) => end(wasConnected(error) ? 'lost' : 'unreached'),
    })
    const watch = async () => {
      while (!over.signal.aborted && serving()?.secret === peer.secret) await sleep(LOOK_MS)
      end('replaced')
    }
    void watch()
  })
}

const NOT_CONNECTED: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'UND_ERR_CONNECT_TIMEOUT',
])

function wasConnected({ cause }: Error): boolean {
  return !(cause instanceof Error && 'code' in cause && NOT_CONNECTED.has(cause.code))
}
