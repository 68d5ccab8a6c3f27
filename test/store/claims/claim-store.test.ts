import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { IS_TWICE, openTestDatabase } from '../any-database.ts'
import type { ClaimerRecord, ClaimRecord } from '../../../src/claims/claim-store-port.ts'
import type { ClaimStatus, PayOutPurpose } from '../../../src/claims/claim-moves.ts'
import type { Account, HandleDoubt } from '../../../src/core/terms/identity.ts'
import { isAsAnnounced } from '../../../src/core/claims/claim-limits.ts'
import { isAsAnnounced as isAsAnnouncedIn } from '../../../src/store/claims/frozen-claims.ts'
import { createClaimStore } from '../../../src/store/claims/claim-store.ts'
import { outbox } from '../../../src/store/chats/chat-tables.ts'
import {
  claimGroups,
  claimers,
  claims,
  claimSessions,
  redemptions,
} from '../../../src/store/claims/claim-tables.ts'
import { asker, claim, claimer, HASH, LIMIT, NOW, redemption } from '../claim-rows.ts'

async function withClaim(status: ClaimStatus = 'funded', change: Partial<ClaimerRecord> = {}) {
  const { db } = openTestDatabase()
  const store = createClaimStore(db)
  const record = claimer(change)
  await store.addClaimers([record], undefined, LIMIT, () => true)
  await store.addClaims([{ claim: claim(), claimer: record }], NOW)
  if (status !== 'funded') await store.addRedemption(redemption(), asker(), NOW, NOW)
  if (status === 'paid') await store.settleRedemption(1, { ok: true, error: '' }, NOW)
  await db.delete(outbox).run()
  const statusNow = async () => (await db.select().from(claims).get())?.status
  const told = async () => (await db.select().from(outbox).all()).map(({ topic }) => topic)
  return { db, store, record, statusNow, told }
}

test('records come back as they went in', async () => {
  const { store, record } = await withClaim('redeeming')
  expect(await store.claimer(record.id)).toEqual(record)
  const bare = claimer({
    id: 'b',
    heldKey: undefined,
    senderAccount: undefined,
    senderName: undefined,
    note: undefined,
  })
  await store.addClaimers([bare], undefined, LIMIT, () => true)
  expect(await store.claimer('b')).toEqual(bare)
  expect(await store.claim('1')).toEqual({ claim: claim({ status: 'redeeming' }), claimer: record })
  const { documentHash: _signedFor, approved: _approved, ...signed } = redemption() // it stands in the audit log
  expect(await store.signedRedemptions()).toEqual([
    { ...signed, id: 1, claimerId: record.id, status: 'signed', error: undefined },
  ])
})

test.each([
  { what: 'as much', amount: 1_000n },
  { what: 'more, and more digits', amount: 10_000n },
  { what: 'more by the last digit', amount: 1_001n },
  { what: 'less by the last digit', amount: 999n },
  { what: 'less, though its first digit is higher', amount: 9n },
  { what: 'as much of another token', amount: 1_000n, token: 'eth' },
])(
  'a statement and what is not stored yet go by one rule of what was announced: $what',
  async ({ amount, token = 'usdc' }) => {
    const { db, store } = await withClaim()
    const [announced, sum] = [
      { token: 'usdc', amount: 1_000n },
      { token, amount },
    ]
    const record = claimer({ id: 'b', ...announced })
    await store.addClaimers([record], undefined, LIMIT, () => true)
    const beside = claim({ claimId: '2', claimerId: 'b', ...sum })
    await store.addClaims([{ claim: beside, claimer: record }], NOW)
    const found = await db
      .select({ id: claims.claimId })
      .from(claims)
      .innerJoin(claimers, eq(claimers.id, claims.claimerId))
      .where(and(eq(claims.claimId, '2'), isAsAnnouncedIn(claims, claimers)))
      .all()
    expect(found.length === 1).toBe(isAsAnnounced(sum, announced))
  },
)

test('whoever proves themselves over and over has the newest of their sessions open, and no others closed', async () => {
  const { db, store, record } = await withClaim('funded', { boundUserId: '42' })
  await store.addClaimers(
    [claimer({ id: 'other', boundUserId: '42' })],
    undefined,
    LIMIT,
    () => true,
  )
  const prove = (id: string, tokenHash: string, minute: number) => {
    const expiresAt = new Date(NOW.getTime() + minute * 60_000)
    return store.proveClaimer(id, '42', { tokenHash, expiresAt, proof: 'signed_data' }, 3)
  }
  await prove('other', 'of another claim', 1)
  for (const [place, minute] of [1, 1, 1, 2, 2, 3].entries())
    expect(await prove(record.id, `session ${place}`, minute)).toBe(true)
  const open = await db.select({ tokenHash: claimSessions.tokenHash }).from(claimSessions).all()
  expect(open.map(({ tokenHash }) => tokenHash).toSorted()).toEqual([
    'of another claim',
    'session 3',
    'session 4',
    'session 5',
  ])
  expect(await store.openSession('session 5', NOW)).toMatchObject({ proof: 'signed_data' })
})

