import { expect, test } from 'vitest'

import { redemptions } from '../../src/store/claims/claim-tables.ts'
import { ALICE, BOBBY, createClaimsFixture, executed, TO_BASE } from './claims-fixture.ts'

type Fixture = ReturnType<typeof createClaimsFixture>
type Faults = NonNullable<Parameters<Fixture['restart']>[0]>

let died: () => void = () => undefined
/** Ends when the process dies. */
const death = () => new Promise<void>((resolve) => (died = resolve))
/** The process died here: nothing after this point ever runs. */
function never(): Promise<never> {
  died()
  return new Promise(() => undefined)
}

/** After each step of the pay path, in order. `isStored`: whether the redemption outlives the stop. */
const steps: { name: string; isStored: boolean; faults: (fixture: Fixture) => Faults }[] = [
  {
    name: 'before anything is signed',
    isStored: false,
    faults: () => ({ relayer: { sign: never } }),
  },
  {
    name: 'after signing, before storing',
    isStored: false,
    faults: () => ({ store: { addRedemption: never } }),
  },
  {
    name: 'after storing',
    isStored: true,
    faults: ({ store }) => ({
      store: {
        addRedemption: async (...given) => {
          await store.addRedemption(...given)
          return never()
        },
      },
    }),
  },
  {
    name: 'before the broadcast',
    isStored: true,
    faults: () => ({ relayer: { broadcast: never } }),
  },
  {
    name: 'after the broadcast, unheard',
    isStored: true,
    faults: ({ hub }) => ({
      relayer: {
        broadcast: async (bytes) => {
          await hub.relayer.broadcast(bytes)
          return never()
        },
      },
    }),
  },
  {
    name: 'after inclusion, unheard',
    isStored: true,
    faults: ({ hub }) => ({
      relayer: {
        broadcast: async (bytes) => {
          await hub.relayer.broadcast(bytes)
          hub.mine()
          return never()
        },
      },
    }),
  },
  { name: 'before it is followed', isStored: true, faults: () => ({ follow: never }) },
]

type Service = ReturnType<Fixture['claims']>
type Asked = { claimId: string; claimerId: string }

/** Each way to move a claim's money. A return is nobody's wish, so the settler itself is what dies and starts again. */
const payOuts = [
  {
    what: 'a redemption',
    waitMs: 0,
    start: (claims: Service, { claimId }: Asked): unknown =>
      claims.redeem(claimId, { account: BOBBY }, TO_BASE),
    end: 'paid',
  },
  {
    what: 'a cancel',
    waitMs: 0,
    start: (claims: Service, { claimId, claimerId }: Asked): unknown =>
      claims.cancel(claimerId, claimId, { account: ALICE }),
    end: 'cancelled',
  },
  {
    what: 'a return',
    waitMs: 15 * 86_400_000,
    start: (claims: Service): unknown => claims.start(),
    end: 'returned',
  },
] as const

const stops = payOuts.flatMap((payOut) => steps.map((step) => ({ ...payOut, ...step })))

test.each(stops)('$what: a stop $name pays once and loses nothing', async (stop) => {
  const { isStored, faults, waitMs, start, end } = stop
  const fixture = createClaimsFixture()
  await fixture.meet(BOBBY)
  const claimer = await fixture.createClaimer()
  const claimId = await fixture.fund(claimer)
  const asked = { claimId, claimerId: claimer._id }
  fixture.advance(waitMs)
  const hasDied = death()
  void start(fixture.restart(faults(fixture)), asked)
  await hasDied
  const stored = await fixture.db.select().from(redemptions).all()
  expect(stored).toHaveLength(isStored ? 1 : 0)

  const claims = fixture.restart()
  claims.start()
  await fixture.look()
  if (!isStored && end !== 'returned') await start(claims, asked)
  fixture.hub.mine()
  await fixture.look(1000)
  await fixture.look(1000)

  expect(fixture.hub.payments).toMatchObject([
    { claimId, recipient: TO_BASE, release: end === 'paid' },
  ])
  expect(await claims.viewOwn(claimer._id)).toMatchObject({
    items: [{ status: end }],
    redemptions: [{ status: 'included' }],
  })
  expect(new Set(fixture.hub.broadcasts).size).toBe(1) // never other bytes than the stored ones
  expect(fixture.followed).toContain(fixture.hub.payments[0]?.txHash)
  await claims.stop()
})

test.each<{ name: string; faults: (fixture: Fixture) => Faults }>([
  { name: 'before settling', faults: () => ({ store: { settleRedemption: never } }) },
  {
    name: 'after settling',
    faults: ({ store }) => ({
      store: {
        settleRedemption: async (...given) => {
          await store.settleRedemption(...given)
          return never()
        },
      },
    }),
  },
])('a stop $name pays once', async ({ faults }) => {
  const fixture = createClaimsFixture()
  await fixture.meet(BOBBY)
  const claimer = await fixture.createClaimer()
  const claimId = await fixture.fund(claimer)
  const dying = fixture.restart(faults(fixture))
  await dying.redeem(claimId, { account: BOBBY }, TO_BASE)
  fixture.hub.mine()
  const hasDied = death()
  dying.start()
  await hasDied

  const claims = fixture.restart()
  claims.start()
  await fixture.look()
  expect(fixture.hub.payments).toHaveLength(1)
  expect(await claims.viewOwn(claimer._id)).toMatchObject({
    items: [{ status: 'paid' }],
    redemptions: [{ status: 'included' }],
  })
  await claims.stop()
})

test('a stop between sending and following leaves nothing unfollowed, also where its block is read before anything else', async () => {
  const fixture = createClaimsFixture()
  await fixture.meet(BOBBY)
  const claimId = await fixture.fund(await fixture.createClaimer())
  const hasDied = death()
  const dying = fixture.restart({ follow: never })
  void dying.redeem(claimId, { account: BOBBY }, TO_BASE)
  await hasDied
  fixture.hub.mine()
  const [{ txHash } = { txHash: '' }] = fixture.hub.payments
  const claims = fixture.restart()
  const block = [executed(claimId, txHash)]
  await claims.observe(block)
  await claims.observe(block)
  expect(fixture.followed).toEqual([txHash])
})

test('a stop between voiding and signing anew pays once', async () => {
  const fixture = createClaimsFixture()
  await fixture.meet(BOBBY)
  const claimer = await fixture.createClaimer()
  const claimId = await fixture.fund(claimer)
  await fixture
    .restart({ relayer: { broadcast: async () => ({ accepted: false, reason: 'full' }) } })
    .redeem(claimId, { account: BOBBY }, TO_BASE)
  fixture.hub.useSequence()
  const { store } = fixture
  const dying = fixture.restart({
    store: {
      replaceRedemption: async (...given) => {
        await store.replaceRedemption(...given)
        return never()
      },
    },
  })
  dying.start()
  await fixture.look()
  fixture.advance(10_000)
  const hasDied = death()
  void fixture.look()
  await hasDied
  expect(await fixture.db.select().from(redemptions).all()).toMatchObject([
    { status: 'void' },
    { status: 'signed' },
  ])

  const claims = fixture.restart()
  claims.start()
  await fixture.look()
  fixture.hub.mine()
  await fixture.look(1000)
  expect(fixture.hub.payments).toHaveLength(1)
  expect(await claims.viewOwn(claimer._id)).toMatchObject({ items: [{ status: 'paid' }] })
  await claims.stop()
})
