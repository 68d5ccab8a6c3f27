import { createServer } from 'node:http'
import { connect, type Socket } from 'node:net'

import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { clientLimits, newWatchLimit, type TakeCalls } from '../../src/api/client-limits.ts'
import { healthRoutes } from '../../src/api/routes/health-routes.ts'
import { trackRoutes } from '../../src/api/routes/track-routes.ts'
import { createApi, type Api } from '../../src/api/server.ts'
import { createJsonRpc } from '../../src/chains/nodes/json-rpc.ts'
import { atOurExpense, payFrom } from '../../src/chains/nodes/node-purse.ts'
import { StoreUnavailableError, UnknownChainError } from '../../src/core/terms/errors.ts'
import { NEW_WATCHES_PER_MINUTE } from '../../src/core/terms/open-limits.ts'
import type { Records } from '../../src/services/tracking/records.ts'
import { createFakeClock } from '../fake-clock.ts'

const log = pino({ level: 'silent' })

test('one client has so many new transactions followed in a minute, however many it asks for that are followed already', async () => {
  const clock = createFakeClock()
  const followed = new Set<string>()
  const records: Records = {
    async track({ tx_hash }, _swaps, allowNew) {
      if (!followed.has(tx_hash)) allowNew?.()
      followed.add(tx_hash)
      throw new UnknownChainError('none', []) // any answer will do
    },
  }
  const { server } = createApi({
    log,
    trustedProxies: ['127.0.0.1'],
    routes: [trackRoutes({ records, allowNew: newWatchLimit(clock.now) })],
  })
  const ask = (number: number, client = '192.0.2.1') =>
    server.inject({
      method: 'POST',
      url: '/api/v1/txn/track',
      headers: { 'x-forwarded-for': client },
      payload: { chain: 'base', tx_hash: `0x${number}` },
    })
  for (let number = 0; number < NEW_WATCHES_PER_MINUTE; number += 1)
    expect((await ask(number)).statusCode).toBe(400)
  const refused = await ask(NEW_WATCHES_PER_MINUTE)
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '60'])
  expect(refused.json().error).toMatchObject({
    code: 'RATE_LIMITED',
    message: 'You are having new transactions followed too fast.',
  })
  expect((await ask(1)).statusCode).toBe(400)
  expect((await ask(NEW_WATCHES_PER_MINUTE, '192.0.2.2')).statusCode).toBe(400)
  clock.advanceMs(60_000)
  expect((await ask(NEW_WATCHES_PER_MINUTE + 1)).statusCode).toBe(400)
})

describe('calls to nodes', () => {
  let calls: number
  const clock = createFakeClock()
  const node = createServer((_request, answer) => {
    calls += 1
    answer.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result: '0x1' }))
  })
  beforeEach(async () => {
    calls = 0
    await new Promise<void>((resolve) => node.listen(0, '127.0.0.1', resolve))
  })
  afterEach(() => new Promise((resolve) => node.close(resolve)))

  /** Each answer of `/ask/n` takes n calls, one after the other; of `/ours` one that nobody pays for. */
  function createAsking(trustedProxies: string[] = [], takeCalls?: TakeCalls): FastifyInstance {
    const address = node.address()
    const port = typeof address === 'object' ? address?.port : 0
    const rpc = createJsonRpc({ chain_uid: 'base', rpc_url: `http://127.0.0.1:${port}` })
    const routes = (server: FastifyInstance) => {
      server.post<{ Params: { many: string } }>('/ask/:many', async ({ params }) => {
        for (let call = 0; call < Number(params.many); call += 1) await rpc('eth_blockNumber', [])
        return {}
      })
      server.get('/ours', async () => atOurExpense(() => rpc('eth_blockNumber', [])))
    }
    const callsPerMinute = takeCalls ? 100 : 10
    const limits = clientLimits({ callsPerMinute, now: clock.now, run: payFrom, takeCalls })
    return createApi({ log, trustedProxies, routes: [limits, routes] }).server
  }
  const ask = (server: FastifyInstance, many: number, headers: Record<string, string> = {}) =>
    server.inject({
      method: 'POST',
      url: `/ask/${many}`,
      headers: { 'content-type': 'application/json', ...headers },
      payload: '{}',
    })

  test('one question or many: a client gets as many calls a minute as it may have, and is told when there are more', async () => {
    const server = createAsking()
    const big = await ask(server, 15)
    expect(big.statusCode).toBe(429)
    expect(big.json().error).toMatchObject({
      code: 'RATE_LIMITED',
      message: 'You are asking too fast.',
    })
    expect(Number(big.headers['retry-after'])).toBeGreaterThan(0)
    expect(calls).toBe(10)
    expect((await ask(server, 1)).statusCode).toBe(429)
    expect((await ask(server, 0)).statusCode).toBe(200) // what asks no node goes on
    expect((await server.inject('/ours')).statusCode).toBe(200)
    expect(calls).toBe(11)
  })

  test('over several servers a client has one minute, of which each takes a portion at a time', async () => {
    let taken = 0
    let asked = 0
    const takeCalls: TakeCalls = async (_client, portion, most) => {
      asked += 1
      if (taken + portion > most) return false
      taken += portion
      return true
    }
    const servers = [createAsking([], takeCalls), createAsking([], takeCalls)]
    const statuses = async (server: FastifyInstance, many: number) =>
      (await Promise.all(Array.from({ length: many }, () => ask(server, 1)))).map(
        ({ statusCode }) => statusCode,
      )
    for (const server of servers)
      expect(new Set(await statuses(server, 50))).toEqual(new Set([200]))
    expect([calls, asked]).toEqual([100, 20])
    for (const server of servers)
      expect(new Set(await statuses(server, 20))).toEqual(new Set([429]))
    expect([calls, asked]).toEqual([100, 22]) // who has none left costs the database nothing more
    taken = 0
    clock.advanceMs(5_000) // the database's minute has begun before ours
    for (const server of servers) expect(await statuses(server, 1)).toEqual([200])
    taken = 0
    clock.advanceMs(60_000)
    for (const server of servers) expect(await statuses(server, 1)).toEqual([200])
  })

  test('while what all servers count cannot be read, whoever asks is answered', async () => {
    const server = createAsking([], () =>
      Promise.reject(new StoreUnavailableError(new Error('away'))),
    )
    expect((await ask(server, 15)).statusCode).toBe(200)
  })

  test('clients behind a proxy that is trusted have a minute each, by /64; behind any other they are one', async () => {
    const behind = (client: string) => ({ 'x-forwarded-for': client })
    const trusting = createAsking(['127.0.0.1'])
    for (const client of ['192.0.2.1', '192.0.2.2', '2001:db8::1'])
      expect((await ask(trusting, 10, behind(client))).statusCode).toBe(200)
    for (const client of ['192.0.2.1', '2001:db8::ffff'])
      expect((await ask(trusting, 1, behind(client))).statusCode).toBe(429)

    const wary = createAsking()
    expect((await ask(wary, 10, behind('192.0.2.1'))).statusCode).toBe(200)
    expect((await ask(wary, 1, behind('192.0.2.2'))).statusCode).toBe(429)
  })
})

