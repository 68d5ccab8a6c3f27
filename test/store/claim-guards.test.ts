import { expect, test } from 'vitest'

import { IS_TWICE, openTestDatabase, refuseInserts } from './any-database.ts'
import type { NewRedemption } from '../../src/claims/claim-store-port.ts'
import type { Account } from '../../src/core/terms/identity.ts'
import { createClaimStore } from '../../src/store/claims/claim-store.ts'
import {
  claimers,
  claimGroups,
  claims,
  redemptions,
  verificationCodes,
} from '../../src/store/claims/claim-tables.ts'
import { asker, claim, claimer, HASH, LIMIT, NOW, redemption } from './claim-rows.ts'

const BOBBY = { platform: 'telegram' as const, userId: '42', handle: 'bobby' }
const CHAT = 'telegram:-55'
const group = {
  id: 'g'.repeat(24),
  senderAccount: 'telegram:7',
  isOpen: true,
  chat: CHAT,
  closedAt: undefined,
  createdAt: NOW,
}
const open = claimer({
  id: 'c'.repeat(24),
  groupId: group.id,
  recipient: { platform: 'telegram', handle: '' },
})
const DEADLINE = new Date(NOW.getTime() + 1000)

/** Claim 1 of a claimer, signed for unless told; claim 2 waits with a deadline; claim 3 is a free share. */
async function withClaims({ isSigned = true, isOpen = true } = {}) {
  const { db } = openTestDatabase()
  const store = createClaimStore(db)
  await store.addClaimers([claimer()], undefined, LIMIT, () => true)
  await store.addClaimers([open], { ...group, isOpen }, LIMIT, () => true)
  await store.addClaims([{ claim: claim(), claimer: claimer() }], NOW)
  await store.addClaims(
    [{ claim: claim({ claimId: '2', expiresAt: DEADLINE }), claimer: claimer() }],
    NOW,
  )
  await store.addClaims(
    [{ claim: claim({ claimId: '3', claimerId: open.id }), claimer: open }],
    NOW,
  )
  if (isSigned) await store.addRedemption(redemption(), asker(), NOW, NOW)
  const rows = () =>
    Promise.all(
      [claimers, claimGroups, claims, redemptions, verificationCodes].map((table) =>
        db.select().from(table).all(),
      ),
    )
  return { db, store, rows }
}
type Store = Awaited<ReturnType<typeof withClaims>>['store']

const second = (change: Partial<NewRedemption> = {}) =>
  redemption({ claimId: '2', sequence: 8, txHash: 'BB', ...change })

test.each<{ name: string; move(store: Store): Promise<unknown> }>([
  {
    name: 'a claim that came',
    move: (store) => store.addClaims([{ claim: claim({ claimId: '4' }), claimer: claimer() }], NOW),
  },
  {
    name: 'a pay-out that was signed',
    move: (store) => store.addRedemption(second(), asker(), NOW, NOW),
  },
  {
    name: 'a pay-out that was signed anew',
    move: (store) => store.replaceRedemption(1, second({ claimId: '1' }), NOW),
  },
  {
    name: 'a pay-out that is final',
    move: (store) => store.settleRedemption(1, { ok: true, error: '' }, NOW),
  },
  {
    name: 'a pay-out that failed',
    move: (store) => store.settleRedemption(1, { ok: false, error: 'out of gas' }, NOW),
  },
  { name: 'a claim that was paid', move: (store) => store.markPaid('2', 'ELSEWHERE', NOW) },
  {
    name: 'a new link',
    move: (store) => store.renewLink(claimer(), { notSince: NOW, most: 20 }, NOW),
  },
  {
    name: 'a share that was taken',
    move: (store) => store.takeShare(group.id, BOBBY, '@bobby', CHAT, NOW, NOW),
  },
  {
    name: 'a group that was closed',
    move: (store) => store.closeGroup(group.id, 'telegram:7', HASH, NOW),
  },
])(
  '$name is told in the same transaction: where that fails, nothing happened',
  async ({ move }) => {
    const { db, store, rows } = await withClaims()
    const before = await rows()
    const accept = await refuseInserts(db, 'outbox', 'disk full')
    await expect(move(store)).rejects.toThrow('disk full')
    expect(await rows()).toEqual(before)
    await accept()
    await move(store)
    expect(await rows()).not.toEqual(before)
  },
)

