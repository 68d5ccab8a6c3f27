import { pino } from 'pino'
import { expect, test } from 'vitest'

import { createMetrics } from '../../../src/api/routes/metrics-routes.ts'
import { StoreUnavailableError } from '../../../src/core/terms/errors.ts'
import { createApi } from '../../../src/api/server.ts'

test('says what waits at this very moment, what was asked, and how the process is', async () => {
  let watches = [{ outcome: 'pending', age: 'minute', count: 3 }]
  const metrics = createMetrics({
    leads: () => true,
    chains: async () => [
      {
        chain_uid: 'base',
        state: 'contradiction',
        lagBlocks: 4,
        silentMs: 90_000,
        isStalled: true,
        isContradicted: true,
        isForked: false,
      },
    ],
    nodes: () => [
      { chain: 'base', node: 'rpc_url', isFailing: false },
      { chain: 'base', node: 'rpc_urls.0', isFailing: true },
    ],
    openWatches: async () => watches,
    stuckWatches: async () => 2,
    outbox: async () => ({ waiting: 5, overdue: 1, setAside: 7 }),
    gas: () => ({ balance: 1_250_000n, payOuts: 200 }),
    gaslessLeft: () => 40,
    gasSpentToday: async () => [
      { purpose: 'redeem', fee: 12_500n },
      { purpose: 'expire', fee: 0n },
    ],
    unincluded: async () => [
      { kind: 'pay_out', ageMs: 90_500 },
      { kind: 'text', ageMs: 0 },
    ],
    signer: async () => ({ answers: true, isPaused: false, waiting: 2 }),
    clockAheadMs: () => -90_500,
    booksCheckAges: () => ({ unseen: 240_500, gone: 600_000 }),
    books: () => ({ unseen: 1, gone: 0 }),
    freezes: async () => [
      { kind: 'claim', count: 3 },
      { kind: 'all', count: 0 },
    ],
    database: async () => ({ trouble: 'full', freeBytes: 4096 }),
  })
  const { server } = createApi({
    log: pino({ level: 'silent' }),
    routes: [metrics.count, metrics.serve, (api) => void api.get('/things/:id', async () => ({}))],
  })
  metrics.refusedBySigner('over_limit')
  await server.inject('/things/1')
  await server.inject('/things/2')
  await server.inject('/nothing/secret')
  const { body, headers } = await server.inject('/metrics')
  expect(headers['content-type']).toMatch(/^text\/plain/)
  for (const line of [
    'vouch_chain_lag_blocks{chain="base"} 4',
    'vouch_chain_stalled{chain="base"} 1',
    'vouch_chain_contradiction{chain="base"} 1',
    'vouch_node_failing{chain="base",node="rpc_url"} 0',
    'vouch_node_failing{chain="base",node="rpc_urls.0"} 1',
    'vouch_chain_fork{chain="base"} 0',
    'vouch_watches_open{outcome="pending",age="minute"} 3',
    'vouch_watches_stuck 2',
    'vouch_leads 1',
    'vouch_clock_ahead_seconds -90.5',
    'vouch_books_differences{kind="unseen"} 1',
    'vouch_books_differences{kind="gone"} 0',
    'vouch_outbox_rows{state="waiting"} 5',
    'vouch_outbox_rows{state="overdue"} 1',
    'vouch_outbox_rows{state="set_aside"} 7',
    'vouch_relayer_balance 1250000',
    'vouch_relayer_payouts_left 200',
    'vouch_gasless_left 40',
    'vouch_gas_spent_today{purpose="redeem"} 12500',
    'vouch_gas_spent_today{purpose="expire"} 0',
    'vouch_unincluded_seconds{kind="pay_out"} 90.5',
    'vouch_unincluded_seconds{kind="text"} 0',
    'vouch_freezes{kind="claim"} 3',
    'vouch_database_failing{why="full"} 1',
    'vouch_database_failing{why="damaged"} 0',
    'vouch_disk_free_bytes 4096',
    'vouch_books_check_age_seconds{kind="unseen"} 240.5',
    'vouch_books_check_age_seconds{kind="gone"} 600',
    'vouch_signer_up 1',
    'vouch_signer_paused 0',
    'vouch_signer_refusals_total{why="too_large"} 0',
    'vouch_approvals_waiting 2',
    'vouch_signer_refusals_total{why="over_limit"} 1',
    'vouch_freezes{kind="all"} 0',
    'vouch_http_requests_total{method="GET",route="/things/:id",status="200"} 2',
    'vouch_http_requests_total{method="GET",route="none",status="404"} 1',
    'vouch_http_request_duration_seconds_count{method="GET",route="/things/:id"} 2',
  ])
    expect(body.split('\n')).toContain(line)
  expect(body).toMatch(/^process_resident_memory_bytes \d+$/m)
  expect(body).not.toContain('secret')

  watches = []
  expect((await server.inject('/metrics')).body).not.toMatch(/^vouch_watches_open\{/m)
})

test('a server that does not lead tells that, and what is its own, and leaves the rest to the leader', async () => {
  const asked = () => {
    throw new Error('the leader alone is asked')
  }
  const { serve } = createMetrics({
    leads: () => false,
    chains: asked,
    nodes: () => [],
    openWatches: asked,
    stuckWatches: asked,
    outbox: asked,
    gas: asked,
    gaslessLeft: asked,
    gasSpentToday: asked,
    unincluded: asked,
    signer: asked,
    clockAheadMs: () => 0,
    booksCheckAges: asked,
    books: asked,
    freezes: asked,
    database: async () => ({ trouble: undefined, freeBytes: 4096 }),
  })
  const { server } = createApi({ log: pino({ level: 'silent' }), routes: [serve] })
  const { body } = await server.inject('/metrics')
  const told = body.split('\n').filter((line) => /^vouch_(?!database)/.test(line))
  expect(told).toEqual([
    'vouch_leads 0',
    'vouch_clock_ahead_seconds 0',
    'vouch_disk_free_bytes 4096',
  ])
  expect(body).toContain('vouch_database_failing{why="full"} 0')
  expect(body).toMatch(/^process_resident_memory_bytes \d+$/m)
})

test('what cannot be read leaves out its own numbers, and nothing else', async () => {
  const unreadable = async () => {
    throw new StoreUnavailableError(new Error('database disk image is malformed'))
  }
  const { serve } = createMetrics({
    leads: () => true,
    chains: unreadable,
    nodes: () => [],
    openWatches: unreadable,
    stuckWatches: unreadable,
    outbox: unreadable,
    gas: () => undefined,
    gaslessLeft: () => undefined,
    gasSpentToday: unreadable,
    unincluded: unreadable,
    signer: async () => ({ answers: true, isPaused: false, waiting: 2 }),
    clockAheadMs: () => undefined,
    booksCheckAges: () => ({ unseen: 240_500, gone: 600_000 }),
    books: () => ({ unseen: 0, gone: 0 }),
    freezes: unreadable,
    database: async () => ({ trouble: 'damaged', freeBytes: 4096 }),
  })
  const { server } = createApi({ log: pino({ level: 'silent' }), routes: [serve] })
  const { statusCode, body } = await server.inject('/metrics')
  expect(statusCode).toBe(200)
  expect(body).toContain('vouch_database_failing{why="damaged"} 1')
  expect(body).toContain('vouch_signer_up 1')
  expect(body).not.toMatch(/^vouch_(?:relayer_payouts_left|watches_stuck)/m)
  expect(body).not.toMatch(/^vouch_outbox_rows\{/m)
})
