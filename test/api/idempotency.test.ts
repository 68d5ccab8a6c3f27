import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterEach, describe, expect, test } from 'vitest'

import { createHub } from '../../src/chains/hub/hub.ts'
import { idempotency } from '../../src/api/idempotency.ts'
import { operationRoutes } from '../../src/api/routes/operation-routes.ts'
import { createApi } from '../../src/api/server.ts'
import { createVault } from '../../src/claims/vault.ts'
import { createOperations } from '../../src/services/operations/operations.ts'
import { createIdempotencyStore } from '../../src/store/signing/idempotency-store.ts'
import { openDatabase } from '../../src/store/database.ts'
import { storedAnswers } from '../../src/store/signing/signing-tables.ts'
import { ALICE_EVM, sampleNetwork } from '../core/sample-network.ts'
import { createFakeClock } from '../fake-clock.ts'
import { until } from '../until.ts'

type Database = ReturnType<typeof openDatabase>

const vault = createVault({ keyEncryptionKey: Buffer.alloc(32, 5) })
const deposit = {
  amount_in: '5',
  asset_in: { token: 'eth', token_type: { native: { denom: 'eth' } } },
  sender: { chain_uid: 'base', address: ALICE_EVM },
  recipient: { social: { telegram: '@bobby' } },
}
const PATH = '/api/v1/execute/token/deposit'
/** What only the caller has. */
const own = { authorization: 'Bearer mine' }
const bobbys = (amount: string) => ({ to: { social: { telegram: '@bobby' } }, amount })

const cleanUps: (() => void)[] = []
afterEach(() => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) cleanUp()
})

/** Claimers count up, so that an answer says which call made it. `hold` keeps a call running until it is let go. */
async function startApi(
  database: Database,
  clock = createFakeClock(new Date(0)),
  isLocal = false,
  keptBytesPerHour?: number,
) {
  let made = 0
  let held: Promise<void> | undefined
  const operations = createOperations({
    network: sampleNetwork,
    claimers: {
      async create(gifts) {
        const makes = gifts.map((gift) => ({ gift, number: (made += 1) }))
        await held
        const claimers = makes.map(({ gift, number }) => ({
          public_secret: 'BGsA',
          otp: `PIN-${number}`,
          _id: `${number}`,
          ...(gift.recipient.kind === 'social' && { social: gift.recipient.social }),
          created_at: '2025-09-10T16:18:15.010858502Z',
          sender: gift.sender,
        }))
        return { claimers, claim_group_id: gifts.length > 1 ? 'g'.repeat(24) : undefined }
      },
    },
    pools: createHub(sampleNetwork),
    now: clock.now,
  })
  const { server } = createApi({
    log: pino({ level: 'silent' }),
    routes: [
      idempotency({
        store: createIdempotencyStore(database),
        vault,
        isLocal,
        now: clock.now,
        ...(keptBytesPerHour !== undefined && { keptBytesPerHour }),
      }),
      operationRoutes(operations),
      (routes) => routes.post('/playground/api/x', async () => ({ made })),
      (routes) =>
        routes.post('/api/v1/claims/:id/large', async () => ({
          made: (made += 1),
          much: 'x'.repeat(256 * 1024),
        })),
      (routes) =>
        routes.post('/api/v1/claims/:id/secret', async () => ({ session: `mine-${(made += 1)}` })),
    ],
  })
  return {
    clock,
    hold() {
      let letGo = () => {}
      held = new Promise((resolve) => (letGo = resolve))
      return letGo
    },
    made: () => made,
    async post(
      key: string | undefined,
      body: object = deposit,
      headers: Record<string, string> = {},
      url = PATH,
      from = '127.0.0.1',
    ) {
      const answer = await server.inject({
        remoteAddress: from,
        method: 'POST',
        url,
        payload: body,
        headers: { ...(key !== undefined && { 'idempotency-key': key }), ...headers },
      })
      return {
        status: answer.statusCode,
        replayed: answer.headers['idempotency-replayed'] === 'true',
        id: answer.json().claimer?._id,
        code: answer.json().error?.code,
        body: answer.body,
        type: answer.headers['content-type'],
      }
    },
  }
}

