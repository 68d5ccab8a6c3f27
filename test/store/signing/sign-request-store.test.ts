import Sqlite from 'better-sqlite3'
import { eq, sql } from 'drizzle-orm'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, expect, test } from 'vitest'

import { openTestDatabase } from '../any-database.ts'
import { createVault, SealedKeyError } from '../../../src/claims/vault.ts'
import type { Claimer, EvmBuild } from '../../../src/core/terms/shapes.ts'
import { askedOf } from '../../../src/core/signing/asked.ts'
import type { SignableBuild } from '../../../src/core/payloads/meta-transaction.ts'
import type { SignRequest } from '../../../src/core/signing/sign-request.ts'
import { databaseFile, openDatabase } from '../../../src/store/database.ts'
import { sealOldPins } from '../../../src/store/claims/seal-old-pins.ts'
import { createSignRequestStore, signOpen } from '../../../src/store/signing/sign-request-store.ts'
import { bills, outbox } from '../../../src/store/chats/chat-tables.ts'
import { signRequests } from '../../../src/store/signing/signing-tables.ts'
import { watches } from '../../../src/store/tracking/tracking-tables.ts'

const NOW = new Date('2026-01-01T00:00:00.000Z')
const PIN = 'q7RtZ2'
const OTHER_PIN = 'W3mKx9'
const OLD_KEY = Buffer.alloc(32, 1)
const vault = createVault({ keyEncryptionKey: OLD_KEY })
const dataDir = mkdtempSync(join(tmpdir(), 'sign-requests-'))
afterAll(() => rmSync(dataDir, { recursive: true }))

const claimer = (otp: string): Claimer => ({
  public_secret: 'BA==',
  otp,
  _id: 'a'.repeat(24),
  created_at: '2026-01-01T00:00:00.000000000Z',
})
const DEPOSIT = {
  amount_in: 5n,
  asset_in: { token: 'usdc', token_type: { native: { denom: 'usdc' } } },
  recipient: { social: { telegram: '@bobby' } },
}
const built = (part: Partial<EvmBuild>): EvmBuild => ({ type: 'evm', msgs: [], ...part })
const request = (id: string, build: SignRequest['build']): SignRequest => ({
  id,
  ownerAccount: 'telegram:1',
  ownerName: '@alice',
  operation: 'deposit',
  chain_uid: 'base',
  request: DEPOSIT,
  note: undefined,
  shareOut: undefined,
  senderAddress: undefined,
  build,
  txHash: undefined,
  terms: undefined,
  replacedBy: undefined,
  sentOn: 'base',
  createdAt: NOW,
  expiresAt: new Date(NOW.getTime() + 60_000),
})

/** Everything of the database that a thief finds on the disk. */
const onDisk = () =>
  Buffer.concat(readdirSync(dataDir).map((name) => readFileSync(join(dataDir, name))))

test('once an invoice is signed for, nobody else is asked to, and whoever shares a bill is', async () => {
  const { db, close } = openTestDatabase()
  const store = createSignRequestStore(db, vault)
  const bill = {
    askerAccount: 'telegram:1',
    askerName: '@alice',
    token: 'usdc',
    createdAt: NOW,
  }
  await db
    .insert(bills)
    .values([
      { ...bill, id: 'invoice', isInvoice: true },
      { ...bill, id: 'split', isInvoice: false },
    ])
    .run()
  const later = new Date(NOW.getTime() + 1000)
  for (const billId of ['invoice', 'split'])
    for (const number of [1, 2, 3])
      await store.add({ ...request(`${billId}${number}`, built({})), billId })
  for (const billId of ['invoice', 'split'])
    expect(await store.setTxHash(`${billId}2`, `0x${billId}`, later)).toBe(true)
  const rows = await db.select().from(signRequests).all()
  expect(rows.flatMap(({ id, expiresAt }) => (expiresAt <= later ? [id] : [])).toSorted()).toEqual([
    'invoice1',
    'invoice3',
  ])
  const told = (await db.select().from(outbox).all()).map(({ topic }) => topic)
  expect(told.toSorted()).toEqual(
    ['bill:invoice', 'bill:split']
      .concat(['invoice1', 'invoice2', 'invoice3', 'split2'].map((id) => `sign:${id}`))
      .toSorted(),
  )
  close()
})

