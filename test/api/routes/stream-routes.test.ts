import type { Server } from 'node:http'
import { setTimeout as sleepFor } from 'node:timers/promises'

import { pino } from 'pino'
import { afterEach, expect, test } from 'vitest'

import { newWatchLimit } from '../../../src/api/client-limits.ts'
import { createApi } from '../../../src/api/server.ts'
import { streamRoutes } from '../../../src/api/routes/stream-routes.ts'
import { createChanges } from '../../../src/services/tracking/changes.ts'
import { createRecords } from '../../../src/services/tracking/records.ts'
import { createTracker } from '../../../src/services/tracking/tracker.ts'
import { openDatabase } from '../../../src/store/database.ts'
import { createTrackingStore } from '../../../src/store/tracking/tracking-store.ts'
import { sampleNetwork } from '../../core/sample-network.ts'
import { createFakeChain } from '../../services/tracking/fake-chain.ts'
import { packet, transaction } from '../../core/tracking/sample-deposit.ts'

const HASH = `0x${'5c'.repeat(32)}`

const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop()
})

/** A server over a real tracker, whose chains move when told to. */
async function setUp({
  heartbeatMs = 60_000,
  onTrack = async () => undefined,
  most,
}: { heartbeatMs?: number; onTrack?: () => Promise<void>; most?: number } = {}) {
  const base = createFakeChain('base')
  const hub = createFakeChain('neuron')
  const store = createTrackingStore(openDatabase(':memory:').db)
  const changes = createChanges()
  const tracker = createTracker({
    network: sampleNetwork,
    readers: [base.reader, hub.reader],
    store,
    onFinalBlock: async () => undefined,
    onChange: changes.tell,
    log: { warn: () => undefined },
    now: () => new Date(),
    sleep: async () => sleepFor(2),
  })
  const known = createRecords({ network: sampleNetwork, store, tracker })
  const records: typeof known = {
    ...known,
    async track(...asked) {
      const answer = await known.track(...asked)
      await onTrack()
      return answer
    },
  }
  let http: Server | undefined
  const api = createApi({
    log: pino({ level: 'silent' }),
    trustedProxies: ['127.0.0.1'],
    routes: [
      ({ server }) => {
        http = server
      },
      streamRoutes({
        records,
        changes,
        allowNew: newWatchLimit(() => new Date()),
        heartbeatMs,
        ...(most !== undefined && { most }),
      }),
    ],
  })
  const { port } = await api.start({ port: 0, host: '127.0.0.1' })
  stops.push(tracker.stop, api.stop)
  tracker.start()
  const open = (query: object, headers = {}, signal?: AbortSignal) =>
    fetch(
      `http://127.0.0.1:${port}/api/v1/txn/stream?${new URLSearchParams({ ...query }).toString()}`,
      { headers, ...(signal && { signal }) },
    )
  const connections = () =>
    new Promise<number>((resolve) => http?.getConnections((_error, count) => resolve(count)))
  return { api, base, hub, open, connections }
}

/** What has come so far, and whether that is all. */
function readAll(response: Response) {
  const got = { text: '', isOver: false }
  void (async () => {
    const decoder = new TextDecoder()
    for await (const chunk of response.body ?? []) got.text += decoder.decode(chunk)
    got.isOver = true
  })()
  return got
}
const events = (text: string) =>
  [...text.matchAll(/event: (\w+)\nid: (\S+)\ndata: (.*)\n\n/g)].map(
    ([, name = '', id = '', data = '']) => ({ name, id, data: JSON.parse(data) }),
  )
const stepsIn = (text: string) =>
  events(text).map(({ name, data }) =>
    [name, ...(data.response?.status ?? []).map((step: { status: string }) => step.status)].join(
      ' ',
    ),
  )

test('tells every state until the end, and whoever comes back only what they have not seen', async () => {
  const { base, hub, open } = await setUp()
  const response = await open({ chain: 'base', tx_hash: HASH.toUpperCase().replace('X', 'x') })
  expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  const got = readAll(response)
  await expect.poll(() => stepsIn(got.text)).toEqual(['progress pending pending pending'])
  expect(got.text).toMatch(/^retry: \d+\n\n/)

  base.mine(HASH, [transaction, packet('send_packet')])
  await expect.poll(() => stepsIn(got.text)).toContain('progress success pending pending')
  const seen = events(got.text).at(-1)?.id ?? ''
  const back = readAll(await open({ chain: 'base', tx_hash: HASH }, { 'last-event-id': seen }))
  hub.mine('HUB', [packet('recv_packet'), packet('write_ack')])
  base.mine('0xbb', [packet('recv_ack')])
  await expect.poll(() => got.isOver && back.isOver).toBe(true)
  expect(stepsIn(got.text).slice(-2)).toEqual(['progress success success success', 'end'])
  expect(stepsIn(back.text)).not.toContain('progress success pending pending')
  expect(stepsIn(back.text).slice(-2)).toEqual(['progress success success success', 'end'])

  const last = events(got.text).at(-1)?.id ?? ''
  const after = await open({ chain: 'base', tx_hash: HASH }, { 'last-event-id': last })
  expect(after.status).toBe(204)
})