test('however often it is asked, readiness is looked for once a second', async () => {
  let [looks, ms] = [0, 0]
  const readiness = async () => ({
    ready: true,
    database: 'ok' as const,
    chains: {},
    lag: {},
    silent_ms: {},
    stuck: (looks += 1),
  })
  const { server } = createApi({
    log,
    routes: [healthRoutes({ readiness, now: () => new Date(ms) })],
  })
  await Promise.all(Array.from({ length: 50 }, () => server.inject('/ready')))
  expect(looks).toBe(1)
  ms = 1_000
  expect((await server.inject('/ready')).json().stuck).toBe(2)
})

describe('connections', () => {
  let api: Api
  const sockets: Socket[] = []
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy()
    await api.stop()
  })
  /** Opens some, sends `text` on each, and counts those that were closed. */
  function opened(port: number, many: number, text: string) {
    let ended = 0
    for (let each = 0; each < many; each += 1) {
      const socket = connect(port, '127.0.0.1', () => socket.write(text)).on(
        'error',
        () => undefined,
      )
      socket.on('data', () => undefined).on('close', () => (ended += 1))
      sockets.push(socket)
    }
    return () => ended
  }
  const HALF =
    'POST /x HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 20\r\n\r\n{"a":'

  test.each([
    ['half a body', HALF],
    ['half of the headers', HALF.slice(0, 30)],
  ])('that sent %s are closed when their time is over', async (_name, text) => {
    api = createApi({
      log,
      routes: [(server) => void server.post('/x', async () => ({}))],
      requestMs: 200,
    })
    const { port } = await api.start({ port: 0, host: '127.0.0.1' })
    await expect.poll(opened(port, 30, text)).toBe(30)
  })

  test('that read nothing of a large answer are closed', async () => {
    const large = Buffer.alloc(16 * 1024 * 1024, 'x')
    api = createApi({
      log,
      routes: [(server) => void server.get('/large', async () => large)],
      silentMs: 2_000,
    })
    const ends = { opened: 0, closed: 0 }
    api.server.server.on('connection', (socket) => {
      ends.opened += 1
      socket.once('close', () => (ends.closed += 1))
    })
    const { port } = await api.start({ port: 0, host: '127.0.0.1' })
    for (let each = 0; each < 3; each += 1) {
      const socket = connect(port, '127.0.0.1').on('error', () => undefined)
      socket.pause().write('GET /large HTTP/1.1\r\nhost: x\r\n\r\n')
      sockets.push(socket)
    }
    await expect.poll(() => ends).toEqual({ opened: 3, closed: 3 })
  })

  test.each([
    ['an address', [], 7],
    ['a trusted proxy', ['127.0.0.0/8'], 0],
  ])(
    'of %s beyond its share: of 12, with a share of 5, %s',
    async (_name, trustedProxies, closed) => {
      api = createApi({ log, routes: [], trustedProxies, connectionsPerClient: 5 })
      const { port } = await api.start({ port: 0, host: '127.0.0.1' })
      await expect.poll(opened(port, 12, '')).toBe(closed)
      const answers = await Promise.allSettled([fetch(`http://127.0.0.1:${port}/`)])
      expect(answers[0].status).toBe(closed === 0 ? 'fulfilled' : 'rejected')
    },
  )
})
