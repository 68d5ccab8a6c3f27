import { expect, test } from 'vitest'

import { simulateRelease } from '../../../src/core/reference/simulate-release.ts'
import type { PayoutTerms } from '../../../src/core/terms/payout-terms.ts'

const ESCROWS = [
  { chain_uid: 'base', balance: 60n },
  { chain_uid: 'osmosis', balance: 30n },
]
const on = (chain_uid: string, limit?: bigint) => ({ user: { chain_uid, address: 'a' }, limit })

test.each([
  { what: 'nobody leaves all of it', amount: 50n, releases: [], paid: [], remaining: 50n },
  {
    what: 'who has no limit gets what the escrow has',
    amount: 100n,
    releases: [on('base'), on('osmosis')],
    paid: [60n, 30n],
    remaining: 10n,
  },
  {
    what: 'the first comes first',
    amount: 40n,
    releases: [on('osmosis'), on('base')],
    paid: [30n, 10n],
    remaining: 0n,
  },
  {
    what: 'a limit is not passed',
    amount: 40n,
    releases: [on('base', 15n), on('osmosis', 0n)],
    paid: [15n, 0n],
    remaining: 25n,
  },
  {
    what: 'two on one chain share its escrow',
    amount: 100n,
    releases: [on('base', 50n), on('base')],
    paid: [50n, 10n],
    remaining: 40n,
  },
  {
    what: 'a chain without an escrow pays nothing',
    amount: 5n,
    releases: [on('polygon')],
    paid: [0n],
    remaining: 5n,
  },
  {
    what: 'a fee is taken out of what is paid, and the escrow keeps it',
    amount: 100n,
    releases: [on('base', 50n), on('base')],
    terms: { base: { fee: { units: 4n }, isLocked: false } },
    paid: [46n, 10n],
    remaining: 36n,
  },
  {
    what: 'a share is rounded down',
    amount: 55n,
    releases: [on('base')],
    terms: { base: { fee: { share: 10n ** 17n }, isLocked: false } },
    paid: [50n],
    remaining: 0n,
  },
  {
    what: 'less than the fee is not paid',
    amount: 3n,
    releases: [on('base'), on('osmosis')],
    terms: { base: { fee: { units: 4n }, isLocked: false } },
    paid: [0n, 3n],
    remaining: 0n,
  },
  {
    what: 'a locked chain pays nothing',
    amount: 5n,
    releases: [on('base')],
    terms: { base: { fee: { units: 0n }, isLocked: true } },
    paid: [0n],
    remaining: 5n,
  },
])('$what', ({ amount, releases, terms = {}, paid, remaining }) => {
  const simulated = simulateRelease(
    amount,
    releases,
    ESCROWS,
    new Map<string, PayoutTerms>(Object.entries(terms)),
  )
  expect(simulated.paid).toEqual(
    releases.map((release, index) => ({ ...release, amount: paid[index] })),
  )
  expect(simulated.remaining).toBe(remaining)
})