const BOBBY: Account = { platform: 'telegram', userId: '42', handle: 'bobby' }
const MAILBOX: Account = { platform: 'email', userId: 'b@x.org', handle: 'b@x.org' }
test.each<{
  name: string
  status?: ClaimStatus
  purpose?: PayOutPurpose
  to?: Account
  asks?: Account
  shown: boolean
}>([
  { name: 'what was paid', shown: true },
  { name: 'what was paid to a mailbox', to: MAILBOX, asks: MAILBOX, shown: true },
  { name: 'what is under way', status: 'redeeming', shown: false },
  { name: 'what was taken back', purpose: 'cancel', shown: false },
  { name: "somebody else's", asks: { ...BOBBY, userId: '77' }, shown: false },
  { name: 'the same id elsewhere', asks: { ...BOBBY, platform: 'discord' }, shown: false },
  { name: "another mailbox's", to: MAILBOX, asks: { ...MAILBOX, userId: 'c@x.org' }, shown: false },
])(
  'among what a recipient was paid, $name is shown: $shown',
  async ({ status = 'paid', purpose = 'redeem', to = BOBBY, asks = to, shown }) => {
    const { platform, userId, handle = '' } = to
    const boundUserId = platform === 'email' ? undefined : userId
    const change = { recipient: { platform, handle }, boundUserId }
    const { store, record } = await withClaim('funded', change)
    await store.addRedemption(redemption({ purpose }), asker(boundUserId), NOW, NOW)
    if (status === 'paid') await store.settleRedemption(1, { ok: true, error: '' }, NOW)
    const ids = { claim: { claimId: '1' }, claimer: { id: record.id } }
    expect(await store.paidTo(asks, 10)).toMatchObject(
      shown ? [{ redemption: { id: 1, recipient: { address: '0xb' } }, ...ids, at: NOW }] : [],
    )
  },
)

const topic = `claim:${'a'.repeat(24)}`
const redeem = {
  move: 'a redemption',
  run: (store: Store) =>
    store.addRedemption(redemption({ sequence: 8, txHash: 'BB' }), asker(), NOW, NOW),
}
const pay = {
  move: 'an included redemption',
  run: (store: Store) => store.settleRedemption(1, { ok: true, error: '' }, NOW),
}
const fail = {
  move: 'a failed redemption',
  run: (store: Store) => store.settleRedemption(1, { ok: false, error: 'x' }, NOW),
}
const execute = {
  move: 'an executed claim',
  run: (store: Store) => store.markPaid('1', 'ELSEWHERE', NOW),
}
const replace = {
  move: 'a replaced redemption',
  run: (store: Store) => store.replaceRedemption(1, redemption({ sequence: 8, txHash: 'BB' }), NOW),
}
type Store = ReturnType<typeof createClaimStore>
type Move = {
  from: ClaimStatus
  to: ClaimStatus
  told: boolean
  move: string
  run: (store: Store) => Promise<unknown>
}

test.each<Move>([
  { from: 'funded', ...redeem, to: 'redeeming', told: true },
  { from: 'redeeming', ...redeem, to: 'redeeming', told: false },
  { from: 'paid', ...redeem, to: 'paid', told: false },
  { from: 'funded', ...execute, to: 'paid', told: true },
  { from: 'redeeming', ...execute, to: 'paid', told: true },
  { from: 'paid', ...execute, to: 'paid', told: false },
  { from: 'funded', ...pay, to: 'funded', told: false },
  { from: 'redeeming', ...pay, to: 'paid', told: true },
  { from: 'paid', ...pay, to: 'paid', told: false },
  { from: 'funded', ...fail, to: 'funded', told: false },
  { from: 'redeeming', ...fail, to: 'funded', told: true },
  { from: 'paid', ...fail, to: 'paid', told: false },
  { from: 'funded', ...replace, to: 'funded', told: false },
  { from: 'redeeming', ...replace, to: 'redeeming', told: true },
  { from: 'paid', ...replace, to: 'paid', told: false },
])('$from, after $move, is $to; told: $told', async ({ from, to, told: isTold, run }) => {
  const { store, statusNow, told } = await withClaim(from)
  await run(store)
  expect(await statusNow()).toBe(to)
  expect(await told()).toEqual(isTold ? [topic] : [])
})

