import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { hopTimesOf } from '../../../src/core/tracking/escrow-record.ts'
import { originOf } from '../../../src/core/tracking/journey.ts'
import type { Observation, ProtocolEvent } from '../../../src/core/tracking/observation.ts'
import { mergeStandings } from '../../../src/core/tracking/merge-standings.ts'
import { standingOf } from '../../../src/core/tracking/progress.ts'
import { recordOf } from '../../../src/core/tracking/record.ts'
import { showDuration, showTimestamp } from '../../../src/core/tracking/record-steps.ts'
import { TrackingRecord } from '../../../src/core/tracking/tracking-record.ts'
import { sampleNetwork } from '../sample-network.ts'

const TX_ID = 'base:0xabc:8453:7:1'
const HASH = `0x${'aa'.repeat(32)}`
const HOUR_MS = 60 * 60_000
const origin = originOf(sampleNetwork, 'base', HASH)

type Station = 'send_packet' | 'recv_packet' | 'write_ack' | 'recv_ack'
const packet = (kind: Station, from: string, to: string, more: object = {}): ProtocolEvent => ({
  kind,
  tx_id: TX_ID,
  from_chain_uid: from,
  to_chain_uid: to,
  sequence: '1',
  msg: '',
  ...more,
})
const voucher = (action: 'increase' | 'decrease', user: string, token: string): ProtocolEvent => ({
  kind: 'voucher_change',
  action,
  user,
  token,
  amount: '50',
})
const at = (chain_uid: string, tx_hash: string, sec: number, events: ProtocolEvent[]) => ({
  chain_uid,
  tx_hash,
  msg_index: 0,
  height: sec,
  timeMs: sec * 1000,
  ok: true,
  sender: '0xabc',
  events,
})

const MSG = JSON.stringify({
  swap: {
    sender: { chain_uid: 'base', address: '0xabc' },
    asset_in: { token: 'eth', token_type: { native: { denom: 'eth' } } },
    amount_in: '9',
    asset_out: 'usdc',
    min_amount_out: '1',
    swaps: [
      { token_in: 'eth', token_out: 'usdt' },
      { token_in: 'usdt', token_out: 'usdc' },
    ],
    recipients: [],
    partner_fee_amount: '0',
    partner_fee_recipient: { chain_uid: 'base', address: '0xabc' },
    tx_id: TX_ID,
  },
})
const sent = at('base', HASH, 10, [
  { kind: 'transaction', tx_id: TX_ID, sender: '0xabc', type: 'swap' },
  packet('send_packet', 'base', 'vsl', { msg: MSG, timeout_at: '70' }),
])
const settled = at('neuron', 'HUB', 12, [
  packet('recv_packet', 'base', 'vsl'),
  {
    kind: 'swap',
    tx_id: TX_ID,
    asset_in: 'eth',
    asset_in_denom: '{}',
    asset_out: 'usdc',
    amount_in: '9',
    min_amount_out: '1',
  },
  voucher('increase', 'base:0xabc', 'usdc'),
  voucher('decrease', 'base:0xabc', 'usdc'),
  {
    kind: 'escrow_release',
    tx_id: TX_ID,
    token: 'usdc',
    amount: '50',
    chain_uid: 'base',
    to_address: '0xdef',
  },
  packet('send_packet', 'vsl', 'base', { timeout_at: '72' }),
  packet('write_ack', 'base', 'vsl', { ok: true, msg: '{"ok":{"amount_out":"50"}}' }),
])
const confirmed = at('base', '0xbb', 14, [packet('recv_ack', 'base', 'vsl', { ok: true })])
const paid = at('base', '0xcc', 15, [packet('write_ack', 'vsl', 'base', { ok: true })])
const heard = at('neuron', 'HUB2', 17, [packet('recv_ack', 'vsl', 'base', { ok: true })])
const unpaid = at('base', '0xcc', 15, [
  packet('write_ack', 'vsl', 'base', { ok: false, msg: 'escrow is short' }),
])
const inVouchers = [
  packet('recv_ack', 'vsl', 'base', { ok: false, msg: 'escrow is short' }),
  voucher('increase', 'base:0xdef', 'usdc'),
]
const returned = at('neuron', 'HUB2', 17, inVouchers)
const releaseLate = at('neuron', 'HUB3', 90, [
  packet('recv_ack', 'vsl', 'base', { ok: false, msg: '{"error":"PacketTimedOut"}' }),
  voucher('increase', 'base:0xdef', 'usdc'),
])
const refusal = { ok: false, msg: '{"error":"no such pool"}' }
const refused = at('neuron', 'HUB', 12, [
  packet('recv_packet', 'base', 'vsl'),
  packet('write_ack', 'base', 'vsl', refusal),
])
const refunded = at('base', '0xbb', 14, [packet('recv_ack', 'base', 'vsl', refusal)])
const late = { ok: false, msg: '{"error":"PacketTimedOut"}' }
const lateRefund = at('base', '0xbb', 99, [packet('recv_ack', 'base', 'vsl', late)])
const reverted = { ...at('base', HASH, 10, []), ok: false, error: 'out of gas' }

