import { createServer } from 'node:http'
import { connect, type Socket } from 'node:net'

import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { clientLimits } from '../../src/api/client-limits.ts'
import { healthRoutes } from '../../src/api/routes/health-routes.ts'
import { createApi, type Api } from '../../src/api/server.ts'
import { createJsonRpc } from '../../src/chains/nodes/json-rpc.ts'
import { atOurExpense, payFrom } from '../../src/chains/nodes/node-purse.ts'
import { createFakeClock } from '../fake-clock.ts'

const log = pino({ level: 'silent' })

describe('calls to nodes', () => {
  let calls: number
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
  function createAsking(trustedProxies: string[] = []): FastifyInstance {
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
    const limits = clientLimits({ callsPerMinute: 10, now: createFakeClock().now, run: payFrom })
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