function memory(): Database {
  const database = openDatabase(':memory:')
  cleanUps.push(database.close)
  return database
}

test('the same key and request get the same answer, byte for byte, and are done once', async () => {
  const api = await startApi(memory())
  const first = await api.post('key-1', deposit, own)
  expect(first).toMatchObject({ status: 200, id: '1', replayed: false })
  expect(first.body).toContain('PIN-1')
  const again = await api.post('key-1', deposit, own)
  expect(again).toEqual({ ...first, replayed: true })
  expect(api.made()).toBe(1)
})

test('who shows nothing that only the first caller has gets the same claim, and no PIN', async () => {
  const api = await startApi(memory())
  const first = await api.post('key-1')
  expect(first.body).toContain('PIN-1')
  const again = await api.post('key-1')
  expect(again).toEqual({ ...first, body: first.body.replace('PIN-1', ''), replayed: true })
  expect(api.made()).toBe(1)
})

test.each([
  { who: 'the same client', first: '203.0.113.9', again: '203.0.113.9', pin: 'PIN-1' },
  { who: 'its own IPv6 network', first: '2001:db8::1', again: '2001:db8::2', pin: 'PIN-1' },
  { who: 'another client', first: '203.0.113.9', again: '203.0.113.10', pin: '' },
  { who: 'anybody behind an unnamed proxy', first: '10.0.0.1', again: '10.0.0.1', pin: '' },
  {
    who: 'the same client on a local network',
    first: '127.0.0.1',
    again: '127.0.0.1',
    pin: 'PIN-1',
    isLocal: true,
  },
  {
    who: 'another on a local network',
    first: '127.0.0.1',
    again: '127.0.0.2',
    pin: '',
    isLocal: true,
  },
])('to $who the PIN is repeated: "$pin"', async ({ first: one, again: other, pin, isLocal }) => {
  const api = await startApi(memory(), undefined, isLocal)
  const first = await api.post('key-1', deposit, {}, PATH, one)
  expect(first.body).toContain('PIN-1')
  const again = await api.post('key-1', deposit, {}, PATH, other)
  expect(again).toEqual({ ...first, body: first.body.replace('PIN-1', pin), replayed: true })
  expect(api.made()).toBe(1)
})

test('an answer that an earlier version kept is repeated, without its PIN', async () => {
  const database = memory()
  const api = await startApi(database, undefined, true)
  const first = await api.post('key-1')
  const { key } = (await database.db.select().from(storedAnswers).get()) ?? { key: '' }
  await database.db
    .update(storedAnswers)
    .set({ sealed: vault.sealAnswer(key, first.body) })
    .run()
  expect(await api.post('key-1')).toEqual({
    ...first,
    body: first.body.replace('PIN-1', ''),
    replayed: true,
  })
})

test('an answer that is out of proportion is not kept, and its call is made anew; that of as many shares as there can be is', async () => {
  const database = memory()
  const api = await startApi(database)
  const url = '/api/v1/claims/1/large'
  for (const made of [1, 2])
    expect(await api.post('key-1', {}, own, url)).toMatchObject({
      status: 200,
      replayed: false,
      body: expect.stringContaining(`"made":${made}`),
    })
  expect(await database.db.select().from(storedAnswers).all()).toEqual([])
  const mailbox = (number: number) => `${'a'.repeat(60)}${number}@${'b'.repeat(63)}.example`
  const shares = Array.from({ length: 50 }, (_, number) => ({
    to: { social: { email: mailbox(number) } },
    amount: '1',
  }))
  const many = { ...deposit, amount_in: '50', recipient: { shares } }
  expect(await api.post('key-2', many, own)).toMatchObject({ status: 200, replayed: false })
  expect(await api.post('key-2', many, own)).toMatchObject({ status: 200, replayed: true })
})

