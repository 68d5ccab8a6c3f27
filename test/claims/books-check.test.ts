import { expect, test } from 'vitest'

import { createBooksCheck } from '../../src/claims/books-check.ts'
import { sampleNetwork } from '../core/sample-network.ts'
import {
  BOBBY,
  createClaimsFixture,
  createdEvent,
  createLoop,
  observation,
} from './claims-fixture.ts'

/** The books of a service that has one claim, number 101, unless it has none yet, and what holds them against the hub, round by round. */
async function startBooks({ isEmpty = false } = {}) {
  const fixture = createClaimsFixture()
  const { hub, store, claims, warnings, now } = fixture
  if (!isEmpty) await fixture.fund(await fixture.createClaimer())
  const loop = createLoop()
  const state = { isUpToDate: true, asked: 0 }
  const books = createBooksCheck({
    network: sampleNetwork,
    store,
    async claimOnChain(claimId) {
      state.asked += 1
      return hub.claimOnChain(claimId)
    },
    observe: claims().observe,
    hubTime: now,
    isUpToDate: async () => state.isUpToDate,
    log: {
      warn: (details, message) => void warnings.push(`${message} ${JSON.stringify(details)}`),
    },
    now,
    sleep: loop.sleep,
  })
  books.start()
  await loop.next() // it rests now, until it is told to go on
  return { ...fixture, books, state, round: loop.next }
}
const NOBODYS = { _id: 'ff'.repeat(12), public_secret: 'AAAA' }

test('books and hub that say the same say nothing', async () => {
  const { books, round, warnings, hub, state } = await startBooks()
  hub.fund('102', NOBODYS)
  await round()
  await round()
  expect(books.differences()).toEqual({ unseen: 0, gone: 0 })
  expect(warnings).toEqual([])
  // What has nothing more to tell is not asked for again, but for the claim that waits and what may come behind the newest one.
  state.asked = 0
  await round()
  expect(state.asked).toBe(21)
  await books.stop()
})

test('a claim that no block told of is taken in after the second look, and waits for its recipient', async () => {
  const { books, round, warnings, hub, createClaimer, claims } = await startBooks()
  const claimer = await createClaimer()
  hub.fund('110', claimer)
  await round()
  expect(await claims().waitingFor(BOBBY)).toHaveLength(1)
  await round()
  expect((await claims().waitingFor(BOBBY)).map(({ claimId }) => claimId)).toEqual(['101', '110'])
  expect(books.differences()).toEqual({ unseen: 1, gone: 0 })
  expect(warnings).toEqual([
    'a claim that no block told of is on the hub, and was taken in {"claimId":"110"}',
  ])
  // The block that had been late changes nothing.
  await claims().observe([observation([createdEvent('110', claimer)])])
  await round()
  expect(await claims().waitingFor(BOBBY)).toHaveLength(2)
  expect(books.differences()).toEqual({ unseen: 1, gone: 0 })
  await books.stop()
})

test('the first claim of all is found, too', async () => {
  const { books, round, hub, createClaimer, claims } = await startBooks({ isEmpty: true })
  hub.fund('3', await createClaimer())
  await round()
  await round()
  expect((await claims().waitingFor(BOBBY)).map(({ claimId }) => claimId)).toEqual(['3'])
  await books.stop()
})

test('however many claims others have made meanwhile, ours behind them is found', async () => {
  const { books, round, hub, createClaimer, claims } = await startBooks()
  for (let id = 102; id < 400; id += 1) hub.fund(`${id}`, NOBODYS)
  hub.fund('400', await createClaimer())
  await round()
  await round()
  expect((await claims().waitingFor(BOBBY)).map(({ claimId }) => claimId)).toEqual(['101', '400'])
  await books.stop()
})

