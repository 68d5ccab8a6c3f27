import Sqlite from 'better-sqlite3'
import { sql } from 'drizzle-orm'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { dropTrigger, isPostgres, openTestDatabase, refuseInserts } from '../any-database.ts'
import { NO_ENTRIES, verifyAudit, type AuditEntry } from '../../../src/claims/audit.ts'
import { audit, auditRows } from '../../../src/store/claims/audit-log.ts'
import { forgetAll } from '../upkeep/forget-all.ts'
import { createClaimStore } from '../../../src/store/claims/claim-store.ts'
import { databaseFile, openDatabase, type Db } from '../../../src/store/database.ts'
import { createSerialSession } from '../../../src/store/serial-session.ts'
import { openBeside } from '../../../src/store/open-store.ts'
import { asker, claim, claimer, HASH, LIMIT, NOW, redemption } from '../claim-rows.ts'

/** The log, which has to be whole. */
async function logOf(db: Db): Promise<AuditEntry[]> {
  const entries: AuditEntry[] = []
  const { problem } = await verifyAudit(auditRows(db), {
    onEntry: (entry) => void entries.push(entry),
  })
  expect(problem).toBeUndefined()
  return entries
}

async function withClaim() {
  const { db } = openTestDatabase()
  const store = createClaimStore(db)
  await store.addClaimers([claimer()], undefined, LIMIT, () => true)
  await store.addClaims([{ claim: claim(), claimer: claimer() }], NOW)
  return { db, store }
}
const anew = redemption({ sequence: 8, txHash: 'BB', fee: 7_000n })

test('a pay-out leaves an entry when it is signed, one for each transaction in its place, and one for each end', async () => {
  const { db, store } = await withClaim()
  await store.addRedemption(redemption(), asker(), NOW, NOW)
  await store.replaceRedemption(1, anew, NOW)
  await store.settleRedemption(2, { ok: true, error: '' }, NOW)
  const signed = {
    kind: 'signed',
    purpose: 'redeem',
    claim_id: '1',
    by: HASH,
    proofs: ['account'],
    key: '2c70e12b7a0646f92279f427c7b38e7334d8e5389cff167a1dc30e73f826b683', // SHA-256 of "key"
    document: 'd0'.repeat(32),
    tx_hash: 'AA',
    token: 'usdc',
    amount: `${2n ** 100n}`,
    release: true,
    recipient: { chain_uid: 'base', address: '0xb' },
    fee: '6250',
    replaces: null,
  }
  const again = { by: null, proofs: ['again'], tx_hash: 'BB', fee: '7000', replaces: 'AA' }
  const at = NOW.toISOString()
  expect(await logOf(db)).toEqual([
    { number: 1, at, ...signed },
    { number: 2, at, kind: 'ended', claim_id: '1', tx_hash: 'AA', end: 'void' },
    { number: 3, at, ...signed, ...again },
    { number: 4, at, kind: 'ended', claim_id: '1', tx_hash: 'BB', end: 'included' },
  ])
})

test('what does not happen leaves none: a second pay-out, a second end, a claim that our own transaction pays', async () => {
  const { db, store } = await withClaim()
  await store.addRedemption(redemption(), asker(), NOW, NOW)
  await store.addRedemption(anew, asker(), NOW, NOW)
  await store.markPaid('1', 'AA', NOW)
  await store.markPaid('1', 'AA', NOW)
  await store.settleRedemption(1, { ok: true, error: '' }, NOW)
  await store.settleRedemption(1, { ok: false, error: 'late' }, NOW)
  expect((await logOf(db)).map(({ kind }) => kind)).toEqual(['signed', 'ended'])
})

test('a claim that another transaction pays while ours is signed is named, too', async () => {
  const { db, store } = await withClaim()
  await store.addRedemption(redemption(), asker(), NOW, NOW)
  await store.markPaid('1', 'ELSEWHERE', NOW)
  expect((await logOf(db)).map(({ kind }) => kind)).toEqual(['signed', 'paid_elsewhere'])
})

test.each([true, false])(
  'a claim that the chain paid without us is named, with its key here: %s',
  async (isHeld) => {
    const { db } = openTestDatabase()
    const store = createClaimStore(db)
    const owner = claimer(isHeld ? {} : { heldKey: undefined })
    await store.addClaimers([owner], undefined, LIMIT, () => true)
    await store.addClaims([{ claim: claim(), claimer: owner }], NOW)
    await store.markPaid('1', 'ELSEWHERE', NOW)
    await store.markPaid('1', 'ELSEWHERE', NOW)
    expect(await logOf(db)).toMatchObject([
      { kind: 'paid_elsewhere', claim_id: '1', key_held: isHeld },
    ])
  },
)