test('so much of one client is kept in an hour: then its calls with a key wait, and those without one and of others go on', async () => {
  const api = await startApi(memory(), undefined, false, 20 * 1024)
  const ask = (key: string | undefined, from: string) => api.post(key, deposit, own, PATH, from)
  let kept = 0
  for (; kept < 30; kept += 1) {
    const { status, code } = await ask(`key-${kept}`, '192.0.2.1')
    if (status === 200) continue
    expect([status, code]).toEqual([429, 'RATE_LIMITED'])
    break
  }
  expect(kept).toBeGreaterThan(5)
  expect(kept).toBeLessThan(21) // each counts for a KiB at least
  expect((await ask(undefined, '192.0.2.1')).status).toBe(200)
  expect((await ask('key-x', '192.0.2.2')).status).toBe(200)
  api.clock.advanceMs(60 * 60_000)
  expect((await ask('key-y', '192.0.2.1')).status).toBe(200)
})

test('nor does anybody get the PIN of one share of several', async () => {
  const api = await startApi(memory())
  const shares = { shares: [bobbys('2'), bobbys('3')] }
  const several = { ...deposit, recipient: shares }
  const first = await api.post('key-1', several)
  expect(first.body.match(/PIN-\d/g)).toEqual(['PIN-1', 'PIN-2'])
  const again = await api.post('key-1', several)
  expect(again).toMatchObject({ status: 200, replayed: true })
  expect(again.body).toBe(first.body.replaceAll(/PIN-\d/g, ''))
})

test.each([
  ['authorization', { authorization: 'Bearer mine' }, { authorization: 'Bearer guessed' }],
  ['a link', { 'x-claim-secret': 'mine' }, { 'x-claim-secret': 'guessed' }],
  ['a session’s cookie', { cookie: 'a=b; __Host-claim-1=mine' }, { cookie: '__Host-claim-1=x' }],
])('what was asked with %s is answered again to nobody without it', async (_what, mine, theirs) => {
  const api = await startApi(memory())
  const url = '/api/v1/claims/1/secret'
  const first = await api.post('key-1', {}, mine, url)
  expect(first.body).toContain('mine-1')
  for (const headers of [{}, theirs]) {
    const refused = await api.post('key-1', {}, headers, url)
    expect(refused).toMatchObject({ status: 422, code: 'IDEMPOTENCY_KEY_REUSED' })
    expect(refused.body).not.toContain('mine-1')
  }
  expect(await api.post('key-1', {}, mine, url)).toEqual({ ...first, replayed: true })
})

test('without a key, and with another, every call is made', async () => {
  const api = await startApi(memory())
  for (const key of [undefined, undefined, 'a', 'b']) await api.post(key)
  expect(api.made()).toBe(4)
})

test.each([
  ['another body', { ...deposit, amount_in: '6' }, {}],
  ['another session', deposit, { authorization: 'Bearer other' }],
  ['another link', deposit, { 'x-claim-secret': 'other' }],
])('%s under the same key is refused, and the first answer stays', async (_what, body, headers) => {
  const api = await startApi(memory())
  await api.post('key-1', deposit, own)
  expect(await api.post('key-1', body, headers)).toMatchObject({
    status: 422,
    code: 'IDEMPOTENCY_KEY_REUSED',
  })
  expect(await api.post('key-1', deposit, own)).toMatchObject({ replayed: true, id: '1' })
})

test('while the first call runs the second is told to wait; of many at once one is made', async () => {
  const api = await startApi(memory())
  const letGo = api.hold()
  const first = api.post('key-1')
  await expect.poll(api.made).toBe(1)
  const meanwhile = await Promise.all(Array.from({ length: 20 }, () => api.post('key-1')))
  expect(new Set(meanwhile.map(({ status, code }) => `${status} ${code}`))).toEqual(
    new Set(['409 IDEMPOTENCY_KEY_BUSY']),
  )
  letGo()
  expect(await first).toMatchObject({ status: 200, id: '1' })
  expect(await api.post('key-1')).toMatchObject({ replayed: true, id: '1' })
})

test('a refused request may be corrected under its key', async () => {
  const api = await startApi(memory())
  expect(await api.post('key-1', { ...deposit, amount_in: '0' })).toMatchObject({ status: 400 })
  expect(await api.post('key-1')).toMatchObject({ status: 200, replayed: false })
})

