import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { openTestDatabase } from '../any-database.ts'
import type { Outcome } from '../../../src/core/tracking/progress.ts'
import { createClaimStore } from '../../../src/store/claims/claim-store.ts'
import { claimers, claimSessions, redemptions } from '../../../src/store/claims/claim-tables.ts'
import {
  cardTopics,
  liveCards,
  outbox,
  playgroundMessages,
} from '../../../src/store/chats/chat-tables.ts'
import { signPreparations, signRequests } from '../../../src/store/signing/signing-tables.ts'
import { createVault } from '../../../src/claims/vault.ts'
import { createSignRequestStore } from '../../../src/store/signing/sign-request-store.ts'
import { createWebhookStore } from '../../../src/store/tracking/webhook-store.ts'
import { createTrackingStore } from '../../../src/store/tracking/tracking-store.ts'
import {
  hopTimes,
  observations,
  payoutIds,
  watches,
  watchTopics,
  webhooks,
} from '../../../src/store/tracking/tracking-tables.ts'
import { createForgetting } from '../../../src/store/upkeep/forgetting.ts'
import { sampleSignView } from '../../web/sample-sign-view.ts'
import { asker, claim, claimer, LIMIT, NOW, redemption } from '../claim-rows.ts'

const BEFORE = new Date('2026-03-01T00:00:00Z')
const ago = (ms: number) => new Date(BEFORE.getTime() - ms)
const OLD = ago(1)
const MONTH_MORE_MS = 29 * 24 * 60 * 60_000
const TX_ID = 'base:0xabc:8453:7:1'
const OTHER = 'base:0xdef:8453:7:2'
const PAYOUT = 'base:0xabc:neuron-1:9:0:0'
const BUILD = sampleBuild()

function sampleBuild() {
  const { build } = sampleSignView()
  if (!build) throw new Error('the sample has no build')
  return build
}

const signed = (id: string, txHash: string | null) => ({
  id,
  ownerAccount: 'telegram:1',
  ownerName: '@alice',
  operation: 'deposit' as const,
  chainUid: 'base',
  request: {} as (typeof signRequests.$inferInsert)['request'], // is not read here
  txHash,
  createdAt: OLD,
  expiresAt: OLD,
})

function setUp() {
  const { db } = openTestDatabase()
  const store = createTrackingStore(db)
  const portions = createForgetting(db)
  let heights = 0
  return {
    db,
    store,
    /** All portions of a table, as a round runs them; returns how many there were. */
    async forget(table: keyof typeof portions) {
      let after: number | undefined = 0
      let count = 0
      for (; after !== undefined; count += 1) after = await portions[table]?.(BEFORE, after)
      return count
    },
    observe: (
      tx_hash: string,
      more: { txId?: string; at?: Date; parent?: string; chain_uid?: string } = {},
    ) => {
      const { txId = TX_ID, at = OLD, parent, chain_uid = 'base' } = more
      const height = (heights += 1)
      const place = {
        chain_uid,
        tx_hash,
        msg_index: 0,
        height,
        timeMs: at.getTime(),
        sender: '0x1',
      }
      return store.addObservations([
        {
          ...place,
          ok: true,
          events: [
            {
              kind: 'send_packet',
              tx_id: txId,
              from_chain_uid: 'vsl',
              to_chain_uid: 'base',
              sequence: '1',
              msg: '',
              ...(parent !== undefined && { parent_tx_id: parent }),
            },
          ],
        },
      ])
    },
    watch: async (
      txHash: string,
      outcome: Outcome,
      more: { txId?: string; openedAt?: Date; endedAt?: Date } = {},
    ) => {
      const { openedAt = OLD, endedAt, txId = null } = more
      const place = { chain_uid: 'base', tx_hash: txHash, state: 'done', detail: '' } as const
      const submit = { kind: 'submit', ...place, timeMs: openedAt.getTime() } as const
      const release = { kind: 'release', ...place, timeMs: endedAt?.getTime() } as const
      const progress = { outcome, txId: '', hops: [submit, release] }
      await db
        .insert(watches)
        .values({ chainUid: 'base', txHash, txId, progress, outcome, openedAt })
        .run()
    },
    follow: (txHash: string) =>
      db.insert(watchTopics).values({ chainUid: 'base', txHash, topic: 't' }).run(),
    addRow: async (id: string, more: Partial<typeof outbox.$inferInsert>) => {
      const row = { id, kind: 'refresh' as const, topic: 't', createdAt: NOW, notBefore: NOW }
      await db
        .insert(outbox)
        .values({ ...row, ...more })
        .run()
    },
    addCard: async (view: string, key: string) => {
      const row = { surface: 's', chat: 'c', messageId: key, view, key, shown: '{}', dueAt: null }
      const { id } = await db.insert(liveCards).values(row).returning({ id: liveCards.id }).get()
      await db.insert(cardTopics).values({ cardId: id, topic: 't' }).run()
      return id
    },
    seen: async () => (await db.select().from(observations).all()).map(({ txHash }) => txHash),
  }
}