function recorded(final: Observation[], clockMs = 0, seen: Observation[] = []) {
  const clocks = new Map(sampleNetwork.chains.map(({ chain_uid }) => [chain_uid, clockMs]))
  const { progress } = standingOf(origin, final, seen, clocks)
  const context = { network: sampleNetwork, usual: () => undefined, swaps: 'full' } as const
  return TrackingRecord.parse(recordOf(origin, progress, final, context))
}

const SEQUENCES: { name: string; events: Observation[]; clockMs?: number; expected: object }[] = [
  { name: 'nothing yet', events: [], expected: { is_completed: false, tx_status: '', type: '' } },
  { name: 'sent', events: [sent], expected: { is_completed: false, tx_status: '', type: 'swap' } },
  {
    name: 'settled',
    events: [sent, settled],
    expected: { is_completed: false, tx_status: '', destination_chain_uid: ['base'] },
  },
  {
    name: 'paid, which the hub has not heard',
    events: [sent, settled, confirmed, paid],
    expected: { is_completed: false, tx_status: 'success' },
  },
  {
    name: 'completed',
    events: [sent, settled, confirmed, paid, heard],
    expected: {
      is_completed: true,
      tx_status: 'success',
      total_duration: '5s',
      swap_status: [{ type: 'dex', route: ['eth', 'usdt', 'usdc'], amount_in: '9' }, {}],
      voucher_minted: { token: 'usdc', amount: '0', chain_uid: 'base' },
    },
  },
  {
    name: 'paid before it was confirmed',
    events: [sent, settled, paid, heard],
    expected: { is_completed: false, tx_status: '' },
  },
  {
    name: 'refused, not refunded yet',
    events: [sent, refused],
    expected: { is_completed: false, tx_status: '' },
  },
  {
    name: 'refused, and no refund an hour later',
    events: [sent, refused],
    clockMs: 13_000 + HOUR_MS,
    expected: {
      is_completed: false,
      tx_status: 'needs_attention',
      notice: expect.stringContaining('held by the factory on base'),
    },
  },
  {
    name: 'refunded',
    events: [sent, refused, refunded],
    expected: { is_completed: true, tx_status: 'refunded' },
  },
  {
    name: 'refunded, before the refusal itself was read',
    events: [sent, refunded],
    expected: {
      is_completed: true,
      tx_status: 'refunded',
      swap_status: [
        {
          ibc_status: {
            recv_packet: { chain_uid: 'vsl', status: 'failed', msg: 'no such pool', tx_hash: '' },
            ack_status: { chain_uid: 'base', status: 'failed', tx_hash: '0xbb' },
          },
        },
      ],
    },
  },
  {
    name: 'refunded, in words that cannot be read',
    events: [sent, refused, at('base', '0xbb', 14, [packet('recv_ack', 'base', 'vsl')])],
    expected: {
      is_completed: true,
      tx_status: 'refunded',
      swap_status: [
        {
          ibc_status: {
            ack_status: { status: 'failed', msg: 'no such pool', tx_hash: '0xbb' },
          },
        },
      ],
    },
  },
  {
    name: 'a minute late is still on its way',
    events: [sent],
    clockMs: 130_000,
    expected: { tx_status: '' },
  },
  {
    name: 'not received in time, which is no refund',
    events: [sent],
    clockMs: 190_000,
    expected: { is_completed: false, tx_status: 'timed_out', notice: expect.any(String) },
  },
  {
    name: 'timed out and refunded',
    events: [sent, lateRefund],
    clockMs: 200_000,
    expected: { is_completed: true, tx_status: 'refunded' },
  },
  {
    name: 'a payout that was not received in time',
    events: [sent, settled, confirmed],
    clockMs: 192_000,
    expected: { tx_status: 'timed_out', notice: expect.stringContaining('becomes vouchers') },
  },
  {
    name: 'settled, and not heard of where it came from for an hour',
    events: [sent, settled],
    clockMs: 12_000 + HOUR_MS,
    expected: { tx_status: 'needs_attention', notice: expect.stringContaining('Nothing is lost') },
  },
  {
    name: 'paid, which the hub has heard before we read of it',
    events: [sent, settled, confirmed, heard],
    expected: {
      is_completed: true,
      tx_status: 'success',
      swap_status: [
        {},
        {
          status: { chain_uid: 'base', status: 'success', tx_hash: '' },
          escrow_release_status: {
            is_completed: true,
            tx_status: 'success',
            status: [{}, { chain_uid: 'base', status: 'success', tx_hash: '' }, {}],
          },
        },
      ],
    },
  },
  {
    name: 'a payout that failed, before there are vouchers for it',
    events: [sent, settled, confirmed, unpaid],
    expected: { is_completed: false, tx_status: '' },
  },
  {
    name: 'a payout that failed, and its vouchers',
    events: [sent, settled, confirmed, unpaid, returned],
    expected: {
      is_completed: true,
      tx_status: 'released_as_vouchers',
      voucher_minted: { token: 'usdc', amount: '50', chain_uid: 'base' },
    },
  },
  {
    name: 'a payout that timed out, and its vouchers',
    events: [sent, settled, confirmed, releaseLate],
    expected: { is_completed: true, tx_status: 'released_as_vouchers' },
  },
  {
    name: 'reverted',
    events: [reverted],
    expected: {
      is_completed: true,
      tx_status: 'failed',
      status: [expect.objectContaining({ status: 'failed', msg: 'out of gas' })],
    },
  },
]

