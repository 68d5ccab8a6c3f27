import { expect, test } from 'vitest'

import { forgetAll } from '../store/upkeep/forget-all.ts'
import { exportClaims } from '../../src/store/claims/export-claims.ts'
import { createForgetPerson } from '../../src/store/people/forget-person.ts'
import {
  ALICE,
  BOBBY,
  createClaimsFixture,
  createdEvent,
  observation,
  TO_BASE,
} from './claims-fixture.ts'

const DAY_MS = 86_400_000
const YEAR_MS = 365 * DAY_MS

/** A claimer whose payload was handed out, and the settler at work. */
async function withClaimer() {
  const fixture = createClaimsFixture()
  const { db, hub, store, now, look } = fixture
  await fixture.meet(BOBBY)
  const claimer = await fixture.createClaimer()
  const heldKey = (await store.claimer(claimer._id))?.heldKey
  const claims = fixture.claims()
  claims.start()
  let claimIds = 0
  return {
    ...fixture,
    claims,
    /** Somebody signs its payload. */
    async fund() {
      const claimId = `${(claimIds += 1)}`
      hub.fund(claimId, claimer)
      const created = observation([createdEvent(claimId, claimer)])
      await claims.observe([{ ...created, timeMs: now().getTime() }])
      return claimId
    },
    forget: createForgetPerson(db, now),
    forgetEnded: () => forgetAll(db, now()),
    async settle(afterMs = 0) {
      await look(afterMs)
      hub.mine()
      await look(1000)
    },
    isExported: async () =>
      (await exportClaims(db, now())).claimers.map(({ id }) => id).includes(claimer._id),
    keptKey: async () =>
      (await store.claimer(claimer._id))?.heldKey?.equals(heldKey ?? Buffer.of()) ?? false,
  }
}
type Life = Awaited<ReturnType<typeof withClaimer>>

test.each<{ name: string; live(life: Life): Promise<unknown> }>([
  { name: 'three years without being funded', live: ({ settle }) => settle(3 * YEAR_MS) },
  {
    name: 'others that were made since',
    async live({ createClaimer, advance }) {
      advance(YEAR_MS)
      await createClaimer()
      await createClaimer({ email: 'hello@example.com' })
    },
  },
  {
    name: 'a claim that was paid',
    async live({ claims, fund, settle }) {
      await claims.redeem(await fund(), { account: BOBBY }, TO_BASE)
      await settle()
    },
  },
  {
    name: 'a claim that its sender took back',
    async live({ claims, fund, settle, store }) {
      const claimId = await fund()
      const found = await store.claim(claimId)
      await claims.cancel(found?.claimer.id ?? '', claimId, { account: ALICE })
      await settle()
    },
  },
  {
    name: 'a claim that expired',
    async live({ fund, settle }) {
      await fund()
      await settle(15 * DAY_MS)
    },
  },
  {
    name: 'a pay-out that failed',
    async live({ claims, fund, settle, hub }) {
      await claims.redeem(await fund(), { account: BOBBY }, TO_BASE)
      hub.failInBlock('out of gas')
      await settle()
      hub.failInBlock(undefined)
    },
  },
  {
    name: 'its people being forgotten',
    async live({ forget }) {
      await forget(ALICE)
      await forget(BOBBY)
    },
  },
  {
    name: 'the yearly cleaning of what is done',
    async live({ advance, forgetEnded }) {
      advance(YEAR_MS)
      await forgetEnded()
    },
  },
])('a claim key outlives $name: its payload may be signed at any later time', async ({ live }) => {
  const life = await withClaimer()
  await live(life)
  expect(await life.keptKey()).toBe(true)
  const { claims, fund, settle, hub } = life
  const claimId = await fund()
  await claims.redeem(claimId, { account: BOBBY }, TO_BASE)
  await settle()
  expect(hub.payments).toContainEqual(
    expect.objectContaining({ claimId, recipient: TO_BASE, release: true }),
  )
  await claims.stop()
})

test('an export has the keys of all that is unpaid, and of what was handed out and may still be signed', async () => {
  const { claims, fund, settle, isExported } = await withClaimer()
  expect(await isExported()).toBe(true)
  const claimId = await fund()
  expect(await isExported()).toBe(true)
  await claims.redeem(claimId, { account: BOBBY }, TO_BASE)
  await settle()
  expect(await isExported()).toBe(false)
  await fund()
  expect(await isExported()).toBe(true)
  await claims.stop()
})
