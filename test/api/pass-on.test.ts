import { once } from 'node:events'
import { request as ask } from 'node:http'
import { setTimeout as pass } from 'node:timers/promises'

import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { passOn, type Peer } from '../../src/api/pass-on.ts'
import { CLIENT, PEER } from '../../src/api/peers.ts'
import { livesRoute } from '../../src/api/routes/health-routes.ts'
import { telegramRoutes } from '../../src/api/routes/platform-routes.ts'
import { createApi, type Api } from '../../src/api/server.ts'
import { shared } from '../../src/api/shared.ts'
import { takePort } from '../../src/api/take-port.ts'

const ANY = { port: 0, host: '127.0.0.1' }
const SECRET = 'the secret of the server that serves'
const log = pino({ level: 'silent' })

let leads: boolean
let serving: Peer | undefined
/** What an hour's clock shows: each look at it is a second later where a test lets time pass. */
let nowMs = 0
let tickMs = 0
/** Between two tries of a request none is under way, so who serves then changes without one noticing. Looks at a request in hand are rarer. */
const PAUSE_MS = 50
let paused: () => void
/** Told whenever a request in hand was found to wait for the right server. */
let looked: () => void
const afterLooks = (count: number) =>
  new Promise<void>((resolve) => {
    let left = count
    looked = () => {
      left -= 1
      if (left === 0) resolve()
    }
  })
/** Resolves in the next such pause, with what is then done before the next try. */
const inPause = (act: () => void = () => undefined) =>
  new Promise<void>((resolve) => {
    paused = () => {
      paused = () => undefined
      act()
      resolve()
    }
  })
const open: Api[] = []
let url: string
let doneHere: number
let asked: { method: string; url: string; ip: string; body: unknown }[]
let webhooks: Buffer[]

beforeEach(async () => {
  ;[leads, serving, nowMs, tickMs, asked, webhooks] = [false, undefined, 0, 0, [], []]
  paused = () => undefined
  looked = () => undefined
  doneHere = 0
  const standBy = createApi({
    log,
    peerSecret: 'another secret',
    routes: [
      shared(livesRoute, (server) =>
        server.post('/api/v1/shared', async ({ body, ip }) => ({ here: body, ip })),
      ),
      (server) => server.post('/api/v1/x', async () => ({ here: 'although it does not lead' })),
      telegramRoutes(async () => 500),
      (server) =>
        server.get('/stream', async () => {
          doneHere += 1
          return {}
        }),
      passOn({
        leads: () => leads,
        leader: () => serving,
        elapsedMs: () => (nowMs += tickMs),
        async sleep(ms) {
          if (ms === PAUSE_MS) paused()
          else looked()
          await pass(ms / 5)
        },
      }),
    ],
  })
  open.push(standBy)
  ;({ url } = await standBy.start(ANY))
})
afterEach(async () => {
  for (const api of open.splice(0).toReversed()) await api.stop()
})

/** A server that serves, and says what it was asked. */
async function startServing(
  routes: Parameters<typeof createApi>[0]['routes'] = [],
  secret = SECRET,
): Promise<Api> {
  const api = createApi({
    log,
    peerSecret: secret,
    trustedProxies: ['203.0.113.0/24'], // none of which is asked here
    connectionsPerClient: 2,
    routes: [
      ...routes,
      telegramRoutes(async ({ body }) => {
        webhooks.push(body)
        return 200
      }),
      (server) =>
        server.route({
          method: ['GET', 'POST'],
          url: '/api/v1/*',
          handler: async ({ method, url: at, ip, body }) => {
            asked.push({ method, url: at, ip, body })
            return { said: body ?? null }
          },
        }),
    ],
  })
  open.push(api)
  const { url: at } = await api.start(ANY)
  serving = { url: at, secret }
  return api
}

const JSON_TYPE = { 'content-type': 'application/json' }
const post = (path: string, body: string, headers: Record<string, string> = JSON_TYPE) =>
  fetch(`${url}${path}`, { method: 'POST', body, headers })

