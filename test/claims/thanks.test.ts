import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { accountKey, type Account } from '../../src/core/terms/identity.ts'
import { outbox } from '../../src/store/chats/chat-tables.ts'
import { claimers } from '../../src/store/claims/claim-tables.ts'
import { ALICE, BOBBY, createClaimsFixture, TO_BASE } from './claims-fixture.ts'
import { codeOf } from './outcome.ts'

const CAROL: Account = { platform: 'telegram', userId: '43', handle: 'carol' }

/** A claim from alice that bobby has asked to be paid out. */
async function askedClaim() {
  const it = createClaimsFixture()
  await it.meet(BOBBY)
  const claimer = await it.createClaimer()
  await it.claims().redeem(await it.fund(claimer), { account: BOBBY }, TO_BASE)
  const id = claimer._id
  return {
    ...it,
    id,
    async pay() {
      it.claims().start()
      await it.look()
      it.hub.mine()
      await it.look()
      await it.claims().stop()
    },
    thank: (account: Account, claimerId = id) =>
      it
        .claims()
        .sayThanks(claimerId, account)
        .then(() => 'ok', codeOf),
    told: () =>
      it.db
        .select()
        .from(outbox)
        .where(eq(outbox.id, `thanks:${id}`))
        .all(),
  }
}

test('thanks for what was paid reach the sender once, and the recipient’s card hears of it', async () => {
  const it = await askedClaim()
  await it.pay()
  expect(await it.claims().isThanked(it.id)).toBe(false)
  await it.db
    .delete(outbox)
    .where(eq(outbox.topic, `claim:${it.id}`))
    .run()
  expect(await Promise.all([it.thank(BOBBY), it.thank(BOBBY)])).toEqual(['ok', 'ok'])
  expect(await it.claims().isThanked(it.id)).toBe(true)
  expect(await it.told()).toMatchObject([{ kind: 'notify', userId: ALICE.userId, key: it.id }])
  const refreshed = await it.db.select().from(outbox).all()
  expect(refreshed.map(({ topic }) => topic)).toContain(`claim:${it.id}`)
})

test.each([
  { name: 'somebody else', isPaid: true, by: CAROL, code: 'NOT_YOURS' },
  { name: 'the sender', isPaid: true, by: ALICE, code: 'NOT_YOURS' },
  { name: 'the recipient before it is paid', isPaid: false, by: BOBBY, code: 'NOT_YOURS' },
  { name: 'the recipient of an unknown claim', of: 'f'.repeat(24), by: BOBBY, code: 'NOT_FOUND' },
])('$name thanks nobody', async ({ isPaid = true, by, of, code }) => {
  const it = await askedClaim()
  if (isPaid) await it.pay()
  expect(await it.thank(by, of)).toBe(code)
  expect(await it.told()).toEqual([])
})

test('nobody thanks for what the sender took back', async () => {
  const it = createClaimsFixture()
  await it.meet(BOBBY)
  const claimer = await it.createClaimer()
  await it.fund(claimer)
  await it.claims().cancel(claimer._id, undefined, { account: ALICE })
  it.claims().start()
  await it.look()
  it.hub.mine()
  await it.look()
  await it.claims().stop()
  const { items } = (await it.claims().viewOwn(claimer._id)) ?? {}
  expect(items).toMatchObject([{ status: 'cancelled' }])
  expect(
    await it
      .claims()
      .sayThanks(claimer._id, BOBBY)
      .then(() => 'ok', codeOf),
  ).toBe('NOT_YOURS')
  expect(await it.claims().isThanked(claimer._id)).toBe(false)
})

test('a sender without an account is told nothing', async () => {
  const it = await askedClaim()
  await it.pay()
  await it.db.update(claimers).set({ senderAccount: null }).where(eq(claimers.id, it.id)).run()
  expect(await it.thank(BOBBY)).toBe('NOT_YOURS')
  expect(await it.told()).toEqual([])
})

test('nobody thanks themselves for a share of their own', async () => {
  const it = await askedClaim()
  await it.pay()
  const senderAccount = accountKey(BOBBY)
  await it.db.update(claimers).set({ senderAccount }).where(eq(claimers.id, it.id)).run()
  expect(await it.thank(BOBBY)).toBe('NOT_YOURS')
  expect(await it.told()).toEqual([])
})