describe('the record of a swap', () => {
  test.each(SEQUENCES)('$name', ({ events, clockMs, expected }) => {
    expect(recorded(events, clockMs)).toMatchObject(expected)
  })

  test.each(SEQUENCES)('$name: in any order of arrival, and heard twice', (sequence) => {
    const { events, clockMs } = sequence
    const inOrder = recorded(events, clockMs)
    const twice = fc.shuffledSubarray([...events, ...events], { minLength: events.length * 2 })
    fc.assert(
      fc.property(twice, (order) => {
        expect(recorded(order, clockMs)).toEqual(inOrder)
      }),
    )
  })

  test.each([
    ['native', 'native'],
    ['{"native":{"denom":"eth"}}', 'native'],
    ['smart', 'smart'],
    ['{"voucher":{}}', ''],
  ])('of %s, where no escrow tells what was taken', (asset_in_denom, expected) => {
    const events = settled.events.map((event) =>
      event.kind === 'swap' ? { ...event, asset_in_denom } : event,
    )
    const own = { ...sent, events: sent.events.filter(({ kind }) => kind !== 'escrow_change') }
    expect(recorded([own, { ...settled, events }]).asset_in_type).toBe(expected)
  })

  test('counts no fee of a payout as a gain of anybody', () => {
    const fee = voucher('increase', 'vsl:euclid1fees', 'usdc')
    const withFee = { ...heard, events: [...heard.events, fee] }
    const whole = [sent, settled, confirmed, paid]
    expect(recorded([...whole, withFee])).toEqual(recorded([...whole, heard]))
  })

  describe('says what its sender foresaw', () => {
    const noted = (path: object[]) => ({
      ...sent,
      events: [
        ...sent.events,
        { kind: 'swap_meta' as const, tx_id: TX_ID, meta: JSON.stringify({ swaps: { path } }) },
      ],
    })
    const parts = [
      { route: ['eth', 'usdt'], dex: 'euclid', amount_out: '8' },
      { route: ['usdt', 'usdc'], dex: 'astro', amount_out: '51' },
    ]

    test('of each part of its way', () => {
      expect(recorded([noted(parts), settled])).toMatchObject({
        swap_status: [
          { type: 'dex', ...parts[0], amount_out: '', amount_in: '9', expected_amount_out: '8' },
          { type: 'dex', ...parts[1], amount_out: '50', expected_amount_out: '51' },
          { type: 'release' },
        ],
      })
    })

    /** A swap of so many trades, each noted by itself. */
    const long = (trades: number) => {
      const names = Array.from({ length: trades - 1 }, (_, index) => `t${index}`)
      const tokens = ['eth', ...names, 'usdc']
      const steps = tokens.slice(1).map((token, index) => [tokens[index] ?? '', token] as const)
      const swaps = steps.map(([token_in, token_out]) => ({ token_in, token_out }))
      const msg = MSG.replace(/"swaps":\[[^\]]*\]/, `"swaps":${JSON.stringify(swaps)}`)
      const events = noted(steps.map((route) => ({ route }))).events.map((event) =>
        event.kind === 'send_packet' ? { ...event, msg } : event,
      )
      return { ...sent, events }
    }
    /** On the hub itself there is no packet, and the note is all that there is. */
    const withoutPacket = (trades: number) => {
      const own = long(trades).events.filter(({ kind }) => kind !== 'send_packet')
      return { ...sent, events: [...own, ...settled.events.filter(({ kind }) => kind === 'swap')] }
    }

    test.each([
      { name: 'fifty trades', of: long(50), routes: 50 },
      { name: 'more', of: long(51), routes: 1 },
      { name: 'fifty, without a packet', of: withoutPacket(50), routes: 50 },
      { name: 'more, without a packet', of: withoutPacket(10_000), routes: 1 },
    ])('of $name as that many parts, or straight from one to the other', ({ of, routes }) => {
      const trades = recorded([of]).swap_status?.filter(({ type }) => type === 'dex')
      expect(trades).toHaveLength(routes)
      if (routes === 1) expect(trades).toMatchObject([{ route: ['eth', 'usdc'] }])
    })

    test('and of a way that only its packet has', () => {
      const unnoted = (trades: number) => {
        const events = long(trades).events.filter(({ kind }) => kind !== 'swap_meta')
        return { ...sent, events }
      }
      expect(recorded([unnoted(50)]).swap_status?.[0]).toMatchObject({ route: { length: 51 } })
      expect(recorded([unnoted(51)]).swap_status?.[0]).toMatchObject({ route: ['eth', 'usdc'] })
    })

    test.each([
      { name: 'another way', path: [{ route: ['eth', 'usdc'], amount_out: '51' }] },
      { name: 'no way', path: [] },
    ])('but not where that is $name than its packet goes', ({ path }) => {
      expect(recorded([noted(path), settled])).toEqual(recorded([sent, settled]))
    })
  })

  test.each([
    { what: 'a refusal', answer: { ok: false, msg: JSON.stringify({ error: 'x'.repeat(1e6) }) } },
    { what: 'an answer', answer: { ok: true, msg: JSON.stringify({ ok: 'x'.repeat(1e6) }) } },
    { what: 'one that cannot be read', answer: { msg: `0x${'00'.repeat(1e6)}` } },
  ])('of $what of a megabyte has as much as is worth reading', ({ answer }) => {
    const events = [
      packet('recv_packet', 'base', 'vsl'),
      packet('write_ack', 'base', 'vsl', answer),
    ]
    const back = at('base', '0xbb', 14, [packet('recv_ack', 'base', 'vsl', answer)])
    const record = recorded([sent, at('neuron', 'HUB', 12, events), back])
    expect(JSON.stringify(record).length).toBeLessThan(20_000)
  })

  test('a reverted transaction that may still go away is pending', () => {
    expect(recorded([], 0, [reverted])).toMatchObject({
      tx_status: '',
      status: [{ status: 'pending', msg: 'In a block that is not final yet' }, {}, {}],
    })
  })
})

