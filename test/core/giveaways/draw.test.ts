import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { drawWinners, entrantIdOf, seedHashOf } from '../../../src/core/giveaways/draw.ts'
import {
  findFaults,
  keepsPromise,
  numberOf,
  readTicket,
  writeTicket,
} from '../../../src/core/giveaways/check-draw.ts'
import type { GiveawayRecord } from '../../../src/core/giveaways/giveaway-record.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

// The vectors of docs/giveaways.md, worked out with Python's hashlib and struct.
const FIRST = {
  seed: '000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f',
  blockHash: 'ab'.repeat(32),
}
const SECOND = { seed: sha256('seed'), blockHash: sha256('block') }
const TICKET = '00112233445566778899aabb'
const ID = 'bc7a30b46e4fac66d6a4095a79f8e536a24b781bab3f8af5301429cebdba7eca'

describe('the published vectors', () => {
  test('the hash of a seed', () => {
    expect(seedHashOf(FIRST.seed)).toBe(
      '630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd',
    )
    expect(seedHashOf(SECOND.seed)).toBe(
      'a7e130694166cdb95b1e1bbce3f21e4dbd63f46df42b48c5a1f8295033d57d04',
    )
  })
  test.each([
    { lot: FIRST, entrants: 10, most: 10, winners: [4, 2, 3, 1, 8, 6, 7, 9, 5, 10] },
    { lot: FIRST, entrants: 10, most: 3, winners: [4, 2, 3] },
    { lot: SECOND, entrants: 300, most: 5, winners: [163, 49, 8, 201, 155] },
    { lot: FIRST, entrants: 2, most: 5, winners: [2, 1] },
    { lot: FIRST, entrants: 0, most: 5, winners: [] },
  ])('$most of $entrants', ({ lot, entrants, most, winners }) => {
    expect(drawWinners(lot, upTo(entrants), most)).toEqual(winners)
  })
  test('an entrant’s name in the list', () => {
    expect(entrantIdOf('G1', 'telegram:42', TICKET)).toBe(ID)
  })
})

describe('drawWinners', () => {
  const hash = fc
    .uint8Array({ minLength: 32, maxLength: 32 })
    .map((bytes) => Buffer.from(bytes).toString('hex'))
  test('draws nobody twice, nobody who has not entered, and as many as it can, whatever their order', () => {
    fc.assert(
      fc.property(
        hash,
        hash,
        fc.uniqueArray(fc.integer({ min: 1, max: 9999 })),
        fc.nat(60),
        (seed, blockHash, numbers, most) => {
          const winners = drawWinners({ seed, blockHash }, numbers, most)
          expect(new Set(winners).size).toBe(Math.min(most, numbers.length))
          expect(numbers).toEqual(expect.arrayContaining(winners))
          expect(drawWinners({ seed, blockHash }, numbers.toReversed(), most)).toEqual(winners)
        },
      ),
    )
  })
  test('whoever comes later changes the standing of nobody before them', () => {
    const before = drawWinners(SECOND, upTo(50), 50)
    const after = drawWinners(SECOND, upTo(80), 80)
    expect(after.filter((number) => number <= 50)).toEqual(before)
  })
  test('over many blocks each number wins about as often', () => {
    const won = new Map<number, number>()
    for (let block = 0; block < 4000; block += 1)
      for (const number of drawWinners({ ...FIRST, blockHash: sha256(`${block}`) }, upTo(10), 2))
        won.set(number, (won.get(number) ?? 0) + 1)
    // 800 each is expected, with a standard deviation of 25; the blocks are the same ones in every run.
    expect(Math.min(...won.values())).toBeGreaterThan(700)
    expect(Math.max(...won.values())).toBeLessThan(900)
  })
})

const END = '2026-01-01T18:00:00.000Z'
const block = { height: 7, time: '2026-01-01T18:00:00.000Z', hash: FIRST.blockHash }
const before = { height: 6, time: '2026-01-01T17:59:59.999Z', hash: 'cd'.repeat(32) }
const RECORD: GiveawayRecord = {
  version: 1,
  id: 'G1',
  state: 'drawn',
  token: 'usdc',
  decimals: 6,
  amount: '3000000',
  winners: 3,
  ends_at: END,
  chain: { chain_uid: 'neuron', name: 'Neuron', chain_id: 'neuron-1', rpc_url: '' },
  rules: { members: false, member_for_sec: 0, role: '', once_a_day: false, except: 0 },
  seed_hash: seedHashOf(FIRST.seed),
  seed: FIRST.seed,
  block,
  entrant_count: 10,
  entrants: upTo(10).map((number) => ({
    number,
    id: number === 4 ? ID : sha256(`${number}`),
    struck: false,
  })),
  drawn: [4, 2, 3],
}

