import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createHmac } from 'node:crypto'

import { eq } from 'drizzle-orm'
import { pino } from 'pino'
import { afterEach, expect, test } from 'vitest'

import { newWatchLimit } from '../../src/api/client-limits.ts'
import { createApi } from '../../src/api/server.ts'
import { webhookRoutes } from '../../src/api/routes/track-routes.ts'
import { createWebhookSender } from '../../src/api/webhook-sender.ts'
import { WEBHOOKS_PER_MINUTE } from '../../src/core/terms/open-limits.ts'
import { createRecords } from '../../src/services/tracking/records.ts'
import { createTracker } from '../../src/services/tracking/tracker.ts'
import { openDatabase } from '../../src/store/database.ts'
import { watches, webhooks } from '../../src/store/tracking/tracking-tables.ts'
import { createTrackingStore } from '../../src/store/tracking/tracking-store.ts'
import { createWebhookStore } from '../../src/store/tracking/webhook-store.ts'
import { sampleNetwork } from '../core/sample-network.ts'
import { createFakeChain } from '../services/tracking/fake-chain.ts'
import { packet, transaction } from '../core/tracking/sample-deposit.ts'
import { createFakeClock } from '../fake-clock.ts'

const HASH = `0x${'5c'.repeat(32)}`
const SECRET = 'a secret of at least thirty-two characters'
const DAY_MIN = 24 * 60
const SOME_TIME = 'Thu, 01 Jan 2026 00:00:00 GMT'
const MINUTE_LATER = 'Thu, 01 Jan 2026 00:01:00 GMT'

const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop()
})

type Got = { path: string; headers: Record<string, unknown>; body: string }