test.each([
  { name: 'of a transaction that nobody followed', watched: [], stays: false },
  { name: 'of one that ended', watched: [['0xaa', 'completed', TX_ID]], stays: false },
  { name: 'of one that came back', watched: [['0xaa', 'refunded', TX_ID]], stays: false },
  { name: 'of one that is under way', watched: [['0xaa', 'pending']], stays: true },
  { name: 'of one that is late', watched: [['0xaa', 'needs_attention']], stays: true },
  { name: 'that carries on what is under way', watched: [['0xbb', 'pending', TX_ID]], stays: true },
  {
    name: 'of one of several operations under way',
    watched: [['0xbb', 'timed_out', 'base:0xabc:8453:7:']],
    stays: true,
  },
  { name: 'of another chain by the same hash', watched: [['0xcc', 'pending']], stays: false },
] as const)('what was seen a day ago $name: $stays', async ({ watched, stays }) => {
  const { forget, observe, seen, watch } = setUp()
  await observe('0xaa')
  for (const [hash, outcome, txId] of watched) await watch(hash, outcome, txId ? { txId } : {})
  await forget('observations')
  expect(await seen()).toEqual(stays ? ['0xaa'] : [])
})

test.each([
  { name: 'more than a day ago', endedAt: OLD, stays: false },
  { name: 'just a day ago', endedAt: BEFORE, stays: true },
])('what was followed for a month and ended $name stays: $stays', async ({ endedAt, stays }) => {
  const { db, follow, forget, observe, seen, watch } = setUp()
  const openedAt = ago(MONTH_MORE_MS)
  await observe('0xaa', { at: openedAt })
  await watch('0xaa', 'completed', { txId: TX_ID, openedAt, endedAt })
  await follow('0xaa')
  await db.insert(signRequests).values(signed('one', '0xaa')).run()
  const row = { signId: 'one', senderAddress: '0xabc', build: BUILD }
  await db.insert(signPreparations).values(row).run()
  for (const table of ['observations', 'watchTopics', 'signRequests']) await forget(table)
  const left = [await seen(), await db.$count(watchTopics), await db.$count(signPreparations)]
  expect(left).toEqual(stays ? [['0xaa'], 1, 1] : [[], 0, 0])
})

test('a payout stays as long as what ordered it is under way, and goes with the id that names it', async () => {
  const { db, forget, observe, seen, watch } = setUp()
  await observe('0xaa', { txId: PAYOUT, parent: TX_ID })
  await watch('0xbb', 'pending', { txId: TX_ID })
  await forget('observations')
  expect(await seen()).toEqual(['0xaa'])
  await db.update(watches).set({ outcome: 'completed' }).run()
  await forget('observations')
  expect(await seen()).toEqual([])
  expect(await db.select().from(payoutIds).all()).toEqual([])
})

test('what is said of a further sender’s operation stays as long as the transaction that began it is under way', async () => {
  const { db, forget, observe, seen, watch } = setUp()
  await observe('0xbb', { txId: OTHER })
  await observe('0xaa', { txId: OTHER })
  await observe('0xcc', { txId: PAYOUT, parent: OTHER })
  await observe('0xdd', { txId: TX_ID })
  await watch('0xbb', 'pending', { txId: 'base:0xfff:8453:7:' })
  await forget('observations')
  expect(await seen()).toEqual(['0xbb', '0xaa', '0xcc'])
  await db.update(watches).set({ outcome: 'completed' }).run()
  await forget('observations')
  expect(await seen()).toEqual([])
})

test('what was seen less than a day ago stays', async () => {
  const { forget, observe, seen } = setUp()
  await observe('0xaa')
  await observe('0xbb', { at: BEFORE })
  await forget('observations')
  expect(await seen()).toEqual(['0xbb'])
})

test('however much there is, it goes in portions, and what stays holds up nothing behind it', async () => {
  const { forget, observe, seen, watch } = setUp()
  await watch('0x0', 'pending')
  for (let index = 0; index < 1_234; index += 1)
    await observe(`0x${index}`, { txId: `base:0x1:8453:7:${index}` })
  expect(await forget('observations')).toBe(3)
  expect(await seen()).toEqual(['0x0'])
  expect(await forget('observations')).toBe(1)
})

