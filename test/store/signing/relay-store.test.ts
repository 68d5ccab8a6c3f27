import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'

import type { RelayRecord, Spender } from '../../../src/services/relaying/relay-store-port.ts'
import { createRelayStore } from '../../../src/store/signing/relay-store.ts'
import { bills, outbox } from '../../../src/store/chats/chat-tables.ts'
import { signRequests } from '../../../src/store/signing/signing-tables.ts'
import { openTestDatabase } from '../any-database.ts'

const NOW = new Date('2026-01-01T00:00:00.000Z')
const RECIPIENT = { chain_uid: 'base', address: `0x${'b0'.repeat(20)}` }
const REQUEST = {
  ownerName: '@alice',
  operation: 'transferVoucher',
  chainUid: 'base',
  request: { token: 'usdc', amount: '5', recipient_address: { user: RECIPIENT } },
  sentOn: 'neuron',
  createdAt: NOW,
  expiresAt: new Date(NOW.getTime() + 1),
} as const
const relay = (id: string, changes: Partial<RelayRecord> = {}): RelayRecord => ({
  id,
  signer: 'base:0xa',
  nonce: `devnet:${id}`,
  textHash: 'ab'.repeat(32),
  message: { execute_meta_transaction: { data: { nonce: id } } },
  expirySec: NOW.getTime() / 1000 + 600,
  signId: undefined,
  calls: [{ type: 'transfer_voucher', token: 'usdc', amount_in: '5' }],
  relayer: 'euclid1r',
  sequence: 7,
  txHash: `HASH-${id}`,
  bytes: Buffer.from(id),
  fee: 10n ** 30n,
  status: 'signed',
  error: undefined,
  createdAt: NOW,
  ...changes,
})

test('what is kept comes back as it was, by its id and by its nonce', async () => {
  const { db } = openTestDatabase()
  const store = createRelayStore(db)
  await db
    .insert(signRequests)
    .values({ ...REQUEST, id: 's1', ownerAccount: 'telegram:1' })
    .run()
  const kept = [relay('a', { signId: 's1' }), relay('b', { sequence: 8 })]
  for (const each of kept) expect(await store.add(each, NOW)).toBe('kept')
  expect(await store.find('a')).toEqual(kept[0])
  expect(await store.findByNonce('base:0xa', 'devnet:b')).toEqual(kept[1])
  expect([await store.find('c'), await store.findByNonce('base:0xb', 'devnet:a')]).toEqual([
    undefined,
    undefined,
  ])
  expect(await store.signed()).toEqual(kept)
  expect([await store.nextSequence('euclid1r'), await store.nextSequence('euclid1other')]).toEqual([
    9, 0,
  ])
})

test.each([
  ['a nonce of its owner', { sequence: 9, nonce: 'devnet:a' }, 'taken'],
  ['a sequence of its account', { sequence: 7 }, 'taken'],
  ['the nonce of another owner', { sequence: 9, nonce: 'devnet:a', signer: 'base:0xb' }, 'kept'],
  ['the sequence of another account', { relayer: 'euclid1other' }, 'kept'],
])('%s is kept once', async (_what, changes, answer) => {
  const store = createRelayStore(openTestDatabase().db)
  await store.add(relay('a'), NOW)
  expect(await store.add(relay('b', changes), NOW)).toBe(answer)
  expect((await store.find('b')) !== undefined).toBe(answer === 'kept')
})

test('with it, its request is signed, and nobody else is asked to pay the same invoice', async () => {
  const { db } = openTestDatabase()
  const store = createRelayStore(db)
  const asker = { askerAccount: 'telegram:2', askerName: '@bobby', token: 'usdc' }
  await db
    .insert(bills)
    .values({ ...asker, id: 'b1', isInvoice: true, createdAt: NOW })
    .run()
  for (const id of ['s1', 's2'])
    await db
      .insert(signRequests)
      .values({ ...REQUEST, id, ownerAccount: 'telegram:1', billId: 'b1' })
      .run()
  expect(await store.add(relay('a', { signId: 's1' }), NOW)).toBe('kept')
  expect(await store.add(relay('b', { signId: 's2', sequence: 8 }), NOW)).toBe('closed')
  const rows = await db.select().from(signRequests).orderBy(signRequests.id).all()
  expect(rows.map(({ txHash }) => txHash)).toEqual(['HASH-a', null])
  const told = (await db.select().from(outbox).all()).map(({ topic }) => topic)
  expect(told.toSorted()).toEqual(['bill:b1', 'sign:s1', 'sign:s2'])
})

test.each([
  ['was dismissed', { dismissedAt: NOW }],
  ['was replaced', { replacedBy: 's2' }],
  ['was sent as a transaction', { txHash: '0xother' }],
  ['has expired', { expiresAt: NOW }],
])('nothing is kept for a request that %s meanwhile', async (_what, changes) => {
  const { db } = openTestDatabase()
  const store = createRelayStore(db)
  const row = { ...REQUEST, id: 's1', ownerAccount: 'telegram:1', ...changes }
  await db.insert(signRequests).values(row).run()
  expect(await store.add(relay('a', { signId: 's1' }), NOW)).toBe('closed')
  expect(await store.find('a')).toBeUndefined()
  expect(await db.select().from(signRequests).all()).toMatchObject([changes])
  expect(await db.$count(outbox)).toBe(0)
})