test('what was signed ends what took its place, by whichever clock', async () => {
  const { db, close } = openTestDatabase()
  const store = createSignRequestStore(db, vault)
  const at = (seconds: number) => new Date(NOW.getTime() + seconds * 1000)
  await store.add(request('a', built({})))
  expect(await store.replace('a', request('b', built({})), at(1))).toBe(true)
  expect(await store.replace('b', request('c', built({})), at(2))).toBe(true)
  expect(await store.setTxHash('a', '0xa', at(5))).toBe(true)
  expect((await store.find('c'))?.expiresAt).toEqual(at(5))
  const told = (await db.select().from(outbox).all()).map(({ topic }) => topic)
  expect(new Set(told)).toEqual(new Set(['sign:a', 'sign:b', 'sign:c']))
  // The clock of another server may be behind.
  const sign = db.transaction((tx) => signOpen(tx, 'c', '0xc', at(4)))
  const replace = store.replace('c', request('d', built({})), at(4))
  expect(await Promise.all([sign, replace, store.dismiss('c', at(4))])).toEqual([
    false,
    false,
    false,
  ])
  // A block may show that its wallet was as fast.
  expect(await store.setTxHash('c', '0xc', at(6))).toBe(true)
  close()
})

test('of racing requests that take the same out one is kept, and another only after that one', async () => {
  const { db, close } = openTestDatabase()
  const store = createSignRequestStore(db, vault)
  const takingOut = (id: string, takesOut = 'c:a:7') => ({ ...request(id, built({})), takesOut })
  const later = (id: string) => ({ ...takingOut(id), createdAt: new Date(NOW.getTime() + 1) })
  const add = (ids: string[], before?: string) =>
    Promise.all(ids.map((id) => store.addTakingOut(before ? later(id) : takingOut(id), before)))
  const isKept = (kept: boolean[]) => kept.filter(Boolean)
  expect(isKept(await add(['a', 'b', 'c']))).toEqual([true])
  const [first] = await store.takingOut('c:a:7')
  expect(await add(['d'])).toEqual([false])
  expect(isKept(await add(['e', 'f'], first?.id))).toEqual([true])
  expect((await store.takingOut('c:a:7')).map(({ id }) => id)).toEqual([
    expect.stringMatching(/[ef]/),
    first?.id,
  ])
  expect(await store.addTakingOut(takingOut('g', 'c:a:8'), undefined)).toBe(true)
  expect((await store.find('g'))?.takesOut).toBe('c:a:8')
  close()
})

test('a transaction is held against the newest requests of its wallet, however many were never signed', async () => {
  const { db, close } = openTestDatabase()
  const store = createSignRequestStore(db, vault)
  const timed = (at: number) => ({ id: `r${at}`, createdAt: new Date(NOW.getTime() + at) })
  await store.add({ ...request('r0', built({})), ...timed(0), senderAddress: '0xa' })
  const [row] = await db.select().from(signRequests).all()
  if (!row) throw new Error('it was not kept')
  const rows = Array.from({ length: 2_000 }, (_, at) => ({ ...row, ...timed(at + 1) }))
  for (let at = 0; at < rows.length; at += 500)
    await db
      .insert(signRequests)
      .values(rows.slice(at, at + 500))
      .run()
  const found = await store.builtFor('base', '0xa')
  expect([found.length, found[0]?.id, found.at(-1)?.id]).toEqual([2_000, 'r2000', 'r1'])
  close()
})

test('what was signed is still held against what its wallet sends, until a final block has shown it', async () => {
  const { db, close } = openTestDatabase()
  const store = createSignRequestStore(db, vault)
  const outcomes = [undefined, 'pending', 'not_found', 'needs_attention', 'completed'] as const
  for (const outcome of outcomes) {
    const id = `${outcome}`
    await store.add({ ...request(id, built({})), senderAddress: '0xa' })
    await store.setTxHash(id, `0xA${id}`, NOW)
    const progress = { outcome: outcome ?? 'pending', txId: '', hops: [] }
    const row = { chainUid: 'base', txHash: `0xa${id}`, progress, openedAt: NOW }
    if (outcome)
      await db
        .insert(watches)
        .values({ ...row, outcome })
        .run()
  }
  await store.add({ ...request('another wallet', built({})), senderAddress: '0xb' })
  await store.setTxHash('another wallet', '0xB', NOW)
  const found = await store.builtFor('base', '0xa')
  expect(found.map(({ id, replaced }) => [id, replaced])).toEqual([
    ['undefined', '0xAundefined'],
    ['pending', '0xApending'],
    ['not_found', '0xAnot_found'],
  ])
  close()
})