test('the calls of a request that was signed go once all of it ended; whom it was for stays', async () => {
  const { db, forget, watch } = setUp()
  const build = BUILD
  const request = async (id: string, txHash: string | null) => {
    await db
      .insert(signRequests)
      .values({ ...signed(id, txHash), build })
      .run()
    await db.insert(signPreparations).values({ signId: id, senderAddress: '0xabc', build }).run()
  }
  await request('ended', '0xAA')
  await watch('0xaa', 'completed')
  await request('pending', '0xBB')
  await watch('0xbb', 'pending')
  await request('young', '0xCC')
  await watch('0xcc', 'completed', { openedAt: BEFORE })
  await request('unwatched', '0xDD')
  await request('unsigned', null)
  await forget('signRequests')
  await forget('signRequests')
  const rows = await db.select().from(signRequests).all()
  const less = { ...build, msgs: [] }
  expect(rows.map((row) => [row.id, row.build])).toEqual(
    rows.map(({ id }) => [id, id === 'ended' ? less : expect.anything()]),
  )
  expect(rows.filter((row) => JSON.stringify(row.build) === JSON.stringify(less))).toHaveLength(1)
  expect((await db.select().from(signPreparations).all()).map(({ signId }) => signId)).toEqual([
    'pending',
    'young',
    'unwatched',
    'unsigned',
  ])
})

test('what was forgotten is passed over at a start, and no longer once another transaction takes its place', async () => {
  const { db, forget, watch } = setUp()
  const vault = createVault({ keyEncryptionKey: Buffer.alloc(32, 1) })
  const store = createSignRequestStore(db, vault)
  await db.insert(signRequests).values(signed('one', '0xaa')).run()
  await watch('0xaa', 'failed')
  await forget('signRequests')
  await db.delete(watches).run()
  expect(await store.signedButNotWatched()).toEqual([])
  await store.setTxHash('one', '0xbb', BEFORE, { replaced: '0xaa' })
  expect((await store.signedButNotWatched()).map(({ txHash }) => txHash)).toEqual(['0xbb'])
})

test('who was paid a day ago is looked past, until another claim comes for the same claimer', async () => {
  const { db, forget } = setUp()
  const store = createClaimStore(db)
  const bobby = { platform: 'telegram', userId: '9', handle: 'bobby' } as const
  const waiting = async () =>
    (await store.waitingFor(bobby, NOW)).map(({ claim: { claimId } }) => claimId)
  const isOver = async () => (await db.select().from(claimers).get())?.isOver
  await store.addClaimers([claimer()], undefined, LIMIT, () => true)
  const arrive = (claimId: string) =>
    store.addClaims([{ claim: claim({ claimId }), claimer: claimer() }], NOW)
  const pay = async (claimId: string) => {
    await store.addRedemption(
      redemption({ claimId, txHash: claimId, sequence: Number(claimId) }),
      asker(),
      NOW,
      NOW,
    )
    await store.settleRedemption(Number(claimId), { ok: true, error: '' }, NOW)
  }
  await arrive('1')
  await arrive('2')
  await pay('1')
  await forget('redemptions')
  expect([await isOver(), await waiting()]).toEqual([false, ['2']])
  await pay('2')
  await forget('redemptions')
  expect([await isOver(), await waiting()]).toEqual([true, []])
  await arrive('3')
  expect([await isOver(), await waiting()]).toEqual([false, ['3']])
})

test('the bytes of a payout go once it is in a final block for a day, and of no other', async () => {
  const { db, forget } = setUp()
  const store = createClaimStore(db)
  const bytesOf = async () => (await db.select().from(redemptions).get())?.txBytes.toString()
  await store.addClaimers([claimer()], undefined, LIMIT, () => true)
  await store.addClaims([{ claim: claim(), claimer: claimer() }], NOW)
  await store.addRedemption(redemption(), asker(), NOW, NOW)
  const becomes = (status: 'signed' | 'included', createdAt: Date) =>
    db.update(redemptions).set({ status, createdAt }).run()
  await becomes('signed', OLD)
  await forget('redemptions')
  expect(await bytesOf()).toBe('bytes')
  await becomes('included', BEFORE)
  await forget('redemptions')
  expect(await bytesOf()).toBe('bytes')
  await becomes('included', OLD)
  await forget('redemptions')
  expect(await bytesOf()).toBe('')
})

