import { describe, expect, test } from 'vitest'

import type { Observation, ProtocolEvent } from '../../../src/core/tracking/observation.ts'
import { outcomeOf } from '../../../src/core/tracking/outcome-of.ts'
import { notRun, progressOf, standingOf } from '../../../src/core/tracking/progress.ts'

const TX_ID = 'base:0xabc:8453:7:1'
const origin = {
  chain_uid: 'base',
  tx_hash: '0xAA',
  settlement_uid: 'vsl',
  hub_chain_uid: 'neuron',
}

type Packet = Extract<ProtocolEvent, { kind: Station }>
type Station = 'send_packet' | 'recv_packet' | 'write_ack' | 'recv_ack'
const packet = (kind: Station, from: string, to: string, ok?: boolean, msg = ''): Packet => ({
  kind,
  tx_id: TX_ID,
  from_chain_uid: from,
  to_chain_uid: to,
  sequence: '1',
  ...(ok !== undefined && { ok }),
  msg,
})
const at = (
  chain_uid: string,
  tx_hash: string,
  events: ProtocolEvent[],
  more: Partial<Observation> = {},
): Observation => ({
  chain_uid,
  tx_hash,
  msg_index: 0,
  height: 1,
  timeMs: 1000,
  ok: true,
  sender: 'x',
  events,
  ...more,
})
const transaction: ProtocolEvent = {
  kind: 'transaction',
  tx_id: TX_ID,
  sender: '0xabc',
  type: 'deposit_token',
}

const sent = at('base', '0xaa', [transaction, packet('send_packet', 'base', 'vsl')])
const settled = at('neuron', 'HUB', [
  packet('recv_packet', 'base', 'vsl'),
  packet('write_ack', 'base', 'vsl', true),
])
const refused = at('neuron', 'HUB', [
  packet('recv_packet', 'base', 'vsl'),
  packet('write_ack', 'base', 'vsl', false, '{"error":"no such token"}'),
])
const settledAndReleased = at('neuron', 'HUB', [
  packet('recv_packet', 'base', 'vsl'),
  packet('write_ack', 'base', 'vsl', true),
  packet('send_packet', 'vsl', 'base'),
])
const confirmed = at('base', '0xbb', [packet('recv_ack', 'base', 'vsl', true)])
const refunded = at('base', '0xbb', [
  packet('recv_ack', 'base', 'vsl', false, '{"error":"no such token"}'),
])
const unread = at('base', '0xbb', [packet('recv_ack', 'base', 'vsl')])
const released = at('base', '0xcc', [
  packet('recv_packet', 'vsl', 'base'),
  packet('write_ack', 'vsl', 'base', true),
])
const notReleased = at('base', '0xcc', [
  packet('recv_packet', 'vsl', 'base'),
  packet('write_ack', 'vsl', 'base', false, 'escrow is short'),
])
const returned = at('neuron', 'HUB3', [packet('recv_ack', 'vsl', 'base', false, 'escrow is short')])
const sentBlindly = at('base', '0xaa', [
  transaction,
  { ...packet('send_packet', 'base', 'vsl'), way_back: 'unseen' },
])
/** The chain shows that the answer came back, but not to which packet: there is one. */
const unnumbered = at('base', '0xbb', [
  { ...packet('recv_ack', 'base', 'vsl', true), sequence: '' },
])
const reverted = at('base', '0xaa', [], { ok: false, error: 'out of gas' })

const summary = (observations: Observation[], seen: Observation[] = []) => {
  const { outcome, hops } = progressOf(origin, observations, seen)
  return [outcome, ...hops.map(({ kind, state }) => `${kind} ${state}`)]
}