test('a claim never has two live redemptions', async () => {
  const { store, db } = await withClaim('redeeming')
  await store.replaceRedemption(1, redemption({ sequence: 8, txHash: 'BB' }), NOW)
  expect(await store.replaceRedemption(1, redemption({ sequence: 9, txHash: 'CC' }), NOW)).toBe(
    false,
  )
  expect((await db.select().from(redemptions).all()).map(({ status }) => status)).toEqual([
    'void',
    'signed',
  ])
})

test('a redemption is not replaced once its claim was paid without it', async () => {
  const { store } = await withClaim('redeeming')
  await store.markPaid('1', 'ELSEWHERE', NOW)
  const anew = redemption({ sequence: 8, txHash: 'BB' })
  expect(await store.replaceRedemption(1, anew, NOW)).toBe(false)
  expect(await store.signedRedemptions()).toMatchObject([{ sequence: 7 }])
})

test.each<{ name: string; before(store: Store): Promise<unknown>; ends: string[] }>([
  { name: 'is signed', before: async () => undefined, ends: ['included'] },
  {
    name: 'was given up',
    before: (store) => store.settleRedemption(1, { ok: false, error: 'not found' }, NOW),
    ends: ['included'],
  },
  { name: 'was signed anew', before: replace.run, ends: ['included', 'failed'] },
  {
    name: 'was given up by a version that knew of the claim alone',
    async before(store) {
      await execute.run(store)
      await store.settleRedemption(1, { ok: false, error: 'not found' }, NOW)
    },
    ends: ['included'],
  },
])(
  'a redemption that $name is included once its block says that it paid',
  async ({ before, ends }) => {
    const { db, store, statusNow, record } = await withClaim('redeeming')
    await before(store)
    expect(await store.markPaid('1', 'AA', NOW)).toMatchObject({ isOurs: true })
    expect(await store.markPaid('1', 'AA', NOW)).toBeUndefined()
    expect(await store.markPaid('1', 'BB', NOW)).toBeUndefined()
    expect(await statusNow()).toBe('paid')
    const rows = await db.select().from(redemptions).orderBy(redemptions.id).all()
    expect(rows.map(({ status }) => status)).toEqual(ends)
    expect(rows[0]?.error).toBeNull()
    expect((await store.redemptionsOf(record.id)).at(-1)).toMatchObject({ status: 'included' })
  },
)

test('a sequence that is held is never given twice, and the attempt leaves nothing', async () => {
  const { store, statusNow, told, record } = await withClaim('redeeming')
  await store.addClaims([{ claim: claim({ claimId: '2' }), claimer: record }], NOW)
  const before = await told()
  const taken = redemption({ claimId: '2', txHash: 'BB' })
  await expect(store.addRedemption(taken, asker(), NOW, NOW)).rejects.toThrow(IS_TWICE)
  expect((await store.claim('2'))?.claim.status).toBe('funded')
  expect((await store.claimer(record.id))?.boundUserId).toBeUndefined()
  expect(await told()).toEqual(before)
  expect(await statusNow()).toBe('redeeming')
  expect(await store.addRedemption({ ...taken, relayer: 'euclid1other' }, asker(), NOW, NOW)).toBe(
    true,
  )
})

test('the next sequence follows the highest that is held by the same account', async () => {
  const { store } = await withClaim('funded')
  expect(await store.nextSequence('euclid1r')).toBe(0)
  await store.addRedemption(redemption(), asker(), NOW, NOW)
  expect(await store.nextSequence('euclid1r')).toBe(8)
  expect(await store.nextSequence('euclid1other')).toBe(0)
  await store.settleRedemption(1, { ok: false, error: 'x' }, NOW)
  expect(await store.nextSequence('euclid1r')).toBe(8)
})

type PayOutCase = {
  bound?: string
  by?: string
  purpose?: PayOutPurpose
  doubt?: HandleDoubt
  coolsForMs?: number
  expiresAt?: Date
  stored: boolean
}