describe('the record of what ended, of which its chains do not tell all any more', () => {
  const whole = [sent, settled, confirmed, paid, heard]
  const DAY_MS = 24 * HOUR_MS
  const keptOf = (known: Observation[], hubTimeMs: number | undefined, all = whole) => {
    const { progress } = standingOf(origin, all)
    const context = { network: sampleNetwork, usual: () => undefined, hubTimeMs }
    const swaps = 'full' as const
    return TrackingRecord.parse(recordOf(origin, progress, known, { ...context, swaps }))
  }

  test.each([
    { name: 'the payment', known: [sent, settled, confirmed, heard] },
    { name: 'that the hub has heard of the payment', known: [sent, settled, confirmed, paid] },
    { name: 'all of the payment', known: [sent, settled, confirmed] },
    { name: 'the way back', known: [sent, settled, paid, heard] },
  ])('says how it ended without $name', ({ known }) => {
    const record = keptOf(known, 15_000 + DAY_MS)
    expect(record).toMatchObject({ is_completed: true, tx_status: 'success' })
    const isOpen = (step: { status: string }) => step.status === 'pending'
    const [dex, release] = record.swap_status ?? []
    expect([dex, release]).toMatchObject([
      { ibc_status: { ack_status: { status: 'success', tx_hash: '0xbb' } } },
      {
        amount_out: '50',
        status: { status: 'success' },
        escrow_release_status: { is_completed: true, tx_status: 'success' },
      },
    ])
    expect((record.status ?? []).filter(isOpen)).toEqual([])
  })

  test('waits a day for what the hub has to hear', () => {
    const unheard = [sent, settled, confirmed, paid]
    expect(keptOf(unheard, 14_999 + DAY_MS, unheard).is_completed).toBe(false)
    expect(keptOf(unheard, undefined, unheard).is_completed).toBe(false)
    expect(keptOf(unheard, 15_000 + DAY_MS, unheard).is_completed).toBe(true)
  })

  test('shows its hops where nothing of it is known any more', () => {
    expect(keptOf([], undefined)).toMatchObject({
      is_completed: true,
      tx_status: 'success',
      tx_id: TX_ID,
      status: [
        { chain_uid: 'base', status: 'success', tx_hash: HASH },
        { chain_uid: 'vsl', status: 'success', tx_hash: 'HUB' },
        { chain_uid: 'base', status: 'success', tx_hash: '0xbb' },
        { chain_uid: 'base', status: 'success', tx_hash: '0xcc' },
      ],
    })
    const returnedAll = [sent, settled, confirmed, unpaid, returned]
    expect(keptOf([sent, settled, confirmed], undefined, returnedAll)).toMatchObject({
      is_completed: true,
      tx_status: 'released_as_vouchers',
      swap_status: [
        {},
        {
          status: { status: 'failed', msg: 'escrow is short' },
          escrow_release_status: { is_completed: true, tx_status: 'released_as_vouchers' },
        },
      ],
    })
  })
})

