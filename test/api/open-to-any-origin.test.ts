import { pino } from 'pino'
import { expect, test } from 'vitest'

import { createApi } from '../../src/api/server.ts'

const ORIGIN = 'https://front.example'
const paths = [
  '/api/v1/routes',
  '/api/v1/claims/:id/redeem',
  '/api/v1/txn/stream',
  '/graphql',
  '/openapi.json',
  '/',
  '/metrics',
  '/health',
  '/playground/api/messages',
  '/devnet/api/faucet',
  '/telegram/webhook',
  '/api/v2/x',
]
const { server } = createApi({
  log: pino({ level: 'silent' }),
  routes: [
    (routes) => {
      for (const url of paths)
        routes.route({ method: ['GET', 'POST'], url, handler: async () => ({}) })
    },
  ],
})

const accessHeaders = (headers: object) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith('access-control-')))

const preflight = (url: string) =>
  server.inject({
    method: 'OPTIONS',
    url,
    headers: {
      origin: ORIGIN,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type,idempotency-key',
    },
  })

test.each([
  '/api/v1/routes',
  '/api/v1/claims/c1/redeem',
  '/api/v1/txn/stream?chain=base&tx_hash=0x12',
  '/api/v1/nothing/here',
  '/graphql',
  '/openapi.json',
])('%s is open to pages of any origin, without credentials', async (url) => {
  const asked = await preflight(url)
  expect(asked.statusCode).toBe(204)
  expect(accessHeaders(asked.headers)).toEqual({
    'access-control-allow-origin': '*',
    'access-control-allow-methods': 'GET, POST',
    'access-control-allow-headers':
      'content-type, idempotency-key, authorization, x-claim-secret, last-event-id',
    'access-control-expose-headers': 'retry-after, idempotency-replayed',
    'access-control-max-age': '7200',
  })
  for (const headers of [{ origin: ORIGIN }, { origin: 'null' }, {}]) {
    const answer = await server.inject({ url, headers })
    // Without access-control-allow-credentials, no browser sends a cookie along and shows the answer.
    expect(accessHeaders(answer.headers)).toEqual({
      'access-control-allow-origin': '*',
      'access-control-expose-headers': 'retry-after, idempotency-replayed',
    })
  }
})

test('an address that cannot be read is refused in words that the calling page may read', async () => {
  const answer = await server.inject({ url: '/api/v1/%zz', headers: { origin: ORIGIN } })
  expect([answer.statusCode, answer.headers['access-control-allow-origin']]).toEqual([400, '*'])
})

test.each([
  '/',
  '/metrics',
  '/health',
  '/playground/api/messages',
  '/devnet/api/faucet',
  '/telegram/webhook',
  '/api/v2/x',
])('%s is closed to pages of other origins', async (url) => {
  const asked = await preflight(url)
  expect([asked.statusCode, accessHeaders(asked.headers)]).toEqual([404, {}])
  const answer = await server.inject({ url, headers: { origin: ORIGIN } })
  expect([answer.statusCode, accessHeaders(answer.headers)]).toEqual([200, {}])
})