test.each<PayOutCase>([
  { by: '42', stored: false },
  { bound: '42', by: '42', stored: true },
  { bound: '99', by: '42', stored: false },
  { bound: '99', stored: false },
  { bound: '99', purpose: 'cancel', stored: true },
  { stored: true }, // a mailbox
  { doubt: 'changed', stored: false },
  {
    doubt: 'stale',
    purpose: 'cancel',
    stored: true,
  },
  { bound: '42', by: '42', coolsForMs: 1, stored: false },
  { bound: '42', by: '42', coolsForMs: 0, stored: true },
  {
    bound: '42',
    coolsForMs: 1,
    purpose: 'expire',
    expiresAt: NOW,
    stored: true,
  },
])(
  'a pay-out by $by of a claimer bound to $bound ($purpose, $doubt, cooling for $coolsForMs ms): $stored',
  async ({ bound, by, purpose = 'redeem', doubt, coolsForMs, expiresAt, stored }: PayOutCase) => {
    const { db, store, record } = await withClaim('funded', { boundUserId: bound })
    const coolingEndsAt = coolsForMs === undefined ? null : new Date(NOW.getTime() + coolsForMs)
    await db.update(claimers).set({ doubt, coolingEndsAt }).run()
    if (expiresAt) await db.update(claims).set({ expiresAt }).run()
    expect(await store.addRedemption(redemption({ purpose }), asker(by), NOW, NOW)).toBe(stored)
    expect((await store.claimer(record.id))?.boundUserId).toBe(bound)
  },
)

test('a closed group is looked at until nothing of it waits, and again when another claim of it comes', async () => {
  const { db } = openTestDatabase()
  const store = createClaimStore(db)
  const group = {
    id: 'g',
    senderAccount: 'telegram:7',
    isOpen: false,
    chat: undefined,
    closedAt: undefined,
    createdAt: NOW,
  }
  const share = claimer({ groupId: group.id })
  await store.addClaimers([share], group, LIMIT, () => true)
  const fund = (claimId: string) =>
    store.addClaims([{ claim: claim({ claimId, expiresAt: NOW }), claimer: share }], NOW)
  const leftOver = async () => (await store.leftOver(9)).map((each) => each.claim.claimId)
  const overNow = async () => (await db.select().from(claimGroups).get())?.isOver
  await fund('1')
  expect([await leftOver(), await overNow()]).toEqual([[], false])
  await store.closeGroup(group.id, 'telegram:7', HASH, NOW)
  expect([await leftOver(), await overNow()]).toEqual([['1'], false])
  await store.markPaid('1', 'ELSEWHERE', NOW)
  expect([await leftOver(), await overNow()]).toEqual([[], true])
  await fund('2') // its payload was signed twice
  expect([await leftOver(), await overNow()]).toEqual([['2'], false])
  await store.markPaid('2', 'ELSEWHERE', NOW)
  const paidByAnother = claim({ claimId: '3', expiresAt: undefined })
  await store.addClaims([{ claim: paidByAnother, claimer: share }], NOW)
  expect([await leftOver(), await overNow()]).toEqual([[], true])
})

test('what is due is read on behind the last one, whatever is due at one moment, and each once', async () => {
  const store = createClaimStore(openTestDatabase().db)
  const group = {
    id: 'g',
    senderAccount: 'telegram:7',
    isOpen: false,
    chat: undefined,
    closedAt: undefined,
    createdAt: NOW,
  }
  const share = claimer({ groupId: group.id })
  await store.addClaimers([share], group, LIMIT, () => true)
  const late = new Date(NOW.getTime() + 1)
  const of = (claimId: string, at: Date) => claim({ claimId, expiresAt: at, fundedAt: at })
  const due = [of('12', late), of('11', NOW), of('9', NOW), of('10', late)]
  await store.addClaims(
    due.map((each) => ({ claim: each, claimer: share })),
    NOW,
  )
  await store.closeGroup(group.id, 'telegram:7', HASH, NOW)
  const reads = [
    (after: ClaimRecord | undefined) => store.expired(late, 1, after),
    (after: ClaimRecord | undefined) => store.leftOver(1, after),
  ]
  for (const read of reads) {
    const ids: string[] = []
    let [last] = await read(undefined)
    while (last) {
      ids.push(last.claim.claimId)
      ;[last] = await read(last.claim)
    }
    expect(ids).toEqual(['11', '9', '10', '12'])
  }
})

test('claims are found by their numbers as numbers', async () => {
  const { store, record } = await withClaim()
  const more = ['9', '10', '101'].map((claimId) => ({ claim: claim({ claimId }), claimer: record }))
  await store.addClaims(more, NOW)
  expect(await store.bookedClaims(-1n, 2)).toEqual([1n, 9n])
  expect(await store.bookedClaims(9n, 9)).toEqual([10n, 101n])
  expect(await store.newestClaim()).toBe(101n)
  expect(await store.waitingClaims(9n, 1)).toEqual(['10'])
})