describe('progressOf a deposit', () => {
  test.each([
    ['nothing seen yet', [], [], ['pending', 'submit waiting']],
    ['in a block that may still go away', [], [sent], ['pending', 'submit confirmed']],
    ['reverted, but not final', [], [reverted], ['pending', 'submit confirmed']],
    ['reverted', [reverted], [], ['failed', 'submit failed']],
    [
      'final at its origin',
      [sent],
      [],
      ['pending', 'submit done', 'settle waiting', 'confirm waiting'],
    ],
    [
      'settled on the hub',
      [sent, settled],
      [],
      ['pending', 'submit done', 'settle done', 'confirm waiting'],
    ],
    [
      'confirmed',
      [sent, settled, confirmed],
      [],
      ['completed', 'submit done', 'settle done', 'confirm done'],
    ],
    [
      'refused by the hub, refund not final: not refunded yet',
      [sent, refused],
      [],
      ['pending', 'submit done', 'settle failed', 'confirm waiting'],
    ],
    [
      'refunded',
      [sent, refused, refunded],
      [],
      ['refunded', 'submit done', 'settle failed', 'confirm failed'],
    ],
    [
      'refunded, before the refusal itself was read',
      [sent, refunded],
      [],
      ['refunded', 'submit done', 'settle failed', 'confirm failed'],
    ],
    [
      'refunded, in words that cannot be read: the hub has refused it',
      [sent, refused, unread],
      [],
      ['refunded', 'submit done', 'settle failed', 'confirm failed'],
    ],
    [
      'answered in words that cannot be read, before what the hub did was read',
      [sent, unread],
      [],
      ['pending', 'submit done', 'settle waiting', 'confirm done'],
    ],
    [
      'confirmed in words that cannot be read',
      [sent, settled, unread],
      [],
      ['completed', 'submit done', 'settle done', 'confirm done'],
    ],
    [
      'confirmed, before what the hub did was read',
      [sent, confirmed],
      [],
      ['pending', 'submit done', 'settle waiting', 'confirm done'],
    ],
    [
      'a release under way',
      [sent, settledAndReleased, confirmed],
      [],
      ['pending', 'submit done', 'settle done', 'confirm done', 'release waiting'],
    ],
    [
      'released',
      [sent, settledAndReleased, confirmed, released],
      [],
      ['completed', 'submit done', 'settle done', 'confirm done', 'release done'],
    ],
    [
      'not released, which the hub has not heard: there are no vouchers yet',
      [sent, settledAndReleased, confirmed, notReleased],
      [],
      ['pending', 'submit done', 'settle done', 'confirm done', 'release failed'],
    ],
    [
      'not released, and vouchers in its place',
      [sent, settledAndReleased, confirmed, notReleased, returned],
      [],
      ['released_as_vouchers', 'submit done', 'settle done', 'confirm done', 'release failed'],
    ],
    [
      'confirmed without a number',
      [sent, settled, unnumbered],
      [],
      ['completed', 'submit done', 'settle done', 'confirm done'],
    ],
    [
      'settled, where the chain does not show the way back: nothing more is awaited',
      [sentBlindly, settled],
      [],
      ['completed', 'submit done', 'settle done'],
    ],
    [
      'a release under way, where the chain does not show the way back',
      [sentBlindly, settledAndReleased],
      [],
      ['pending', 'submit done', 'settle done', 'release waiting'],
    ],
    [
      'refused, where the chain does not show the way back: the refund is not called final',
      [sentBlindly, refused],
      [],
      ['pending', 'submit done', 'settle failed'],
    ],
  ])('%s', (_state, final, seen, expected) => {
    expect(summary(final, seen)).toEqual(expected)
  })

  test('the order of arrival does not matter', () => {
    const inOrder = progressOf(origin, [sent, settledAndReleased, confirmed, released])
    expect(progressOf(origin, [released, confirmed, settledAndReleased, sent])).toEqual(inOrder)
  })

  test("a refusal is told in the contract's own words", () => {
    expect(progressOf(origin, [sent, refused]).hops[1]?.detail).toBe('no such token')
    expect(progressOf(origin, [sent, settledAndReleased, notReleased]).hops[3]?.detail).toBe(
      'escrow is short',
    )
  })

  test.each([
    { form: 'as JSON', msg: JSON.stringify({ error: 'no'.repeat(100_000) }) },
    { form: 'as they are', msg: 'no'.repeat(100_000) },
  ])('and of very many, $form, so many are kept as are worth reading', ({ msg }) => {
    const said = `${'no'.repeat(500)}…`
    const refusal = at('neuron', 'HUB', [packet('write_ack', 'base', 'vsl', false, msg)])
    expect(progressOf(origin, [sent, refusal]).hops[1]?.detail).toBe(said)
    const hour = new Map([['base', 1000 + 60 * 60_000]])
    expect(progressOf(origin, [sent, refusal], [], hour).about).toMatchObject({ reason: said })
  })
})

test('a refund that its chain does not show is told as one under way, and an hour later how to see it', () => {
  const observations = [sentBlindly, refused]
  const hour = new Map([['base', 1000 + 60 * 60_000]])
  expect(outcomeOf(progressOf(origin, observations))).toBe('refunding')
  expect(progressOf(origin, observations, [], hour)).toMatchObject({
    outcome: 'needs_attention',
    about: { kind: 'refund_unseen', chain_uid: 'base', reason: 'no such token' },
  })
  expect(progressOf(origin, [sent, refused], [], hour)).toMatchObject({
    about: { kind: 'refund_missing' },
  })
})