test.each([
  { what: 'less', change: { amount: 4_999_999n } },
  { what: 'of another token', change: { token: 'euclid' } },
  { what: "somebody else's", change: { pseudo_claim_id: 'ff'.repeat(12) } },
])('a claim that is $what on the hub is told of', async ({ change }) => {
  const { books, round, hub, warnings } = await startBooks()
  hub.change('101', change)
  await round()
  await round()
  expect(books.differences().gone).toBe(1)
  expect(warnings).toEqual([
    'a claim that waits in the books is another one on the hub {"claimId":"101"}',
  ])
  await books.stop()
})

test('a claim of which a block tells meanwhile was never missing', async () => {
  const { books, round, hub, createClaimer, claims } = await startBooks()
  const claimer = await createClaimer()
  hub.fund('110', claimer)
  await round()
  await claims().observe([observation([createdEvent('110', claimer)])])
  await round()
  expect(books.differences()).toEqual({ unseen: 0, gone: 0 })
  await books.stop()
})

test('a claim with our id and another key is nobody’s but its own', async () => {
  const { books, round, hub, createClaimer, claims } = await startBooks()
  hub.fund('110', { ...(await createClaimer()), public_secret: 'AAAA' })
  for (let looks = 0; looks < 3; looks += 1) await round()
  expect(await claims().waitingFor(BOBBY)).toHaveLength(1)
  expect(books.differences()).toEqual({ unseen: 0, gone: 0 })
  await books.stop()
})

test('a claim that waits in the books and is not on the hub is told once, and until the books know', async () => {
  const { books, round, warnings, hub, store, now } = await startBooks()
  hub.redeemElsewhere('101')
  await round()
  expect(books.differences().gone).toBe(0)
  await round()
  await round()
  expect(books.differences()).toEqual({ unseen: 0, gone: 1 })
  expect(warnings).toEqual(['a claim that waits in the books is not on the hub {"claimId":"101"}'])
  await store.markPaid('101', 'ELSEWHERE', now())
  await round()
  expect(books.differences().gone).toBe(0)
  await books.stop()
})

test('while blocks are still to be read, or the hub is away, nothing is concluded', async () => {
  const { books, round, warnings, hub, state } = await startBooks()
  state.isUpToDate = false
  hub.redeemElsewhere('101')
  for (let looks = 0; looks < 3; looks += 1) await round()
  expect(books.differences().gone).toBe(0)
  state.isUpToDate = true
  hub.setDown(true)
  for (let looks = 0; looks < 3; looks += 1) await round()
  expect(warnings).toHaveLength(1)
  expect(warnings[0]).toContain('the books could not be held against the hub')
  hub.setDown(false)
  for (let looks = 0; looks < 2; looks += 1) await round()
  expect(books.differences().gone).toBe(1)
  await books.stop()
})

test('how long ago the last whole round was grows while rounds fail or are left out, and never says that one was', async () => {
  const { books, round, hub, state, advance } = await startBooks()
  const MINUTES_5 = 5 * 60_000
  expect(books.ageMs()).toBe(0) // the first round is over
  const ages: (number | undefined)[] = []
  const next = async () => {
    advance(MINUTES_5)
    await round()
    ages.push((books.ageMs() ?? NaN) / MINUTES_5)
  }
  await next()
  hub.setDown(true)
  for (let rounds = 0; rounds < 3; rounds += 1) await next()
  hub.setDown(false)
  state.isUpToDate = false
  await next()
  state.isUpToDate = true
  await next()
  expect(ages).toEqual([0, 1, 2, 3, 4, 0])
  await books.stop()
})

test('claims are looked at by their numbers, a part in each round', async () => {
  const { books, store, claims, createClaimer } = await startBooks()
  const claimer = await createClaimer()
  await claims().observe([observation(['10', '9'].map((id) => createdEvent(id, claimer)))])
  expect(await store.newestClaim()).toBe(101n)
  expect(await store.waitingClaims(-1n, 2)).toEqual(['9', '10'])
  expect(await store.waitingClaims(10n, 2)).toEqual(['101'])
  await books.stop()
})