test('what was prepared beside a text is held against what its wallet sends, unless the text has arrived', async () => {
  const { db, close } = openTestDatabase()
  const store = createSignRequestStore(db, vault)
  const text: SignableBuild = {
    type: 'meta',
    sender: { chain_uid: 'base', address: '0xa' },
    contract: 'neuron1meta',
    chain_uid: 'neuron',
    chain_id: 'neuron-1',
    rpc_url: '',
    rest_url: '',
    data: {
      signer_address: '0xa',
      signer_prefix: '',
      signer_chain_uid: 'base',
      call_data: [],
      expiry: 1,
      nonce: '1',
    },
    sign: { scheme: 'eip191', text: 'move it' },
  }
  const prepared = { senderAddress: '0xa', build: built({}) }
  const outcomes = [undefined, 'pending', 'failed', 'needs_attention', 'completed'] as const
  for (const outcome of outcomes) {
    const id = `${outcome}`
    await store.add({ ...request(id, text), senderAddress: '0xa', sentOn: 'neuron' })
    await store.addPreparation(id, prepared, undefined, 1)
    await store.setTxHash(id, `A${id}`, NOW)
    const progress = { outcome: outcome ?? 'pending', txId: '', hops: [] }
    const row = { chainUid: 'neuron', txHash: `a${id}`, progress, openedAt: NOW }
    if (outcome)
      await db
        .insert(watches)
        .values({ ...row, outcome })
        .run()
    expect(await store.followed(id)).toEqual(outcome && { progress, openedAt: NOW })
  }
  const found = await store.builtFor('base', '0xa')
  expect(found.map(({ id, replaced }) => [id, replaced])).toEqual([
    ['undefined', 'Aundefined'],
    ['pending', 'Apending'],
    ['needs_attention', 'Aneeds_attention'],
    ['failed', 'Afailed'],
  ])
  for (const hash of ['0x1', '0x2']) await store.keepShown('failed', '0xa', hash)
  expect((await store.preparationsOf('failed')).map(({ shownHash }) => shownHash)).toEqual(['0x1'])
  expect((await store.preparationsOf('pending')).map(({ shownHash }) => shownHash)).toEqual([null])
  const by = { senderAddress: '0xa', replaced: 'Afailed' }
  expect(await store.setTxHash('failed', '0x1', NOW, by)).toBe(true)
  expect(await store.find('failed')).toMatchObject({ txHash: '0x1', sentOn: 'base' })
  close()
})

test('what a block has shown is kept for each of two requests with equal bytes, and never what the other has', async () => {
  const { db, close } = openTestDatabase()
  const store = createSignRequestStore(db, vault)
  const prepared = { senderAddress: '0xa', build: built({}) }
  for (const id of ['one', 'two', 'three']) {
    await store.add(request(id, undefined))
    await store.addPreparation(id, prepared, undefined, 1)
  }
  const keep = (id: string, hash: string) => store.keepShown(id, '0xa', hash)
  const shown = () =>
    Promise.all(
      ['one', 'two'].map(async (id) =>
        (await store.preparationsOf(id)).map((one) => one.shownHash),
      ),
    )
  await store.setTxHash('three', '0x3', NOW)
  await keep('one', '0x3')
  expect(await shown(), 'of what was signed with it').toEqual([[null], [null]])
  for (const hash of ['0x1', '0x2', '0x1', '0x2'])
    for (const id of ['one', 'two']) await keep(id, hash)
  expect(await shown(), 'one of each').toEqual([['0x2'], ['0x1']])
  await keep('one', '0x4')
  expect(await shown(), 'the first').toEqual([['0x2'], ['0x1']])
  expect(await store.setTxHash('two', '0x2', NOW)).toBe(true)
  await keep('one', '0x4')
  expect(await shown(), 'not what another was signed with since').toEqual([['0x4'], ['0x1']])
  close()
})

test('a PIN is told to who asks for it, and neither the database nor its log of writes has it', async () => {
  const { db, close } = openDatabase(dataDir)
  const store = createSignRequestStore(db, vault)
  await store.add(request('made', built({ claimer: claimer(PIN) })))
  await store.add(request('open', undefined))
  expect(await store.pinOf('open')).toBeUndefined()
  const prepared = { senderAddress: '0xa', build: built({ claimer: claimer(PIN) }) }
  await store.addPreparation('open', prepared, undefined, 1)
  expect(await store.pinOf('open')).toBeUndefined() // another wallet may still be the one that pays
  await store.setTxHash('open', '0x1', NOW, { senderAddress: '0xa' })
  await store.replace('made', request('instead', built({ claimer: claimer(PIN) })), NOW)
  const group = { claim_group_id: 'b'.repeat(24), claimers: [claimer(PIN), claimer(OTHER_PIN)] }
  await store.add(request('shared', built(group)))

  for (const id of ['made', 'open', 'instead']) {
    expect(await store.pinOf(id)).toBe(PIN)
    expect((await store.find(id))?.build).toEqual(built({ claimer: claimer('') }))
  }
  expect((await store.find('shared'))?.build?.claimers).toEqual([claimer(''), claimer('')])
  for (const pin of [PIN, OTHER_PIN]) expect(onDisk().includes(pin)).toBe(false)
  close()
})

