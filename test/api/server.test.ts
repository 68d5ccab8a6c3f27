import { once } from 'node:events'
import { connect } from 'node:net'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'

import { discordRoutes, telegramRoutes } from '../../src/api/routes/platform-routes.ts'
import { Failure } from '../../src/calls/call.ts'
import { STATUS } from '../../src/api/error-body.ts'
import { graphQlRoutes } from '../../src/api/routes/graphql-routes.ts'
import { healthRoutes } from '../../src/api/routes/health-routes.ts'
import { newWatchLimit } from '../../src/api/client-limits.ts'
import { createApi } from '../../src/api/server.ts'
import { createPageWriter } from '../../src/api/write-page.ts'
import { trackPageRoutes } from '../../src/api/routes/track-page-routes.ts'
import { RateLimitedError, TooManyTriesError } from '../../src/claims/errors.ts'
import { DomainError, type ErrorCode } from '../../src/core/terms/errors.ts'
import { PoolsOutdatedError } from '../../src/core/routing/route-errors.ts'
import { sampleNetwork } from '../core/sample-network.ts'

type Routes = Parameters<typeof createApi>[0]['routes']

const webDir = mkdtempSync(join(tmpdir(), 'vouch-server-'))
for (const name of ['track', 'plain'])
  writeFileSync(join(webDir, `${name}.html`), '<html lang="en"><title>Vouch</title><!--state-->')
const writePage = createPageWriter(webDir)
afterAll(() => rmSync(webDir, { recursive: true }))

const serve = (routes: Routes, options: { isHttps?: boolean } = {}) =>
  createApi({ log: pino({ level: 'silent' }), routes, ...options }).server

class SomeError extends DomainError {
  constructor(code: ErrorCode) {
    super(code, 'Not now.', { fix: 'Wait.' })
  }
}

/** Every form in which a failure is answered: the API's, GraphQL's, and a page. */
const FORMS = [
  { form: 'API', url: '/api/v1/x' },
  { form: 'GraphQL', url: '/graphql' },
  { form: 'page', url: `/track/base/0x${'5c'.repeat(32)}` },
] as const

function failing(thrown: Error) {
  const hub = { latest: () => Promise.reject(thrown) }
  return serve([
    (server) =>
      server.addHook('preHandler', async () => {
        throw thrown
      }),
    (server) => server.post('/api/v1/x', async () => ({})),
    graphQlRoutes({ network: sampleNetwork, hub, now: () => new Date() }),
    trackPageRoutes({
      network: sampleNetwork,
      writePage,
      stateOf: async () => undefined,
      allowNew: newWatchLimit(() => new Date()),
      follow: async () => undefined,
    }),
  ])
}

async function answerOf(error: Error, { url }: (typeof FORMS)[number]) {
  const headers = { 'content-type': 'application/json' }
  const payload = '{"query":"{__typename}"}'
  const server = failing(error)
  const sent = url.startsWith('/track/')
    ? ({ url } as const)
    : ({ method: 'POST', url, headers, payload } as const)
  const { statusCode, headers: got } = await server.inject(sent)
  return { status: statusCode, retryAfter: got['retry-after'] }
}

const codes = Object.keys(STATUS).filter(
  (code): code is ErrorCode => code in STATUS && code !== 'INTERNAL',
)

test.each([
  { accepts: 'de-AT, en;q=0.5', said: 'Nicht jetzt. (de)' },
  { accepts: 'fr', said: 'Nicht jetzt. (en)' },
  { accepts: undefined, said: 'Nicht jetzt. (en)' },
])('who accepts $accepts is told what went wrong as: $said', async ({ accepts, said }) => {
  const { server } = createApi({
    log: pino({ level: 'silent' }),
    routes: [
      (api) =>
        api.get('/api/v1/x', async () => {
          throw new SomeError('NOT_FOUND')
        }),
    ],
    sayError: (_, language) => ({ message: `Nicht jetzt. (${language})`, fix: 'Warte.' }),
  })
  const headers = accepts === undefined ? {} : { 'accept-language': accepts }
  const answer = await server.inject({ url: '/api/v1/x', headers })
  expect(answer.json()).toMatchObject({
    error: { code: 'NOT_FOUND', message: said, fix: 'Warte.' },
  })
})

