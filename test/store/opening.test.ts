import { spawnSync } from 'node:child_process'
import { readdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import Sqlite from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { compareTables, thisWriter } from '../../src/store/table-versions.ts'
import { openSignerLedger } from '../../src/store/claims/signer-ledger.ts'
import { openDatabase } from '../../src/store/database.ts'
import { examineDatabase } from '../../src/store/examine-database.ts'
import { readBeside } from '../../src/store/open-store.ts'
import { claimers, claims } from '../../src/store/claims/claim-tables.ts'
import { checkPages } from '../../src/store/upkeep/check-pages.ts'
import { adviceOn } from '../../src/store/upkeep/explain-failure.ts'
import { damageIn } from '../../src/store/upkeep/store-health.ts'
import { claim } from './claim-rows.ts'

let folder: string
let dataDir: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vouch-opening-'))
  dataDir = join(folder, 'data')
  file = join(dataDir, 'vouch.sqlite')
})
afterEach(() => rmSync(folder, { recursive: true }))

/** A database with some claims, closed. */
async function fill(): Promise<void> {
  const { db, close } = openDatabase(dataDir)
  for (let n = 0; n < 20; n += 1) {
    const id = n.toString(16).padStart(24, '0')
    await db
      .insert(claimers)
      .values({
        id,
        platform: 'telegram',
        handle: `bobby${n}`,
        publicKey: 'key',
        otpHash: 'hash',
        senderChainUid: 'base',
        senderAddress: '0xa',
        note: 'n'.repeat(3000),
        token: 'usdc',
        amount: 5n,
        createdAt: new Date(0),
      })
      .run()
    await db
      .insert(claims)
      .values(claim({ claimId: `${n}`, claimerId: id }))
      .run()
  }
  close()
}

function change(...statements: string[]): void {
  const sqlite = new Sqlite(file)
  for (const statement of statements) sqlite.exec(statement)
  sqlite.close()
}

/** Each page that something stands in: its number and what it belongs to. */
function pages(): { number: number; of: string }[] {
  const sqlite = new Sqlite(file, { readonly: true })
  const rows = sqlite
    .prepare<[], { number: number; of: string }>(
      'select pageno as number, name as "of" from dbstat',
    )
    .all()
  sqlite.close()
  return rows
}

describe('a database whose pages are damaged', () => {
  test('is refused, whichever page it is, and nothing of it is changed', async () => {
    await fill()
    const whole = readFileSync(file)
    const pageBytes = whole.readUInt16BE(16)
    const all = pages()
    expect(all.length).toBeGreaterThan(100)
    for (const { number, of } of all) {
      const scribbled = Buffer.from(whole)
      scribbled.fill(0xa5, (number - 1) * pageBytes, number * pageBytes)
      writeFileSync(file, scribbled)
      expect(() => openDatabase(dataDir), `page ${number} of ${of}`).toThrow(
        /is damaged: .*vouch restore <file>/s,
      )
      expect(readFileSync(file).equals(scribbled)).toBe(true)
    }
    writeFileSync(file, whole)
    openDatabase(dataDir).close() // and the lock is free
  })

  test('is looked at for so long and no longer, money first, and what was left out is said', async () => {
    await fill()
    const sqlite = new Sqlite(file, { readonly: true })
    let elapsedMs = 0
    const look = (budgetMs: number) => {
      elapsedMs = 0
      return checkPages(sqlite, { budgetMs, elapsedMs: () => (elapsedMs += 1) })
    }
    const names = look(0).unseen
    expect(names.slice(0, 3)).toEqual(['claimers', 'claims', 'redemptions'])
    expect(look(4)).toEqual({ damage: [], unseen: names.slice(3) })
    expect(look(1_000_000)).toEqual({ damage: [], unseen: [] })
    sqlite.close()
  })

  test('is looked at by whoever starts, and what there was no time for is in the log', async () => {
    await fill()
    const told: object[] = []
    const log = { warn: (details: object) => void told.push(details), error: () => undefined }
    openDatabase(dataDir, { log }).close()
    expect(told).toEqual([])
    openDatabase(dataDir, { log, lookMs: 0 }).close()
    expect(told).toEqual([{ tables: expect.arrayContaining(['claims', 'accounts']) }])
  })
})

describe('a database of another version', () => {
  const { version, migration } = thisWriter()
  const NEW = "insert into __drizzle_migrations (hash, created_at) values ('new', 1900000000000)"

  test.each<{ name: string; before: () => void; says: string }>([
    {
      name: 'a newer one, by the names of both',
      before: () =>
        change(
          NEW,
          "insert into writers (version, migration, since) values ('7.0.0', '0099_fly', 1)",
        ),
      says: `its tables are those of migration 0099_fly, by Vouch 7.0.0, and this is Vouch ${version}, which knows them up to ${migration}`,
    },
    {
      name: 'a newer one that has not said its name, by its dates',
      before: () => change(NEW),
      says: `migrations that this version does not know, of 2030-03-17, and this is Vouch ${version}`,
    },
    {
      name: 'one whose dates are none',
      before: () =>
        change("insert into __drizzle_migrations (hash, created_at) values ('new', 9e15)"),
      says: 'does not know, of 9000000000000000, and this is',
    },
    {
      name: 'one that lacks what came before its newest',
      before: () =>
        change(
          'delete from __drizzle_migrations where created_at = (select created_at from __drizzle_migrations order by 1 desc limit 1 offset 1)',
        ),
      says: 'lack migrations from before the newest',
    },
  ])('is refused: $name', async ({ before, says }) => {
    await fill()
    before()
    const bytes = readFileSync(file)
    expect(() => openDatabase(dataDir)).toThrow(says)
    expect(() => openDatabase(dataDir)).toThrow('vouch restore <file>')
    expect(readFileSync(file).equals(bytes)).toBe(true)
    await expect(readBeside({ databaseUrl: undefined, dataDir })).rejects.toThrow(
      'of another version of Vouch',
    )
  })

  test('a command beside names both versions, too', async () => {
    await fill()
    change(NEW)
    await expect(readBeside({ databaseUrl: undefined, dataDir })).rejects.toThrow(
      `this is Vouch ${version}`,
    )
  })

  test('an older one is brought up to date, and it is kept once which version did that', async () => {
    await fill()
    const sqlite = new Sqlite(file)
    expect(compareTables(sqlite)).toBe('current')
    const writers = sqlite.prepare('select version, migration from writers')
    expect(writers.all()).toEqual([{ version, migration }])
    openDatabase(dataDir).close()
    expect(writers.all()).toEqual([{ version, migration }])
    sqlite.close()
  })
})

