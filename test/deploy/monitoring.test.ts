import { readFileSync } from 'node:fs'

import { pino } from 'pino'
import { beforeAll, expect, test } from 'vitest'

import { createMetrics } from '../../src/api/routes/metrics-routes.ts'
import { createApi } from '../../src/api/server.ts'

const FILES = ['alerts.yml', 'alerts.test.yml', 'grafana-dashboard.json']
/** What Prometheus adds to each metric, and the two that it makes itself. */
const ADDED_LABELS = ['job', 'instance', 'le']
const OF_PROMETHEUS = ['up', 'ALERTS']

/** The labels of each metric that the service exposes. */
const exposed = new Map<string, Set<string>>()
beforeAll(async () => {
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
    nodes: () => [{ chain: 'base', node: 'rpc_url', isFailing: true }],
    openWatches: async () => [{ outcome: 'pending', age: 'minute', count: 3 }],
    stuckWatches: async () => 2,
    outbox: async () => ({ waiting: 5, overdue: 1, setAside: 7 }),
    gas: () => ({ balance: 1_250_000n, payOuts: 200 }),
    gaslessLeft: () => 0,
    gasSpentToday: async () => [{ purpose: 'redeem', fee: 12_500n }],
    unincluded: async () => [{ kind: 'pay_out', ageMs: 700_000 }],
    signer: async () => ({ answers: true, isPaused: false, waiting: 2 }),
    clockAheadMs: () => -90_500,
    booksCheckAges: () => ({ unseen: 240_500, gone: 600_000 }),
    books: () => ({ unseen: 1, gone: 0 }),
    freezes: async () => [{ kind: 'all', count: 1 }],
    database: async () => ({ trouble: 'full', freeBytes: 4096 }),
  })
  const { server } = createApi({
    log: pino({ level: 'silent' }),
    routes: [metrics.count, metrics.serve],
  })
  metrics.refusedBySigner('over_limit')
  await server.inject('/health')
  const { body } = await server.inject('/metrics')
  for (const [, name = ''] of body.matchAll(/^# TYPE (\w+)/gm)) exposed.set(name, new Set())
  for (const [, series = '', labels = ''] of body.matchAll(/^(\w+)\{(.*)\} /gm)) {
    const known = exposed.get(familyOf(series))
    for (const label of labelsOf(labels)) known?.add(label)
  }
})

/** A histogram's series carry a suffix to its name. */
const familyOf = (series: string) =>
  exposed.has(series) ? series : series.replace(/_(?:bucket|sum|count)$/, '')
const labelsOf = (matchers: string) =>
  [...matchers.matchAll(/(\w+)\s*(?:=~|!~|!=|=)\s*"/g)].map(([, label = '']) => label)
const namesIn = (text: string) => [
  ...new Set([...text.matchAll(/\b(?:vouch|process|nodejs)_\w+/g)].map(([name]) => familyOf(name))),
]
const read = (file: string) =>
  readFileSync(`deploy/monitoring/${file}`, 'utf8').replaceAll(String.raw`\"`, '"')

test.each(FILES)('each metric that %s names is one that the service exposes', (file) => {
  const names = namesIn(read(file))
  expect(names.length).toBeGreaterThan(5)
  expect(names.filter((name) => !exposed.has(name))).toEqual([])
})

test.each(FILES)('each label that %s asks for is one that its metric has', (file) => {
  const selectors = [...read(file).matchAll(/\b([a-zA-Z_]\w*)\{([^{}]*)\}/g)].filter(
    ([, name = '']) => !OF_PROMETHEUS.includes(name),
  )
  expect(selectors.length).toBeGreaterThan(5)
  const unknown = selectors.flatMap(([, name = '', matchers = '']) =>
    labelsOf(matchers)
      .filter((label) => !exposed.get(familyOf(name))?.has(label) && !ADDED_LABELS.includes(label))
      .map((label) => `${name}{${label}}`),
  )
  expect(unknown).toEqual([])
})

test('the dashboard shows every metric of our own', () => {
  const ours = [...exposed.keys()].filter((name) => name.startsWith('vouch_'))
  expect(namesIn(read('grafana-dashboard.json'))).toEqual(expect.arrayContaining(ours))
})

const alertsIn = (text: string) => [
  ...new Set([...text.matchAll(/\bVouch[A-Z]\w+/g)].map(([name]) => name)),
]
const alerts = () =>
  [...read('alerts.yml').matchAll(/^ +- alert: (\w+)$/gm)].map(([, name = '']) => name)

test('each alert has a rule test that names it', () => {
  expect(alerts().length).toBeGreaterThan(5)
  expect(alertsIn(read('alerts.test.yml')).toSorted()).toEqual(alerts().toSorted())
})

test('what operators read has a row for each alert on what to do, in the order of the rules, and for no other', () => {
  const operating = readFileSync('docs/operating.md', 'utf8')
  const rows = [...operating.matchAll(/^\| `(Vouch\w+)` \|([^|]*)\|(.*)\|$/gm)]
  expect(rows.map(([, name]) => name)).toEqual(alerts())
  for (const [, , meaning = '', what = ''] of rows)
    expect([meaning.trim().length, what.trim().length].every((length) => length > 10)).toBe(true)
  // Wherever else it names one, too.
  expect(alertsIn(operating).toSorted()).toEqual(alerts().toSorted())
})

test('each metric that operators read of is one that the service exposes, and each of our own is there', () => {
  const operating = readFileSync('docs/operating.md', 'utf8')
  const named = [...operating.matchAll(/`(vouch_\w+)/g)].map(([, name = '']) => name)
  const ours = [...exposed.keys()].filter((name) => name.startsWith('vouch_'))
  expect([...new Set(named)].toSorted()).toEqual(ours.toSorted())
})
