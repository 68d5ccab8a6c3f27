import { beforeEach, describe, expect, test } from 'vitest'

import {
  createGiveaways,
  giveawayTopic,
  REST_PATIENCE_MS,
  sharesOf,
  type Giveaway,
  type GiveawayRules,
  type GiveawayStore,
} from '../../src/claims/giveaways.ts'
import { findFaults } from '../../src/core/giveaways/check-draw.ts'
import type { ChainBlock } from '../../src/core/giveaways/giveaway-record.ts'
import { accountKey, type Account } from '../../src/core/terms/identity.ts'
import type { Claimer } from '../../src/core/terms/shapes.ts'
import { OWN_REASONS } from '../../src/core/terms/known-reason.ts'
import type { SignRequest, Standing } from '../../src/core/signing/sign-request.ts'
import type { Hop, Outcome } from '../../src/core/tracking/progress.ts'
import { outbox } from '../../src/store/chats/chat-tables.ts'
import { createGiveawayStore } from '../../src/store/chats/giveaway-store.ts'
import { createForgetPerson } from '../../src/store/people/forget-person.ts'
import { forgetAll } from '../store/upkeep/forget-all.ts'
import { sampleNetwork } from '../core/sample-network.ts'
import { ALICE, createClaimsFixture, SENDER, TO_BASE } from './claims-fixture.ts'
import { outcome } from './outcome.ts'

const HOUR_MS = 3_600_000
const LOBBY = 'telegram:-5'
const person = (number: number): Account => ({
  platform: 'telegram',
  userId: `${1000 + number}`,
  handle: number % 2 === 0 ? `person_${number}` : undefined,
})

/** What pays a giveaway, but for what a test says of it. */
const request: SignRequest = {
  id: 'pays',
  ownerAccount: accountKey(ALICE),
  ownerName: '@alice',
  chain_uid: 'base',
  sentOn: 'base',
  operation: 'deposit',
  request: {
    amount_in: 5n,
    asset_in: { token: 'usdc', token_type: { smart: { contract_address: '0x01' } } },
    recipient: { social: { telegram: '@bobby' } },
  },
  note: undefined,
  shareOut: undefined,
  senderAddress: undefined,
  build: undefined,
  txHash: undefined,
  terms: undefined,
  replacedBy: undefined,
  createdAt: new Date(0),
  expiresAt: new Date(0),
}

let it: ReturnType<typeof createClaimsFixture>
let store: GiveawayStore
let block: ChainBlock | undefined
let progress: Outcome
let hops: Hop[]
let hubTime: Date | undefined
/** Where a request stands that has no transaction. */
let unsigned: Standing
let warned: string[]
const payments = new Map<string, { groupId: string; txHash: string | undefined }>()
beforeEach(() => {
  it = createClaimsFixture()
  store = createGiveawayStore(it.db)
  block = undefined
  progress = 'completed'
  hops = []
  hubTime = undefined
  unsigned = 'over'
  warned = []
  payments.clear()
})

/** A process of its own over the same data; `faults` fail as they are told. */
function open(faults: Partial<GiveawayStore> = {}) {
  return createGiveaways({
    network: sampleNetwork,
    store: { ...store, ...faults },
    claims: it.claims(),
    signRequests: {
      async current(id) {
        const { groupId, txHash } = payments.get(id) ?? { groupId: '', txHash: undefined }
        const build = { type: 'evm' as const, chain_id: '1', msgs: [], claim_group_id: groupId }
        return { ...request, txHash, build }
      },
      standing: async ({ txHash }) => (txHash === undefined ? unsigned : 'signed'),
    },
    tracker: {
      progress: async () => ({ outcome: progress, txId: '', hops }),
      timeOf: () => hubTime,
      takenTo: async () => hubTime,
    },
    firstBlockFrom: async () => block,
    lifetimeMs: 14 * 24 * HOUR_MS,
    log: { warn: (_details, message) => void warned.push(message) },
    now: it.now,
    sleep: async () => undefined,
  })
}