test('it ends once, and nothing of it is left to be sent', async () => {
  const store = createRelayStore(openTestDatabase().db)
  await store.add(relay('a'), NOW)
  await store.add(relay('b', { sequence: 8 }), NOW)
  await store.settle('a', { ok: true, error: '' })
  await store.settle('a', { ok: false, error: 'too late' })
  await store.settle('b', { ok: false, error: 'refused' })
  const left = { message: undefined, bytes: new Uint8Array() }
  expect(await store.find('a')).toEqual({ ...relay('a'), ...left, status: 'included' })
  expect(await store.find('b')).toMatchObject({ ...left, status: 'failed', error: 'refused' })
  expect(await store.signed()).toEqual([])
  const again = { relayer: 'euclid1r', sequence: 9, txHash: 'X', bytes: Buffer.from('x'), fee: 1n }
  expect(await store.signAnew('a', again, NOW)).toBe(false)
})

test('signed anew, it has the new transaction and its old sequence is free of it', async () => {
  const store = createRelayStore(openTestDatabase().db)
  await store.add(relay('a'), NOW)
  const again = { relayer: 'euclid1r', sequence: 9, txHash: 'X', bytes: Buffer.from('x'), fee: 1n }
  expect(await store.signAnew('a', again, NOW)).toBe(true)
  expect(await store.signed()).toEqual([{ ...relay('a'), ...again }])
})

test.each([
  ['that names its old one', 'HASH-a', 'X'],
  ['that names another one', 'HASH-b', 'HASH-b'],
  ['that names none yet', null, null],
])('signed anew, a request %s has the right one at once', async (_what, before, after) => {
  const { db } = openTestDatabase()
  const store = createRelayStore(db)
  await db
    .insert(signRequests)
    .values({ ...REQUEST, id: 's1', ownerAccount: 'telegram:1' })
    .run()
  await store.add(relay('a', { signId: 's1' }), NOW)
  await db.update(signRequests).set({ txHash: before }).run()
  await db.delete(outbox).run()
  const again = { relayer: 'euclid1r', sequence: 9, txHash: 'X', bytes: Buffer.from('x'), fee: 1n }
  await store.signAnew('a', again, NOW)
  const named = db.select().from(signRequests).where(eq(signRequests.id, 's1'))
  expect((await named.get())?.txHash ?? null).toBe(after)
  const told = (await db.select().from(outbox).all()).map(({ topic }) => topic)
  expect(told).toEqual(before === 'HASH-a' ? ['sign:s1'] : [])
})

test('what it cost is told since a time, of one owner and of all, the oldest first', async () => {
  const store = createRelayStore(openTestDatabase().db)
  const at = (sec: number) => new Date(NOW.getTime() + sec * 1000)
  await store.add(relay('b', { sequence: 2, createdAt: at(20), fee: 2n }), NOW)
  await store.add(relay('a', { sequence: 1, createdAt: at(10), fee: 1n }), NOW)
  await store.add(relay('c', { sequence: 3, createdAt: at(30), fee: 3n, signer: 'base:0xb' }), NOW)
  const spent = (since: Date, signer?: string) =>
    store
      .spent(since, signer === undefined ? undefined : { signer })
      .then((all) => all.map(({ fee }) => fee))
  expect(await spent(NOW)).toEqual([1n, 2n, 3n])
  expect(await spent(at(10))).toEqual([2n, 3n])
  expect(await spent(NOW, 'base:0xa')).toEqual([1n, 2n])
})

test('what it cost is told of a chat account, and of all that belong to none', async () => {
  const { db } = openTestDatabase()
  const store = createRelayStore(db)
  const accounts = { s1: 'telegram:1', s2: 'telegram:2', s3: '', gone: 'telegram:1' }
  for (const [id, ownerAccount] of Object.entries(accounts))
    await db
      .insert(signRequests)
      .values({ ...REQUEST, id, ownerAccount })
      .run()
  const signIds = [undefined, 's1', 's2', 's3', 'gone']
  for (const [at, signId] of signIds.entries())
    await store.add(relay(`r${at}`, { sequence: at, fee: BigInt(at), signId }), NOW)
  await db.delete(signRequests).where(eq(signRequests.id, 'gone')).run()
  const before = new Date(NOW.getTime() - 1)
  const spent = async (whose: Spender) =>
    new Set((await store.spent(before, whose)).map(({ fee }) => fee))
  expect(await spent({ account: 'telegram:1' })).toEqual(new Set([1n]))
  expect(await spent('no_account')).toEqual(new Set([0n, 3n, 4n]))
})