/** An integrator's server, whose next answers are told to it: 200 unless told. */
async function startReceiver() {
  const got: Got[] = []
  const answers: { status: number; headers?: Record<string, string> }[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => (body += String(chunk)))
    request.on('end', () => {
      got.push({ path: request.url ?? '', headers: { ...request.headers }, body })
      const { status, headers } = answers.shift() ?? { status: 200 }
      response.writeHead(status, headers).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  stops.push(async () => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as AddressInfo // a TCP server that listens has one
  return { got, answers, host: `127.0.0.1:${port}` }
}

async function setUp(moreHosts: string[] = []) {
  const receiver = await startReceiver()
  const base = createFakeChain('base')
  const hub = createFakeChain('neuron')
  const clock = createFakeClock()
  const { db } = openDatabase(':memory:')
  const trackingStore = createTrackingStore(db)
  const log = { warn: () => undefined }
  const tracker = createTracker({
    network: sampleNetwork,
    readers: [base.reader, hub.reader],
    store: trackingStore,
    onFinalBlock: async () => undefined,
    log,
    now: clock.now,
    sleep: () => new Promise((resolve) => setTimeout(resolve, 2)),
  })
  const records = createRecords({ network: sampleNetwork, store: trackingStore, tracker })
  const store = createWebhookStore(db)
  const hosts = [receiver.host, ...moreHosts]
  const { server } = createApi({
    log: pino({ level: 'silent' }),
    routes: [
      webhookRoutes({
        records,
        store,
        hosts,
        allowNew: newWatchLimit(clock.now),
        now: clock.now,
      }),
    ],
  })
  const { now } = clock
  const sender = createWebhookSender({
    store,
    records,
    hosts,
    secret: SECRET,
    log,
    now,
    sleep: async () => undefined,
  })
  tracker.start()
  stops.push(tracker.stop)
  const watch = (url: string, more: object = {}) =>
    server.inject({
      method: 'POST',
      url: '/api/v1/txn/watch',
      payload: { chain: 'base', tx_hash: HASH, url, ...more },
    })
  const left = () => db.select().from(webhooks).all()
  const until = async (outcome: string) => {
    await expect.poll(async () => (await tracker.progress('base', HASH))?.outcome).toBe(outcome)
  }
  return {
    ...receiver,
    base,
    hub,
    clock,
    db,
    store,
    sender,
    watch,
    left,
    until,
    url: `http://${receiver.host}/hook`,
  }
}
const typesOf = (got: Got[]) => got.map(({ body }) => JSON.parse(body).type)

test('posts the present state at once and the end later, signed for the host, and then forgets the address', async () => {
  const { base, hub, clock, sender, watch, left, got, until, url, host } = await setUp()
  const answer = await watch(url)
  expect(answer.json()).toMatchObject({
    id: expect.stringMatching(/^wh_/),
    response: { tx_hash: HASH },
  })
  expect((await watch(url)).json().id).toBe(answer.json().id)
  await sender.deliverDue()
  await sender.deliverDue()
  expect(typesOf(got)).toEqual(['transaction.progress'])

  base.mine(HASH, [transaction, packet('send_packet')])
  hub.mine('HUB', [packet('recv_packet'), packet('write_ack')])
  base.mine('0xbb', [packet('recv_ack')])
  await until('completed')
  await sender.deliverDue()
  expect(typesOf(got)).toEqual(['transaction.progress', 'transaction.ended'])
  expect(await left()).toEqual([])

  // As any receiver checks it: https://www.standardwebhooks.com
  const { body, headers }: Pick<Got, 'body' | 'headers'> = got[1] ?? { body: '', headers: {} }
  const key = createHmac('sha256', SECRET).update(host).digest()
  const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`
  const signature = createHmac('sha256', key).update(signed).digest('base64')
  expect(headers['webhook-signature']).toBe(`v1,${signature}`)
  expect(headers['webhook-timestamp']).toBe(`${clock.now().getTime() / 1000}`)
  expect(new Set(got.map((each) => each.headers['webhook-id'])).size).toBe(2)
})

test('no message id comes again where the same is asked for anew after its end', async () => {
  const { base, hub, clock, sender, watch, left, got, until, url } = await setUp()
  await watch(url)
  await sender.deliverDue()
  base.mine(HASH, [transaction, packet('send_packet')])
  hub.mine('HUB', [packet('recv_packet'), packet('write_ack')])
  base.mine('0xbb', [packet('recv_ack')])
  await until('completed')
  await sender.deliverDue()
  expect(await left()).toEqual([])
  clock.advanceMs(1000)
  await watch(url)
  await sender.deliverDue()
  expect(typesOf(got)).toEqual(['transaction.progress', 'transaction.ended', 'transaction.ended'])
  expect(new Set(got.map((each) => each.headers['webhook-id'])).size).toBe(3)
})

test('what was told is told once more where it is asked for anew, also what no block had', async () => {
  const { base, clock, sender, watch, left, got, until, url } = await setUp()
  await watch(url)
  await watch(url)
  await sender.deliverDue()
  await sender.deliverDue()
  clock.advanceMin(60)
  base.setClock(clock.now().getTime())
  base.mine('0xother', [])
  await until('not_found')
  await sender.deliverDue()
  await sender.deliverDue()
  expect(typesOf(got)).toEqual(['transaction.progress', 'transaction.ended'])
  // Within the same millisecond too.
  for (let times = 0; times < 2; times++) {
    await watch(url)
    await sender.deliverDue()
    await sender.deliverDue()
  }
  expect(typesOf(got).slice(2)).toEqual(['transaction.ended', 'transaction.ended'])
  expect(new Set(got.map((each) => each.headers['webhook-id'])).size).toBe(4)
  expect(await left()).toMatchObject([{ dueAt: null, attempts: 0 }])
})

test('what no block had is told once more when a block has it', async () => {
  const { base, hub, clock, sender, watch, left, got, until, url } = await setUp()
  await watch(url)
  clock.advanceMin(60)
  base.setClock(clock.now().getTime())
  base.mine('0xother', [])
  await until('not_found')
  await sender.deliverDue()
  await sender.deliverDue()
  base.mine(HASH, [transaction, packet('send_packet')])
  hub.mine('HUB', [packet('recv_packet'), packet('write_ack')])
  base.mine('0xbb', [packet('recv_ack')])
  await until('completed')
  await sender.deliverDue()
  const told = got.map(({ body }) => JSON.parse(body).data.response.tx_status)
  expect(told).toEqual(['not_found', 'success'])
  expect(await left()).toEqual([])
})

test.each([
  { name: 'an error', answer: { status: 500 } },
  {
    name: 'a redirect, which is not followed',
    answer: { status: 302, headers: { location: '/else' } },
  },
])('tries again later after $name, with growing pauses', async ({ answer }) => {
  const { clock, sender, watch, got, answers, url } = await setUp()
  answers.push(answer, answer)
  await watch(url)
  const pausesSec: number[] = []
  for (let second = 0; second <= 30 && got.length < 3; second += 1) {
    const before = got.length
    await sender.deliverDue()
    if (got.length > before) pausesSec.push(second)
    clock.advanceMs(1000)
  }
  expect(pausesSec).toEqual([0, 5, 15])
  expect(got.map(({ path }) => path)).toEqual(['/hook', '/hook', '/hook'])
})

test.each([
  { name: 'seconds', status: 429, headers: { 'retry-after': '90' }, waitSec: 90 },
  {
    name: 'a time, by its own clock',
    status: 503,
    headers: { 'retry-after': MINUTE_LATER, date: SOME_TIME },
    waitSec: 60,
  },
  { name: 'less than the pause', status: 429, headers: { 'retry-after': '1' }, waitSec: 5 },
  { name: 'as long as pauses get', status: 503, headers: { 'retry-after': '3600' }, waitSec: 3600 },
  { name: 'longer', status: 503, headers: { 'retry-after': '86400' }, waitSec: 3600 },
  { name: 'nothing that can be read', status: 503, headers: { 'retry-after': 'soon' }, waitSec: 5 },
  { name: 'nothing', status: 429, headers: {}, waitSec: 5 },
])(
  'a host that asks to be left alone is: it says $name ($status)',
  async ({ status, headers, waitSec }) => {
    const { clock, sender, watch, got, answers, url } = await setUp()
    answers.push({ status, headers })
    await watch(url)
    await sender.deliverDue()
    clock.advanceMs(waitSec * 1000 - 1)
    await sender.deliverDue()
    expect(got).toHaveLength(1)
    clock.advanceMs(1)
    await sender.deliverDue()
    expect(got).toHaveLength(2)
  },
)

test.each([
  { name: 'a day, and gives up then', minutes: DAY_MIN, left: 0 },
  { name: 'a minute less than a day, and keeps trying', minutes: DAY_MIN - 1, left: 1 },
])('is refused for $name', async ({ minutes, left: rows }) => {
  const { clock, sender, watch, left, answers, url } = await setUp()
  answers.push({ status: 503 }, { status: 503 })
  await watch(url)
  await sender.deliverDue()
  clock.advanceMin(minutes)
  await sender.deliverDue()
  expect(await left()).toHaveLength(rows)
})

test('a host that does not answer, or refuses much, holds up no other', async () => {
  const silent = createServer()
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const { port } = silent.address() as AddressInfo // a TCP server that listens has one
  const { sender, watch, got, url } = await setUp([`127.0.0.1:${port}`])
  for (let path = 0; path < 20; path += 1) await watch(`http://127.0.0.1:${port}/${path}`)
  await watch(url)
  const delivered = sender.deliverDue()
  await expect.poll(() => got.length).toBe(1)
  silent.closeAllConnections()
  silent.close()
  await delivered
})

test('what was refused before has its turn after what was not, and last of it what no final block has shown', async () => {
  const { clock, db, host, store, watch } = await setUp()
  const made = `0x${'ab'.repeat(32)}`
  for (const path of ['refused', 'once', 'new']) await watch(`http://${host}/${path}`)
  await watch(`http://${host}/made-up`, { tx_hash: made })
  await db.update(watches).set({ lookAt: null }).where(eq(watches.txHash, HASH)).run()
  const inTurn = async (limit = 9) =>
    (await store.due(host, clock.now(), limit)).map(({ url }) => new URL(url).pathname.slice(1))
  const refuse = async (path: string, times: number) => {
    const hook = (await store.due(host, clock.now(), 9)).find(({ url }) => url.endsWith(path))
    for (let time = 0; time < times; time += 1) await store.postpone(hook?.id ?? '', clock.now())
  }
  await refuse('made-up', 1)
  await refuse('refused', 4)
  await refuse('once', 1)
  const all = await inTurn()
  expect(all.slice(0, 2).toSorted()).toEqual(['new', 'once'])
  expect(all.slice(2)).toEqual(['refused', 'made-up'])
  expect(await store.due('other.example', clock.now(), 9)).toEqual([])
  await store.keepOnly(['other.example'])
  expect(await inTurn()).toEqual([])
})

test.each([
  { name: 'of a chain that has left the network', chain_uid: 'gone', tx_hash: HASH, kept: 0 },
  { name: 'that cannot be read', chain_uid: 'base', tx_hash: 'no hash', kept: 20 },
])('transactions $name hold up no others of their host', async ({ kept, ...place }) => {
  const { clock, host, store, sender, watch, left, got, url } = await setUp()
  for (let each = 0; each < 20; each += 1)
    await store.add({ id: `wh_${each}`, ...place, url: `http://${host}/${each}` }, clock.now())
  clock.advanceMs(1000)
  await watch(url)
  await sender.deliverDue()
  await sender.deliverDue()
  expect(got.map(({ path }) => path)).toEqual(['/hook'])
  expect(await left()).toHaveLength(kept + 1)
  clock.advanceMin(DAY_MIN)
  await sender.deliverDue()
  expect(await left()).toHaveLength(1)
})

test('one client asks for so many in a minute', async () => {
  const { clock, watch, url } = await setUp()
  for (let each = 0; each < WEBHOOKS_PER_MINUTE; each += 1)
    expect((await watch(url)).statusCode).toBe(200)
  const refused = await watch(url)
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '60'])
  clock.advanceMs(60_000)
  expect((await watch(url)).statusCode).toBe(200)
})

test('an address that says it is gone is not called again', async () => {
  const { sender, watch, left, answers, url } = await setUp()
  answers.push({ status: 410 })
  await watch(url)
  await sender.deliverDue()
  expect(await left()).toEqual([])
})

test('states that come before one was told are told as one', async () => {
  const { base, sender, watch, left, got, until, url } = await setUp()
  await watch(url)
  const [row] = await left()
  base.mine(HASH, [transaction, packet('send_packet')])
  await until('pending')
  await expect.poll(async () => (await left())[0]?.changes ?? 0).toBeGreaterThan(row?.changes ?? 9)
  await sender.deliverDue()
  await sender.deliverDue()
  expect(got.length).toBe(1)
})

test.each([
  { url: 'nonsense', says: 'not an address' },
  { url: 'https://169.254.169.254/latest', says: 'does not call' },
  { url: 'http://user:secret@HOST/', says: 'plain https' },
  { url: 'ftp://HOST/', says: 'plain https' },
])('refuses $url', async ({ url, says }) => {
  const { watch, host, left } = await setUp()
  const refused = await watch(url.replace('HOST', host))
  expect([refused.statusCode, refused.json().error.message]).toEqual([
    400,
    expect.stringContaining(says),
  ])
  expect(await left()).toEqual([])
})