describe('a payout that is followed by its own transaction, where the hub gave it an id of its own', () => {
  const ofPayout = { ...origin, tx_hash: '0xCC' }
  const summaryOf = (...known: Observation[]) => {
    const { outcome, hops } = progressOf(ofPayout, known)
    return [outcome, ...hops.map(({ kind, state }) => `${kind} ${state}`)]
  }

  test('has come from the hub, and awaits no more than that the hub is read to past its time', () => {
    const awaited = { chain_uid: 'neuron', dueMs: 1000 + 2 * 60_000 }
    const until = (ms: number) => standingOf(ofPayout, [released], [], new Map([['neuron', ms]]))
    expect(until(awaited.dueMs - 1)).toMatchObject({ progress: { outcome: 'pending' }, awaited })
    expect(until(awaited.dueMs - 1).progress.notice).toBeUndefined()
    expect(until(awaited.dueMs)).toMatchObject({
      progress: {
        outcome: 'completed',
        hops: [
          { kind: 'submit', state: 'done' },
          { kind: 'release', state: 'done' },
        ],
      },
      awaited: undefined,
    })
  })

  test('has ended at once where the hub has heard of it', () => {
    const heard = at('neuron', 'HUB2', [packet('recv_ack', 'vsl', 'base', true)])
    expect(summaryOf(released, heard)).toEqual(['completed', 'submit done', 'release done'])
  })

  test('and that failed, until the hub knows and has made vouchers of it', () => {
    expect(summaryOf(notReleased)).toEqual(['pending', 'submit done', 'release failed'])
    const hour = new Map([['neuron', 1000 + 60 * 60_000]])
    expect(progressOf(ofPayout, [notReleased], [], hour)).toMatchObject({
      outcome: 'needs_attention',
      about: { kind: 'refusal_missing', chain_uid: 'base' },
    })
    expect(summaryOf(notReleased, returned)[0]).toBe('released_as_vouchers')
  })

  test('belongs to what its transaction was about where it has the same id', () => {
    const whole = [sent, settledAndReleased, confirmed, released]
    expect(progressOf(ofPayout, whole)).toMatchObject({
      outcome: 'completed',
      hops: [
        { kind: 'submit', tx_hash: '0xcc' },
        { kind: 'settle', tx_hash: 'HUB' },
        { kind: 'confirm' },
        { kind: 'release', tx_hash: '0xcc' },
      ],
    })
  })

  test('and has not ended before that has, whichever chain is read first', () => {
    const another = { ...packet('send_packet', 'vsl', 'osmosis'), sequence: '2' }
    const ordered = { ...settledAndReleased, events: [...settledAndReleased.events, another] }
    const arrivals = [
      [released, ordered, sent, confirmed],
      [ordered, sent, confirmed, released],
      [sent, released, confirmed, ordered],
    ]
    for (const all of arrivals)
      for (let known = 1; known <= all.length; known += 1)
        expect(summaryOf(...all.slice(0, known))[0]).toBe('pending')
  })

  test('has ended also where what it forwards begins an operation of its own', () => {
    const NEXT = 'base:0xdef:8453:8:1'
    const forwarded = at('base', '0xcc', [
      packet('recv_packet', 'vsl', 'base'),
      { ...transaction, tx_id: NEXT },
      { ...packet('send_packet', 'base', 'vsl'), tx_id: NEXT },
      packet('write_ack', 'vsl', 'base', true),
    ])
    const heard = at('neuron', 'HUB2', [packet('recv_ack', 'vsl', 'base', true)])
    expect(summaryOf(forwarded, heard)).toEqual(['completed', 'submit done', 'release done'])
  })
})

test('a claim on the hub itself has no packet to settle, only its release', () => {
  const claim = at('neuron', 'FF', [
    { ...transaction, type: 'claim' },
    packet('send_packet', 'vsl', 'base'),
  ])
  const fromHub = { ...origin, chain_uid: 'neuron', tx_hash: 'FF' }
  expect(progressOf(fromHub, [claim]).outcome).toBe('pending')
  expect(progressOf(fromHub, [claim, released])).toMatchObject({
    outcome: 'completed',
    hops: [{ kind: 'submit' }, { kind: 'release', chain_uid: 'base', tx_hash: '0xcc' }],
  })
})

describe('a signed text, which anybody may bring to the hub', () => {
  const atHub = { ...origin, chain_uid: 'neuron', tx_hash: 'HUB' }
  const failed = (error: string) => at('neuron', 'HUB', [], { ok: false, error })

  test.each([
    ['Nonce already used for sender base:0xa: devnet:1 at block height 7', 'text_ran'],
    ['the nonce devnet:1 was used before', 'text_ran'],
    ['Timestamp limit exceeded', 'text_expired'],
    ['the transaction expired at 7, and it is 8', 'text_expired'],
  ])('that failed with "%s" may have moved all the same', (error, kind) => {
    const expected = { outcome: 'needs_attention', about: { kind, chain_uid: 'neuron' } }
    expect(progressOf(atHub, [failed(error)])).toMatchObject(expected)
    expect(notRun(atHub, error)).toMatchObject(expected)
  })

  test('that failed otherwise has moved nothing', () => {
    const error = 'insufficient vouchers'
    expect(progressOf(atHub, [failed(error)])).toMatchObject({ outcome: 'failed' })
    expect(notRun(atHub, error)).toMatchObject({ outcome: 'not_found', hops: [{ detail: error }] })
  })

  test('a transaction elsewhere that failed with such words is none', () => {
    const elsewhere = at('base', '0xaa', [], { ok: false, error: 'permit: nonce was used' })
    expect(progressOf(origin, [elsewhere])).toMatchObject({ outcome: 'failed' })
  })
})