test.each([
  {
    status: 404,
    url: '/nope?language=de',
    accept: 'text/html',
    says: 'Unter /nope gibt es nichts.',
  },
  { status: 403, url: '/not-yours', accept: 'text/html', says: 'Wer fragt? (en)' },
  { status: 500, url: '/broken', accept: 'text/html', says: 'Try again; if it stays' },
  { status: 400, url: '/nope/%00', accept: 'text/html', says: 'Wer fragt? (en)' },
  { status: 400, url: '/nope?of=%00', accept: '*/*' },
  { status: 400, url: '/%zz', accept: 'text/html', says: 'That did not work' },
  { status: 404, url: '/nope', accept: '*/*' },
  { status: 404, url: '/nope', accept: undefined },
  { status: 404, url: '/api/v1/nope', accept: 'text/html,*/*;q=0.8' },
  { status: 404, url: '/playground/api/nope', accept: 'text/html' },
])(
  'a $status at $url is a page for whoever accepts $accept in a browser, and else JSON',
  async ({ status, url, accept, says }) => {
    const { server } = createApi({
      log: pino({ level: 'silent' }),
      writePage,
      sayError: (_, language) => ({ message: `Wer fragt? (${language})`, fix: 'Sag es.' }),
      routes: [
        (api) => {
          api.get('/not-yours', () => Promise.reject(new SomeError('NOT_YOURS')))
          api.get('/broken', () => Promise.reject(new Error('<b>secret</b>')))
        },
      ],
    })
    const answer = await server.inject({ url, headers: accept === undefined ? {} : { accept } })
    expect(answer.statusCode).toBe(status)
    expect(answer.body).not.toContain('secret')
    if (says === undefined) return expect(answer.json()).toHaveProperty('error.request_id')
    expect(answer.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': expect.stringContaining("default-src 'self'"),
      'cache-control': 'no-store',
    })
    expect(answer.body).toContain(says)
    expect(answer.body).toMatch(/<html lang="(?:en|de)">.*href="\/"/s)
  },
)

test('a page speaks what its address names, else what was chosen before, else what its browser prefers', async () => {
  const { server } = createApi({ log: pino({ level: 'silent' }), writePage, routes: [] })
  const ask = (url: string, cookie: string) =>
    server.inject({ url, headers: { accept: 'text/html', 'accept-language': 'tr', cookie } })
  const named = await ask('/nope?language=zh-Hans', 'vouch_language=es')
  expect(named.body).toContain('<html lang="zh-Hans">')
  expect(named.headers['set-cookie']).toMatch(
    /^vouch_language=zh-Hans; Path=\/; Max-Age=\d+; SameSite=Lax$/,
  )
  const kept = await ask('/nope?language=xx', 'a=b; vouch_language=es')
  expect([kept.body, kept.headers['set-cookie']]).toEqual([
    expect.stringContaining('<html lang="es">'),
    undefined,
  ])
  expect((await ask('/nope', 'vouch_language=xx')).body).toContain('<html lang="tr">')
})

test.each(FORMS)(
  '$form: every refusal that asks to come back says when, and no other',
  async (form) => {
    const table = await Promise.all(
      codes.map(async (code) => ({ code, ...(await answerOf(new SomeError(code), form)) })),
    )
    expect(table).toEqual(
      codes.map((code) => ({
        code,
        status: STATUS[code],
        retryAfter: [429, 503].includes(STATUS[code]) ? '5' : undefined,
      })),
    )
    expect(table.filter(({ retryAfter }) => retryAfter !== undefined).length).toBeGreaterThan(5)
  },
)

const KNOWN = [
  { error: new RateLimitedError('You ask', 30), retryAfter: '30' },
  { error: new RateLimitedError('You ask', 0.2), retryAfter: '1' },
  { error: new TooManyTriesError('code'), retryAfter: '60' },
  { error: new TooManyTriesError('claim'), retryAfter: '86400' },
  { error: new TooManyTriesError('cancel'), retryAfter: '86400' },
  { error: new PoolsOutdatedError(31_000, 7), retryAfter: '5' },
]
test.each(FORMS.flatMap((form) => KNOWN.map((known) => ({ ...form, ...known }))))(
  '$form: "$error.message" names $retryAfter s',
  async ({ error, retryAfter, ...form }) => {
    expect((await answerOf(error, form)).retryAfter).toBe(retryAfter)
  },
)

test.each<{ name: string; routes: Routes; method: 'GET' | 'POST'; url: string; status: number }>([
  {
    name: 'readiness',
    routes: [
      healthRoutes({
        readiness: async () => ({
          ready: false,
          database: 'full' as const,
          chains: {},
          lag: {},
          silent_ms: {},
          stuck: 0,
        }),
        now: () => new Date(),
      }),
    ],
    method: 'GET',
    url: '/ready',
    status: 503,
  },
  {
    name: "Telegram's webhook",
    routes: [telegramRoutes(async () => 503)],
    method: 'POST',
    url: '/telegram/webhook',
    status: 503,
  },
  {
    name: "Discord's interactions",
    routes: [discordRoutes(async () => ({ status: 503 }))],
    method: 'POST',
    url: '/discord/interactions',
    status: 503,
  },
  {
    name: 'whatever a route answers by itself',
    routes: [(server) => server.get('/x', async (_request, reply) => reply.status(429).send())],
    method: 'GET',
    url: '/x',
    status: 429,
  },
  {
    name: 'a failure that is none of ours',
    routes: [
      (server) =>
        server.get('/x', async () => {
          throw Object.assign(new Error('busy'), { statusCode: 429 })
        }),
    ],
    method: 'GET',
    url: '/x',
    status: 429,
  },
])('$name says when to come back, too', async ({ routes, method, url, status }) => {
  const answer = await serve(routes).inject({
    method,
    url,
    headers: { 'content-type': 'application/json' },
    ...(method === 'POST' && { payload: '{}' }),
  })
  expect([answer.statusCode, answer.headers['retry-after']]).toEqual([status, '5'])
})

