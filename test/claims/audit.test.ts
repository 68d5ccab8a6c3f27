import { createHash } from 'node:crypto'

import fc from 'fast-check'
import { expect, test } from 'vitest'

import {
  nextEntry,
  NO_ENTRIES,
  verifyAudit,
  type AuditEvent,
  type AuditHead,
  type AuditRow,
} from '../../src/claims/audit.ts'

const START_MS = Date.parse('2026-01-01T00:00:00.000Z')
const HASH = 'h'.repeat(43)

const anyEvent: fc.Arbitrary<AuditEvent> = fc.oneof(
  fc.record({
    kind: fc.constant('ended' as const),
    claim_id: fc.nat().map(String),
    tx_hash: fc.string(),
    end: fc.constantFrom('included' as const, 'failed' as const, 'void' as const),
  }),
  fc.record({
    kind: fc.constantFrom('frozen' as const, 'released' as const),
    what: fc.constantFrom('claim' as const, 'account' as const, 'all' as const),
    which: fc.string(),
  }),
  fc.record({
    kind: fc.constant('reread' as const),
    chain: fc.string(),
    from: fc.nat(),
    to: fc.nat(),
  }),
  fc.record({
    kind: fc.constant('group_closed' as const),
    group: fc.string(),
    by: fc.constant(HASH),
  }),
)

/** A log of these events, as it would be stored. */
function logOf(events: readonly AuditEvent[]): AuditRow[] {
  const rows: AuditRow[] = []
  let head: AuditHead = NO_ENTRIES
  for (const [at, event] of events.entries()) {
    const row = nextEntry(head, event, new Date(START_MS + at))
    rows.push(row)
    head = row
  }
  return rows
}

const logs = fc.array(anyEvent, { minLength: 2, maxLength: 12 }).map(logOf)
const twoOf = (rows: readonly AuditRow[]) =>
  fc.uniqueArray(fc.nat(rows.length - 1), { minLength: 2, maxLength: 2 })

test('a log that nobody touched is whole, whatever is in it, and each head that it had is in it', async () => {
  await fc.assert(
    fc.asyncProperty(logs, async (rows) => {
      const last = rows.at(-1)
      for (const { hash } of [NO_ENTRIES, ...rows])
        expect(await verifyAudit(rows, { expected: hash })).toEqual({
          head: last,
          problem: undefined,
        })
    }),
  )
})

/** Each makes a log with one wrong entry out of a right one, and says which entry tells so. */
const HARMS: {
  name: string
  harm(rows: AuditRow[], one: number, other: number): { rows: AuditRow[]; found: number }
}[] = [
  {
    name: 'an entry with one other character',
    harm: (rows, one, other) => ({
      rows: rows.with(one, { ...at(rows, one), entry: flip(at(rows, one).entry, other) }),
      found: one,
    }),
  },
  {
    name: 'an entry with the text and hash of another time',
    harm: (rows, one, other) => ({
      rows: rows.with(one, { ...at(rows, other), number: one + 1 }),
      found: one,
    }),
  },
  {
    name: 'an entry that was written anew with a hash that fits',
    harm: (rows, one) => {
      const before = one === 0 ? NO_ENTRIES : at(rows, one - 1)
      const event = { kind: 'released', what: 'all', which: 'forged' } as const
      const anew = nextEntry(before, event, new Date(START_MS - 1))
      // Its own hash fits; the next one's does not. The last one is what only a kept head tells.
      return { rows: rows.with(one, anew), found: one + 1 }
    },
  },
  {
    name: 'an entry that was taken out',
    harm: (rows, one) => ({ rows: rows.toSpliced(one, 1), found: one }),
  },
  {
    name: 'an entry that was taken out, with the others moved up',
    harm: (rows, one) => ({
      rows: rows.toSpliced(one, 1).map((row, place) => ({ ...row, number: place + 1 })),
      found: one,
    }),
  },
  {
    name: 'an entry that was put in',
    harm: (rows, one, other) => ({
      rows: rows.toSpliced(one, 0, at(rows, other)),
      found: one === other ? one + 1 : one,
    }),
  },
  {
    name: 'two entries that changed places',
    harm: (rows, one, other) => ({
      rows: rows.with(one, at(rows, other)).with(other, at(rows, one)),
      found: Math.min(one, other),
    }),
  },
]