/** A giveaway of so many shares, of which `arrived` are on chain, that ends in an hour; `entrants` have pressed. */
async function give(
  id: string,
  shares: number,
  entrants: readonly number[],
  {
    arrived = shares,
    rules = {},
    chat = LOBBY,
  }: { arrived?: number; rules?: GiveawayRules; chat?: string } = {},
): Promise<Giveaway & { groupId: string; claimers: readonly Claimer[] }> {
  const origin = {
    account: accountKey(ALICE),
    name: '@alice',
    note: undefined,
    chat: sharesOf(id),
  }
  const recipient = { kind: 'first_come', platform: 'telegram' } as const
  const gift = { recipient, sender: SENDER, token: 'usdc', amount: 5_000_000n, origin }
  const made = await it.claims().create(Array.from({ length: shares }, () => gift))
  const groupId = made.claim_group_id ?? ''
  for (const claimer of made.claimers.slice(0, arrived)) await it.fund(claimer)
  payments.set(`sign-${id}`, { groupId, txHash: '0xab' })
  const giveaway: Giveaway = {
    id,
    chat,
    makerAccount: accountKey(ALICE),
    signId: `sign-${id}`,
    token: 'usdc',
    amount: 5_000_000n * BigInt(shares),
    winners: shares,
    rules,
    endsAt: new Date(it.now().getTime() + HOUR_MS),
    seed: '5e'.repeat(32),
    block: undefined,
    drawnAt: undefined,
    overAt: undefined,
    createdAt: it.now(),
  }
  await store.add(giveaway)
  for (const number of entrants) await open().enter(giveaway, person(number), `Person ${number}`)
  return { ...giveaway, groupId, claimers: made.claimers }
}

/** The end, with the block that decides. */
function end({ endsAt }: Giveaway): void {
  it.advance(endsAt.getTime() - it.now().getTime())
  block = { height: 77, time: endsAt.toISOString(), hash: 'b1'.repeat(32) }
}

const recordOf = async ({ id }: Giveaway) => {
  const found = await store.find(id)
  if (!found) throw new Error('it is gone')
  return open().record(found)
}
const takersOf = async (groupId: string) =>
  (await it.claims().group(groupId))?.shares.map(({ taker }) => taker) ?? []
const told = async () =>
  (await it.db.select().from(outbox).all()).filter(
    ({ kind, id }) => kind === 'notify' && id.startsWith('claimable:giveaway:'),
  )

/** How often its cards are to be rendered again. */
const refreshes = async ({ id }: Giveaway) =>
  (await it.db.select().from(outbox).all()).filter(
    ({ kind, topic }) => kind === 'refresh' && topic === giveawayTopic(id),
  ).length

test('those who are drawn have a share each, hear of it and are paid; nobody else gets one, and the draw can be checked', async () => {
  const giveaway = await give('G', 2, [1, 2, 3, 4, 5])
  expect(await recordOf(giveaway)).toMatchObject({ state: 'open', seed: '', drawn: [] })
  end(giveaway)
  await open().settleDue()
  const record = await recordOf(giveaway)
  const seen = { ...record.block, height: 77, hash: 'b1'.repeat(32), time: record.ends_at }
  expect(findFaults(record, { block: seen, before: undefined })).toEqual([])
  expect(record.drawn).toHaveLength(2)
  const names = record.drawn.map((number) => `Person ${number}`)
  expect(new Set(await takersOf(giveaway.groupId))).toEqual(new Set(names))
  expect(await told()).toHaveLength(2)
  for (const number of [1, 2, 3, 4, 5]) {
    const waiting = await it.claims().waitingFor(person(number))
    expect(waiting).toHaveLength(record.drawn.includes(number) ? 1 : 0)
  }
  const [first = 0] = record.drawn
  const [won] = await it.claims().waitingFor(person(first))
  await it.claims().redeem(won?.claimId ?? '', { account: person(first) }, TO_BASE)
  expect((await it.claims().group(giveaway.groupId))?.isClosed).toBe(false)
})

