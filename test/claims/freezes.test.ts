import { describe, expect, test } from 'vitest'

import { readTarget, subjectOf, type FreezeTarget } from '../../src/claims/freezes.ts'
import { createFreezeStore } from '../../src/store/claims/freeze-store.ts'
import { ALICE, BOBBY, createClaimsFixture, TO_BASE } from './claims-fixture.ts'
import { outcome } from './outcome.ts'

const DAY_MS = 86_400_000
const LIFE_MS = 14 * DAY_MS

/** Alice’s claim for Bobby, whose number is 101, and an operator. */
async function withClaim() {
  const it = createClaimsFixture()
  await it.meet(ALICE, BOBBY)
  const claimer = await it.createClaimer()
  const claimId = await it.fund(claimer)
  const store = createFreezeStore(it.db)
  return {
    ...it,
    claimer,
    claimId,
    store,
    freeze: (...typed: Typed) => store.freeze(readTarget(...typed), { hashOf: String }, it.now()),
    release: (...typed: Typed) => store.release(readTarget(...typed), String, it.now()),
    redeem: () => outcome(it.claims().redeem(claimId, { account: BOBBY }, TO_BASE)),
    cancel: () => outcome(it.claims().cancel(claimer._id, claimId, { account: ALICE })),
    item: async () => (await it.claims().viewOwn(claimer._id))?.items[0],
  }
}
type Typed = Parameters<typeof readTarget>

const HOLDING: Typed[] = [
  ['claim', '101'],
  ['account', 'telegram:42'],
  ['account', 'telegram:@Bobby'],
  ['account', 'telegram:7'],
  ['account', 'tg:@alice'],
  ['platform', 'telegram'],
  ['all', undefined],
]
const OTHERS: Typed[] = [
  ['claim', '102'],
  ['account', 'telegram:43'],
  ['account', 'telegram:@carol'],
  ['account', 'discord:42'],
  ['account', 'discord:@bobby'],
  ['account', 'email:bobby@example.com'],
  ['platform', 'email'],
]

describe.each(HOLDING)('while %s %s is frozen', (...typed) => {
  test('nobody redeems it, in its chat or by a session, until it is released', async () => {
    const it = await withClaim()
    const secret = await it.claims().linkSecret(it.claimer._id)
    await it.claims().startProof(it.claimer._id, secret)
    const code = it.sent.at(-1)?.code ?? ''
    const { session } = await it.claims().verifyProof(it.claimer._id, secret, code)
    expect(await it.freeze(...typed)).toMatchObject({ isNew: true, waiting: 1 })
    expect(await it.redeem()).toBe('CLAIM_FROZEN')
    expect(await outcome(it.claims().redeem(it.claimId, { session }, TO_BASE))).toBe('CLAIM_FROZEN')
    expect(await it.claims().waitingFor(BOBBY)).toMatchObject([{ isFrozen: true }])
    expect(it.hub.broadcasts).toEqual([])
    await it.release(...typed)
    expect(await it.redeem()).toBe('ok')
  })

  test('nobody takes it back until it is released', async () => {
    const it = await withClaim()
    await it.freeze(...typed)
    expect(await it.cancel()).toBe('CLAIM_FROZEN')
    await it.release(...typed)
    expect(await it.cancel()).toBe('ok')
  })

  test('it neither expires nor goes back, and after the release has as long as it had', async () => {
    const it = await withClaim()
    it.claims().start()
    await it.look(13 * DAY_MS)
    await it.freeze(...typed)
    await it.look(30 * DAY_MS)
    await it.look()
    expect(it.hub.broadcasts).toEqual([])
    expect(await it.item()).toMatchObject({ status: 'funded', isFrozen: true })
    expect(await it.redeem()).toBe('CLAIM_FROZEN')
    await it.release(...typed)
    const left = ((await it.item())?.expiresAt?.getTime() ?? 0) - it.now().getTime()
    expect(left).toBe(LIFE_MS - 13 * DAY_MS)
    await it.look(DAY_MS - 1)
    expect(it.hub.broadcasts).toEqual([])
    await it.look(1)
    expect(await it.item()).toMatchObject({ status: 'returning', isFrozen: false })
    await it.claims().stop()
  })

  test('a freeze between the signature and the storing of it wins: nothing is stored or sent', async () => {
    const it = await withClaim()
    it.restart({
      relayer: {
        async sign(message, sequence) {
          const signed = await it.hub.relayer.sign(message, sequence)
          await it.freeze(...typed)
          return signed
        },
      },
    })
    expect(await it.redeem()).toBe('CLAIM_FROZEN')
    expect(it.hub.broadcasts).toEqual([])
    await it.release(...typed)
    expect(await it.cancel()).toBe('CLAIM_FROZEN')
    expect(await it.item()).toMatchObject({ status: 'funded' })
  })

  test('what was signed before goes on, also when it has to be signed anew', async () => {
    const it = await withClaim()
    expect(await it.redeem()).toBe('ok')
    await it.freeze(...typed)
    it.hub.dropMempool()
    it.hub.useSequence()
    it.claims().start()
    await it.look()
    await it.look(10_000)
    await it.look()
    it.hub.mine()
    await it.look()
    expect(it.hub.payments).toMatchObject([{ recipient: TO_BASE }])
    expect(await it.item()).toMatchObject({ status: 'paid' })
    await it.claims().stop()
  })
})

