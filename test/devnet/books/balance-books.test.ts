import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import {
  balanceBooks,
  type ChainLedger,
  type HubLedger,
} from '../../../src/devnet/books/balance-books.ts'

const VLP = 'euclid1vlp'

/** 1,000 usdc on two chains, 300 of them in escrow; 40 go in, 30 come out, and neither has arrived. A pool of 5,000 shares. */
function books() {
  const base: ChainLedger = {
    chain_uid: 'base',
    tokens: new Map([['usdc', { supply: 700n, held: 700n, factory: 240n, escrow: 240n }]]),
    shares: new Map([[VLP, { supply: 3_000n, held: 3_000n }]]),
    open: [{ sequence: 7, taken: [{ token: 'usdc', amount: 40n }] }],
    paid: new Set(),
  }
  const osmosis: ChainLedger = {
    chain_uid: 'osmosis',
    tokens: new Map([['usdc', { supply: 300n, held: 300n, factory: 130n, escrow: 130n }]]),
    shares: new Map([[VLP, { supply: 1_000n, held: 1_000n }]]),
    open: [],
    paid: new Set(),
  }
  const hub: HubLedger = {
    escrows: [
      { chain_uid: 'base', token: 'usdc', amount: 200n },
      { chain_uid: 'osmosis', token: 'usdc', amount: 100n },
    ],
    vouchers: new Map([['usdc', 300n]]),
    contracts: [{ name: 'the claimer', token: 'usdc', booked: 25n, amount: 25n }],
    pools: [
      {
        vlp: VLP,
        pair: 'eth-usdc',
        totalLp: 5_000n,
        shares: new Map([
          ['base', 3_000n],
          ['osmosis', 1_000n],
        ]),
      },
    ],
    accepted: () => undefined,
    releases: [{ chain_uid: 'osmosis', token: 'usdc', sequence: 3, amount: 30n, fee: 0n }],
  }
  return { base, osmosis, hub }
}
type State = ReturnType<typeof books>

const usdcOf = ({ base }: State) => {
  const book = base.tokens.get('usdc')
  if (!book) throw new Error('there is usdc on base')
  return book
}
const withUsdc = (state: State, change: object): State => ({
  ...state,
  base: { ...state.base, tokens: new Map([['usdc', { ...usdcOf(state), ...change }]]) },
})
const rows = ({ base, osmosis, hub }: State) => balanceBooks([base, osmosis], hub)
const row = (state: State, token: string) => rows(state).find((each) => each.token === token)

test('books of a moment with packets on both ways balance', () => {
  expect(rows(books())).toEqual([
    { token: 'usdc', minted: 1_000n, held: 1_000n, inFlight: 70n, difference: 0n, gaps: [] },
    { token: 'lp:eth-usdc', minted: 5_000n, held: 5_000n, inFlight: 0n, difference: 0n, gaps: [] },
  ])
})

describe('a packet on its way', () => {
  test.each<{ name: string; change(state: State): State; inFlight: bigint }>([
    {
      name: 'was accepted by the hub, and its chain does not know yet',
      change: (state) => ({
        ...state,
        hub: {
          ...state.hub,
          accepted: () => ({}),
          escrows: [
            { chain_uid: 'base', token: 'usdc', amount: 240n },
            { chain_uid: 'osmosis', token: 'usdc', amount: 100n },
          ],
          vouchers: new Map([['usdc', 340n]]),
        },
      }),
      inFlight: 30n,
    },
    {
      name: 'was paid, and the hub does not know yet',
      change: (state) => ({
        ...state,
        osmosis: {
          ...state.osmosis,
          tokens: new Map([['usdc', { supply: 300n, held: 300n, factory: 100n, escrow: 100n }]]),
          paid: new Set([3]),
        },
      }),
      inFlight: 40n,
    },
  ])('$name', ({ change, inFlight }) => {
    expect(row(change(books()), 'usdc')).toMatchObject({
      minted: 1_000n,
      held: 1_000n,
      inFlight,
      gaps: [],
    })
  })

  test.each([
    { name: 'allots shares', burned: undefined, issued: 200n, base: 2_800n },
    { name: 'burned shares', burned: 200n, issued: undefined, base: 2_800n },
  ])('$name, which belong to somebody meanwhile', ({ burned, issued, base }) => {
    const state = books()
    const moving = (amount: bigint) => ({ vlp: VLP, amount })
    const changed: State = {
      ...state,
      base: {
        ...state.base,
        shares: new Map([[VLP, { supply: base, held: base }]]),
        open: [
          ...state.base.open,
          { sequence: 8, taken: [], burned: burned === undefined ? undefined : moving(burned) },
        ],
      },
      hub: {
        ...state.hub,
        accepted: (_, sequence) =>
          sequence === 8 && issued !== undefined ? { issued: moving(issued) } : undefined,
      },
    }
    expect(row(changed, 'lp:eth-usdc')).toMatchObject({
      held: 5_000n,
      inFlight: 200n,
      difference: 0n,
    })
  })
})