test('a silent stream shows that it lives', async () => {
  const { open } = await setUp({ heartbeatMs: 5 })
  const got = readAll(await open({ chain: 'base', tx_hash: HASH }))
  await expect.poll(() => got.text).toMatch(/(: alive\n\n){3}/)
})

test('a stop of the server ends the streams instead of waiting for them', async () => {
  const { api, open } = await setUp()
  const got = readAll(await open({ chain: 'base', tx_hash: HASH }))
  await expect.poll(() => stepsIn(got.text)).toHaveLength(1)
  await api.stop()
  await expect.poll(() => got.isOver).toBe(true)
})

test('an address has a few streams at a time, and a closed one makes room', async () => {
  const { open } = await setUp()
  const query = { chain: 'base', tx_hash: HASH }
  const streams = await Promise.all(Array.from({ length: 20 }, () => open(query)))
  expect(streams.map(({ status }) => status)).toEqual(streams.map(() => 200))
  const refused = await open(query)
  expect(refused.status).toBe(429)
  expect(await refused.json()).toMatchObject({ error: { code: 'RATE_LIMITED' } })
  await streams[0]?.body?.cancel()
  await expect
    .poll(async () => {
      const again = await open(query)
      await again.body?.cancel()
      return again.status
    })
    .toBe(200)
  for (const { body } of streams.slice(1)) await body?.cancel()
})

test('where all places are taken, who has most in however many networks gives one to who has fewer', async () => {
  const { open } = await setUp({ most: 5 })
  const query = { chain: 'base', tx_hash: HASH }
  const from = (address: string) => open(query, { 'x-forwarded-for': address })
  const greedy = []
  for (const network of ['a', 'b', 'c', 'd', 'e'])
    greedy.push(readAll(await from(`2001:db8:1:${network}::1`)))
  const [first, second, ...others] = greedy
  expect((await from('2001:db8:1:f::1')).status).toBe(429)
  const theirs = readAll(await from('203.0.113.9'))
  await expect.poll(() => first?.isOver).toBe(true)
  const next = readAll(await from('2001:db8:2:a::1'))
  await expect.poll(() => second?.isOver).toBe(true)
  const more = readAll(await from('203.0.113.9')) // three of five are left to the first: one more is one too many
  await expect.poll(() => others[0]?.isOver).toBe(true)
  expect((await from('203.0.113.9')).status).toBe(429)
  expect([theirs, next, more, ...others.slice(1)].map(({ isOver }) => isOver)).toEqual(
    Array.from({ length: 5 }, () => false),
  )
})

test('who leaves before the first answer holds no place', async () => {
  let goOn: () => void = () => undefined
  const first = new Promise<void>((resolve) => {
    goOn = resolve
  })
  let asked = 0
  const { open, connections } = await setUp({
    onTrack: async () => {
      asked += 1
      if (asked <= 20) await first
    },
  })
  const query = { chain: 'base', tx_hash: HASH }
  const leaving = new AbortController()
  const left = Array.from({ length: 20 }, () => open(query, {}, leaving.signal))
  await expect.poll(() => asked).toBe(20)
  leaving.abort()
  await Promise.allSettled(left)
  await expect.poll(() => connections()).toBe(0)
  goOn()
  await sleepFor(0) // all of them go on first
  const { status, body } = await open(query)
  expect(status).toBe(200)
  await body?.cancel()
})

test.each([
  { query: { chain: 'base' }, code: 'INVALID_REQUEST' },
  { query: { chain: 'base', tx_hash: '0x12' }, code: 'INVALID_REQUEST' },
  { query: { chain: 'mars', tx_hash: HASH }, code: 'UNKNOWN_CHAIN' },
])('$query is refused before any stream begins', async ({ query, code }) => {
  const { open } = await setUp()
  const refused = await open(query)
  expect([refused.status, await refused.json()]).toMatchObject([400, { error: { code } }])
})
