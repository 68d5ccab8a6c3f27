import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

import { serviceCalls } from '../../calls/service-calls.ts'
import { StoreUnavailableError } from '../../core/terms/errors.ts'
import type { BooksAges, BooksDifferences } from '../../claims/books-check.ts'
import { WHY_UNSIGNED, type SignerStanding, type WhyUnsigned } from '../../claims/signer.ts'
import type { ChainCondition } from '../../services/tracking/chain-health.ts'

const TROUBLES = serviceCalls.ready.answer.shape.database.options.filter((why) => why !== 'ok')

/** What cannot be read is left out of a reading: the rest has to be there, above all that it cannot be read. */
async function unlessUnreadable<Row>(read: () => Promise<Row[]>): Promise<Row[]> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof StoreUnavailableError) return []
    throw error
  }
}

/** Streams last as long as somebody looks, so how long says nothing of us. */
const LASTING = '/api/v1/txn/stream'

/** What waits to be done. Of several servers the leader alone tells it; each tells whether it leads, and of its own machine, its database and the nodes that it asks. */
export type Backlog = {
  leads(): boolean
  chains(): Promise<ChainCondition[]>
  /** Every node of every chain, by where it stands in the network file, and whether it is of no use now. */
  nodes(): { chain: string; node: string; isFailing: boolean }[]
  openWatches(): Promise<{ outcome: string; age: string; count: number }[]>
  stuckWatches(): Promise<number>
  outbox(): Promise<{ waiting: number; overdue: number; setAside: number }>
  /** What there is for the gas of claims: base units, and the pay-outs that these are; `undefined` while nobody knows. */
  gas(): { balance: bigint; payOuts: number } | undefined
  /** Moves without gas that there is something to pay with for; `undefined` while nobody knows, or there are none. */
  gaslessLeft(): number | undefined
  /** What the gas of claims has cost since midnight (UTC) by what it was for, in base units. */
  gasSpentToday(): Promise<{ purpose: string; fee: bigint }[]>
  /** How long ago the oldest was signed of what is in no block yet, of each kind; 0 where there is none. */
  unincluded(): Promise<{ kind: string; ageMs: number }[]>
  signer(): Promise<SignerStanding>
  /** How far the machine's clock is ahead of the chains' newest block, in milliseconds; `undefined` before the first. */
  clockAheadMs(): number | undefined
  books(): BooksDifferences
  /** How long ago each difference had been looked for everywhere, or the first look began; `undefined` before that. */
  booksCheckAges(): BooksAges | undefined
  /** What operators hold back, of each kind. */
  freezes(): Promise<{ kind: string; count: number }[]>
  /** What keeps the database from keeping anything, and the room on its disk. */
  database(): Promise<{ trouble: string | undefined; freeBytes: number }>
}

/**
 * What Prometheus reads: what waits, what was asked, and how the process is. Each number is read when it is asked for. `count`
 * has what a server is asked counted, and `serve` answers `/metrics`, on the same server or on one for operators alone.
 */
