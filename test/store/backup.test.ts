import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  appendFileSync,
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import Sqlite from 'better-sqlite3'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { createVault, type Vault } from '../../src/claims/vault.ts'
import { isDataLocked, openDatabase, type Handle } from '../../src/store/database.ts'
import { checkBackup, restoreBackup } from '../../src/store/restore-backup.ts'
import { claimers, claims } from '../../src/store/claims/claim-tables.ts'
import { findVaultKeys, openVault } from '../../src/store/claims/vault-keys.ts'
import { writeBackup } from '../../src/store/write-backup.ts'
import { claim } from './claim-rows.ts'
import { sealAsBefore } from '../claims/seal-as-before.ts'

const NOW = new Date('2026-01-02T03:04:05.678Z')
const now = () => NOW
const KEY = Buffer.alloc(32, 1)
const vault = createVault({ keyEncryptionKey: KEY })
const KEPT_AS = 'vouch.sqlite.before-restore-20260102T030405Z'

let folder: string
let dataDir: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vouch-backup-'))
  dataDir = join(folder, 'data')
  file = join(folder, 'backup.sqlite')
})
afterEach(() => rmSync(folder, { recursive: true }))

/** A database with claims, each with a real sealed key, and `bulk` bytes more. */
async function fill({
  count,
  bulk = 0,
  at = dataDir,
}: {
  count: number
  bulk?: number
  at?: string
}) {
  const database = openDatabase(at)
  for (let n = 0; n < count; n += 1) await addClaim(database, n, bulk / count)
  return database
}

async function addClaim({ db }: { db: Handle }, n: number, bytes = 0) {
  const id = n.toString(16).padStart(24, '0')
  await db
    .insert(claimers)
    .values({
      id,
      platform: 'telegram',
      handle: 'bobby',
      publicKey: 'key',
      heldKey: sealAsBefore(KEY, id).sealed,
      otpHash: 'hash',
      senderChainUid: 'base',
      senderAddress: '0xa',
      note: randomBytes(bytes / 2).toString('hex'),
      token: 'usdc',
      amount: 5n,
      createdAt: NOW,
    })
    .run()
  await db
    .insert(claims)
    .values(claim({ claimId: `${n}`, claimerId: id, status: n === 0 ? 'paid' : 'funded' }))
    .run()
}

const claimersIn = (path: string): number => {
  const sqlite = new Sqlite(path)
  const count = sqlite.prepare('select count(*) from claimers').pluck().get()
  sqlite.close()
  return Number(count)
}

const back = (options: Partial<Parameters<typeof writeBackup>[0]> = {}) =>
  writeBackup({ dataDir, file, vault, now, ...options })