describe('two payouts, each on a chain of its own', () => {
  const to = (chain_uid: string, sequence: string, timeout_at: string) => ({
    ...packet('send_packet', 'vsl', chain_uid),
    sequence,
    timeout_at,
  })
  const ordered = at('neuron', 'HUB', [
    packet('recv_packet', 'base', 'vsl'),
    packet('write_ack', 'base', 'vsl', true),
    to('osmosis', '1', '60'),
    to('polygon', '2', '90'),
  ])
  const OSMOSIS_DUE_MS = 180_000
  const POLYGON_DUE_MS = 210_000
  const standing = (osmosisMs: number, polygonMs: number, still: string[] = []) => {
    const clocks = new Map([
      ['osmosis', osmosisMs],
      ['polygon', polygonMs],
    ])
    const isStill = (uid: string) => still.includes(uid)
    return standingOf(origin, [sent, ordered, confirmed], [], clocks, isStill)
  }

  test.each([
    { name: 'the first is due first', at: [1000, 1000], awaited: ['osmosis', OSMOSIS_DUE_MS] },
    {
      name: 'the other is, as its chain is further',
      at: [1000, 60_000],
      awaited: ['polygon', POLYGON_DUE_MS],
    },
    {
      name: 'the chain of the first stands still',
      at: [1000, 1000],
      still: ['osmosis'],
      awaited: ['polygon', POLYGON_DUE_MS],
    },
    {
      name: 'both stand still',
      at: [1000, 1000],
      still: ['osmosis', 'polygon'],
      awaited: ['osmosis', OSMOSIS_DUE_MS],
    },
  ] as const)(
    'where $name, that is awaited',
    ({ at: [one, other], awaited: [chain_uid, dueMs], ...given }) => {
      const still = 'still' in given ? [...given.still] : []
      expect(standing(one, other, still)).toMatchObject({
        progress: { outcome: 'pending' },
        awaited: { chain_uid, dueMs },
      })
    },
  )

  test.each([
    { late: 'osmosis', at: [OSMOSIS_DUE_MS, 1000] },
    { late: 'polygon', at: [1000, POLYGON_DUE_MS] },
  ] as const)('that on $late is late, whatever is not', ({ late, at: [one, other] }) => {
    for (const still of [[], ['osmosis'], ['polygon']])
      expect(standing(one, other, still)).toMatchObject({
        progress: { outcome: 'timed_out', about: { kind: 'payout_too_late', chain_uid: late } },
        awaited: { chain_uid: late },
      })
  })
})

test('a payout that is late is told, although where it began nobody has heard of it yet', () => {
  const leaves = { ...packet('send_packet', 'vsl', 'osmosis'), timeout_at: '60' }
  const ordered = { ...settled, events: [...settled.events, leaves] }
  const clocks = new Map([['osmosis', 180_000]])
  expect(standingOf(origin, [sent, ordered], [], clocks).progress).toMatchObject({
    outcome: 'timed_out',
    about: { kind: 'payout_too_late', chain_uid: 'osmosis' },
  })
})

const WEEK_SEC = 7 * 24 * 3600

// A time is of whoever sent the packet, and is kept where only whole milliseconds fit.
test.each([
  { timeout_at: '70', dueMs: 70_000 + 120_000 },
  { timeout_at: `${WEEK_SEC + 1}`, dueMs: (WEEK_SEC + 1) * 1000 + 120_000 },
  { timeout_at: `${WEEK_SEC + 2}`, dueMs: 1000 + 3_600_000 },
  { timeout_at: '1'.padEnd(31, '0'), dueMs: 1000 + 3_600_000 },
  { timeout_at: '0', dueMs: 1000 + 120_000 },
  { timeout_at: 'soon', dueMs: 1000 + 3_600_000 },
  { timeout_at: undefined, dueMs: 1000 + 3_600_000 },
])('a packet that may be received until $timeout_at is late from $dueMs on', (given) => {
  const { timeout_at, dueMs } = given
  const leaves = { ...packet('send_packet', 'base', 'vsl'), ...(timeout_at && { timeout_at }) }
  const left = at('base', '0xaa', [transaction, leaves])
  expect(standingOf(origin, [left]).awaited).toEqual({ chain_uid: 'neuron', dueMs })
})