test('a crash after any step draws once, and gives each winner one share', async () => {
  const giveaway = await give('G', 3, [1, 2, 3, 4, 5, 6])
  end(giveaway)
  const dies = () => Promise.reject(new Error('the process ends here'))
  await open({ draw: dies }).settleDue()
  expect((await recordOf(giveaway)).state).toBe('drawing')
  let settled = 0
  await open({
    settle: (...given) => ((settled += 1) > 1 ? dies() : store.settle(...given)),
  }).settleDue()
  const { drawn } = await recordOf(giveaway)
  block = { height: 78, time: giveaway.endsAt.toISOString(), hash: 'ff'.repeat(32) } // asked again, it would be another draw
  await open({ end: dies }).settleDue()
  await Promise.all([open().settleDue(), open().settleDue()])
  expect((await recordOf(giveaway)).drawn).toEqual(drawn)
  const names = drawn.map((number) => `Person ${number}`)
  expect(new Set(await takersOf(giveaway.groupId))).toEqual(new Set(names))
  expect(await told()).toHaveLength(3)
  expect(await store.due(it.now(), 9)).toEqual([])
})

describe('what is left', () => {
  test.each([
    { entrants: [1], taken: 1 },
    { entrants: [], taken: 0 },
  ])('of three shares for $entrants.length goes back by itself', async ({ entrants, taken }) => {
    const giveaway = await give('G', 3, entrants)
    end(giveaway)
    await open().settleDue()
    const group = await it.claims().group(giveaway.groupId)
    expect(group?.isClosed).toBe(true)
    it.claims().start()
    await it.look()
    await it.claims().stop()
    const states = (await it.claims().group(giveaway.groupId))?.shares.map(({ state }) => state)
    expect(states?.filter((state) => state === 'funded')).toHaveLength(taken)
    expect(states?.filter((state) => state === 'cancelling')).toHaveLength(3 - taken)
  })

  test('is its maker’s to take back before the end, and then nothing is drawn; between end and draw nobody can', async () => {
    const early = await give('early', 2, [1, 2])
    await it.claims().closeGroup(early.groupId, ALICE)
    const late = await give('late', 2, [1, 2])
    end(late)
    expect(await outcome(it.claims().closeGroup(late.groupId, ALICE))).toBe('CLAIM_NOT_READY')
    await open().settleDue()
    expect((await recordOf(early)).state).toBe('void')
    expect((await recordOf(late)).state).toBe('drawn')
    expect(await outcome(it.claims().closeGroup(late.groupId, ALICE))).toBe('ok')
    expect((await takersOf(late.groupId)).filter(Boolean)).toHaveLength(2)
  })
})

test('a share is taken by no press, neither in the chat nor anywhere else', async () => {
  const { groupId } = await give('G', 2, [])
  for (const chat of [LOBBY, 'telegram:-6'])
    expect(await outcome(it.claims().takeShare(groupId, person(1), 'Eve', chat))).toBe('NOT_YOURS')
})