test.each([
  { name: 'just before a day is over', waitMin: 24 * 60 - 1, made: 1 },
  { name: 'at the end of the day', waitMin: 24 * 60, made: 2 },
])('an answer is kept for 24 hours: $name', async ({ waitMin, made }) => {
  const api = await startApi(memory())
  await api.post('key-1')
  api.clock.advanceMin(waitMin)
  await api.post('key-1')
  expect(api.made()).toBe(made)
})

test('a key belongs to one address', async () => {
  const api = await startApi(memory())
  await api.post('key-1')
  const transfer = {
    amount: '5',
    token: 'eth',
    sender: deposit.sender,
    recipient_address: { user: deposit.recipient },
  }
  const other = await api.post('key-1', transfer, {}, '/api/v1/execute/vcoin/transfer')
  expect(other).toMatchObject({ status: 200, id: '2', replayed: false })
})

test('only the interface itself knows keys', async () => {
  const api = await startApi(memory())
  expect(await api.post('no good key', {}, {}, '/playground/api/x')).toMatchObject({ status: 200 })
})

test.each(['', ' ', 'a b', 'x'.repeat(256), 'ü'])('the key "%s" is refused', async (key) => {
  const api = await startApi(memory())
  expect(await api.post(key)).toMatchObject({ status: 400, code: 'INVALID_REQUEST' })
  expect(api.made()).toBe(0)
})

test('the longest key is taken', async () => {
  expect(await (await startApi(memory())).post('~'.repeat(255))).toMatchObject({ status: 200 })
})

describe('on disk', () => {
  function folder(): string {
    const path = mkdtempSync(join(tmpdir(), 'vouch-answers-'))
    cleanUps.push(() => rmSync(path, { recursive: true, force: true }))
    return path
  }

  test('answers survive a restart; a call that was running does not block its key', async () => {
    const path = folder()
    const before = openDatabase(path)
    const api = await startApi(before)
    const first = await api.post('done', deposit, own)
    api.hold() // and never let go: the process stops in the middle of this one
    void api.post('running')
    await expect.poll(api.made).toBe(2)
    before.close()

    const after = openDatabase(path)
    cleanUps.push(after.close)
    const next = await startApi(after)
    expect(await next.post('done', deposit, own)).toEqual({ ...first, replayed: true })
    expect(await next.post('running')).toMatchObject({ status: 200, replayed: false })
  })

  test('whoever has the files has neither PINs nor keys', async () => {
    const path = folder()
    const database = openDatabase(path)
    await (await startApi(database)).post('my-secret-key', deposit, own)
    database.close()
    const bytes = readdirSync(path).map((name) => readFileSync(join(path, name)))
    const text = Buffer.concat(bytes).toString('latin1')
    expect(text).toContain('stored_answers')
    for (const secret of ['PIN-1', 'my-secret-key', '@bobby', ALICE_EVM])
      expect(text).not.toContain(secret)
  })

  test('an answer opens in its own place only', () => {
    const sealed = vault.sealAnswer('a', 'PIN-1')
    expect(vault.openAnswer('a', sealed)).toBe('PIN-1')
    expect(() => vault.openAnswer('b', sealed)).toThrow('cannot be opened')
    const other = createVault({ keyEncryptionKey: Buffer.alloc(32, 6) })
    expect(() => other.openAnswer('a', sealed)).toThrow('cannot be opened')
  })
})

test('a call whose answer could not be kept is answered 503, and its key is free once things are kept again', async () => {
  const database = memory()
  const api = await startApi(database)
  const refuseWrites = async (isRefused: 0 | 1) =>
    void (await database.db.run(sql.raw(`pragma query_only = ${isRefused}`)))
  const letGo = api.hold()
  const running = api.post('key-1')
  await until(() => expect(api.made()).toBe(1))
  await refuseWrites(1)
  letGo()
  expect(await running).toMatchObject({ status: 503, code: 'STORE_UNAVAILABLE' })
  expect(await api.post('key-1')).toMatchObject({ status: 503, code: 'STORE_UNAVAILABLE' })
  await refuseWrites(0)
  expect(await api.post('key-1')).toMatchObject({ status: 200, id: '2', replayed: false })
  expect(await api.post('key-1')).toMatchObject({ status: 200, id: '2', replayed: true })
})