describe('the record of a swap in two legs, each an operation of its own', () => {
  /** What was said of the one leg, said of the other one. */
  const other = (observation: Observation): Observation => ({
    ...observation,
    msg_index: observation.msg_index + 1,
    events: observation.events.map((event) => ({
      ...event,
      ...('tx_id' in event && { tx_id: OTHER_ID }),
      ...('sequence' in event && { sequence: '2' }),
    })),
  })
  const OTHER_ID = `${TX_ID}1`
  const whole = [sent, settled, confirmed, paid, heard]
  function legsRecorded(one: Observation[], second: Observation[]) {
    const standings = [standingOf(origin, one), standingOf(origin, second)] as const
    const { progress } = mergeStandings([...standings])
    const context = { network: sampleNetwork, usual: () => undefined, swaps: 'full' } as const
    return TrackingRecord.parse(recordOf(origin, progress, [...one, ...second], context))
  }
  const entriesOf = ({ swap_status = [] }: TrackingRecord) => swap_status.map(({ type }) => type)

  test('has the trades and payouts of both, and is complete once the hub has heard of all', () => {
    const unheard = legsRecorded(whole, whole.slice(0, -1).map(other))
    expect(unheard).toMatchObject({ tx_status: 'success', is_completed: false, tx_id: TX_ID })
    expect(unheard).not.toHaveProperty('notice')
    const ended = legsRecorded(whole, whole.map(other))
    expect(ended).toMatchObject({ tx_status: 'success', is_completed: true })
    expect(entriesOf(ended)).toEqual(['dex', 'release', 'dex', 'release'])
    expect(ended.destination_chain_uid).toEqual(['base'])
  })

  test('is under way while one of them is', () => {
    expect(legsRecorded(whole, [other(sent)])).toMatchObject({
      tx_status: '',
      is_completed: false,
      swap_status: [{ type: 'dex' }, { type: 'release' }, { type: 'dex' }],
    })
  })

  test('says how many ended how, where one was paid and the other given back', () => {
    expect(legsRecorded(whole, [sent, refused, refunded].map(other))).toMatchObject({
      tx_status: 'refunded',
      notice: 'The 2 operations that it began ended differently: 1 success, 1 refunded',
      swap_status: [
        { type: 'dex', amount_out: '50' },
        { type: 'release', amount_out: '50' },
        { type: 'dex', status: { status: 'failed' } },
      ],
    })
  })

  test('adds up what both leave as vouchers', () => {
    const kept = {
      ...settled,
      events: settled.events.filter(
        (event) => !(event.kind === 'voucher_change' && event.action === 'decrease'),
      ),
    }
    const both = legsRecorded([sent, kept], [sent, kept].map(other))
    expect(both.voucher_minted).toEqual({ token: 'usdc', amount: '100', chain_uid: 'base' })
  })
})