describe('a backup', () => {
  test('has all that was there, in one file for its owner alone, and says which key opens it', async () => {
    const { close } = await fill({ count: 3 })
    const written = await back()
    close()
    expect(written).toMatchObject({
      openClaims: 2,
      keyId: vault.keyIds[0],
      keys: { openedBy: { [vault.keyIds[0] ?? '']: 3 }, unopened: 0 },
      rows: { claimers: 3, claims: 3 },
      bytes: statSync(file).size,
    })
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readdirSync(folder).toSorted()).toEqual(['backup.sqlite', 'data'])
    expect(claimersIn(file)).toBe(3)
    expect(readdirSync(folder).toSorted()).toEqual(['backup.sqlite', 'data']) // no log beside it
  })

  test('is of one moment, and ends, while a server writes without a pause', async () => {
    const server = await fill({ count: 40, bulk: 20_000_000 })
    const shares: number[] = []
    const over = new AbortController()
    let written = 40
    const load = (async () => {
      for (; !over.signal.aborted; written += 1) {
        const n = 1000 + written
        await server.db.transaction((tx) => addClaim({ db: tx }, n)) // a claimer and its claim
        await new Promise((resolve) => setImmediate(resolve))
      }
    })()
    const { rows } = await back({ onProgress: (share) => void shares.push(share) })
    const inBetween = written
    over.abort()
    await load
    expect(shares).toEqual(shares.toSorted((left, right) => left - right))
    expect([shares.at(0), shares.at(-1)]).toEqual([0, 1])
    expect(rows['claimers']).toBe(rows['claims'])
    expect(rows['claimers']).toBeGreaterThanOrEqual(40)
    expect(rows['claimers']).toBeLessThanOrEqual(inBetween)
    expect(claimersIn(file)).toBe(rows['claimers'])
    expect(claimersIn(join(dataDir, 'vouch.sqlite'))).toBe(written)
    server.close()
  })

  test('takes along what is there, and not the room of what was deleted', async () => {
    const server = await fill({ count: 40, bulk: 20_000_000 })
    await server.db.update(claimers).set({ note: '' }).run()
    server.close()
    expect((await back()).bytes).toBeLessThan(2_000_000)
    expect(statSync(join(dataDir, 'vouch.sqlite')).size).toBeGreaterThan(20_000_000)
  })

  test('keeps no writer waiting: a server writes from its first moment to its last', async () => {
    const server = await fill({ count: 40, bulk: 20_000_000 })
    await server.db.run(sql`pragma busy_timeout = 0`) // whoever has to wait fails
    let n = 1000
    const written: Promise<void>[] = []
    await back({ onProgress: () => void written.push(addClaim(server, (n += 1))) })
    await Promise.all(written)
    expect(n).toBeGreaterThan(1001)
    expect(claimersIn(join(dataDir, 'vouch.sqlite'))).toBe(40 + n - 1000)
    server.close()
  })

  test('holds neither the key nor anything that opens without it', async () => {
    ;(await fill({ count: 2 })).close()
    await back()
    const bytes = readFileSync(file)
    const key = Buffer.alloc(32, 1)
    for (const secret of [key, key.toString('base64'), key.toString('hex')])
      expect(bytes.includes(secret)).toBe(false)
  })

  test('counts the keys that it could not open', async () => {
    ;(await fill({ count: 2 })).close()
    const other = createVault({ keyEncryptionKey: Buffer.alloc(32, 2) })
    expect((await back({ vault: other })).keys).toEqual({ openedBy: {}, unopened: 2 })
  })

  test('says the key that the database goes by, whichever is set, and is made without any', async () => {
    const { db, close } = await fill({ count: 2 })
    await openVault(db, { vaultKey: KEY.toString('base64'), vaultKeysOld: [], dataDir }, { now })
    const other = createVault({ keyEncryptionKey: Buffer.alloc(32, 2) })
    const keyId = vault.keyIds[0]
    expect(await back()).toMatchObject({ keyId, isKeySet: true })
    for (const [at, set] of [other, undefined].entries())
      expect(await back({ file: `${file}${at}`, vault: set })).toMatchObject({
        keyId,
        isKeySet: false,
      })
    close()
  })

  test.each<{ name: string; before: () => void; says: string }>([
    {
      name: 'a file of that name',
      before: () => writeFileSync(file, 'mine'),
      says: 'backup.sqlite exists already',
    },
    {
      name: 'a folder that is not there',
      before: () => void (file = join(folder, 'nowhere', 'backup.sqlite')),
      says: 'There is no folder',
    },
    {
      name: 'another that is being written',
      before: () => writeFileSync(`${file}.partial`, ''),
      says: 'backup.sqlite.partial is there',
    },
    {
      name: 'a damaged database',
      before: () => damage(join(dataDir, 'vouch.sqlite')),
      says: 'is damaged',
    },
    {
      name: 'no database',
      before: () => rmSync(join(dataDir, 'vouch.sqlite')),
      says: 'There is no database in',
    },
  ])('is refused for $name, and nothing is written', async ({ before, says }) => {
    ;(await fill({ count: 400 })).close()
    before()
    const files = readdirSync(folder)
    await expect(back()).rejects.toThrow(says)
    expect(readdirSync(folder)).toEqual(files)
  })

  test('that is stopped leaves nothing', async () => {
    ;(await fill({ count: 40, bulk: 20_000_000 })).close()
    const stopping = new AbortController()
    const stopped = back({
      onProgress: () => stopping.abort(new Error('stopped')),
      signal: stopping.signal,
    })
    await expect(stopped).rejects.toThrow('stopped')
    expect(readdirSync(folder)).toEqual(['data'])
  })

  test('that is killed half-way never bears its name, and the next one is whole', async () => {
    ;(await fill({ count: 40, bulk: 20_000_000 })).close()
    const run = [join(import.meta.dirname, 'run-killable-backup.ts'), dataDir, file]
    const child = spawn(process.execPath, run, { stdio: ['ignore', 'pipe', 'inherit'] })
    await once(child.stdout, 'data')
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(existsSync(file)).toBe(false)
    expect(statSync(`${file}.partial`).mode & 0o777).toBe(0o600)
    await expect(back()).rejects.toThrow('In that case delete it')
    rmSync(`${file}.partial`)
    rmSync(`${file}.partial-journal`, { force: true })
    expect((await back()).rows).toMatchObject({ claimers: 40 })
  })
})

