import type { Readable } from 'node:stream'

import replyFrom from '@fastify/reply-from'
import { errorCodes, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'

import { AnswerLostError, StoppingError } from '../core/terms/errors.ts'
import { CLIENT, PEER, UNTOUCHED } from './peers.ts'

/** A server that dies is replaced within five seconds; whoever asks waits for that, and a while longer. */
const HOLD_MS = 15_000
const AGAIN_MS = 50
/** How often a request in hand looks whether another server leads by now. One that is about to end is no longer named as the leader, but still answers. */
const LOOK_MS = 250
const CONNECT_MS = 1_000
const ANSWER_MS = 60_000
/** What asks for the same again does nothing twice. */
const ONLY_READS = new Set(['GET', 'HEAD'])

/** The server that leads: where it answers, and what shows it that one of us asks. */
export type Peer = { url: string; secret: string }

type Deps = {
  /** Whether this server leads itself, and so answers everything. */
  leads(): boolean
  leader(): Peer | undefined
  elapsedMs(): number
  sleep(ms: number): Promise<unknown>
}

/**
 * Passes on to the server that leads every request to a route that is not shared. While nobody leads, and where the leader has done nothing yet, the request waits here for the next one; so does what only reads, where the leader died over it.
 * Whether anything else was done then is not known, and is never asked for a second time. Nobody waits for a server that stands still once another one leads and answers.
 */
export const passOn =
  ({ leads, leader, elapsedMs, sleep }: Deps) =>
  (server: FastifyInstance) => {
    /** Those that said so, by their secrets: what is asked of them while they close would be lost. */
    const leaving = new Set<string>()
    void server.register(replyFrom, {
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
    async function answerOf(request: FastifyRequest, reply: FastifyReply): Promise<Readable> {
      request.log.level = 'error' // each try that fails would be a warning
      const body = await readBytes(request, reply)
      const untilMs = elapsedMs() + HOLD_MS
      for (;;) {
        const found = leader()
        const peer = found && !leaving.has(found.secret) ? found : undefined
        const answer = peer ? await ask(peer, { request, reply, body, leader, sleep }) : 'unreached'
        if (typeof answer !== 'string') return answer
        if (peer && answer === 'leaving') leaving.add(peer.secret)
        if (answer === 'replaced') throw new AnswerLostError()
        if (answer === 'lost' && !ONLY_READS.has(request.method)) throw new AnswerLostError()
        if (elapsedMs() >= untilMs) throw new StoppingError()
        for (const name of Object.keys(reply.getHeaders())) reply.removeHeader(name)
        await sleep(AGAIN_MS)
      }
    }
    // Before the body is read as anything: what is signed are its bytes. What is passed on is never done here as well, also where its client leaves in the middle of the answer: a promise would be kept then, and the framework go on to the route.
    server.addHook('onRequest', (request, reply, done) => {
      if (leads() || isAnsweredHere(request)) return done()
      answerOf(request, reply).then((answer) => void reply.send(answer), done)
    })
  }

/** What one of us has passed on is not passed on again, and preflights are the same everywhere. */
const isAnsweredHere = ({ method, headers, routeOptions, is404 }: FastifyRequest): boolean =>
  headers[PEER] !== undefined ||
  method === 'OPTIONS' ||
  (!is404 && routeOptions.config.shared === true)

/** No more than the route itself takes: what anybody may send to any path waits here in memory. */
async function readBytes(
  { raw, method, headers, is404, routeOptions, server }: FastifyRequest,
  reply: FastifyReply,
): Promise<Buffer | undefined> {
  if (ONLY_READS.has(method)) return undefined
  const most = (is404 ? undefined : routeOptions.bodyLimit) ?? server.initialConfig.bodyLimit ?? 0
  function check(length: number): void {
    if (length <= most) return
    reply.header('connection', 'close') // the rest is not read
    throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE()
  }
  check(Number(headers['content-length'] ?? 0))
  const body: AsyncIterable<Buffer> = raw
  const parts: Buffer[] = []
  let length = 0
  for await (const part of body) {
    parts.push(part)
    length += part.length
    check(length)
  }
  return length === 0 ? undefined : Buffer.concat(parts)
}

type Asked = Pick<Deps, 'leader' | 'sleep'> & {
  request: FastifyRequest
  reply: FastifyReply
  body: Buffer | undefined
}

/** Its answer, whose status and headers the reply has by then; or that nothing was done there, since it leaves or is not reached, or that nobody knows, or that another one leads by now. */
function ask(
  peer: Peer,
  { request, reply, body, leader, sleep }: Asked,
): Promise<Readable | 'leaving' | 'unreached' | 'lost' | 'replaced'> {
  const { ip } = request
  return new Promise((resolve) => {
    const over = new AbortController()
    const end = (outcome: Parameters<typeof resolve>[0]) => {
      over.abort()
      resolve(outcome)
    }
    reply.from(undefined, {
      getUpstream: () => peer.url,
      ...(body && {
        body,
        contentType: request.headers['content-type'] ?? 'application/octet-stream',
      }),
      // Who waits to be told to go on was told so here, where the whole body was read.
      rewriteRequestHeaders: (_request, { expect: _told, ...headers }) => ({
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
    const isReplaced = () => (leader()?.secret ?? peer.secret) !== peer.secret
    const watch = async () => {
      while (!over.signal.aborted && !isReplaced()) await sleep(LOOK_MS)
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