describe('who enters', () => {
  test('has one number, however often they press, and numbers count from 1', async () => {
    const giveaway = await give('G', 2, [])
    const enter = (number: number) => open().enter(giveaway, person(number), `P${number}`)
    const entered = await Promise.all([1, 2, 1, 3, 2].map(enter))
    expect(entered.map((entrant) => entrant?.number)).toEqual([1, 2, 1, 3, 2])
    expect(entered[0]).toEqual(entered[2])
  })

  test('is too late once our clock or the hub’s has come to the end', async () => {
    const giveaway = await give('G', 2, [])
    hubTime = giveaway.endsAt
    expect(await open().enter(giveaway, person(1), 'P1')).toBeUndefined()
    hubTime = undefined
    it.advance(HOUR_MS)
    expect(await open().enter(giveaway, person(1), 'P1')).toBeUndefined()
    expect(await store.entrantsOf('G')).toEqual([])
  })

  test('and has won in the same chat within a day before the end is struck from a draw that says so', async () => {
    const first = await give('first', 1, [1])
    const second = await give('second', 1, [1, 2], { rules: { onceADay: true } })
    end(first)
    await open().settleDue()
    const record = await recordOf(second)
    expect(record.entrants.map(({ struck }) => struck)).toEqual([true, false])
    expect(record.drawn).toEqual([2])
  })

  test('and had themselves forgotten after they won is struck all the same, and then forgotten', async () => {
    const first = await give('first', 1, [1])
    it.advance(HOUR_MS / 2)
    const second = await give('second', 1, [1, 2], { rules: { onceADay: true } })
    end(first)
    await open().settleDue()
    await createForgetPerson(it.db, it.now)(person(1))
    const [winner] = await store.entrantsOf('first')
    expect(winner).toMatchObject({ name: undefined, handle: undefined, ticket: undefined })
    end(second)
    await open().settleDue()
    expect((await recordOf(second)).drawn).toEqual([2])
    const left = async () => (await store.entrantsOf('first'))[0]?.userId
    const dayAfter = first.endsAt.getTime() + 24 * HOUR_MS
    await forgetAll(it.db, new Date(dayAfter))
    expect(await left()).toBe(person(1).userId)
    await forgetAll(it.db, new Date(dayAfter + 1))
    expect(await left()).toBeUndefined()
    expect((await store.entrantsOf('second'))[1]?.userId).toBe(person(2).userId) // who asked for nothing stays
  })

  test('may be one of more than a statement can name: who has won among them is found', async () => {
    const first = await give('first', 1, [1])
    end(first)
    await open().settleDue()
    const crowd = Array.from({ length: 40_000 }, (_, number) => person(number).userId)
    const { endsAt } = first
    const since = new Date(endsAt.getTime() - HOUR_MS)
    expect(await store.wonIn(LOBBY, crowd, since, endsAt)).toEqual(new Set([person(1).userId]))
    expect(await store.wonIn(LOBBY, [person(2).userId], since, endsAt)).toEqual(new Set())
  })

  test('can have themselves forgotten in the playground as well', async () => {
    const giveaway = await give('G', 1, [1], { chat: 'playground:lobby' })
    end(giveaway)
    await open().settleDue()
    await createForgetPerson(it.db, it.now)(person(1))
    const [entrant] = await store.entrantsOf('G')
    expect([entrant?.handle, entrant?.name]).toEqual([undefined, undefined])
  })

  test('can have themselves forgotten once it is over: number and published name stay for those who check', async () => {
    const giveaway = await give('G', 1, [1, 2])
    const forget = createForgetPerson(it.db, it.now)
    const before = await recordOf(giveaway)
    await forget(person(1))
    expect((await store.entrantsOf('G'))[0]).toMatchObject({ userId: '1001' })
    end(giveaway)
    await open().settleDue()
    const entrants = await store.entrantsOf('G')
    const lost = entrants.findIndex(({ place }) => place === undefined)
    await forget({ ...person(lost + 1), platform: 'discord' }) // somebody else, by the same number
    expect((await store.entrantsOf('G'))[lost]?.userId).toBe(person(lost + 1).userId)
    await forget(person(lost + 1))
    const left = (await store.entrantsOf('G'))[lost]
    expect(left).toMatchObject({ userId: undefined, name: undefined })
    expect((await recordOf(giveaway)).entrants).toEqual(before.entrants)
    // The card names its winner, until it is rendered again.
    const won = entrants.findIndex(({ place }) => place !== undefined)
    const toldBefore = await refreshes(giveaway)
    await forget(person(won + 1))
    expect((await store.entrantsOf('G'))[won]?.name).toBeUndefined()
    expect(await refreshes(giveaway)).toBe(toldBefore + 1)
  })
})