test.each<{ name: string; statement: string }>([
  { name: 'change', statement: `update audit_log set entry = '' where number = 1` },
  { name: 'move', statement: `update audit_log set number = 9 where number = 2` },
  { name: 'take out', statement: `delete from audit_log where number = 2` },
  { name: 'empty', statement: `delete from audit_log` },
  {
    name: 'replace on conflict',
    statement: `insert into audit_log values (1, '', '') on conflict (number) do update set entry = ''`,
  },
  { name: 'leave a gap', statement: `insert into audit_log values (4, '', '')` },
  { name: 'put in before the first', statement: `insert into audit_log values (0, '', '')` },
  // What only the one database or the other knows.
  isPostgres()
    ? { name: 'truncate', statement: 'truncate audit_log' }
    : {
        name: 'insert or replace',
        statement: `insert or replace into audit_log values (1, '', '')`,
      },
])('no statement can $name', async ({ statement }) => {
  const { db, store } = await withClaim()
  await store.addRedemption(redemption(), asker(), NOW, NOW)
  await store.settleRedemption(1, { ok: true, error: '' }, NOW)
  await expect(db.run(sql.raw(statement))).rejects.toThrow('audit log')
  expect(await logOf(db)).toHaveLength(2)
})

test('what happened is kept with its entry or not at all', async () => {
  const { db, store } = await withClaim()
  await refuseInserts(db, 'audit_log', 'disk full')
  await expect(store.addRedemption(redemption(), asker(), NOW, NOW)).rejects.toThrow('disk full')
  expect((await store.claim('1'))?.claim.status).toBe('funded')
  expect(await store.signedRedemptions()).toEqual([])
})

test('an entry that was put in before the first, by whoever took the triggers off, is found', async () => {
  const { db, store } = await withClaim()
  await store.addRedemption(redemption(), asker(), NOW, NOW)
  await dropTrigger(db, 'audit_log', 'audit_log_in_order')
  await db.run(sql`insert into audit_log values (-5, '{}', '')`)
  expect((await verifyAudit(auditRows(db))).problem).toContain('Entry 1')
})

test('pruning leaves every entry, however old', async () => {
  const { db, store } = await withClaim()
  await store.addRedemption(redemption(), asker(), NOW, NOW)
  await forgetAll(db, new Date(NOW.getTime() + 10 * 365 * 86_400_000))
  expect(await logOf(db)).toHaveLength(1)
})

test('a log of several thousand entries is read whole', async () => {
  const { db } = openTestDatabase()
  await db.transaction(async (tx) => {
    for (let each = 0; each < 2_500; each += 1)
      await audit(tx, { kind: 'group_closed', group: `${each}`, by: HASH }, NOW)
  })
  expect((await logOf(db)).map(({ number }) => number)).toEqual(
    Array.from({ length: 2_500 }, (_, index) => index + 1),
  )
  expect((await verifyAudit(auditRows(openTestDatabase().db))).head).toEqual(NO_ENTRIES)
})

let dataDir = ''
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'vouch-beside-'))
})
afterEach(() => rmSync(dataDir, { recursive: true }))

test('a transaction of the server that has read is never lost to a command that writes meanwhile', async () => {
  const server = openDatabase(dataDir)
  const command = new Sqlite(databaseFile(dataDir), { timeout: 0 })
  const beside = createSerialSession(command)
  const event = { kind: 'group_closed', group: 'g', by: HASH } as const
  await server.db.transaction(async (tx) => {
    expect(await tx.all(sql`select * from audit_log`)).toEqual([])
    expect(() => command.exec('begin immediate')).toThrow('database is locked')
    await audit(tx, event, NOW)
  })
  await audit(beside, event, NOW)
  expect(await logOf(server.db)).toHaveLength(2)
  command.close()
  server.close()
})

test('a command finds no other tables than its own version has, and makes none', async () => {
  const place = { databaseUrl: undefined, dataDir }
  await expect(openBeside(place)).rejects.toThrow('There is no database')
  const file = new Sqlite(databaseFile(dataDir))
  file.exec('create table notes (text)')
  await expect(openBeside(place)).rejects.toThrow('of another version of Vouch')
  file.close()
  rmSync(databaseFile(dataDir))
  const { close } = openDatabase(dataDir)
  const command = await openBeside(place) // beside the server
  await audit(command.db, { kind: 'group_closed', group: 'g', by: HASH }, NOW)
  await command.close()
  close()
})