export function createMetrics(backlog: Backlog) {
  const register = new Registry()
  const registers = [register]
  collectDefaultMetrics({ register })
  const requests = new Counter({
    name: 'vouch_http_requests_total',
    help: 'Requests by route and status.',
    labelNames: ['method', 'route', 'status'],
    registers,
  })
  const durations = new Histogram({
    name: 'vouch_http_request_duration_seconds',
    help: 'How long answers took, streams left out.',
    labelNames: ['method', 'route'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
    registers,
  })
  registerBacklog(register, backlog)
  const refusals = new Counter({
    name: 'vouch_signer_refusals_total',
    help: 'What the signer did not sign, by why.',
    labelNames: ['why'],
    registers,
    collect() {
      // A count that begins with its first refusal never grew.
      if (backlog.leads()) for (const why of WHY_UNSIGNED) this.inc({ why }, 0)
    },
  })

  return {
    /** Counts what the signer did not sign. */
    refusedBySigner: (why: WhyUnsigned) => refusals.inc({ why }),
    count(server: FastifyInstance) {
      server.addHook('onResponse', async ({ method, routeOptions }, reply) => {
        const route = routeOptions.url ?? 'none' // never the address itself: it can be anything
        requests.inc({ method, route, status: reply.statusCode })
        if (route !== LASTING) durations.observe({ method, route }, reply.elapsedTime / 1000)
      })
    },
    serve(server: FastifyInstance) {
      server.get('/metrics', async (_request, reply) =>
        reply.type(register.contentType).send(await register.metrics()),
      )
    },
  }
}

/** Has what waits read anew for each reading. */
function registerBacklog(register: Registry, backlog: Backlog): void {
  /** A gauge of each server that is filled anew for each reading. */
  function ownGauge<Label extends string>(
    name: string,
    help: string,
    labelNames: readonly Label[],
    read: () => Promise<{ labels: Partial<Record<Label, string>>; value: number }[]>,
  ): void {
    register.registerMetric(
      new Gauge({
        name,
        help,
        labelNames,
        registers: [],
        async collect() {
          const rows = await unlessUnreadable(read)
          this.reset()
          if (labelNames.length === 0) this.remove() // it would say 0 of what nobody knows
          for (const { labels, value } of rows) this.set(labels, value)
        },
      }),
    )
  }

  /** The same, of the leader. */
  const gauge: typeof ownGauge = (name, help, labelNames, read) =>
    ownGauge(name, help, labelNames, async () => (backlog.leads() ? read() : []))

  ownGauge('vouch_leads', '1 at the one server that leads, 0 at every other.', [], async () => [
    { labels: {}, value: backlog.leads() ? 1 : 0 },
  ])

  const ofChains = (name: string, help: string, read: (chain: ChainCondition) => number) =>
    gauge(name, help, ['chain'], async () =>
      (await backlog.chains()).map((chain) => ({
        labels: { chain: chain.chain_uid },
        value: read(chain),
      })),
    )
  ofChains(
    'vouch_chain_lag_blocks',
    'Blocks of a chain that were not read yet.',
    ({ lagBlocks }) => lagBlocks,
  )
  ofChains('vouch_chain_stalled', '1 while a chain brings nothing new.', ({ isStalled }) =>
    isStalled ? 1 : 0,
  )
  ofChains(
    'vouch_chain_contradiction',
    '1 while the nodes of a chain contradict each other, and nothing of it is taken in.',
    ({ isContradicted }) => (isContradicted ? 1 : 0),
  )
  ownGauge(
    'vouch_node_failing',
    '1 while a node of a chain is of no use: away, limiting our calls, left out, or without what the others have.',
    ['chain', 'node'],
    async () =>
      backlog.nodes().map(({ chain, node, isFailing }) => ({
        labels: { chain, node },
        value: isFailing ? 1 : 0,
      })),
  )
  ofChains(
    'vouch_chain_fork',
    '1 while the next block of a chain does not follow the last one that was taken in, and nothing of it is.',
    ({ isForked }) => (isForked ? 1 : 0),
  )
  gauge(
    'vouch_watches_open',
    'Transactions that have not ended, by state and by how old they are at most.',
    ['outcome', 'age'],
    async () =>
      (await backlog.openWatches()).map(({ outcome, age, count }) => ({
        labels: { outcome, age },
        value: count,
      })),
  )
  gauge('vouch_watches_stuck', 'Transactions that are late.', [], async () => [
    { labels: {}, value: await backlog.stuckWatches() },
  ])
  gauge('vouch_outbox_rows', 'Messages that are still to be told.', ['state'], async () => {
    const { waiting, overdue, setAside } = await backlog.outbox()
    return Object.entries({ waiting, overdue, set_aside: setAside }).map(([state, value]) => ({
      labels: { state },
      value,
    }))
  })

  const ofGas = (read: (funds: NonNullable<ReturnType<Backlog['gas']>>) => number) => async () => {
    const funds = backlog.gas()
    return funds ? [{ labels: {}, value: read(funds) }] : []
  }
  gauge(
    'vouch_relayer_balance',
    'What the account that pays the gas of claims has, in base units.',
    [],
    ofGas(({ balance }) => Number(balance)),
  )
  gauge(
    'vouch_relayer_payouts_left',
    'Pay-outs of claims that this is enough for.',
    [],
    ofGas(({ payOuts }) => payOuts),
  )

  gauge('vouch_gasless_left', 'Moves without gas that there is enough for.', [], async () => {
    const left = backlog.gaslessLeft()
    return left === undefined ? [] : [{ labels: {}, value: left }]
  })
  gauge(
    'vouch_gas_spent_today',
    'What the gas of claims has cost since midnight (UTC), in base units.',
    ['purpose'],
    async () =>
      (await backlog.gasSpentToday()).map(({ purpose, fee }) => ({
        labels: { purpose },
        value: Number(fee),
      })),
  )
  gauge(
    'vouch_unincluded_seconds',
    'How long ago the oldest transaction of ours was signed that is in no block yet.',
    ['kind'],
    async () =>
      (await backlog.unincluded()).map(({ kind, ageMs }) => ({
        labels: { kind },
        value: ageMs / 1000,
      })),
  )
  gauge('vouch_freezes', 'What operators hold back.', ['kind'], async () =>
    (await backlog.freezes()).map(({ kind, count }) => ({ labels: { kind }, value: count })),
  )

  gauge(
    'vouch_books_check_age_seconds',
    'How long ago every number of the hub (unseen), or every claim that waits in the books (gone), had been looked at, or this server began to lead.',
    ['kind'],
    async () =>
      Object.entries(backlog.booksCheckAges() ?? {}).map(([kind, ageMs]) => ({
        labels: { kind },
        value: ageMs / 1000,
      })),
  )
  gauge(
    'vouch_books_differences',
    'Claims of which the books and the hub differed: unseen ones were taken in, gone ones are not on the hub, or are others there.',
    ['kind'],
    async () =>
      Object.entries(backlog.books()).map(([kind, value]) => ({ labels: { kind }, value })),
  )
  ownGauge(
    'vouch_clock_ahead_seconds',
    "How far this machine's clock is ahead of the newest block of all chains; negative where it is behind.",
    [],
    async () => {
      const aheadMs = backlog.clockAheadMs()
      return aheadMs === undefined ? [] : [{ labels: {}, value: aheadMs / 1000 }]
    },
  )

  ownGauge(
    'vouch_database_failing',
    '1 while what has to be kept is not kept, by why.',
    ['why'],
    async () => {
      const { trouble } = await backlog.database()
      return TROUBLES.map((why) => ({ labels: { why }, value: why === trouble ? 1 : 0 }))
    },
  )
  ownGauge('vouch_disk_free_bytes', 'Room on the disk of the database.', [], async () => [
    { labels: {}, value: (await backlog.database()).freeBytes },
  ])

  let asking: ReturnType<Backlog['signer']> | undefined
  /** Asked once for all that one reading says of it. */
  function signer(): ReturnType<Backlog['signer']> {
    asking ??= backlog.signer().finally(() => (asking = undefined))
    return asking
  }
  const ofSigner = (name: string, help: string, read: (standing: SignerStanding) => number) =>
    gauge(name, help, [], async () => [{ labels: {}, value: read(await signer()) }])
  ofSigner(
    'vouch_signer_up',
    '1 while the signer answers, and can keep what it signs.',
    ({ answers }) => (answers ? 1 : 0),
  )
  ofSigner(
    'vouch_signer_paused',
    '1 while the pause file of the signer is there.',
    ({ isPaused }) => (isPaused ? 1 : 0),
  )
  ofSigner(
    'vouch_approvals_waiting',
    'Pay-outs that wait for a second look.',
    ({ waiting }) => waiting,
  )
}