test('what one server is asked, the one that serves answers, and knows for whom', async () => {
  await startServing()
  const answer = await post('/api/v1/x?of=a%20b', '{"amount":"12345678901234567890"}')
  expect([answer.status, await answer.json()]).toEqual([
    200,
    { said: { amount: '12345678901234567890' } },
  ])
  await fetch(`${url}/api/v1/x`)
  expect(asked).toEqual([
    {
      method: 'POST',
      url: '/api/v1/x?of=a%20b',
      ip: '127.0.0.1',
      body: { amount: '12345678901234567890' },
    },
    { method: 'GET', url: '/api/v1/x', ip: '127.0.0.1', body: undefined },
  ])
})

test('bytes that somebody signed are passed on as they came', async () => {
  await startServing()
  const body = '{ "update_id" : 1,\n"text":"é\\u00e9" }'
  await post('/telegram/webhook', body)
  expect(webhooks.map(String)).toEqual([body])
})

test.each([
  { what: 'no JSON', send: () => post('/api/v1/x', '{'), status: 400, code: 'INVALID_REQUEST' },
  {
    what: 'too long a body',
    send: () => post('/api/v1/x', JSON.stringify('x'.repeat(70_000))),
    status: 413,
    code: 'INVALID_REQUEST',
  },
  {
    what: 'another type',
    send: () => post('/api/v1/x', 'x', { 'content-type': 'text/plain' }),
    status: 415,
    code: 'INVALID_REQUEST',
  },
  { what: 'nothing there', send: () => fetch(`${url}/nowhere`), status: 404, code: 'NOT_FOUND' },
])('a refusal is passed on: $what', async ({ send, status, code }) => {
  await startServing()
  const answer = await send()
  expect([answer.status, await answer.json()]).toMatchObject([status, { error: { code } }])
})

test.each([
  { what: 'a route', path: '/api/v1/x', bytes: 66_000, status: 413 },
  { what: 'no path', path: '/nowhere', bytes: 66_000, status: 413 },
  { what: 'the webhook, which takes more', path: '/telegram/webhook', bytes: 900_000, status: 200 },
  { what: 'the webhook, and more still', path: '/telegram/webhook', bytes: 1_100_000, status: 413 },
])('no more waits here than is taken there: by $what', async ({ path, bytes, status }) => {
  await startServing()
  const inPieces = new ReadableStream({
    start(controller) {
      for (let left = bytes; left > 0; left -= 50_000)
        controller.enqueue(Buffer.alloc(Math.min(left, 50_000), 'x'))
      controller.close()
    },
  })
  for (const body of ['x'.repeat(bytes), inPieces]) {
    const sent = { method: 'POST', headers: JSON_TYPE, body, duplex: 'half' } as const
    const answered = await fetch(`${url}${path}`, sent)
    expect(answered.status).toBe(status)
  }
})

test('what is too long is refused also while nobody leads', async () => {
  const answer = await post('/api/v1/x', 'x'.repeat(66_000))
  expect(answer.status).toBe(413)
})

test.each([
  { what: 'a GET with a body', method: 'GET', headers: { 'content-length': '1' }, body: 'x' },
  {
    what: 'a GET with a body in pieces',
    method: 'GET',
    headers: { 'transfer-encoding': 'chunked' },
    body: 'x',
  },
  {
    what: 'whoever waits to be told to go on',
    method: 'POST',
    headers: { expect: '100-continue', ...JSON_TYPE },
    body: '1',
  },
  {
    what: 'whoever would speak otherwise',
    method: 'GET',
    headers: { upgrade: 'h2c', connection: 'upgrade' },
    body: '',
  },
])(
  'the server that serves is asked once, as it can be asked: $what',
  async ({ method, headers, body }) => {
    tickMs = 1_000
    await startServing()
    const request = ask(`${url}/api/v1/x`, { method, headers })
    request.end(body)
    const [answer]: { statusCode?: number }[] = await once(request, 'response')
    expect(answer?.statusCode).toBe(200)
    expect(asked.map((one) => one.method)).toEqual([method])
  },
)

