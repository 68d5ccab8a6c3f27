import { pino } from 'pino'
import { beforeAll, describe, expect, test } from 'vitest'

import { createHub } from '../../../src/chains/hub/hub.ts'
import { operationRoutes } from '../../../src/api/routes/operation-routes.ts'
import { createApi, type Api } from '../../../src/api/server.ts'
import { createOperations } from '../../../src/services/operations/operations.ts'
import type { Claimers } from '../../../src/services/operations/claimers-port.ts'
import { ALICE_EVM, ALICE_HUB, sampleNetwork } from '../../core/sample-network.ts'

const made: unknown[] = []
const claimers: Pick<Claimers, 'create'> = {
  async create(gifts) {
    made.push(...gifts)
    const records = gifts.map(({ recipient, sender }) => ({
      public_secret: 'BGsA',
      otp: 'vzNexm',
      _id: '68c1a4c7468df3a1b51363ea',
      ...(recipient.kind === 'social' && { social: recipient.social }),
      created_at: '2025-09-10T16:18:15.010858502Z',
      sender,
    }))
    return {
      claimers: records,
      claim_group_id: gifts.length > 1 ? '68c1a4c7468df3a1b51363eb' : undefined,
    }
  },
}

let api: Api
beforeAll(() => {
  const operations = createOperations({
    network: sampleNetwork,
    claimers,
    pools: createHub(sampleNetwork),
    now: () => new Date(0),
  })
  const broken = {
    ...operations,
    transferVoucher: async () => Promise.reject(new Error('password=hunter2')),
  }
  api = createApi({
    log: pino({ level: 'silent' }),
    routes: [operationRoutes({ ...operations, transferVoucher: broken.transferVoucher })],
  })
})

const post = (
  url: string,
  payload: string | object,
  headers: Record<string, string> = { 'content-type': 'application/json' },
) => api.server.inject({ method: 'POST', url, payload, headers })
const deposit = (payload: string | object, headers?: Record<string, string>) =>
  post('/api/v1/execute/token/deposit', payload, headers)

const eth = { token: 'eth', token_type: { native: { denom: 'eth' } } }
const good = {
  amount_in: '5',
  asset_in: eth,
  sender: { chain_uid: 'base', address: ALICE_EVM },
  recipient: { chain_uid: 'neuron', address: ALICE_HUB },
}

describe('POST /api/v1/execute/token/deposit', () => {
  test('says who asks: where the request came from, whatever it says of its sender', async () => {
    const recipient = { social: { telegram: '@bobby' } }
    await api.server.inject({
      method: 'POST',
      url: '/api/v1/execute/token/deposit',
      payload: { ...good, recipient },
      remoteAddress: '198.51.100.7',
    })
    expect(made.at(-1)).toMatchObject({ client: '198.51.100.7', origin: undefined })
  })

  test('answers a transaction build', async () => {
    const answer = await deposit(good)
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({
      type: 'evm',
      msgs: [{ chainId: '8453', value: '0x5' }],
      claimer: { _id: '', created_at: '0001-01-01T00:00:00Z' },
    })
  })

  test('answers the claimer of a social recipient with the sender and identity as they were given', async () => {
    const answer = await deposit({ ...good, recipient: { social: { telegram: '@Bobby' } } })
    expect(answer.json().claimer).toEqual({
      public_secret: 'BGsA',
      otp: 'vzNexm',
      _id: '68c1a4c7468df3a1b51363ea',
      social: { telegram: '@Bobby' },
      created_at: '2025-09-10T16:18:15.010858502Z',
      sender: good.sender,
    })
    expect(made.at(-1)).toMatchObject({
      recipient: { identity: { platform: 'telegram', handle: 'bobby' } },
      token: 'eth',
      amount: 5n,
      origin: undefined,
    })
  })

  test.each([
    [51, { to: good.recipient, amount: '1' }, 'recipient.shares are 51, but one transaction'],
    [1_001, 1, 'The request has more than 1000 elements in its lists.'],
  ])('refuses %s shares by their number, whatever they are', async (count, share, message) => {
    const shares = Array.from({ length: count }, () => share)
    const answer = await deposit({ ...good, recipient: { shares } })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().error.code).toBe('INVALID_REQUEST')
    expect(answer.json().error.message).toContain(message)
  })

  test('makes no claimer for a request that is refused', async () => {
    const before = made.length
    await deposit({ ...good, amount_in: '0', recipient: { social: { telegram: '@bobby' } } })
    await deposit({
      ...good,
      sender: { chain_uid: 'base', address: '0x1' },
      recipient: { social: { telegram: '@bobby' } },
    })
    expect(made).toHaveLength(before)
  })

  test.each([
    ['an unknown token', { ...good, asset_in: { ...eth, token: 'gold' } }, 400, 'UNKNOWN_TOKEN'],
    [
      'an unknown chain',
      { ...good, sender: { ...good.sender, chain_uid: 'mars' } },
      400,
      'UNKNOWN_CHAIN',
    ],
    [
      'a bad address',
      { ...good, sender: { ...good.sender, address: '0x1' } },
      400,
      'INVALID_ADDRESS',
    ],
    ['a bad amount', { ...good, amount_in: '5,0' }, 400, 'INVALID_REQUEST'],
    ['a list', [], 400, 'INVALID_REQUEST'],
    ['nothing', '', 400, 'INVALID_REQUEST'],
    ['no JSON', '{', 400, 'INVALID_REQUEST'],
    ['a poisoned prototype', '{"__proto__": {"amount_in": "5"}}', 400, 'INVALID_REQUEST'],
    [
      'too large a body',
      JSON.stringify({ ...good, note: 'x'.repeat(65 * 1024) }),
      413,
      'INVALID_REQUEST',
    ],
  ])('%s is a clear refusal', async (_what, payload, status, code) => {
    const answer = await deposit(payload)
    expect(answer.statusCode).toBe(status)
    expect(answer.json()).toEqual({
      error: {
        code,
        message: expect.any(String),
        fix: expect.any(String),
        request_id: expect.stringMatching(/^[\da-f-]{36}$/),
      },
    })
  })

  // What a page of another origin can send without asking first, as a form or a plain text.
  test.each(['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data; boundary=x'])(
    'a body that is %s is refused',
    async (type) => {
      const body = JSON.stringify(good)
      expect((await deposit(body, { 'content-type': type })).statusCode).toBe(415)
    },
  )
})