test.each([
  {
    what: 'the least that a claim may be',
    amount: '1',
    paidBy: { ...SENDER, address: `0x${'5a'.repeat(20)}` },
  },
  { what: 'its payment, signed twice', amount: '5000000', paidBy: SENDER },
])('what else comes for its claimers draws nobody more: $what', async ({ amount, paidBy }) => {
  const giveaway = await give('G', 2, [1, 2, 3, 4, 5, 6, 7, 8])
  const [first, second] = giveaway.claimers
  if (!first || !second) throw new Error('a claimer is missing')
  for (const claimer of [first, first, second]) await it.fund(claimer, 'usdc', paidBy, { amount })
  end(giveaway)
  await open().settleDue()
  const record = await recordOf(giveaway)
  expect(record).toMatchObject({ state: 'drawn', winners: 2 })
  expect(findFaults(record, undefined, { winners: '2' })).toEqual([])
  const takers = ((await it.claims().group(giveaway.groupId))?.shares ?? []).map(
    ({ taker }) => taker,
  )
  expect(new Set(takers)).toEqual(new Set(record.drawn.map((number) => `Person ${number}`)))
  expect(warned).toEqual([])
})

describe('the draw waits', () => {
  test('for the block, and for shares that are on their way; what never came is drawn for nobody', async () => {
    const giveaway = await give('G', 3, [1, 2, 3], { arrived: 2 })
    end(giveaway)
    progress = 'pending'
    await open().settleDue()
    expect((await recordOf(giveaway)).state).toBe('drawing')
    progress = 'completed'
    const found = block
    block = undefined
    await open().settleDue()
    expect((await recordOf(giveaway)).state).toBe('drawing')
    block = found
    await open().settleDue()
    expect(await recordOf(giveaway)).toMatchObject({ state: 'drawn', winners: 2 })
    expect((await recordOf(giveaway)).drawn).toHaveLength(2)
    expect(warned).toEqual([])
  })

  test.each(['pending', 'needs_attention'] as const)(
    'for a part that stays %s until the hub is read to an hour behind the end; what comes later goes back to its maker, once',
    async (outcomeOfRest) => {
      const giveaway = await give('G', 3, [1, 2, 3], { arrived: 2 })
      end(giveaway)
      progress = outcomeOfRest
      it.advance(2 * REST_PATIENCE_MS) // our clock alone says nothing: what came may not be read yet
      for (const readTo of [undefined, giveaway.endsAt.getTime() + REST_PATIENCE_MS - 1]) {
        hubTime = readTo === undefined ? undefined : new Date(readTo)
        await open().settleDue()
        expect((await recordOf(giveaway)).state).toBe('drawing')
      }
      hubTime = new Date(giveaway.endsAt.getTime() + REST_PATIENCE_MS)
      await open().settleDue()
      const record = await recordOf(giveaway)
      expect(record).toMatchObject({ state: 'drawn', winners: 2 })
      expect(findFaults(record, undefined, { winners: '3' })).toEqual([])
      const won = record.drawn.map((number) => `Person ${number}`)
      const [, , late] = giveaway.claimers
      if (!late) throw new Error('a claimer is missing')
      it.claims().start()
      await it.look() // with nothing to send back yet
      await it.fund(late)
      await open().settleDue()
      await it.look()
      await it.claims().stop()
      const shares = (await it.claims().group(giveaway.groupId))?.shares ?? []
      expect(shares.map(({ state }) => state)).toEqual(['funded', 'funded', 'cancelling'])
      expect(new Set(shares.flatMap(({ taker }) => taker ?? []))).toEqual(new Set(won))
      expect(await recordOf(giveaway)).toEqual(record)
      expect(await told()).toHaveLength(2)
      expect(warned).toEqual([])
    },
  )

  test('for what comes behind a share that came long after the end, for an hour from then', async () => {
    const giveaway = await give('G', 3, [1, 2, 3], { arrived: 0 })
    end(giveaway)
    progress = 'pending'
    it.advance(5 * REST_PATIENCE_MS)
    const [first, second] = giveaway.claimers
    if (!first || !second) throw new Error('a claimer is missing')
    const stateAfter = async (waitsMs: number) => {
      it.advance(waitsMs)
      hubTime = new Date(it.now())
      await open().settleDue()
      return (await recordOf(giveaway)).state
    }
    await it.fund(first)
    expect(await stateAfter(0)).toBe('drawing')
    expect(await stateAfter(REST_PATIENCE_MS - 1)).toBe('drawing')
    await it.fund(second)
    expect(await stateAfter(REST_PATIENCE_MS - 1)).toBe('drawing')
    expect(await stateAfter(1)).toBe('drawn')
    expect(await recordOf(giveaway)).toMatchObject({ state: 'drawn', winners: 2 })
  })

  test('for as long as nothing of it has come, also longer than an hour', async () => {
    const giveaway = await give('G', 2, [1, 2], { arrived: 0 })
    end(giveaway)
    progress = 'pending'
    hubTime = new Date(giveaway.endsAt.getTime() + 2 * REST_PATIENCE_MS)
    await open().settleDue()
    expect((await recordOf(giveaway)).state).toBe('drawing')
    for (const claimer of giveaway.claimers) await it.fund(claimer)
    await open().settleDue()
    expect(await recordOf(giveaway)).toMatchObject({ state: 'drawn', winners: 2 })
  })

  test('for its own payment alone, however many others still wait for theirs', async () => {
    const paid = await give('paid', 1, [1])
    for (let number = 0; number < 45; number += 1) {
      const signId = `sign-${number}`
      payments.set(signId, { groupId: '', txHash: '0xab' })
      const { groupId: _, ...like } = paid
      const endsAt = new Date(paid.endsAt.getTime() - (number % 2))
      await store.add({ ...like, id: `late-${number}`, signId, endsAt })
    }
    end(paid)
    progress = 'pending'
    const giveaways = open()
    for (let looks = 0; looks < 3; looks += 1) await giveaways.settleDue()
    expect((await recordOf(paid)).state).toBe('drawn')
    expect(await store.due(it.now(), 99)).toHaveLength(45)
  })

  test('while a wallet may have sent its payment at the last moment it is not over', async () => {
    const giveaway = await give('G', 2, [1], { arrived: 0 })
    payments.set(giveaway.signId, { groupId: giveaway.groupId, txHash: undefined })
    unsigned = 'unseen'
    end(giveaway)
    await open().settleDue()
    expect((await recordOf(giveaway)).state).toBe('drawing')
    unsigned = 'over'
    await open().settleDue()
    expect((await recordOf(giveaway)).state).toBe('void')
  })

  test.each([
    { text: 'may still run', isRead: false, arrived: 0, state: 'drawing' },
    { text: 'ran for nobody', isRead: true, arrived: 0, state: 'void' },
    { text: 'ran in another transaction', isRead: false, arrived: 2, state: 'drawn' },
  ])('until it is known whether its text $text', async ({ isRead, arrived, state }) => {
    const giveaway = await give('G', 2, [1], { arrived })
    progress = 'needs_attention'
    const detail = OWN_REASONS.text_expired
    hops = [{ kind: 'submit', chain_uid: 'base', state: 'failed', tx_hash: '0xab', detail }]
    hubTime = new Date(request.expiresAt.getTime() - (isRead ? 0 : 1))
    end(giveaway)
    await open().settleDue()
    expect((await recordOf(giveaway)).state).toBe(state)
  })

  test('while what needs attention is no text', async () => {
    const giveaway = await give('G', 2, [1], { arrived: 0 })
    progress = 'needs_attention'
    hubTime = request.expiresAt
    end(giveaway)
    await open().settleDue()
    expect((await recordOf(giveaway)).state).toBe('drawing')
  })

  test.each([
    { what: 'that nobody signed', txHash: undefined, outcome: 'pending' as const },
    { what: 'whose transaction failed', txHash: '0xab', outcome: 'failed' as const },
  ])('for nothing of what is $what', async ({ txHash, outcome: came }) => {
    const giveaway = await give('G', 2, [1], { arrived: 0 })
    payments.set(giveaway.signId, { groupId: giveaway.groupId, txHash })
    progress = came
    end(giveaway)
    await open().settleDue()
    expect((await recordOf(giveaway)).state).toBe('void')
  })
})