test('what is shared every server answers by itself, also while nobody leads; the rest only the one that leads', async () => {
  expect(await (await fetch(`${url}/health`)).json()).toEqual({ status: 'ok' })
  const answer = await post('/api/v1/shared', '{"a":1}')
  expect(await answer.json()).toEqual({ here: { a: 1 }, ip: '127.0.0.1' })
  await startServing()
  expect(await (await post('/api/v1/x', '1')).json()).toEqual({ said: 1 })
  leads = true
  expect(await (await post('/api/v1/x', '1')).json()).toEqual({
    here: 'although it does not lead',
  })
})

test('the client that a proxy names is the one that is limited', async () => {
  const behind = createApi({
    log,
    peerSecret: 'another secret',
    trustedProxies: ['127.0.0.1'],
    routes: [
      passOn({
        leads: () => false,
        leader: () => serving,
        elapsedMs: () => 0,
        sleep: () => pass(1),
      }),
    ],
  })
  open.push(behind)
  ;({ url } = await behind.start(ANY))
  await startServing()
  await fetch(`${url}/api/v1/x`, { headers: { 'x-forwarded-for': '198.51.100.7' } })
  expect(asked.map(({ ip }) => ip)).toEqual(['198.51.100.7'])
})

test('nobody else is believed for whom they ask', async () => {
  await startServing()
  const forged = { [PEER]: 'guessed', [CLIENT]: '198.51.100.7' }
  expect((await fetch(`${serving?.url}/api/v1/x`, { headers: forged })).status).toBe(503)
  expect(asked).toEqual([])
  const through = await fetch(`${url}/api/v1/x`, {
    headers: { ...forged, 'x-forwarded-for': '198.51.100.7' },
  })
  expect(through.status).toBe(503) // the server that stands by takes nobody for one of ours
  await fetch(`${serving?.url}/api/v1/x`, { headers: { [CLIENT]: '198.51.100.7' } })
  expect(asked.map(({ ip }) => ip)).toEqual(['127.0.0.1'])
})

test('what comes while nobody serves is answered by whoever serves next', async () => {
  const early = Promise.all([fetch(`${url}/api/v1/x`), post('/api/v1/x', '1')])
  await inPause()
  await startServing()
  expect((await early).map(({ status }) => status)).toEqual([200, 200])
  expect(asked.map(({ method }) => method).toSorted()).toEqual(['GET', 'POST'])
})

test('a server that is gone, starts or is being stopped has done nothing, and the next one is asked', async () => {
  const gone = await takePort(ANY)
  const starting = await takePort(ANY)
  gone.close()
  const leaving = await startServing()
  const { url: leavingUrl = '' } = serving ?? {}
  leaving.leave()
  expect((await fetch(`${leavingUrl}/api/v1/x`)).status).toBe(200) // whoever still comes there is served
  await startServing([], 'of the next one')
  const next = serving
  asked.length = 0
  for (const [at, secret] of [
    [gone.url, 'gone'],
    [starting.url, 'starting'],
    [leavingUrl, SECRET],
  ] as const) {
    serving = { url: at, secret }
    const refused = inPause(() => {
      expect(asked).toHaveLength(0)
      serving = next
    })
    const answer = post('/api/v1/x', '1')
    await refused
    expect((await answer).status).toBe(200)
    expect(asked.splice(0)).toHaveLength(1)
  }
  starting.close()
})

test('a server that said that it is to stop is asked nothing more: what comes while it closes would be lost', async () => {
  let connections = 0
  const leaving = await startServing()
  leaving.server.server.on('connection', () => (connections += 1))
  leaving.leave()
  const refused = inPause()
  const waiting = [post('/api/v1/x', '1')]
  await refused
  waiting.push(post('/api/v1/x', '2'))
  for (let pauses = 0; pauses < 5; pauses += 1) await inPause()
  await startServing([], 'of the next one')
  for (const answer of waiting) expect((await answer).status).toBe(200)
  expect(connections).toBe(1)
})