describe('a disk that takes nothing', () => {
  const TAKES_NOTHING =
    /cannot be opened: .*\(SQLITE_IOERR_\w+\)\. The disk could not be read or written: make room or check the disk/
  /** Opens a database in a process that may write so much to a file: more is an error of the disk. */
  function openWithin(
    blocks: number,
    { module, open } = { module: 'database.ts', open: 'openDatabase' },
  ): { says: string } {
    const { href } = new URL(`../../src/store/${module}`, import.meta.url)
    const code = `import { ${open} } from ${JSON.stringify(href)}
      try { ${open}(${JSON.stringify(dataDir)}).close(); console.log('opened') } catch (error) { console.log(error.message) }`
    const shell = 'ulimit -f "$0" && exec "$@"'
    const run = [process.execPath, '--input-type=module', '-e', code]
    const { stdout, stderr } = spawnSync('bash', ['-c', shell, `${blocks}`, ...run], {
      encoding: 'utf8',
    })
    return { says: `${stdout}${stderr}` }
  }

  test.each([
    { name: 'nothing, at the first start', blocks: 0, isFirst: true },
    { name: 'a part of the tables, at the first start', blocks: 100, isFirst: true },
    { name: 'nothing, later', blocks: 0, isFirst: false },
    { name: 'less than SQLite keeps beside the file, later', blocks: 20, isFirst: false },
  ])(
    '$name: says so, and not that another process runs or that pages are damaged',
    async ({ blocks, isFirst }) => {
      if (!isFirst) await fill()
      const before = isFirst ? [] : readdirSync(dataDir)
      const { says } = openWithin(blocks)
      expect(says).toMatch(TAKES_NOTHING)
      expect(says).not.toMatch(/Another Vouch process|damaged|restore/)
      expect(readdirSync(dataDir)).toEqual(expect.arrayContaining(before))
      openDatabase(dataDir).close() // with room, all is well
    },
  )

  test.each([
    { name: 'nothing, at the first start', blocks: 0, isFirst: true },
    { name: 'a part of the tables, at the first start', blocks: 40, isFirst: true },
    { name: "less than SQLite keeps beside the signer's file, later", blocks: 20, isFirst: false },
  ])('$name: the signer names its file, and does not call it damaged', ({ blocks, isFirst }) => {
    if (!isFirst) openSignerLedger(dataDir).close()
    const { says } = openWithin(blocks, {
      module: 'claims/signer-ledger.ts',
      open: 'openSignerLedger',
    })
    expect(says).toMatch(TAKES_NOTHING)
    expect(says).toContain(join(dataDir, 'signer.sqlite'))
    expect(says).not.toMatch(/damaged|move it away/)
    openSignerLedger(dataDir).close()
  })

  test.each([
    { code: 'SQLITE_FULL', advice: 'The disk is full: make room' },
    { code: 'SQLITE_IOERR_SHMSIZE', advice: 'make room or check the disk' },
    { code: 'SQLITE_IOERR_READ', advice: 'make room or check the disk' },
    { code: 'SQLITE_READONLY_DIRECTORY', advice: 'look whether it is read-only' },
    { code: 'SQLITE_CANTOPEN', advice: 'belong to the user that runs Vouch' },
    { code: 'SQLITE_BUSY', advice: 'end that program' },
    { code: 'EIO', advice: 'make room or check the disk' },
    { code: 'ENOSPC', advice: 'The disk is full: make room' },
    { code: 'EACCES', advice: 'belong to the user that runs Vouch' },
  ])('$code is no damage, and what can be done about it is said', ({ code, advice }) => {
    const error = code.startsWith('SQLITE')
      ? new Sqlite.SqliteError('no', code)
      : Object.assign(new Error('no'), { code })
    expect(() => damageIn(error)).toThrow(error)
    expect(adviceOn(error)).toContain(advice)
  })

  test.each(['SQLITE_CORRUPT', 'SQLITE_CORRUPT_VTAB', 'SQLITE_NOTADB'])('%s is damage', (code) => {
    expect(damageIn(new Sqlite.SqliteError('words', code))).toBe('words')
  })

  test('pages that another program keeps from being looked at are not called damaged', async () => {
    await fill()
    change('pragma journal_mode = delete')
    const holder = new Sqlite(file)
    holder.exec('begin exclusive')
    const sqlite = new Sqlite(file, { timeout: 0 })
    expect(() => checkPages(sqlite, { budgetMs: 1, elapsedMs: () => 0 })).toThrow('is locked')
    expect(() => examineDatabase(sqlite)).toThrow('is locked')
    sqlite.close()
    holder.close()
  })
})
