import fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import { randomUUID } from 'node:crypto'
import type { Server } from 'node:http'
import { BlockList, isIPv6 } from 'node:net'

import { DomainError, StoppingError } from '../core/terms/errors.ts'
import { BODY_BYTES } from '../core/terms/open-limits.ts'
import { acceptedLanguage, DEFAULT_LANGUAGE, type Language } from '../core/terms/language.ts'
import { writtenWordsIn } from '../words/written-words.ts'
import { clientOf } from './client-of.ts'
import { type ApiErrorCode, errorBody, failAs } from './error-body.ts'
import { frameworkFix } from './framework-fix.ts'
import { openToAnyOrigin } from './open-to-any-origin.ts'
import { parseJson, refuseNulIn } from './parse-json.ts'
import { believePeers, PEER, UNTOUCHED } from './peers.ts'
import { refuseUnreadable } from './refuse-unreadable.ts'
import { sayAlways } from './say-always.ts'
import { takePort, type Place, type TakenPort } from './take-port.ts'
import {
  failurePage,
  HTML,
  isForReader,
  PAGE_POLICY,
  readerLanguage,
  type WritePage,
} from './write-page.ts'

/** Headers and body have to be here by then: whoever is slower holds on to what others need. */
const REQUEST_MS = 15_000
/** A connection on which nothing moves for so long is closed: an answer that nobody reads stays in our memory. Streams say something more often. */
const SILENT_MS = 60_000
/** How often slow requests are looked for. */
const LOOK_MS = 1_000
/** Connections in all; and those of one address, unless it is a proxy's that we trust. */
const CONNECTIONS = 10_000
const CONNECTIONS_PER_CLIENT = 500
/** How long requests in hand may take after a stop was asked for. */
const DRAIN_MS = 8_000
/** Where proxies ask whether we serve. */
const HEALTH_PATH = '/health'

export type Api = {
  /** Serves through a port that is taken already, or takes one. Returns the address that it really listens on. */
  start(listen: Place | TakenPort): Promise<TakenPort>
  /** From now on `GET /health`, and whatever our other servers pass on, is told that this server is being stopped, while all else is served: people are sent elsewhere before it stops. */
  leave(): void
  stop(): Promise<void>
  /** For tests that call without a network. */
  server: FastifyInstance
}

/** Says an error in a language. */
export type SayError = (error: DomainError, language: Language) => Said

/**
 * The HTTP server: its limits, its headers, its forms of errors, and the routes that are handed in. `isHttps`: people
 * reach it over https only, so their browsers are told to keep to that. `trustedProxies`: addresses and networks of whoever may
 * say in `x-forwarded-for` where a request came from; nobody else is believed but our other servers, who name `peerSecret`.
 * `sayError` says errors in the languages that requests accept; without it all are English. `writePage` writes failures for those who
 * read them in a browser; without it all are JSON.
 */
export function createApi({
  routes,
  log,
  isHttps = false,
  trustedProxies = [],
  peerSecret,
  requestMs = REQUEST_MS,
  silentMs = SILENT_MS,
  connectionsPerClient = CONNECTIONS_PER_CLIENT,
  sayError = (error) => error,
  writePage,
}: {
  routes: ((server: FastifyInstance) => void)[]
  log: FastifyBaseLogger
  isHttps?: boolean
  trustedProxies?: readonly string[]
  peerSecret?: string
  requestMs?: number
  silentMs?: number
  connectionsPerClient?: number
  sayError?: SayError
  writePage?: WritePage
}): Api {
  const answer = failureAnswer(writePage)
  const server = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }), // addresses can carry what should not stand in logs
    trustProxy: [...trustedProxies],
    bodyLimit: BODY_BYTES,
    requestTimeout: requestMs,
    connectionTimeout: silentMs,
    http: { headersTimeout: requestMs, connectionsCheckingInterval: Math.min(LOOK_MS, requestMs) },
    genReqId: () => randomUUID(),
    forceCloseConnections: 'idle',
    return503OnClosing: false, // the framework's own has none of our headers, nor our form
    clientErrorHandler: refuseUnreadable({ isHttps }),
    // What fails before there is a route: an address with a broken escape, or an overlong part.
    frameworkErrors(error, request, reply: FastifyReply) {
      // No hook runs then. Whatever page asked may read it: it says nothing but what is wrong with the address.
      reply.status(error.statusCode ?? 400).header('access-control-allow-origin', '*')
      sayAlways(reply, { isHttps })
      void answer(request, reply, refusal(error))
    },
  })
  server.server.maxConnections = CONNECTIONS
  const unlimited = limitConnections(server.server, { most: connectionsPerClient, trustedProxies })
  openToAnyOrigin(server)

  // JSON alone: a page of another origin can send that only after its browser has asked, and never with a cookie.
  server.removeAllContentTypeParsers()
  server.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    async (_request: FastifyRequest, text: string) => parseJson(text),
  )

  let isLeaving = false
  let isStopping = false
  server.addHook('preClose', async () => {
    isStopping = true
  })
  server.addHook('onRequest', async ({ url, headers }, reply) => {
    // Our other servers can wait for the next leader.
    const isForOthers = url === HEALTH_PATH || headers[PEER] !== undefined
    if (!isStopping && !(isLeaving && isForOthers)) return refuseNulIn(url)
    reply.header(UNTOUCHED, 'yes')
    throw new StoppingError()
  })
  if (peerSecret !== undefined) believePeers({ secret: peerSecret, onPeer: unlimited })(server)

  server.addHook('onSend', async (_request, reply) => sayAlways(reply, { isHttps }))

  answerFailures(server, answer, sayError)
  for (const register of routes) register(server)

  return {
    server,
    async start(listen) {
      await server.ready()
      const taken = 'giveTo' in listen ? listen : await takePort(listen)
      taken.giveTo(server.server)
      return taken
    },
    leave() {
      isLeaving = true
    },
    async stop() {
      const force = setTimeout(() => server.server.closeAllConnections(), DRAIN_MS)
      await server.close()
      clearTimeout(force)
    },
  }
}