test('nobody is told of what ended a day ago any more', async () => {
  const { db, forget, watch } = setUp()
  const topics = [
    ['0xaa', 'completed', OLD],
    ['0xbb', 'pending', OLD],
    ['0xcc', 'completed', BEFORE],
  ] as const
  for (const [txHash, outcome, openedAt] of topics) {
    await watch(txHash, outcome, { openedAt })
    await db.insert(watchTopics).values({ chainUid: 'base', txHash, topic: 't' }).run()
  }
  await forget('watchTopics')
  expect((await db.select().from(watchTopics).all()).map(({ txHash }) => txHash)).toEqual([
    '0xbb',
    '0xcc',
  ])
})

test('of what hops took, the last two hundred of a kind on a chain stay', async () => {
  const { db, forget } = setUp()
  for (let ms = 0; ms < 950; ms += 1)
    await db.insert(hopTimes).values({ kind: 'release', chainUid: 'base', ms }).run()
  await db.insert(hopTimes).values({ kind: 'release', chainUid: 'polygon', ms: 1 }).run()
  await forget('hopTimes')
  const left = await db.select().from(hopTimes).where(eq(hopTimes.chainUid, 'base')).all()
  expect(left.map(({ ms }) => ms)).toEqual(Array.from({ length: 200 }, (_, index) => 750 + index))
  expect(await db.select().from(hopTimes).all()).toHaveLength(201)
})

test('a chat of the playground keeps its last two hundred messages, and those of a day', async () => {
  const { db, forget } = setUp()
  const add = (chat: string, seq: number, at: Date) =>
    db.insert(playgroundMessages).values({ chat, seq, sender: 'alice', text: '', at }).run()
  for (let seq = 1; seq <= 300; seq += 1) await add('lobby', seq, OLD)
  for (let seq = 301; seq <= 600; seq += 1) await add('busy', seq, BEFORE)
  await add('quiet', 601, OLD)
  await forget('playgroundMessages')
  const rows = await db.select().from(playgroundMessages).all()
  const count = (chat: string) => rows.filter((row) => row.chat === chat).length
  expect(['lobby', 'busy', 'quiet'].map(count)).toEqual([200, 300, 1])
  expect(rows[0]?.seq).toBe(101)
})

test('forgets refreshes a day after they were told, and nothing else that is told', async () => {
  const { db, forget, addRow } = setUp()
  await addRow('told', { deliveredAt: OLD })
  await addRow('told today', { deliveredAt: BEFORE })
  await addRow('waits', {})
  await addRow('notice', { kind: 'notify', deliveredAt: ago(99 * MONTH_MORE_MS) }) // its id keeps it from being sent twice
  await forget('refreshes')
  expect((await db.select().from(outbox).all()).map(({ id }) => id)).toEqual([
    'told today',
    'waits',
    'notice',
  ])
})

test('forgets in portions, so that nobody waits for long who writes meanwhile', async () => {
  const { db, forget, addRow } = setUp()
  for (let index = 0; index < 1200; index += 1) await addRow(`${index}`, { deliveredAt: OLD })
  expect(await forget('refreshes')).toBe(3)
  expect(await db.$count(outbox)).toBe(0)
})

test('forgets cards of ended transactions after a month, and nothing else', async () => {
  const { db, forget, watch, addCard } = setUp()
  const watched = async (view: string, name: string, outcome: Outcome, openedMs: number) => {
    await watch(`0x${name}`, outcome, { openedAt: ago(openedMs) })
    return addCard(view, `base:0x${name.toUpperCase()}`)
  }
  await watched('track', 'a', 'completed', MONTH_MORE_MS + 1)
  const kept = [
    await watched('track', 'b', 'completed', MONTH_MORE_MS),
    await watched('track', 'c', 'needs_attention', 99 * MONTH_MORE_MS),
    await watched('tip', 'd', 'completed', 99 * MONTH_MORE_MS),
  ]
  await forget('cards')
  expect((await db.select().from(liveCards).all()).map(({ id }) => id)).toEqual(kept)
})

