import { pino } from 'pino'
import { expect, test } from 'vitest'

import { createApi } from '../../src/api/server.ts'
import { takePort } from '../../src/api/take-port.ts'

const ANY = { port: 0, host: '127.0.0.1' }
const api = () =>
  createApi({
    log: pino({ level: 'silent' }),
    routes: [(server) => server.get('/here', async () => ({ here: true }))],
  })

test('whoever asks before the server is ready is told to come again, and finds it at the same address', async () => {
  const port = await takePort(ANY)
  expect(port.url).toBe(`http://127.0.0.1:${port.port}`)
  const early = await fetch(`${port.url}/here`, { method: 'POST', body: 'x'.repeat(100_000) })
  expect(early.status).toBe(503)
  expect(early.headers.get('retry-after')).toBe('5')
  expect(await early.json()).toMatchObject({ error: { code: 'STARTING' } })

  const server = api()
  expect(await server.start(port)).toMatchObject({ port: port.port, url: port.url })
  const answer = await fetch(`${port.url}/here`)
  expect([answer.status, await answer.json()]).toEqual([200, { here: true }])

  port.close()
  expect((await fetch(`${port.url}/here`)).status).toBe(200)
  await server.stop()
  await expect(fetch(`${port.url}/here`)).rejects.toThrow('fetch failed')
})

test('a port that nobody serves through is free again once it is closed', async () => {
  const first = await takePort(ANY)
  await expect(takePort({ ...ANY, port: first.port })).rejects.toThrow('EADDRINUSE')
  first.close()
  const again = await takePort({ ...ANY, port: first.port })
  again.close()
})