describe('a restore', () => {
  const restore = (options: Partial<Parameters<typeof restoreBackup>[0]> = {}) =>
    restoreBackup({ dataDir, file, vault, now, ...options })

  beforeEach(async () => {
    ;(await fill({ count: 3 })).close()
    await back()
  })

  test('brings back what the backup has, and keeps what was there; that can be taken back', async () => {
    const server = openDatabase(dataDir)
    await addClaim(server, 7)
    server.close()
    const { keptAs, examination } = await restore()
    expect(examination.note).toEqual({ madeAt: NOW.toISOString(), keyId: vault.keyIds[0] })
    expect(keptAs).toBe(join(dataDir, KEPT_AS))
    expect(claimersIn(join(dataDir, 'vouch.sqlite'))).toBe(3)
    expect(claimersIn(keptAs ?? '')).toBe(4)
    expect(statSync(join(dataDir, 'vouch.sqlite')).mode & 0o777).toBe(0o600)

    const later = () => new Date(NOW.getTime() + 1000)
    await restoreBackup({ dataDir, file: keptAs ?? '', vault, now: later })
    const again = openDatabase(dataDir) // as a server does
    expect(await again.db.select().from(claimers).all()).toHaveLength(4)
    again.close()
  })

  test('leaves no word of the backup in the database', async () => {
    await restore()
    const sqlite = new Sqlite(join(dataDir, 'vouch.sqlite'))
    const tables = sqlite.prepare("select name from sqlite_schema where name like '%note%'").all()
    sqlite.close()
    expect(tables).toEqual([])
  })

  /** What a kill leaves: a claim more, in a log that is not in the database yet. */
  async function killedServer(): Promise<string> {
    const server = openDatabase(dataDir)
    await addClaim(server, 7)
    const killed = join(folder, 'killed')
    mkdirSync(killed)
    for (const name of ['vouch.sqlite', 'vouch.sqlite-wal'])
      copyFileSync(join(dataDir, name), join(killed, name))
    server.close()
    expect(statSync(join(killed, 'vouch.sqlite-wal')).size).toBeGreaterThan(0)
    return killed
  }

  test('takes a server that was killed along with its log', async () => {
    const killed = await killedServer()
    await restore({ dataDir: killed })
    expect(readdirSync(killed).toSorted()).toEqual(['vouch.lock', 'vouch.sqlite', KEPT_AS])
    expect(claimersIn(join(killed, 'vouch.sqlite'))).toBe(3)
    expect(claimersIn(join(killed, KEPT_AS))).toBe(4)
  })

  test('mends a database that is damaged beyond reading', async () => {
    const killed = await killedServer()
    const database = join(killed, 'vouch.sqlite')
    writeFileSync(database, 'this was a database')
    await restore({ dataDir: killed })
    expect(claimersIn(database)).toBe(3) // and nothing of the log, which is a valid one
    expect(readFileSync(join(killed, KEPT_AS), 'utf8')).toBe('this was a database')
    expect(readdirSync(killed)).toContain(`${KEPT_AS}-wal`)
  })

  test('goes into an empty folder', async () => {
    const fresh = join(folder, 'fresh')
    expect(await restore({ dataDir: fresh })).toMatchObject({ keptAs: undefined })
    expect(claimersIn(join(fresh, 'vouch.sqlite'))).toBe(3)
  })

  // Only where root runs the tests is there somebody else to leave files to.
  test('leaves all that it makes to whom the folder belongs, with a database there or not', async () => {
    const fresh = join(folder, 'fresh')
    mkdirSync(fresh)
    const owner = process.getuid?.() === 0 ? 1000 : (process.getuid?.() ?? 0)
    for (const kept of [0, 1]) {
      chownSync(fresh, owner, owner)
      await restore({ dataDir: fresh })
      const names = readdirSync(fresh)
      expect(names).toHaveLength(2 + kept)
      for (const name of names)
        expect([name, statSync(join(fresh, name)).uid]).toEqual([name, owner])
    }
  })

  test('takes a copy that SQLite’s own backup made, and old keys', async () => {
    const { close } = openDatabase(dataDir)
    const source = new Sqlite(join(dataDir, 'vouch.sqlite'), { readonly: true })
    await source.backup(join(folder, 'own.sqlite'))
    source.close()
    close()
    const rotated = createVault({
      keyEncryptionKey: Buffer.alloc(32, 2),
      oldKeys: [Buffer.alloc(32, 1)],
    })
    await restore({ file: join(folder, 'own.sqlite'), vault: rotated })
    expect(readdirSync(folder).toSorted()).toEqual(['backup.sqlite', 'data', 'own.sqlite'])
    expect(claimersIn(join(dataDir, 'vouch.sqlite'))).toBe(3)
  })

  test.each<{ name: string; before: () => { vault?: Vault | undefined } | void; says: string }>([
    { name: 'is damaged', before: () => damage(file), says: 'is damaged' },
    {
      name: 'was cut off',
      before: () => truncateSync(file, 200_000),
      says: 'is damaged',
    },
    {
      name: 'is something else',
      before: () => writeFileSync(file, 'a letter'),
      says: 'is damaged: file is not a database',
    },
    {
      name: 'is another program’s database',
      before: () => change(file, 'drop table __drizzle_migrations'),
      says: 'is no database of Vouch',
    },
    {
      name: 'is of a newer version',
      before: () =>
        change(file, "insert into __drizzle_migrations (hash, created_at) values ('new', 9e15)"),
      says: 'made by a newer version of Vouch',
    },
    {
      name: 'lacks rows that others need',
      before: () =>
        change(file, "pragma foreign_keys = off; delete from claimers where id like '%2'"),
      says: 'is damaged: a row of claims lacks its claimers',
    },
    {
      name: 'has a part in a log beside it',
      before: () => appendFileSync(`${file}-wal`, 'log'),
      says: 'is no backup',
    },
    { name: 'is not there', before: () => rmSync(file), says: 'There is no file' },
    {
      name: 'was made with another key',
      before: () => ({ vault: createVault({ keyEncryptionKey: Buffer.alloc(32, 2) }) }),
      says: `3 claim keys of`,
    },
    {
      name: 'goes by another key',
      before() {
        change(file, 'delete from claims; delete from claimers')
        const check = "'0123456789abcdef', 'check'"
        change(file, `insert into vault_keys (key_id, check_value, since) values (${check}, 1)`)
      },
      says: 'It was made with the key 0123456789abcdef, and what is set is',
    },
    { name: 'finds no key', before: () => ({ vault: undefined }), says: 'cannot be opened' },
  ])('of a backup that $name is refused, and nothing is changed', async ({ before, says }) => {
    const options = before() ?? {}
    const files = readdirSync(dataDir)
    const bytes = readFileSync(join(dataDir, 'vouch.sqlite'))
    const given = { dataDir, file, vault, now, ...options }
    for (const work of [restoreBackup, checkBackup]) await expect(work(given)).rejects.toThrow(says)
    expect(readdirSync(dataDir)).toEqual(files)
    expect(readFileSync(join(dataDir, 'vouch.sqlite'))).toEqual(bytes)
  })

  test('names the key that is needed and the key that is set', async () => {
    const other = createVault({ keyEncryptionKey: Buffer.alloc(32, 2) })
    await expect(restore({ vault: other })).rejects.toThrow(
      `made with the key ${vault.keyIds[0]}, and what is set is ${other.keyIds[0]}`,
    )
  })

  test('waits for no server: it is refused, and a look at the backup is not', async () => {
    const server = openDatabase(dataDir)
    await addClaim(server, 7)
    expect(isDataLocked(dataDir)).toBe(true)
    await expect(restore()).rejects.toThrow('a server runs on')
    expect(await checkBackup({ dataDir, file, vault, now })).toMatchObject({ openClaims: 2 })
    expect(await server.db.select().from(claimers).all()).toHaveLength(4)
    server.close()
    expect(isDataLocked(dataDir)).toBe(false)
    expect(readdirSync(dataDir).filter((name) => name.includes('restor'))).toEqual([])
  })
})

test('a key-encryption key is found or made, and looking for one makes none', () => {
  const config = { vaultKey: undefined, vaultKeysOld: [], dataDir }
  expect(findVaultKeys(config)).toBeUndefined()
  expect(existsSync(join(dataDir, 'vault.key'))).toBe(false)
})

/** Writes over the middle of a database's pages. */
function damage(path: string): void {
  const bytes = readFileSync(path)
  bytes.fill(0xff, 8192, bytes.length - 4096)
  chmodSync(path, 0o600)
  writeFileSync(path, bytes)
}

function change(path: string, statement: string): void {
  const sqlite = new Sqlite(path)
  sqlite.exec(statement)
  sqlite.close()
}