type Said = { message: string; fix: string }
/** Says in a language what went wrong. */
type Say = (language: Language) => Said

/**
 * Returns what answers a failure, once its status is set: with a page for whoever reads it in a browser, else with JSON. `onPage`
 * says it there; it returns undefined where people are told no more than what the status means.
 */
const failureAnswer =
  (writePage: WritePage | undefined) =>
  async (
    request: FastifyRequest,
    reply: FastifyReply,
    {
      code,
      say,
      onPage = say,
    }: { code: ApiErrorCode; say: Say; onPage?: (language: Language) => Said | undefined },
  ): Promise<FastifyReply> => {
    if (!writePage || !isForReader(request.url, request.headers.accept)) {
      const language = acceptedLanguage(request.headers['accept-language']) ?? DEFAULT_LANGUAGE
      const { message, fix } = say(language)
      return reply.send(errorBody(code, message, fix, request.id))
    }
    const language = readerLanguage(request, reply)
    const failed = { status: reply.statusCode, said: onPage(language), requestId: request.id }
    const page = await writePage('plain', language, failurePage(writtenWordsIn(language), failed))
    return reply.header('content-security-policy', PAGE_POLICY).type(HTML).send(page)
  }

/** Gives every failure its form, whoever made it. */
function answerFailures(
  server: FastifyInstance,
  answer: ReturnType<typeof failureAnswer>,
  sayError: SayError,
): void {
  server.setErrorHandler(async (error: FastifyError | DomainError, request, reply) => {
    if (error instanceof DomainError) {
      failAs(reply, error)
      const say: Say = (language) => sayError(error, language)
      // Without facts its words are English in every language.
      const onPage = (language: Language) =>
        error.facts !== undefined || language === DEFAULT_LANGUAGE ? say(language) : undefined
      return answer(request, reply, { code: error.code, say, onPage })
    }
    const status = error.statusCode ?? 500
    void reply.status(status)
    // The framework's own refusals: a body that is no JSON, too large, of another type.
    if (status < 500) {
      const { bodyLimit } = request.routeOptions
      return answer(request, reply, refusal(error, bodyLimit))
    }
    request.log.error({ err: error, request_id: request.id }, 'a request failed')
    void reply.status(500)
    return answer(request, reply, { code: 'INTERNAL', say: sayFault })
  })

  server.setNotFoundHandler(async (request, reply) => {
    const [path = ''] = request.url.split('?')
    const nothingAt =
      (what: string): Say =>
      (language) => {
        const { failures } = writtenWordsIn(language)
        return { message: failures.nothingAt(what), fix: failures.checkAddress }
      }
    return answer(request, reply.status(404), {
      code: 'NOT_FOUND',
      say: nothingAt(`${request.method} ${path}`),
      onPage: nothingAt(path),
    })
  })
}

function sayFault(language: Language): Said {
  const { failures } = writtenWordsIn(language)
  return { message: failures.fault, fix: failures.laterOrTell }
}

/** Closes what an address opens beyond its share. Behind a proxy all come from one address, and the proxy has its own limits. Returns what takes the limit from an address. */
function limitConnections(
  server: Server,
  { most, trustedProxies }: { most: number; trustedProxies: readonly string[] },
): (address: string) => void {
  const open = new Map<string, number>()
  const unlimited = new BlockList()
  for (const proxy of trustedProxies) {
    const [address = '', bits] = proxy.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    if (bits === undefined) unlimited.addAddress(address, family)
    else unlimited.addSubnet(address, Number(bits), family)
  }
  server.on('connection', (socket) => {
    const address = socket.remoteAddress ?? ''
    if (unlimited.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')) return
    const client = clientOf({ ip: address })
    const mine = (open.get(client) ?? 0) + 1
    open.set(client, mine)
    socket.once('close', () => {
      const left = (open.get(client) ?? 1) - 1
      if (left > 0) open.set(client, left)
      else open.delete(client)
    })
    if (mine > most) socket.destroy()
  })
  return (address) => {
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    if (!unlimited.check(address, family)) unlimited.addAddress(address, family)
  }
}

function refusal(error: FastifyError, bodyLimit?: number) {
  const said = { message: error.message, fix: frameworkFix(error, bodyLimit) }
  return { code: 'INVALID_REQUEST' as const, say: () => said, onPage: () => undefined }
}
