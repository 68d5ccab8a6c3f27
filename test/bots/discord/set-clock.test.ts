import { createServer, type OutgoingHttpHeaders } from 'node:http'

import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { RetryLaterError } from '../../../src/bots/delivery/surface.ts'
import { createDiscordCalls } from '../../../src/bots/discord/discord-calls.ts'
import { createFakeClock } from '../../fake-clock.ts'

const START = Date.parse('2026-01-01T00:00:00Z')
const HOUR_MS = 3_600_000
const ME = { id: '1', verify_key: 'k', bot: { id: '2', username: 'vouch', discriminator: '0' } }

let asked: number
let next: { status: number; headers: OutgoingHttpHeaders; body: object }
let calls: ReturnType<typeof createDiscordCalls>
let close: () => Promise<void>
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: START }) // the machine's clock, which the library reads
  asked = 0
  const server = createServer((request, response) => {
    asked += 1
    request.resume()
    response
      .writeHead(next.status, { 'content-type': 'application/json', ...next.headers })
      .end(JSON.stringify(next.body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  close = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  const apiRoot = `http://127.0.0.1:${port}`
  calls = createDiscordCalls({ token: 'x', apiRoot, now: createFakeClock().now })
})
afterEach(async () => {
  vi.useRealTimers()
  await close()
})
const waitMsOf = (call: Promise<unknown>) =>
  call.then(
    () => 0,
    (error: unknown) => (error instanceof RetryLaterError ? error.retryAfterMs : error),
  )
const limit = { 'x-ratelimit-limit': '1', 'x-ratelimit-bucket': 'b' }

test('a clock that is set back an hour makes nobody wait for an hour', async () => {
  const headers = { ...limit, 'x-ratelimit-remaining': '0', 'x-ratelimit-reset-after': '1' }
  next = { status: 200, headers, body: ME }
  await calls.me() // the library learns which limit it is of
  await calls.me()
  vi.setSystemTime(START - HOUR_MS)
  expect(await waitMsOf(calls.me())).toBe(1_000)
  expect(await waitMsOf(calls.me())).toBe(0)
})

test('an hour that Discord itself asks for is obeyed by every call', async () => {
  next = {
    status: 429,
    headers: {
      ...limit,
      'x-ratelimit-remaining': '0',
      'retry-after': '3600',
      'x-ratelimit-reset-after': '3600',
    },
    body: { message: 'slow down', retry_after: 3600, global: false },
  }
  for (let call = 0; call < 5; call += 1)
    expect(await waitMsOf(calls.me())).toBeGreaterThan(HOUR_MS - 1_000)
  expect(asked).toBe(2) // the library learns with the first which limit it is of
})