describe('findFaults', () => {
  test('finds none in a draw that is right, and an entrant by account and ticket', () => {
    expect(findFaults(RECORD, { block, before })).toEqual([])
    expect(findFaults(RECORD, { block: { ...block, height: 1 }, before: undefined })).toEqual([])
    expect(findFaults(RECORD)).toEqual([])
    expect(numberOf(RECORD, readTicket(` telegram:42  ${TICKET}\n`))).toBe(4)
    expect(numberOf(RECORD, readTicket(`telegram:43 ${TICKET}`))).toBeUndefined()
    expect(numberOf(RECORD, readTicket(''))).toBeUndefined()
    const told = readTicket(`telegram:42 ${TICKET} ${RECORD.seed_hash}`)
    expect(findFaults(RECORD, { block, before }, told)).toEqual([])
  })
  const [one, two, ...others] = RECORD.entrants
  if (!one || !two) throw new Error('the record has entrants')
  const struck = { entrants: [one, { ...two, struck: true }, ...others] }
  const [otherSeed, otherHash] = ['ff'.repeat(32), 'ef'.repeat(32)]
  test.each<
    [
      string,
      Partial<GiveawayRecord>,
      Partial<{ block: typeof block; before: typeof before }>,
      object[],
    ]
  >([
    [
      'another seed',
      { seed: otherSeed, drawn: drawWinners({ ...FIRST, seed: otherSeed }, upTo(10), 3) },
      {},
      [{ step: 'seed', kind: 'otherSeed', hash: seedHashOf(otherSeed) }],
    ],
    [
      'another block',
      {},
      { block: { ...block, hash: otherHash } },
      [{ step: 'block', kind: 'otherHash', seen: otherHash }],
    ],
    [
      'another time of the block',
      { block: { ...block, time: '2026-01-01T18:00:01.000Z' } },
      {},
      [{ step: 'block', kind: 'otherTime', seen: block.time }],
    ],
    [
      'a block from before the end',
      { block: { ...block, time: before.time } },
      { block: { ...block, time: before.time } },
      [{ step: 'block', kind: 'beforeEnd', seen: before.time }],
    ],
    [
      'a later block than the first',
      {},
      { before: { ...before, time: END } },
      [{ step: 'block', kind: 'notFirst', seen: END }],
    ],
    [
      'another winner',
      { drawn: [4, 2, 1] },
      {},
      [{ step: 'winners', kind: 'otherWinners', due: [4, 2, 3] }],
    ],
    [
      'another order',
      { drawn: [2, 4, 3] },
      {},
      [{ step: 'winners', kind: 'otherWinners', due: [4, 2, 3] }],
    ],
    [
      'a winner who was struck',
      { ...struck, rules: { ...RECORD.rules, once_a_day: true } },
      {},
      [{ step: 'winners', kind: 'otherWinners', due: [4, 3, 1] }],
    ],
    [
      'somebody struck without a rule',
      { ...struck, drawn: [4, 3, 1] },
      {},
      [{ step: 'entrants', kind: 'struck' }],
    ],
    [
      'a missing entrant',
      { entrants: [one, ...others] },
      {},
      [
        { step: 'entrants', kind: 'numbering' },
        { step: 'winners', kind: 'otherWinners', due: [4, 3, 1] },
      ],
    ],
    [
      'a list that is cut short',
      { entrants: RECORD.entrants.slice(0, 9) },
      {},
      [{ step: 'entrants', kind: 'numbering' }],
    ],
    [
      'an entrant with two numbers',
      { entrants: [one, { ...two, id: one.id }, ...others] },
      {},
      [{ step: 'entrants', kind: 'twice' }],
    ],
    [
      'no seed and no block',
      { block: null, seed: '' },
      {},
      [
        { step: 'seed', kind: 'noSeed' },
        { step: 'block', kind: 'noBlock' },
      ],
    ],
  ])('finds %s', (_what, change, seen, faults) => {
    expect(findFaults({ ...RECORD, ...change }, { block, before, ...seen })).toEqual(faults)
  })
  const promise = {
    account: 'telegram:42',
    secret: TICKET,
    seedHash: RECORD.seed_hash,
    endsAt: RECORD.ends_at,
    chainId: RECORD.chain.chain_id,
    winners: `${RECORD.winners}`,
  }
  // The block is right for the end that the record has, each time: only who was promised another one can tell.
  test.each([
    [{}, []],
    [{ seedHash: otherHash }, [{ step: 'seed', kind: 'otherPromise', hash: otherHash }]],
    [{ endsAt: before.time }, [{ step: 'block', kind: 'otherEnd', promised: before.time }]],
    [{ endsAt: 'never' }, [{ step: 'block', kind: 'otherEnd', promised: 'never' }]],
    [{ chainId: 'neuron-2' }, [{ step: 'block', kind: 'otherChain', promised: 'neuron-2' }]],
    [{ winners: '2' }, [{ step: 'winners', kind: 'otherCount', promised: '2' }]],
    [{ winners: 'all' }, [{ step: 'winners', kind: 'otherCount', promised: 'all' }]],
    [{ winners: '4' }, []],
  ])('finds what is not as it was promised to an entrant: %j', (change, faults) => {
    const told = readTicket(writeTicket({ ...promise, ...change }))
    expect(numberOf(RECORD, told)).toBe(4)
    expect(findFaults(RECORD, { block, before }, told)).toEqual(faults)
    expect(keepsPromise(RECORD, told)).toBe(Object.keys(change).length === 0)
  })
})