test('what nobody answers in time says so, and that nothing was done', async () => {
  tickMs = 5_000
  const answer = await post('/api/v1/x', '1')
  expect([answer.status, await answer.json()]).toMatchObject([503, { error: { code: 'STOPPING' } }])
  expect(answer.headers.get('retry-after')).toBe('5')
})

test('a server that dies over a request may have done it: what reads is asked again, anything else is not', async () => {
  let deaths = 0
  const dying = createApi({
    log,
    peerSecret: SECRET,
    routes: [
      (server) =>
        server.route({
          method: ['GET', 'POST'],
          url: '/api/v1/*',
          handler: async (request, reply) => {
            deaths += 1
            request.raw.socket.destroy()
            reply.hijack()
            if (deaths === 2) serving = next
          },
        }),
    ],
  })
  open.push(dying)
  const { url: at } = await dying.start(ANY)
  await startServing()
  const next = serving
  serving = { url: at, secret: SECRET }
  const lost = await post('/api/v1/x', '1')
  expect([lost.status, await lost.json()]).toMatchObject([
    503,
    { error: { code: 'STOPPING', message: 'The server that was asked ended before it answered.' } },
  ])
  expect((await fetch(`${url}/api/v1/x`)).status).toBe(200)
  expect([deaths, asked.length]).toEqual([2, 1])
})

/** A server that answers once it is told to. */
async function startSlow(secret: string) {
  let answer: () => void = () => undefined
  let reached: () => void = () => undefined
  const isReached = new Promise<void>((resolve) => {
    reached = resolve
  })
  const slow = createApi({
    log,
    peerSecret: secret,
    routes: [
      (server) =>
        server.post('/api/v1/x', async () => {
          await new Promise<void>((resolve) => {
            answer = resolve
            reached()
          })
          return {}
        }),
    ],
  })
  open.push(slow)
  const { url: at } = await slow.start(ANY)
  serving = { url: at, secret }
  return { isReached, answer: () => answer() }
}

test('nobody waits for a server that stands still once another one serves', async () => {
  const { isReached, answer } = await startSlow('of the one that stands still')
  const waiting = post('/api/v1/x', '1')
  await isReached
  await startServing()
  expect((await waiting).status).toBe(503)
  answer()
  expect((await post('/api/v1/x', '1')).status).toBe(200)
})

test('a server that is to end and is named no more answers what it has in hand', async () => {
  const { isReached, answer } = await startSlow('of the one that ends')
  const waiting = post('/api/v1/x', '1')
  await isReached
  serving = undefined
  await Promise.race([waiting, afterLooks(2)])
  answer()
  expect((await waiting).status).toBe(200)
})

test('events come as they happen, more of them than one client may open, and end with the client', async () => {
  let tell: (line: string) => void = () => undefined
  const ended: Promise<unknown>[] = []
  await startServing([
    (server) =>
      server.get('/stream', (_request, reply) => {
        reply.hijack()
        reply.raw.writeHead(200, { 'content-type': 'text/event-stream' })
        ended.push(once(reply.raw, 'close'))
        tell = (line) => reply.raw.write(line)
        tell('data: first\n\n')
      }),
  ])
  const streams = []
  for (let number = 0; number < 5; number += 1) {
    const request = ask(`${url}/stream`)
    request.end()
    const [response] = await once(request, 'response')
    expect(String((await once(response, 'data'))[0])).toBe('data: first\n\n')
    streams.push({ request, response })
  }
  tell('data: second\n\n')
  expect(String((await once(streams[4]?.response, 'data'))[0])).toBe('data: second\n\n')
  for (const { request } of streams) request.destroy()
  await Promise.all(ended)
  expect((await fetch(`${url}/health`)).status).toBe(200)
  expect(doneHere).toBe(0)
})