test('a request that comes while the server stops is refused in our form, and what runs is finished', async () => {
  let letGo = () => {}
  const held = new Promise<void>((resolve) => (letGo = resolve))
  let stopping = () => {}
  const stopBegan = new Promise<void>((resolve) => (stopping = resolve))
  const api = createApi({
    log: pino({ level: 'silent' }),
    routes: [
      (server) =>
        server.get('/slow', async () => {
          await held
          return { done: true }
        }),
      (server) => server.addHook('preClose', async () => stopping()),
    ],
  })
  const { port } = await api.start({ port: 0, host: '127.0.0.1' })
  const socket = connect(port, '127.0.0.1')
  let received = ''
  socket.on('data', (chunk: Buffer) => (received += chunk.toString()))
  const ask = async () => {
    const came = once(api.server.server, 'request')
    socket.write('GET /slow HTTP/1.1\r\nhost: x\r\n\r\n')
    await came
  }
  await ask()
  const stopped = api.stop()
  await stopBegan
  await ask()
  letGo()
  await once(socket, 'close')
  await stopped
  const [first = '', second = ''] = received.split(/(?=HTTP\/1\.1 )/)
  expect(first).toMatch(/^HTTP\/1\.1 200 [^]*\{"done":true\}$/)
  expect(second).toMatch(/^HTTP\/1\.1 503 /)
  expect(second).toMatch(/\r\nretry-after: 5\r\n/)
  expect(second).toMatch(/\{"error":\{"code":"STOPPING"/)
})

test.each([
  { isHttps: true, says: 'max-age=31536000' },
  { isHttps: false, says: undefined },
])(
  'reached over https only: $isHttps, told to browsers with every answer',
  async ({ isHttps, says }) => {
    const server = serve([(routes) => routes.get('/x', async () => ({}))], { isHttps })
    for (const url of ['/x', '/nothing', '/%zz'])
      expect((await server.inject(url)).headers['strict-transport-security']).toBe(says)
  },
)

test('no answer is kept by anybody, unless it says that it may be', async () => {
  const server = serve([
    (routes) => routes.get('/own', async () => ({ pin: 'aB3dE9' })),
    (routes) =>
      routes.get('/same-for-all', async (_request, reply) =>
        reply.header('cache-control', 'no-cache').send({}),
      ),
  ])
  const kept = async (url: string) => (await server.inject(url)).headers['cache-control']
  expect(await kept('/own')).toBe('no-store')
  expect(await kept('/nothing')).toBe('no-store')
  expect(await kept('/%zz')).toBe('no-store')
  expect(await kept('/same-for-all')).toBe('no-cache')
})

test('a server that is about to stop says so to who asks for its health, and serves all else', async () => {
  const { server, leave } = createApi({
    log: pino({ level: 'silent' }),
    routes: [(to) => ['/health', '/api/v1/x'].forEach((url) => to.get(url, async () => ({})))],
  })
  const statusAt = async (url: string) => (await server.inject(url)).statusCode
  expect([await statusAt('/health'), await statusAt('/api/v1/x')]).toEqual([200, 200])
  leave()
  expect([await statusAt('/health'), await statusAt('/api/v1/x')]).toEqual([503, 200])
})

test.each([
  { status: 400, code: 'INVALID_REQUEST' },
  { status: 401, code: 'PROOF_REQUIRED' },
  { status: 503, code: 'STARTING' },
] as const)(
  'what a bot refuses with $status has the body of every failure: $code',
  async ({ status, code }) => {
    const { server } = createApi({
      log: pino({ level: 'silent' }),
      routes: [telegramRoutes(async () => status), discordRoutes(async () => ({ status }))],
    })
    for (const url of ['/telegram/webhook', '/discord/interactions']) {
      const answer = await server.inject({ method: 'POST', url, payload: '{}' })
      expect(answer.statusCode).toBe(status)
      expect(Failure.parse(answer.json()).error).toMatchObject({ code, fix: expect.any(String) })
    }
    await server.close()
  },
)

test.each([
  { what: 'too long a body', payload: 'x'.repeat(70_000), status: 413, fix: 'at most 64 KiB' },
  {
    what: 'too long a body',
    bodyLimit: 1024,
    payload: 'x'.repeat(2_000),
    status: 413,
    fix: '1 KiB',
  },
  { what: 'another type', type: 'text/plain', status: 415, fix: 'content-type: application/json' },
  { what: 'no JSON', status: 400, fix: 'Send a JSON body' },
])(
  '$what is refused with what mends it: $fix',
  async ({ type, bodyLimit, payload, status, fix }) => {
    const { server } = createApi({
      log: pino({ level: 'silent' }),
      routes: [
        (api) => api.post('/api/v1/x', { ...(bodyLimit && { bodyLimit }) }, async () => 'ok'),
      ],
    })
    const headers = { 'content-type': type ?? 'application/json' }
    const sent = { method: 'POST', url: '/api/v1/x', headers, payload: payload ?? '{' } as const
    const answer = await server.inject(sent)
    expect(answer.statusCode).toBe(status)
    expect(Failure.parse(answer.json()).error.fix).toContain(fix)
    await server.close()
  },
)