test('PINs that stood in the clear are sealed, work on, and leave nothing on the disk', async () => {
  const database = openDatabase(dataDir)
  const { db, close } = database
  const store = createSignRequestStore(db, vault)
  const claimers = [claimer(OTHER_PIN), claimer(OTHER_PIN)]
  for (const [id, build] of [
    ['old', built({ claimer: claimer(PIN) })],
    ['old shares', built({ claim_group_id: 'b'.repeat(24), claimers })],
    ['nobody', built({ claimer: claimer('') })],
  ] as const) {
    await store.add(request(id, undefined))
    await db.run(sql`update sign_requests set build = ${JSON.stringify(build)} where id = ${id}`)
  }
  const wide = { ...built({ claimer: claimer(PIN) }), meta: OTHER_PIN.repeat(4000) }
  await store.add(request('gone', wide))
  await db.delete(signRequests).where(eq(signRequests.id, 'gone')).run()
  new Sqlite(databaseFile(dataDir)).pragma('wal_checkpoint')
  for (const pin of [PIN, OTHER_PIN]) expect(onDisk().includes(pin)).toBe(true)

  await sealOldPins(database, vault)
  expect(await store.pinOf('old')).toBe(PIN)
  expect(await store.pinOf('nobody')).toBeUndefined()
  expect((await store.find('old'))?.build).toEqual(built({ claimer: claimer('') }))
  for (const pin of [PIN, OTHER_PIN]) expect(onDisk().includes(pin)).toBe(false)

  const rows = await db.select().from(signRequests).all()
  await sealOldPins(database, vault) // at every start
  expect(await db.select().from(signRequests).all()).toEqual(rows)
  close()
})

test('a sealed PIN opens for its own request, with the newest key and with old ones', () => {
  const sealed = vault.sealPin('made', PIN)
  const newer = createVault({ keyEncryptionKey: Buffer.alloc(32, 2), oldKeys: [OLD_KEY] })
  expect(newer.openPin('made', sealed)).toBe(PIN)
  expect(() => vault.openPin('other', sealed)).toThrow(SealedKeyError)
  const stranger = createVault({ keyEncryptionKey: Buffer.alloc(32, 2) })
  expect(() => stranger.openPin('made', sealed)).toThrow(SealedKeyError)
})

/** What versions before stored: the interface's request as JSON, with what routes answered as it was. */
const STORED = [
  {
    operation: 'deposit',
    json: {
      amount_in: '5000000',
      asset_in: { token: 'usdc', token_type: { native: { denom: 'usdc' } } },
      recipient: { shares: [{ to: { first_come: 'telegram' }, amount: '5000000' }] },
    },
    asked: { kind: 'gift', amount: 5_000_000n, payee: { shares: [{ amount: 5_000_000n }] } },
  },
  {
    operation: 'transferVoucher',
    json: {
      amount: '7',
      token: 'usdc',
      recipient_address: {
        user: { account: { platform: 'telegram', userId: '42', handle: 'bobby' }, name: '@bobby' },
      },
    },
    asked: { kind: 'gift', amount: 7n, paysWith: 'vouchers', payee: { name: '@bobby' } },
  },
  {
    operation: 'withdrawVoucher',
    json: {
      token: 'usdc',
      amount: '9',
      cross_chain_addresses: [{ user: { chain_uid: 'base', address: '0x1' } }],
    },
    asked: { kind: 'withdraw', amount: 9n, recipient: { chain_uid: 'base', address: '0x1' } },
  },
  {
    operation: 'swap',
    json: {
      amount_in: '100',
      asset_in: { token: 'usdc', token_type: { native: { denom: 'usdc' } } },
      slippage: '50',
      swap_path: {
        path: [{ route: ['usdc', 'eth'], dex: 'euclid', amount_in: '100', amount_out: '200' }],
      },
    },
    asked: { kind: 'swap', amount: 100n, receive: { token: 'eth', expected: 200n, minimum: 199n } },
  },
] as const

test.each(STORED)(
  '$operation is stored as the interface writes it, and read as it is meant',
  async ({ operation, json, asked }) => {
    const { db, close } = openTestDatabase()
    const store = createSignRequestStore(db, vault)
    await store.add(request('old', undefined))
    // A version before put more into a step than a swap reads.
    const old = JSON.stringify(json).replace('"dex"', '"amount_out_for_hops":["eth: 200"],"dex"')
    await db.run(
      sql`update sign_requests set operation = ${operation}, request = ${old} where id = 'old'`,
    )
    const found = await store.find('old')
    if (!found) throw new Error('it was not found')
    expect(askedOf(found)).toMatchObject(asked)

    await store.add({ ...found, id: 'new' })
    const row = await db.select().from(signRequests).where(eq(signRequests.id, 'new')).get()
    expect(row?.request).toEqual(json)
    expect(await store.find('new')).toEqual({ ...found, id: 'new' })
    close()
  },
)