describe('the record of a swap that stands behind another operation', () => {
  const before = { kind: 'transaction', tx_id: 'h:1', sender: '0xabc' } as const
  const withdrawn = at('neuron', 'AB', 12, [
    { ...before, type: 'withdraw_virtual_balance' },
    voucher('decrease', 'neuron:0xabc', 'usdc'),
  ])
  const swapped = {
    ...at('neuron', 'AB', 12, [
      { ...before, tx_id: 'h:2', type: 'swap' },
      {
        kind: 'swap',
        tx_id: 'h:2',
        asset_in: 'eth',
        asset_in_denom: '{"voucher":{}}',
        asset_out: 'usdc',
        amount_in: '9',
        min_amount_out: '1',
      },
      voucher('increase', 'neuron:0xabc', 'usdc'),
    ]),
    msg_index: 1,
  }
  test.each([
    { name: 'first', final: [swapped, { ...withdrawn, msg_index: 2 }] },
    { name: 'last', final: [withdrawn, swapped] },
  ])('has its trade where it is $name', ({ final }) => {
    const atHub = originOf(sampleNetwork, 'neuron', 'AB')
    const { progress } = standingOf(atHub, final)
    const context = { network: sampleNetwork, usual: () => undefined, swaps: 'full' } as const
    expect(TrackingRecord.parse(recordOf(atHub, progress, final, context))).toMatchObject({
      type: 'swap',
      source_token_id: 'eth',
      destination_token_id: 'usdc',
      swap_status: [{ type: 'dex', route: ['eth', 'usdc'], amount_in: '9' }],
    })
  })
})

test('the record of a payout by its own transaction says what was paid to whom, as its packet does', () => {
  const ofPayout = originOf(sampleNetwork, 'base', '0xcc')
  const sender = { chain_uid: 'base', address: '0xabc' }
  const ordered = { sender, tx_id: TX_ID, token: 'usdc', amount: '50', recipient: '0xdef' }
  const msg = JSON.stringify({ release_escrow: ordered })
  const came = { ...paid, events: [packet('recv_packet', 'vsl', 'base', { msg }), ...paid.events] }
  const final = [came, heard]
  const { progress } = standingOf(ofPayout, final)
  const context = { network: sampleNetwork, usual: () => undefined, swaps: 'minimal' } as const
  expect(TrackingRecord.parse(recordOf(ofPayout, progress, final, context))).toMatchObject({
    is_completed: true,
    is_release: true,
    tx_status: 'success',
    status: [
      { chain_uid: 'base', status: 'success', tx_hash: '0xcc' },
      { chain_uid: 'base', status: 'success', tx_hash: '0xcc' },
    ],
    escrow_releases: [
      {
        is_completed: true,
        tx_status: 'success',
        source_token_id: 'usdc',
        status: [
          { chain_uid: 'vsl', status: 'success', tx_hash: '' },
          { chain_uid: 'base', status: 'success', tx_hash: '0xcc' },
          { chain_uid: 'vsl', status: 'success', tx_hash: 'HUB2' },
        ],
        escrow_response: { token: 'usdc', amount: '50', to_address: '0xdef', chain_uid: 'base' },
      },
    ],
  })
  expect(hopTimesOf(progress)).toEqual([])
})