describe('POST /api/v1/execute/…', () => {
  const { sender } = good
  test.each([
    ['vcoin/withdraw', { token: 'eth', amount: '5', sender }, '0x1793876b'],
    ['escrow/withdraw', { token: 'eth', amount: '5', sender }, '0x1793876b'],
    [
      'swap',
      {
        amount_in: '5',
        asset_in: eth,
        minimum_receive: '1',
        sender,
        swap_path: { path: [{ route: ['eth', 'usdc'], dex: 'euclid', amount_out_for_hops: [] }] },
      },
      '0x1ec47621',
    ],
  ])('%s answers a transaction build', async (operation, request, selector) => {
    const answer = await post(`/api/v1/execute/${operation}`, request)
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({
      type: 'evm',
      msgs: [{ data: expect.stringMatching(`^${selector}`) }],
    })
  })

  test.each([
    ['token/deposit', { ...good, cross_chain_addresses: [] }, 'cross_chain_addresses'],
    ['vcoin/withdraw', { token: 'eth', amount: '5', sender, denom: {} }, 'denom'],
    ['swap', { slipage: '5' }, 'slipage'],
  ])('%s refuses a field that it would ignore to the harm of the sender', async (...row) => {
    const [operation, request, field] = row
    const answer = await post(`/api/v1/execute/${operation}`, request)
    expect(answer.statusCode).toBe(400)
    expect(answer.json().error.message).toMatch(new RegExp(`^${field} is not a field`))
  })
})

test('a bug answers a request id and never its message', async () => {
  const { sender } = good
  const transfer = { amount: '5', token: 'eth', sender, recipient_address: { user: sender } }
  const answer = await post('/api/v1/execute/vcoin/transfer', transfer)
  expect(answer.statusCode).toBe(500)
  expect(answer.body).not.toContain('hunter2')
  expect(answer.json().error).toMatchObject({ code: 'INTERNAL', request_id: expect.any(String) })
})

test('an address that cannot be read says so in the same form', async () => {
  const answer = await post('/api/v1/%zz', {})
  expect(answer.statusCode).toBe(400)
  expect(answer.json().error).toMatchObject({
    code: 'INVALID_REQUEST',
    fix: 'Correct the address: a % stands before two hexadecimal digits.',
  })
})

test('an unknown address says so in the same form', async () => {
  const answer = await post('/api/v1/nothing?secret=1', {})
  expect(answer.json().error).toMatchObject({
    code: 'NOT_FOUND',
    message: 'There is nothing at POST /api/v1/nothing.',
  })
})