test.each(OTHERS)('while %s %s is frozen, other claims go on', async (...typed) => {
  const it = await withClaim()
  expect(await it.freeze(...typed)).toMatchObject({ isNew: true, waiting: 0 })
  expect(await it.redeem()).toBe('ok')
})

test('an account that is frozen by its handle stays frozen under another one', async () => {
  const it = await withClaim()
  await it.freeze('account', 'telegram:@bobby')
  const renamed = { ...BOBBY, handle: 'robert' }
  await it.meet(renamed)
  it.advance(2 * DAY_MS) // the claim cools off before
  const later = await it.createClaimer({ telegram: '@robert' })
  const claimId = await it.fund(later)
  const redeem = () => outcome(it.claims().redeem(claimId, { account: renamed }, TO_BASE))
  expect(await redeem()).toBe('CLAIM_FROZEN')
  await it.release('account', 'telegram:@bobby')
  expect(await redeem()).toBe('ok')
})

test('a sender who is frozen says of no claim whom it is for: what is bound stays bound', async () => {
  const it = createClaimsFixture()
  await it.meet(ALICE, BOBBY, { ...BOBBY, userId: '43' }) // so a tip to @bobby is held
  const claimer = await it.createClaimer()
  await it.fund(claimer)
  const store = createFreezeStore(it.db)
  const sender = readTarget('account', 'telegram:@alice')
  const confirm = () => outcome(it.claims().confirmRecipient(claimer._id, ALICE, '43'))
  await store.freeze(sender, { hashOf: String }, it.now())
  expect(await confirm()).toBe('CLAIM_FROZEN')
  await store.release(sender, String, it.now())
  expect(await confirm()).toBe('ok')
})

test('what is frozen keeps nobody else waiting: of many that expired, the one that is not frozen goes back at the first look', async () => {
  const it = await withClaim()
  for (let each = 0; each < 20; each += 1) await it.fund(it.claimer)
  it.advance(1)
  const carols = await it.createClaimer({ telegram: '@carol' })
  const claimId = await it.fund(carols)
  await it.freeze('account', 'telegram:@bobby')
  it.claims().start()
  await it.look(15 * DAY_MS)
  it.hub.mine()
  expect(it.hub.payments).toMatchObject([{ claimId }])
  await it.claims().stop()
})

test('a mailbox is frozen by its address', async () => {
  const it = createClaimsFixture()
  const claimer = await it.createClaimer({ email: 'bobby@example.com' })
  const claimId = await it.fund(claimer)
  const store = createFreezeStore(it.db)
  await store.freeze(readTarget('account', 'mail:Bobby@Example.com'), { hashOf: String }, it.now())
  expect((await it.store.claim(claimId))?.claim.isFrozen).toBe(true)
})

test('freezing twice is freezing once, and what is not frozen cannot be released', async () => {
  const it = await withClaim()
  const first = await it.freeze('claim', '101')
  it.advance(1000)
  expect(await it.freeze('claim', '101')).toEqual({ ...first, isNew: false })
  expect(await it.store.list()).toHaveLength(1)
  expect(await it.store.counts()).toEqual([
    { kind: 'claim', count: 1 },
    { kind: 'account', count: 0 },
    { kind: 'platform', count: 0 },
    { kind: 'all', count: 0 },
  ])
  expect(await it.release('claim', '101')).toMatchObject({ subject: '101' })
  expect(await it.release('claim', '101')).toBeUndefined()
})

test.each<{ typed: Typed; target: FreezeTarget; subject: string }>([
  { typed: ['all', undefined], target: { kind: 'all' }, subject: '' },
  { typed: ['claim', '12'], target: { kind: 'claim', claimId: '12' }, subject: '12' },
  {
    typed: ['platform', 'X'],
    target: { kind: 'platform', platform: 'twitter' },
    subject: 'twitter',
  },
  {
    typed: ['account', 'telegram:@Bobby'],
    target: { kind: 'account', platform: 'telegram', by: { handle: 'bobby' } },
    subject: 'telegram:@bobby',
  },
  {
    typed: ['account', 'telegram:playground:bobby'],
    target: { kind: 'account', platform: 'telegram', by: { userId: 'playground:bobby' } },
    subject: 'telegram:playground:bobby',
  },
  {
    typed: ['account', 'email:Hello@Example.com'],
    target: { kind: 'account', platform: 'email', by: { handle: 'hello@example.com' } },
    subject: 'email:hello@example.com',
  },
])('$typed is read as $subject', ({ typed, target, subject }) => {
  expect(readTarget(...typed)).toEqual(target)
  expect(subjectOf(target)).toBe(subject)
})

test.each<{ typed: Typed; says: string }>([
  { typed: ['all', 'telegram'], says: 'takes no "telegram"' },
  { typed: ['claim', undefined], says: 'Say which claim' },
  { typed: ['claim', '@bobby'], says: 'is not the number of a claim' },
  { typed: ['platform', 'icq'], says: 'There is no platform "icq"' },
  { typed: ['account', '@bobby'], says: 'Write the platform with' },
  { typed: ['account', 'icq:@bobby'], says: 'There is no platform "icq"' },
  { typed: ['account', 'telegram:bob by'], says: 'is not the id of an account' },
  { typed: ['account', 'telegram:@b'], says: 'There can be no Telegram account' },
])('$typed is refused: $says', ({ typed, says }) => {
  expect(() => readTarget(...typed)).toThrow(says)
})