describe('the record of what the hub refused says of which tokens it was, as its packet does', () => {
  const refusedOf = (type: string, msg: string) =>
    recorded([
      at('base', HASH, 10, [
        { kind: 'transaction', tx_id: TX_ID, sender: '0xabc', type },
        packet('send_packet', 'base', 'vsl', { msg }),
      ]),
      refused,
      refunded,
    ])

  test('a transfer of vouchers', () => {
    const sender = { chain_uid: 'base', address: '0xabc' }
    const transfer = { sender, token: 'usdc', amount: '5', recipients: [], tx_id: TX_ID }
    expect(
      refusedOf('transfer_voucher', JSON.stringify({ transfer_voucher: transfer })),
    ).toMatchObject({
      tx_status: 'refunded',
      source_token_id: 'usdc',
    })
  })

  test('a swap', () => {
    expect(refusedOf('swap', MSG)).toMatchObject({
      tx_status: 'refunded',
      source_token_id: 'eth',
      destination_token_id: 'usdc',
      destination_chain_uid: [],
    })
  })
})

describe('the record of liquidity that is taken out of a pool', () => {
  const part = (token: string, amount: string) => ({ token, amount })
  const removed = (of_1: object, of_2: object) =>
    JSON.stringify({
      ok: { liquidity_removed: { token_1: of_1, token_2: of_2 }, burn_lp_tokens: '9' },
    })
  const began = at('base', HASH, 10, [
    { kind: 'transaction', tx_id: TX_ID, sender: '0xabc', type: 'remove_liquidity' },
    packet('send_packet', 'base', 'vsl'),
  ])
  const takenOut = (
    more: ProtocolEvent[] = [],
    answer = removed(part('eth', '50'), part('usdc', '60')),
  ) =>
    recorded([
      began,
      at('neuron', 'HUB', 12, [
        ...more,
        packet('write_ack', 'base', 'vsl', { ok: true, msg: answer }),
      ]),
      confirmed,
    ])

  test('says whose vouchers it is, where it is not paid out and the ledger tells nothing', () => {
    expect(takenOut()).toMatchObject({
      tx_status: 'success',
      voucher_minted: { token: 'eth', amount: '50', chain_uid: 'base' },
      notice:
        'What was taken out of the pool is vouchers of the sender: 50 of eth and 60 of usdc, in base units',
    })
  })

  test('names both tokens where the ledger tells that they are vouchers of the sender', () => {
    const gained = ['eth', 'usdc'].map((token) => voucher('increase', 'base:0xABC', token))
    expect(takenOut(gained)).toMatchObject({
      voucher_minted: { token: 'eth', amount: '50', chain_uid: 'base' },
      notice:
        'What was taken out of the pool is vouchers of the sender: 50 of eth and 50 of usdc, in base units',
    })
  })

  test.each([
    { name: 'it is paid out', more: [packet('send_packet', 'vsl', 'base')] },
    { name: 'the ledger tells of vouchers', more: [voucher('increase', 'base:0xabc', 'usdc')] },
    { name: 'the answer has other fields', answer: removed({ id: 'eth' }, part('usdc', '6')) },
    { name: 'amounts are no numbers', answer: removed(part('eth', 'all'), part('usdc', '6')) },
  ])('says nothing of the kind where $name', ({ more, answer }) => {
    expect(takenOut(more, answer)).not.toHaveProperty('notice')
  })
})