test.each([
  { purpose: 'redeem' as const, atMs: -1, stored: true },
  { purpose: 'redeem' as const, atMs: 0, stored: false },
  { purpose: 'expire' as const, atMs: -1, stored: false },
  { purpose: 'expire' as const, atMs: 0, stored: true },
  { purpose: 'cancel' as const, atMs: -1, stored: true },
  { purpose: 'cancel' as const, atMs: 0, stored: true },
])('$purpose, $atMs ms after the deadline, is stored: $stored', async (asked) => {
  const { purpose, atMs, stored } = asked
  const { store } = await withClaims()
  const at = new Date(DEADLINE.getTime() + atMs)
  expect(await store.addRedemption(second({ purpose }), asker(), at, at)).toBe(stored)
  expect((await store.claim('2'))?.claim.status).toBe(stored ? 'redeeming' : 'funded')
})

const ALICE = { platform: 'telegram' as const, userId: '7', handle: 'alice' }
test.each<{
  name: string
  who?: Account
  chat?: string
  isOpen?: boolean
  first?(store: Store): Promise<unknown>
}>([
  { name: 'free' },
  { name: 'its sender’s own', who: ALICE },
  { name: 'for accounts of another platform', who: { ...BOBBY, platform: 'discord' } },
  { name: 'for people of another chat', chat: 'telegram:-56' },
  { name: 'for people who were named', isOpen: false },
  {
    name: 'of a group that was closed',
    first: (store) => store.closeGroup(group.id, 'telegram:7', HASH, NOW),
  },
  { name: 'paid', first: (store) => store.markPaid('3', 'ELSEWHERE', NOW) },
  {
    name: 'another’s',
    first: (store) =>
      store.takeShare(group.id, { ...BOBBY, userId: '43' }, '@carol', CHAT, NOW, NOW),
  },
])('a share that is $name is taken when it is free, and else not', async (share) => {
  const { name, who = BOBBY, chat = CHAT, isOpen = true, first } = share
  const { store } = await withClaims({ isOpen })
  await first?.(store)
  const taken = await store.takeShare(group.id, who, '@bobby', chat, NOW, NOW)
  expect(taken?.id).toBe(name === 'free' ? open.id : undefined)
})

test.each<{ name: string; first(store: Store): Promise<unknown>; stored: boolean }>([
  { name: 'anybody may take', first: async () => undefined, stored: false },
  {
    name: 'somebody took',
    first: async (store) => {
      await store.takeShare(group.id, BOBBY, '@bobby', CHAT, NOW, NOW)
      await store.closeGroup(group.id, 'telegram:7', HASH, NOW)
    },
    stored: false,
  },
  {
    name: 'nobody took in time',
    first: (store) => store.closeGroup(group.id, 'telegram:7', HASH, NOW),
    stored: true,
  },
])('whoever asks, taking back a share that $name is stored: $stored', async (share) => {
  const { store } = await withClaims()
  await share.first(store)
  const cancel = second({ claimId: '3', purpose: 'cancel' })
  expect(await store.addRedemption(cancel, asker(), NOW, NOW)).toBe(share.stored)
})

test.each([
  { name: 'a second live pay-out of a claim', claimId: '1', sequence: 9, txHash: 'CC' },
  { name: 'a sequence of the same account', claimId: '2', sequence: 7, txHash: 'CC' },
  { name: 'the same transaction', claimId: '2', sequence: 9, txHash: 'AA' },
])('whatever the code says, the database refuses $name', async ({ name: _name, ...same }) => {
  const { db } = await withClaims()
  const [row] = await db.select().from(redemptions).all()
  if (!row) throw new Error('nothing is signed')
  const { id: _id, ...first } = row
  const add = () =>
    db
      .insert(redemptions)
      .values({ ...first, ...same })
      .run()
  await expect(add).rejects.toThrow(IS_TWICE)
  await db.update(redemptions).set({ status: 'void', txHash: 'DD' }).run()
  expect(await add()).toMatchObject({ changes: 1 })
})

test('a key that was sealed anew by somebody else meanwhile is not replaced', async () => {
  const { store } = await withClaims({ isSigned: false })
  const [old, mine, theirs] = ['sealed', 'mine', 'theirs'].map((text) => Buffer.from(text))
  if (!old || !mine || !theirs) throw new Error('three keys')
  const { id } = claimer()
  expect(await store.replaceSealedKey(id, old, theirs)).toBe(true)
  expect(await store.replaceSealedKey(id, old, mine)).toBe(false)
  expect((await store.claimer(id))?.heldKey).toEqual(theirs)
})
