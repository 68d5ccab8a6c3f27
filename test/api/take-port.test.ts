import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { json } from 'node:stream/consumers'

import { pino } from 'pino'
import { expect, test } from 'vitest'

import { createApi } from '../../src/api/server.ts'
import { takePort } from '../../src/api/take-port.ts'

const ANY = { port: 0, host: '127.0.0.1' }
const api = (here: unknown = true) =>
  createApi({
    log: pino({ level: 'silent' }),
    routes: [(server) => server.get('/here', async () => ({ here }))],
  })

test('whoever asks before the server is ready is told to come again, and finds it at the same address', async () => {
  const port = await takePort(ANY)
  expect(port.url).toBe(`http://127.0.0.1:${port.port}`)
  const early = await fetch(`${port.url}/here`, { method: 'POST', body: 'x'.repeat(100_000) })
  expect(early.status).toBe(503)
  expect(early.headers.get('retry-after')).toBe('5')
  expect(await early.json()).toMatchObject({
    error: { code: 'STARTING', request_id: expect.stringMatching(/^[\da-f-]{36}$/) },
  })

  const server = api()
  expect(await server.start(port)).toMatchObject({ port: port.port, url: port.url })
  const answer = await fetch(`${port.url}/here`)
  expect([answer.status, await answer.json()]).toEqual([200, { here: true }])

  port.close()
  expect((await fetch(`${port.url}/here`)).status).toBe(200)
  await server.stop()
  await expect(fetch(`${port.url}/here`)).rejects.toThrow('fetch failed')
})

test('pages of another origin, and browsers that came by https, are told all that they are told later', async () => {
  const port = await takePort({ ...ANY, isHttps: true })
  const path = '/api/v1/routes?from=usdc'
  const asked = await fetch(port.url + path, { method: 'OPTIONS' })
  expect(asked.status).toBe(204)
  expect(asked.headers.get('access-control-allow-headers')).toContain('idempotency-key')
  const open = await fetch(port.url + path)
  expect(open.status).toBe(503)
  expect(Object.fromEntries(open.headers)).toMatchObject({
    'access-control-allow-origin': '*',
    'access-control-expose-headers': expect.stringContaining('retry-after'),
    'retry-after': '5',
    'strict-transport-security': expect.stringContaining('max-age='),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'cache-control': 'no-store',
  })
  for (const method of ['GET', 'OPTIONS']) {
    const closed = await fetch(`${port.url}/playground/api/messages`, { method })
    expect([closed.status, closed.headers.get('access-control-allow-origin')]).toEqual([503, null])
  }
  port.close()
})

test('whoever opens a page before the server is ready reads so in a page, in their language', async () => {
  const port = await takePort({
    ...ANY,
    writePage: async (name, language, { html }) => `${name} ${language} ${html}`,
  })
  const headers = { accept: 'text/html', 'accept-language': 'de' }
  const page = await fetch(`${port.url}/sign/1`, { headers })
  expect([page.status, page.headers.get('content-type')]).toEqual([503, 'text/html; charset=utf-8'])
  expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  expect(await page.text()).toMatch(/^plain de .*Dieser Server wird gerade gestartet\./)
  port.close()
})

test('a server that takes over from another one answers also who was connected to that one', async () => {
  const port = await takePort(ANY)
  await api('first').start(port)
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const asks = async () => {
    const [answer] = await once(get(`${port.url}/here`, { agent }), 'response')
    const { localPort } = answer.socket
    return [await json(answer), localPort, answer.headers.connection]
  }
  const [, connection] = await asks()
  const second = api('second')
  await second.start(port)
  expect(await asks()).toEqual([{ here: 'second' }, connection, 'close'])
  expect(await asks()).toEqual([{ here: 'second' }, expect.any(Number), 'keep-alive'])
  agent.destroy()
  await second.stop()
  await expect(fetch(`${port.url}/here`)).rejects.toThrow('fetch failed')
})

test('a port that nobody serves through is free again once it is closed', async () => {
  const first = await takePort(ANY)
  await expect(takePort({ ...ANY, port: first.port })).rejects.toThrow(
    /^Vouch cannot listen on 127\.0\.0\.1:\d+: EADDRINUSE\. End the program that listens there, or set PORT to another\.$/,
  )
  first.close()
  const again = await takePort({ ...ANY, port: first.port })
  again.close()
})