describe('the record of swaps that were ordered on the hub itself', () => {
  const atHub = originOf(sampleNetwork, 'neuron', 'AB')
  const child = (id: string, token: string, amount: string, hasIdsOfItsOwn: boolean) => {
    const tx_id = hasIdsOfItsOwn ? `${id}:child` : id
    const way = {
      tx_id,
      sequence: `${id} ${token}`,
      ...(hasIdsOfItsOwn && { parent_tx_id: 'h:1' }),
    }
    return [
      {
        kind: 'escrow_release' as const,
        tx_id,
        token,
        amount,
        chain_uid: 'base',
        to_address: '0xdef',
      },
      packet('send_packet', 'vsl', 'base', way),
    ]
  }
  /** What is said of one swap of 9 of the one token: 50 of the other, paid out on base. */
  const swapped = (id: string, from: string, to: string, hasIdsOfItsOwn = false) => [
    { kind: 'transaction' as const, tx_id: id, sender: '0xabc', type: 'swap' },
    voucher('decrease', 'base:0xabc', from),
    voucher('increase', 'vsl:pool', from),
    voucher('increase', 'base:0xabc', to),
    {
      kind: 'swap' as const,
      tx_id: id,
      asset_in: from,
      asset_in_denom: '{"voucher":{}}',
      asset_out: to,
      amount_in: '9',
      min_amount_out: '1',
    },
    voucher('decrease', 'base:0xabc', to),
    ...child(id, to, '50', hasIdsOfItsOwn),
  ]
  const hubRecord = (events: ProtocolEvent[]) => {
    const final = [at('neuron', 'AB', 12, events)]
    const { progress } = standingOf(atHub, final)
    const context = { network: sampleNetwork, usual: () => undefined, swaps: 'full' } as const
    return TrackingRecord.parse(recordOf(atHub, progress, final, context))
  }

  test.each([
    { name: 'before the swap itself', isBefore: true },
    { name: 'after it', isBefore: false },
  ])('tells of one whose transaction is told twice, $name, once', ({ isBefore }) => {
    const [begun, ...rest] = swapped('h:1', 'eth', 'usdc')
    const swap = rest.find(({ kind }) => kind === 'swap')
    if (!begun || !swap) throw new Error('a swap begins with its transaction')
    const told = isBefore ? [begun, begun, swap] : [begun, swap, begun]
    const fee = child('h:1', 'eth', '1', false)
    const { swap_status } = hubRecord([...told, ...fee, ...rest.filter((one) => one !== swap)])
    expect(swap_status).toMatchObject([
      { type: 'dex', route: ['eth', 'usdc'], amount_in: '9', amount_out: '50' },
      { type: 'release', token_id: 'usdc', expected_amount_out: '50' },
    ])
  })

  test('shows no number of a packet for a payout that goes by none', () => {
    const type = 'withdraw_virtual_balance'
    const begun = { kind: 'transaction', tx_id: 'h:1', sender: '0xabc', type } as const
    const payout = child('h:1', 'usdc', '50', false)
    const numbered = (sequence: string) =>
      hubRecord([
        begun,
        ...payout.map((event) => ('sequence' in event ? { ...event, sequence } : event)),
      ])
    expect(numbered('7')).toMatchObject({ escrow_releases: [{ sequence: '7' }] })
    expect(numbered('h:1')).toMatchObject({ escrow_releases: [{ sequence: '' }] })
  })

  test('has every station of its trade in the one transaction', () => {
    const done = { status: 'success', timestamp: showTimestamp(12_000), tx_hash: 'AB' }
    expect(hubRecord(swapped('h:1', 'eth', 'usdc'))).toMatchObject({
      swap_status: [
        {
          is_ibc: false,
          amount_in: '9',
          amount_out: '50',
          status: { chain_uid: 'neuron', ...done, msg: 'ok', duration: '0s' },
          ibc_status: {
            send_packet: { chain_uid: 'neuron', ...done },
            recv_packet: { chain_uid: 'vsl', ...done },
            ack_status: { chain_uid: 'neuron', ...done },
          },
        },
        { type: 'release', token_id: 'usdc' },
      ],
    })
  })

  test.each([
    { name: 'under one id', ids: ['h:1', 'h:1'], hasIdsOfItsOwn: false },
    { name: 'under ids of their own', ids: ['h:1', 'h:2'], hasIdsOfItsOwn: true },
  ] as const)('tells of two in one text $name', ({ ids: [one, other], hasIdsOfItsOwn }) => {
    const { swap_status } = hubRecord([
      ...swapped(one, 'eth', 'usdc', hasIdsOfItsOwn),
      ...swapped(other, 'usdc', 'eth', hasIdsOfItsOwn),
    ])
    expect(swap_status).toMatchObject([
      { type: 'dex', route: ['eth', 'usdc'], amount_in: '9', amount_out: '50' },
      { type: 'release', token_id: 'usdc', expected_amount_out: '50' },
      { type: 'dex', route: ['usdc', 'eth'], amount_in: '9', amount_out: '50' },
      { type: 'release', token_id: 'eth', expected_amount_out: '50' },
    ])
  })
})

test.each([
  [0, '0s'],
  [-5, '0s'],
  [250, '0.25s'],
  [9_000, '9s'],
  [179_400, '2m59.4s'],
  [246_489_741, '68h28m9.741s'],
])('%d ms are %s', (ms, text) => expect(showDuration(ms)).toBe(text))

test.each([
  [1_745_418_887_806, '2025-04-23 14:34:47.806 +0000 UTC'],
  [1_745_418_887_720, '2025-04-23 14:34:47.72 +0000 UTC'],
  [1_745_418_887_000, '2025-04-23 14:34:47.0 +0000 UTC'],
])('the time %d is %s', (ms, text) => expect(showTimestamp(ms)).toBe(text))