test('forgets what was asked about transactions that nobody found: after a day, and after a month where somebody follows them', async () => {
  const { db, forget, watch, follow } = setUp()
  await watch('nobody follows', 'not_found')
  await watch('followed long', 'not_found', { openedAt: ago(MONTH_MORE_MS + 1) })
  await watch('followed', 'not_found', { openedAt: ago(MONTH_MORE_MS) })
  await watch('new', 'not_found', { openedAt: BEFORE })
  await watch('under way', 'pending', { openedAt: ago(99 * MONTH_MORE_MS) })
  await watch('done', 'completed', { openedAt: ago(99 * MONTH_MORE_MS) })
  await follow('followed long')
  await follow('followed')
  await watch('signed here', 'not_found', { openedAt: ago(99 * MONTH_MORE_MS) })
  await db
    .insert(signRequests)
    .values({
      id: 'ours',
      ownerAccount: 'telegram:1',
      ownerName: '',
      operation: 'deposit',
      chainUid: 'base',
      request: {} as (typeof signRequests.$inferInsert)['request'], // is not read here
      txHash: 'Signed Here',
      createdAt: OLD,
      expiresAt: OLD,
    })
    .run()
  const hooks = createWebhookStore(db)
  for (const name of ['nobody follows', 'untold', 'new', 'under way']) {
    const hook = { id: name, chain_uid: 'base', tx_hash: name, url: 'https://a.example' }
    await hooks.add(hook, NOW)
    if (name !== 'untold') await hooks.settle({ id: name, changes: NOW.getTime() }, NOW)
  }
  await forget('notFound')
  await forget('webhooks')
  await forget('watchTopics')
  const hashesOf = (rows: { txHash: string }[]) => rows.map(({ txHash }) => txHash).toSorted()
  expect(hashesOf(await db.select().from(watches).all())).toEqual([
    'done',
    'followed',
    'new',
    'signed here',
    'under way',
  ])
  expect(hashesOf(await db.select().from(watchTopics).all())).toEqual(['followed'])
  expect(hashesOf(await db.select().from(webhooks).all())).toEqual(['new', 'under way', 'untold'])
})

test('forgets after a day what strangers asked for and no final block has shown, and nothing that anybody here waits for', async () => {
  const { db, forget, watch, follow } = setUp()
  const claims = createClaimStore(db)
  await claims.addClaimers([claimer()], undefined, LIMIT, () => true)
  await claims.addClaims([{ claim: claim(), claimer: claimer() }], NOW)
  await claims.addRedemption(redemption({ txHash: 'AA' }), asker(), NOW, NOW)
  for (const name of ['invented', 'has a reader', 'has a webhook', 'aa', 'in a block'])
    await watch(name, 'pending')
  await watch('new', 'pending', { openedAt: BEFORE })
  await watch('done', 'completed')
  await follow('has a reader')
  const hook = { id: 'wh_1', chain_uid: 'base', tx_hash: 'has a webhook', url: 'https://a.example' }
  await createWebhookStore(db).add(hook, NOW)
  await db.update(watches).set({ lookAt: null }).where(eq(watches.txHash, 'in a block')).run()
  await forget('unseen')
  const left = await db.select({ txHash: watches.txHash }).from(watches).all()
  expect(left.map(({ txHash }) => txHash).toSorted()).toEqual([
    'aa',
    'done',
    'has a reader',
    'has a webhook',
    'in a block',
    'new',
  ])
})

test('forgets after a day who asked for a claimer, and nothing else of it', async () => {
  const { db, forget } = setUp()
  const store = createClaimStore(db)
  const made = [
    claimer({ id: 'a'.repeat(24), createdAt: OLD }),
    claimer({ id: 'b'.repeat(24), createdAt: BEFORE }),
  ]
  for (const one of made) await store.addClaimers([one], undefined, LIMIT, () => true)
  await forget('askers')
  const { askedBy, id: claimerId } = claimers
  const left = await db.select({ askedBy }).from(claimers).orderBy(claimerId).all()
  expect(left).toEqual([{ askedBy: null }, { askedBy: LIMIT.askedBy }])
  expect(await Promise.all(made.map(({ id }) => store.claimer(id)))).toEqual(made)
})

test('forgets a day after they expired the sessions of who proved to be a recipient, in portions', async () => {
  const { db, forget } = setUp()
  await createClaimStore(db).addClaimers([claimer()], undefined, LIMIT, () => true)
  const session = { claimerId: claimer().id, proof: 'signed_data' as const }
  const expired = Array.from({ length: 600 }, (_, number) => ({
    tokenHash: `${number}`,
    expiresAt: OLD,
  }))
  for (const { tokenHash, expiresAt } of [...expired, { tokenHash: 'open', expiresAt: BEFORE }])
    await db
      .insert(claimSessions)
      .values({ ...session, tokenHash, expiresAt })
      .run()
  expect(await forget('sessions')).toBe(2)
  expect(await db.select().from(claimSessions).all()).toMatchObject([{ tokenHash: 'open' }])
})