describe('a planted fault shows, and the books that are apart are named', () => {
  test.each<{ name: string; change(state: State): State; says: string[] }>([
    {
      name: 'tokens that no account has',
      change: (state) => withUsdc(state, { held: 693n }),
      says: ['base: supply and accounts'],
    },
    {
      name: 'tokens out of nothing',
      change: (state) => withUsdc(state, { held: 707n }),
      says: ['base: supply and accounts'],
    },
    {
      name: 'an escrow that was robbed',
      change: (state) => withUsdc(state, { factory: 233n }),
      says: ["base: escrow and the factory's balance"],
    },
    {
      name: 'an escrow that lost tokens and its entry for them',
      change: (state) => withUsdc(state, { factory: 233n, escrow: 233n }),
      says: ['base: escrow here and at the hub'],
    },
    {
      name: 'an escrow at the hub that is too large',
      change: (state) => ({
        ...state,
        hub: {
          ...state.hub,
          escrows: [...state.hub.escrows, { chain_uid: 'base', token: 'usdc', amount: 7n }],
        },
      }),
      says: ['base: escrow here and at the hub', 'hub: escrows and vouchers'],
    },
    {
      name: 'vouchers without anything behind them',
      change: (state) => ({
        ...state,
        hub: { ...state.hub, vouchers: new Map([['usdc', 307n]]) },
      }),
      says: ['hub: escrows and vouchers'],
    },
    {
      name: 'a claim without its vouchers',
      change: (state) => ({
        ...state,
        hub: {
          ...state.hub,
          contracts: [{ name: 'the claimer', token: 'usdc', booked: 32n, amount: 25n }],
        },
      }),
      says: ['hub: vouchers of the claimer'],
    },
    {
      name: 'a packet that vanished',
      change: (state) => ({ ...state, base: { ...state.base, open: [] } }),
      says: ['base: escrow here and at the hub'],
    },
    {
      name: 'a release that was paid twice',
      change: (state) => ({
        ...state,
        osmosis: { ...state.osmosis, paid: new Set([3]) },
      }),
      says: ['osmosis: escrow here and at the hub'],
    },
  ])('$name', ({ change, says }) => {
    const changed = row(change(books()), 'usdc')
    expect(changed?.gaps.map((gap) => gap.books)).toEqual(says)
    expect(changed?.difference).not.toBe(0n)
  })

  test('shares that nobody was allotted', () => {
    const state = books()
    const shares = new Map([[VLP, { supply: 3_009n, held: 3_009n }]])
    const changed = row({ ...state, base: { ...state.base, shares } }, 'lp:eth-usdc')
    expect(changed).toMatchObject({ difference: 9n, minted: 5_000n, held: 5_009n })
  })

  test('two faults never hide each other', () => {
    fc.assert(
      fc.property(fc.bigInt(1n, 100n), fc.bigInt(1n, 100n), (lost, made) => {
        const state = withUsdc(books(), { held: 700n - lost })
        const hub = { ...state.hub, vouchers: new Map([['usdc', 300n + made]]) }
        expect(row({ ...state, hub }, 'usdc')?.difference).toBe(lost + made)
      }),
    )
  })
})

test('what somebody sent to a factory by mistake is no fault', () => {
  const state = withUsdc(books(), { factory: 250n })
  expect(row(state, 'usdc')).toMatchObject({ difference: 0n, minted: 1_000n, held: 1_000n })
})
