import { expect, test } from 'vitest'

import { createBooksCheck } from '../../src/claims/books-check.ts'
import { createTrackingStore, readAgainFrom } from '../../src/store/tracking/tracking-store.ts'
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
  if (!isEmpty) await fixture.fund(await fixture.createClaimer())
  return { ...fixture, ...(await holdBooks(fixture)) }
}

/** What holds them against the hub, in a process of its own, after its first two rounds. */
async function holdBooks(
  { db, hub, store, claims, warnings, now }: ReturnType<typeof createClaimsFixture>,
  network = sampleNetwork,
) {
  const loop = createLoop()
  const state = { isUpToDate: true, asked: 0 }
  const books = createBooksCheck({
    network,
    store: { ...store, ...createTrackingStore(db) },
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
  const rounds = async (many: number) => {
    for (let done = 0; done < many; done += 1) await loop.next()
  }
  return { books, state, round: loop.next, rounds }
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

test('a claim that was hidden is found however many of ours were told of behind it, also by the next process', async () => {
  const fixture = await startBooks()
  const { books, hub, claims } = fixture
  const claimer = await fixture.createClaimer()
  const hidden = await fixture.createClaimer()
  const later = Array.from({ length: 300 }, (_, at) => `${at + 111}`)
  await books.stop()
  hub.fund('110', hidden)
  for (const id of later) hub.fund(id, claimer)
  await claims().observe([observation(later.map((id) => createdEvent(id, claimer)))])
  const next = await holdBooks(fixture)
  await next.rounds(2)
  expect((await claims().viewOwn(hidden._id))?.items).toMatchObject([{ claimId: '110' }])
  expect(next.books.differences()).toEqual({ unseen: 1, gone: 0 })
  await next.books.stop()
})

test('of more numbers than one round asks for, each is looked at in its turn, and the next process goes on from there', async () => {
  const fixture = await startBooks()
  const { hub, claims, createClaimer, advance } = fixture
  for (let id = 102; id < 2_600; id += 1) hub.fund(`${id}`, NOBODYS)
  const [early, late] = [await createClaimer(), await createClaimer()]
  hub.fund('1200', early)
  hub.fund('2600', late)
  await fixture.rounds(2)
  expect(fixture.state.asked).toBeLessThan(2_000)
  expect((await claims().viewOwn(early._id))?.items).toEqual([])
  await fixture.books.stop()
  const next = await holdBooks(fixture)
  const fiveMinutes = async () => {
    advance(5 * 60_000)
    await next.round()
  }
  await fiveMinutes()
  expect((await claims().viewOwn(early._id))?.items).toMatchObject([{ claimId: '1200' }])
  expect(next.books.ages()?.unseen).toBeGreaterThan(0) // not all of them yet
  for (let rounds = 0; rounds < 6; rounds += 1) await fiveMinutes()
  expect((await claims().viewOwn(late._id))?.items).toMatchObject([{ claimId: '2600' }])
  expect(next.books.ages()?.unseen).toBe(0)
  next.state.asked = 0
  await next.round()
  expect(next.state.asked).toBeLessThan(30)
  await next.books.stop()
})

test('what is new is found within two rounds, however many numbers before it were never looked at, and these are all looked at, too', async () => {
  const fixture = await startBooks()
  const { hub, claims, createClaimer } = fixture
  await fixture.books.stop()
  const [told, hidden, early] = [
    await createClaimer(),
    await createClaimer(),
    await createClaimer(),
  ]
  for (let id = 102; id < 3_100; id += 1) hub.fund(`${id}`, NOBODYS)
  hub.fund('1500', early)
  hub.fund('3000', told)
  await claims().observe([observation([createdEvent('3000', told)])])
  hub.fund('3100', hidden)
  const found = async ({ _id }: { _id: string }) => (await claims().viewOwn(_id))?.items.length
  const next = await holdBooks(fixture) // two rounds
  expect([await found(hidden), await found(early)]).toEqual([1, 0])
  expect(next.state.asked).toBeLessThan(1_100)
  await next.rounds(6)
  expect([await found(hidden), await found(early)]).toEqual([1, 1])
  next.state.asked = 0
  await next.rounds(1)
  expect(next.state.asked).toBeLessThan(30)
  await next.books.stop()
})

test('a number that a node had not got yet is asked for again', async () => {
  const { books, round, hub, fund, createClaimer, claims } = await startBooks()
  const [hidden, seen] = [await createClaimer(), await createClaimer()]
  await fund(seen) // number 102
  await claims().observe([observation([createdEvent('104', seen)])])
  hub.fund('104', seen)
  await round()
  hub.fund('103', hidden)
  await round()
  await round()
  expect((await claims().viewOwn(hidden._id))?.items).toMatchObject([{ claimId: '103' }])
  await books.stop()
})

test.each([
  { what: 'its blocks are read again', contract: sampleNetwork.hub.claimer, rereads: true },
  { what: 'it has another claimer contract', contract: 'euclid1another', rereads: false },
])('the numbers of a hub are all looked at anew once $what', async ({ contract, rereads }) => {
  const fixture = await startBooks()
  const { db, hub, store, claims, createClaimer, now } = fixture
  for (let id = 102; id < 130; id += 1) hub.fund(`${id}`, NOBODYS)
  await fixture.rounds(3)
  await createTrackingStore(db).moveCursor('neuron', { height: 9, hash: undefined }, undefined)
  const ours = await createClaimer()
  hub.fund('110', ours)
  await fixture.rounds(3)
  expect(await store.claim('110')).toBeUndefined()
  if (rereads) await readAgainFrom(db, 'neuron', 5, now())
  await fixture.books.stop()
  const network = { ...sampleNetwork, hub: { ...sampleNetwork.hub, claimer: contract } }
  const next = await holdBooks(fixture, network)
  await next.rounds(2)
  expect((await claims().viewOwn(ours._id))?.items).toMatchObject([{ claimId: '110' }])
  await next.books.stop()
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

test('how long ago all was looked at grows while rounds fail or are left out, and never says that it was', async () => {
  const { books, round, hub, state, advance } = await startBooks()
  const MINUTES_5 = 5 * 60_000
  expect(books.ages()).toEqual({ unseen: 0, gone: 0 }) // the first round is over
  const ages: (number | undefined)[] = []
  const next = async () => {
    advance(MINUTES_5)
    await round()
    const { unseen, gone } = books.ages() ?? { unseen: NaN, gone: NaN }
    expect(gone).toBe(unseen)
    ages.push(unseen / MINUTES_5)
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

test('of more waiting claims than one round looks at, none is left out, also where a round ended early', async () => {
  const { books, round, hub, claims, createClaimer, advance, warnings } = await startBooks()
  const claimer = await createClaimer()
  const ids = Array.from({ length: 699 }, (_, at) => `${at + 102}`)
  for (const id of ids) hub.fund(id, claimer)
  await claims().observe([observation(ids.map((id) => createdEvent(id, claimer)))])
  const ages: number[] = []
  const next = async () => {
    advance(5 * 60_000)
    await round()
    ages.push((books.ages()?.gone ?? NaN) / (5 * 60_000))
  }
  hub.redeemElsewhere('350')
  hub.setDown(true)
  await next()
  hub.setDown(false)
  for (let rounds = 0; rounds < 4; rounds += 1) await next()
  expect(ages).toEqual([1, 2, 3, 0, 1])
  expect(warnings.at(-1)).toBe(
    'a claim that waits in the books is not on the hub {"claimId":"350"}',
  )
  await books.stop()
})