const at = (rows: readonly AuditRow[], index: number): AuditRow => {
  const row = rows[index]
  if (!row) throw new Error(`there is no row ${index}`)
  return row
}
const flip = (text: string, seed: number) => {
  const place = seed % text.length
  return `${text.slice(0, place)}${text[place] === 'x' ? 'y' : 'x'}${text.slice(place + 1)}`
}

test.each(HARMS)('$name is found, and named', async ({ harm }) => {
  await fc.assert(
    fc.asyncProperty(
      logs.chain((rows) => fc.tuple(fc.constant(rows), twoOf(rows))),
      async ([rows, [one = 0, other = 0]]) => {
        const kept = at(rows, rows.length - 1).hash
        const harmed = harm([...rows], one, other)
        const { head, problem } = await verifyAudit(harmed.rows, { expected: kept })
        const isLast = harmed.found >= harmed.rows.length
        if (isLast) expect(problem).toContain(`No entry has the hash ${kept}`)
        else expect(problem).toContain(`Entry ${harmed.found + 1} of the audit log`)
        expect(head.number).toBe(Math.min(harmed.found, harmed.rows.length))
      },
    ),
  )
})

test('an end that was cut off is found by whoever kept the head, and by nobody else', async () => {
  await fc.assert(
    fc.asyncProperty(logs, fc.nat(), async (rows, seed) => {
      const cut = rows.slice(0, seed % rows.length)
      expect((await verifyAudit(cut)).problem).toBeUndefined()
      expect(
        (await verifyAudit(cut, { expected: at(rows, rows.length - 1).hash })).problem,
      ).toContain('cut off')
    }),
  )
})

test('anybody can check the chain with sha256sum: a hash is over the one before it, a line feed and the entry', () => {
  // printf '%064d\n%s' 0 '{"number":1,…}' | sha256sum
  const event = { kind: 'frozen', what: 'claim', which: '12' } as const
  expect(nextEntry(NO_ENTRIES, event, new Date(START_MS))).toEqual({
    number: 1,
    entry:
      '{"number":1,"at":"2026-01-01T00:00:00.000Z","kind":"frozen","what":"claim","which":"12"}',
    hash: '9331a208aacebfe8c1c7ec5521056703cdfbaac5609d870da2d8e80541e5cc29',
  })
})

test.each([
  { name: 'of no known kind', entry: '{"number":1,"at":"2026-01-01T00:00:00.000Z","kind":"gift"}' },
  { name: 'with a field too many', entry: withField({ handle: '@bobby' }) },
  { name: 'that is no JSON', entry: 'frozen' },
  { name: 'of another number', entry: withField({ number: 2 }) },
])('an entry $name is none, even where its hash fits', async ({ entry }) => {
  const forged = nextEntryWith(entry)
  expect((await verifyAudit([forged])).problem).toBe('Entry 1 of the audit log cannot be read.')
})

function withField(more: object): string {
  const { entry } = nextEntry(NO_ENTRIES, { kind: 'frozen', what: 'all', which: '' }, new Date(0))
  return JSON.stringify({ ...JSON.parse(entry), ...more })
}

function nextEntryWith(entry: string): AuditRow {
  const hash = createHash('sha256').update(`${NO_ENTRIES.hash}\n${entry}`).digest('hex')
  return { number: 1, entry, hash }
}

test.each([
  { kind: 'frozen', what: 'all', which: '', reason: 'stolen phone of @bobby' },
  { kind: 'confirmed', claimer: 'a', by: 'telegram:42', account: HASH },
])('nothing is written that the log does not know, or that is no keyed hash', (event) => {
  // What the types refuse, so that the schema is held, too.
  const write = () => nextEntry(NO_ENTRIES, event as AuditEvent, new Date(0))
  expect(write).toThrow('')
})
