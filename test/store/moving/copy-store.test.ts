import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { copyFileSync, existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'

import Sqlite from 'better-sqlite3'
import fc from 'fast-check'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'

import { openDatabase } from '../../../src/store/database.ts'
import { compareTable, copyStore, type Place } from '../../../src/store/moving/copy-store.ts'
import { openPostgresSource } from '../../../src/store/moving/postgres-side.ts'
import { BATCH, COPIED_TABLES } from '../../../src/store/moving/side.ts'
import { createSqliteSide } from '../../../src/store/moving/sqlite-side.ts'
import { openPostgres } from '../../../src/store/postgres/open-postgres.ts'
import { fillTable, tablesOf } from '../fill-table.ts'

const server = inject('postgres')
const ignore = () => undefined
const quiet = { log: { info: ignore, warn: ignore, error: ignore }, lost: ignore }
/** Each database's own to know. */
const OWN = 'writers'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vouch-copy-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const newFolder = (name: string) => ({ dataDir: join(folder, name) })
const fileIn = ({ dataDir }: { dataDir: string }) => join(dataDir, 'vouch.sqlite')

/** Opens the database as a server does, which makes its tables where there are none. */
const start = ({ dataDir }: { dataDir: string }) => openDatabase(dataDir).close()

/** A database of the run's server, without tables. */
async function newPostgres(): Promise<{ databaseUrl: string }> {
  const name = `${server.template}_${randomUUID().replaceAll('-', '')}`
  await inPostgres({ databaseUrl: new URL('/postgres', server.url).href }, (client) =>
    client.query(`create database ${name}`),
  )
  return { databaseUrl: new URL(`/${name}`, server.url).href }
}

const startPostgres = async ({ databaseUrl }: { databaseUrl: string }) =>
  (await openPostgres(databaseUrl, quiet)).close()

async function inPostgres<T>(
  { databaseUrl }: { databaseUrl: string },
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

function inSqlite<T>(place: { dataDir: string }, work: (sqlite: Sqlite.Database) => T): T {
  const sqlite = new Sqlite(fileIn(place))
  try {
    return work(sqlite.defaultSafeIntegers())
  } finally {
    sqlite.close()
  }
}

/** A data folder whose database has rows in every table. */
function fill(name: string, rows = 3): { dataDir: string } {
  const place = newFolder(name)
  start(place)
  inSqlite(place, (sqlite) => {
    sqlite.defaultSafeIntegers(false)
    sqlite.pragma('foreign_keys = OFF') // rows come table by table
    for (const table of tablesOf(sqlite)) if (table !== OWN) fillTable(sqlite, table, rows)
  })
  return place
}

/** All that is in a data folder's database, in the order in which it came, and the numbers that are used up. */
const contentOf = (place: { dataDir: string }) =>
  inSqlite(place, (sqlite) => ({
    rows: Object.fromEntries(
      tablesOf(sqlite)
        .filter((name) => name !== OWN)
        .map((name) => [
          name,
          sqlite.prepare(`select rowid as place, * from "${name}" order by rowid`).raw().all(),
        ]),
    ),
    numbers: sqlite
      .prepare(`select name, seq from sqlite_sequence where name <> '${OWN}' order by name`)
      .raw()
      .all(),
  }))

const countOf = async (place: Place): Promise<number> => {
  const text = `select cast(${COPIED_TABLES.map(({ name }) => `(select count(*) from "${name}")`).join(' + ')} as integer)`
  if ('dataDir' in place)
    return existsSync(fileIn(place))
      ? inSqlite(place, (sqlite) => Number(sqlite.prepare(text).pluck().get()))
      : 0
  return inPostgres(place, async (client) => {
    const { rows } = await client.query<{ there: string | null }>(
      `select to_regclass('claims') as there`,
    )
    if (rows[0]?.there === null) return 0
    return (await client.query<[number]>({ text, rowMode: 'array' })).rows[0]?.[0] ?? NaN
  })
}

const copy = (from: Place, to: Place) => copyStore({ from, to })

describe('what is copied', () => {
  test('is every table that SQLite has, but which versions have made them', async () => {
    const names = [OWN, ...COPIED_TABLES.map(({ name }) => name)].toSorted()
    const place = newFolder('data')
    start(place)
    expect(inSqlite(place, tablesOf).toSorted()).toEqual(names)
    const inTemplate = { databaseUrl: new URL(`/${server.template}`, server.url).href }
    const { rows } = await inPostgres(inTemplate, (client) =>
      client.query<{ name: string }>(
        `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
      ),
    )
    expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(names))
  })

  test('goes to PostgreSQL, to another one, back and to another folder, row for row, in order, with the numbers that come next', async () => {
    const from = fill('data')
    inSqlite(from, (sqlite) => {
      for (let n = 4; n < 2 * BATCH + 10; n += 1)
        sqlite.prepare('insert into handled_updates values (?, ?, ?)').run('telegram', `${n}`, n)
      // The order in which rows came is not that of their keys.
      for (const { name, numbering } of COPIED_TABLES)
        if (numbering === 'order') sqlite.exec(`update "${name}" set rowid = 5000 - 3 * rowid`)
      sqlite.exec('delete from freezes where id > 1') // 3 was used
      sqlite.exec('delete from hop_times')
    })
    const expected = contentOf(from)
    const rows = Object.fromEntries(
      Object.entries(expected.rows).map(([name, { length }]) => [name, length]),
    )
    expect(rows).toMatchObject({ handled_updates: 2 * BATCH + 9, audit_log: 3, freezes: 1 })

    const [one, other] = [await newPostgres(), await newPostgres()]
    const shares: number[] = []
    const copied = await copyStore({ from, to: one, onProgress: (share) => shares.push(share) })
    expect(copied).toEqual({ rows, openClaims: 3 })
    expect(shares).toEqual(shares.toSorted((a, b) => a - b))
    expect(shares.at(-1)).toBe(1)
    await copy(one, other)
    const next = await inPostgres(other, async (client) => {
      const { rows: found } = await client.query<{ freeze: string; hop: string; account: string }>(
        `select nextval(pg_get_serial_sequence('freezes', 'id')) as freeze, nextval(pg_get_serial_sequence('hop_times', 'id')) as hop,
                nextval(pg_get_serial_sequence('accounts', 'rowid')) as account`,
      )
      return found[0]
    })
    expect(next).toEqual({ freeze: '4', hop: '4', account: '4998' })

    await copy(one, newFolder('back'))
    expect(contentOf(newFolder('back'))).toEqual(expected)
    await copy(newFolder('back'), newFolder('elsewhere'))
    expect(contentOf(newFolder('elsewhere'))).toEqual(expected)
    expect(contentOf(from)).toEqual(expected)
    start(newFolder('elsewhere'))
  })

  test('goes on after the larger number where the empty database has had rows itself', async () => {
    const from = fill('data')
    const to = newFolder('to')
    start(to)
    inSqlite(to, (sqlite) => {
      sqlite.exec(`insert into freezes (id, kind, subject, created_at) values (70, 'all', '', 1)`)
      sqlite.exec('delete from freezes')
    })
    await copy(from, to)
    expect(contentOf(to).numbers).toContainEqual(['freezes', 70n])
  })

  test('keeps any text, any bytes and any whole number', async () => {
    const Text = fc
      .string({ unit: 'binary', maxLength: 40 })
      .map((text) => text.replaceAll('\0', '�'))
    const Values = fc.record({
      key: Text,
      fingerprint: Text,
      status: fc.option(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), { nil: null }),
      sealed: fc.option(
        fc.uint8Array().map((bytes) => Buffer.from(bytes)),
        { nil: null },
      ),
      expires: fc.oneof(
        fc.maxSafeInteger().map(BigInt),
        fc.constantFrom(0n, 2n ** 53n - 1n, -(2n ** 53n) + 1n),
      ),
    })
    let run = 0
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(Values, { selector: ({ key }) => key, maxLength: 60 }),
        async (rows) => {
          run += 1
          const [from, back] = [newFolder(`from-${run}`), newFolder(`back-${run}`)]
          start(from)
          inSqlite(from, (sqlite) => {
            const insert = sqlite.prepare(
              'insert into stored_answers (key, fingerprint, status, sealed, expires_at) values (?, ?, ?, ?, ?)',
            )
            for (const row of rows) insert.run(Object.values(row))
          })
          const between = await newPostgres()
          await copy(from, between)
          await copy(between, back)
          expect(contentOf(back)).toEqual(contentOf(from))
          expect(contentOf(back).rows['stored_answers']).toHaveLength(rows.length)
        },
      ),
      { numRuns: 8 },
    )
  })
})

describe('a copy is refused, and the target stays empty, where', () => {
  test.each<{ name: string; says: RegExp; from?: () => Promise<Place>; to?: () => Promise<Place> }>(
    [
      {
        name: 'there is no source',
        from: () => Promise.resolve(newFolder('nowhere')),
        says: /There is no database in .*nowhere/,
      },
      {
        name: 'the source is a PostgreSQL without tables',
        from: newPostgres,
        says: /postgres:.* has no tables of Vouch yet/,
      },
      {
        name: 'the source is of an earlier version',
        from: async () => {
          const place = fill('old')
          inSqlite(place, (sqlite) =>
            sqlite.exec(
              'delete from __drizzle_migrations where created_at = (select max(created_at) from __drizzle_migrations)',
            ),
          )
          return place
        },
        says: /The tables in .*old are of another version/,
      },
      {
        name: 'the source is a PostgreSQL of a later version',
        from: async () => {
          const place = await newPostgres()
          await startPostgres(place)
          await inPostgres(place, (client) =>
            client.query(`insert into drizzle.__drizzle_migrations values (99, 'later', 9e15)`),
          )
          return place
        },
        says: /The tables of postgres:.* are of another version/,
      },
      {
        name: 'the target is of a later version',
        to: async () => {
          const place = newFolder('later')
          start(place)
          inSqlite(place, (sqlite) =>
            sqlite.exec(
              `insert into __drizzle_migrations (hash, created_at) values ('later', 9000000000000000)`,
            ),
          )
          return place
        },
        says: /later was written by a newer version/,
      },
      {
        name: 'a text has U+0000, and PostgreSQL cannot keep it',
        from: async () => {
          const place = fill('nul')
          inSqlite(place, (sqlite) =>
            sqlite.prepare('update claimers set note = ? where rowid = 2').run('a\0b'),
          )
          return place
        },
        to: newPostgres, // SQLite keeps it
        says: /note of the row of claimers with rowid 2 holds the character U\+0000/,
      },
      {
        name: 'a text is no UTF-8',
        from: async () => {
          const place = fill('bytes')
          inSqlite(place, (sqlite) =>
            sqlite.exec(`update claimers set note = cast(x'61ff' as text) where rowid = 3`),
          )
          return place
        },
        says: /note of the row of claimers with rowid 3 holds bytes that are no UTF-8/,
      },
      {
        name: 'a value is not of its column',
        from: async () => {
          const place = fill('real')
          inSqlite(place, (sqlite) =>
            sqlite.exec('update freezes set created_at = 1.5 where id = 2'),
          )
          return place
        },
        says: /created_at of the row of freezes with id 2 holds a value that is no bigint/,
      },
      {
        name: 'the audit log of the source has a gap',
        from: async () => {
          const place = fill('gap')
          inSqlite(place, (sqlite) => {
            sqlite.exec('drop trigger audit_log_no_delete')
            sqlite.exec('delete from audit_log where number = 2')
          })
          return place
        },
        says: /audit_log cannot be copied to .*: an entry of the audit log comes after the last one\. Nothing/,
      },
    ],
  )('$name', async ({ from, to, says }) => {
    const source = (await from?.()) ?? fill('data')
    for (const target of to ? [await to()] : [await newPostgres(), newFolder('target')]) {
      await expect(copy(source, target)).rejects.toThrow(says)
      expect(await countOf(target)).toBe(0)
    }
  })

  test('a PostgreSQL cannot be reached, and its password is not repeated', async () => {
    const away = { databaseUrl: 'postgres://vouch:secret@127.0.0.1:1/vouch' }
    const error = await copy(fill('data'), away).catch(String)
    expect(error).toMatch(/postgres:\/\/127\.0\.0\.1:1\/vouch cannot be opened: .*ECONNREFUSED/)
    expect(error).not.toContain('secret')
  })

  test('the target has a row, in whichever table it is', async () => {
    const from = fill('data')
    const targets: [Place, (text: string) => Promise<unknown> | unknown][] = []
    const postgres = await newPostgres()
    await startPostgres(postgres)
    targets.push([postgres, (text) => inPostgres(postgres, (client) => client.query(text))])
    const sqlite = newFolder('target')
    start(sqlite)
    targets.push([sqlite, (text) => inSqlite(sqlite, (open) => open.exec(text))])
    for (const [to, run] of targets) {
      await run(`insert into opt_outs (hash) values ('theirs')`)
      await expect(copy(from, to)).rejects.toThrow(
        /has rows already, in opt_outs, and it must be empty/,
      )
      await run(`insert into cursors (chain_uid, height) values ('base', 1)`)
      await expect(copy(from, to)).rejects.toThrow(/in opt_outs, cursors|in cursors, opt_outs/)
      expect(await countOf(to)).toBe(2)
    }
  })

  test('both are one database, whatever it is called', async () => {
    const from = fill('data')
    symlinkSync(from.dataDir, join(folder, 'link'))
    await expect(copy(from, newFolder('link'))).rejects.toThrow('are one database')
    const one = await newPostgres()
    const same = { databaseUrl: `${one.databaseUrl}?sslmode=disable` }
    await expect(copy(one, same)).rejects.toThrow('are one database')
  })

  test('a server has either open, on SQLite', async () => {
    const [from, other] = [fill('data'), newFolder('other')]
    const running = openDatabase(from.dataDir)
    await expect(copy(from, other)).rejects.toThrow(/A Vouch process runs on .*data: stop it/)
    await expect(copy(from, await newPostgres())).rejects.toThrow(/A Vouch process runs on .*data/)
    running.close()
    const waiting = openDatabase(other.dataDir)
    await expect(copy(from, other)).rejects.toThrow(/A Vouch process runs on .*other: stop it/)
    waiting.close()
    await copy(from, other) // and the lock was given up each time
    start(from)
  })

  test('a server has either open, on PostgreSQL, whatever its address calls it', async () => {
    const from = fill('data')
    const to = await newPostgres()
    const running = await openPostgres(`${to.databaseUrl}?application_name=mine`, quiet)
    await running.db.run('select 1')
    const open =
      /A Vouch process has postgres:.* open: from 127\.0\.0\.1 as vouch since \d{4}-.*Z \(process \d+/
    await expect(copy(from, to)).rejects.toThrow(open)
    await expect(copy(to, newFolder('target'))).rejects.toThrow(open)
    await running.close()
    await expect.poll(() => copy(from, to).then(() => 'copied', String)).toBe('copied')
  })

  test('a server opens it meanwhile', async () => {
    const from = fill('data')
    const to = await newPostgres()
    let isOpen: Worker | undefined
    const copying = copyStore({
      from,
      to,
      onProgress() {
        if (isOpen) return
        const told = new Int32Array(new SharedArrayBuffer(4))
        isOpen = new Worker(CONNECT, { eval: true, workerData: { ...to, told, pg: PG } })
        Atomics.wait(told, 0, 0)
      },
    })
    await expect(copying).rejects.toThrow(/A Vouch process has postgres:.* open: from/)
    await isOpen?.terminate()
    expect(await countOf(to)).toBe(0)

    const other = await newPostgres()
    await copy(from, other)
    const source = await openPostgresSource(other.databaseUrl, 'the source')
    const running = await openPostgres(other.databaseUrl, quiet)
    await running.db.run('select 1')
    await expect(source.expectNoServer()).rejects.toThrow('A Vouch process has the source open')
    await running.close()
    await source.close()
  })
})

const PG = createRequire(import.meta.url).resolve('pg')
/** Connects as a server does, and says so. */
const CONNECT = `
  const { workerData: { databaseUrl, told, pg } } = require('node:worker_threads')
  const client = new (require(pg).Client)({ connectionString: databaseUrl, application_name: 'vouch' })
  client.connect().then(() => { Atomics.store(told, 0, 1); Atomics.notify(told, 0) })
`

describe('while it is copied', () => {
  test('nobody else writes on either side', async () => {
    const from = fill('data')
    const one = await newPostgres()
    await copy(from, one)
    const source = await openPostgresSource(one.databaseUrl, 'the source')
    await inPostgres(one, async (client) => {
      await client.query(`set lock_timeout = '20ms'`)
      await client.query('select * from claims')
      await expect(client.query('delete from claims')).rejects.toThrow('lock timeout')
    })
    await source.close()
    const copying = copyStore({
      from,
      to: newFolder('to'),
      onProgress() {
        for (const place of [from, newFolder('to')])
          inSqlite(place, (sqlite) => {
            sqlite.pragma('busy_timeout = 0')
            expect(() => sqlite.exec('delete from prices')).toThrow('locked')
          })
      },
    })
    expect((await copying).rows).toMatchObject({ prices: 3 })
  })

  test.each(['dataDir', 'databaseUrl'])(
    'being told to stop, or being killed, leaves an empty target: %s',
    async (kind) => {
      const from = fill('data')
      const to = kind === 'dataDir' ? newFolder('to') : await newPostgres()
      const stopping = new AbortController()
      const stopped = copyStore({
        from,
        to,
        onProgress: (share) => share > 0.5 && stopping.abort(new Error('that is enough')),
        signal: stopping.signal,
      })
      await expect(stopped).rejects.toThrow('that is enough')
      expect(await countOf(to)).toBe(0)

      const run = join(import.meta.dirname, 'run-killable-copy.ts')
      const child = spawn(process.execPath, [run, JSON.stringify(from), JSON.stringify(to)], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      await once(child.stdout, 'data')
      child.kill('SIGKILL')
      await once(child, 'exit')
      expect(await countOf(to)).toBe(0)
      await copy(from, to)
      expect(await countOf(to)).toBe(await countOf(from))
    },
  )

  test('a database that changes what it is given is found out, and nothing of it is kept', async () => {
    const from = fill('data')
    const [postgres, sqlite] = [await newPostgres(), newFolder('to')]
    await startPostgres(postgres)
    await inPostgres(postgres, async (client) => {
      await client.query(
        `create function raise_amount() returns trigger language plpgsql as $$ begin if new.claim_id = '2' then new.amount := '9' || new.amount; end if; return new; end $$`,
      )
      await client.query(
        'create trigger raised before insert on claims for each row execute function raise_amount()',
      )
    })
    start(sqlite)
    inSqlite(sqlite, (open) =>
      open.exec(
        `create trigger raised after insert on claims when new.claim_id = '2' begin update claims set amount = '9' || amount where claim_id = '2'; end`,
      ),
    )
    for (const to of [postgres, sqlite]) {
      await expect(copy(from, to)).rejects.toThrow(
        /is not the same: amount of the row of claims with rowid 2 is another\. Nothing/,
      )
      expect(await countOf(to)).toBe(0)
    }
  })
})

describe('comparing a table finds', () => {
  const table = COPIED_TABLES.find(({ name }) => name === 'stored_answers')

  test.each([
    { change: 'delete from stored_answers where rowid = 2', says: 'with rowid 2 is missing' },
    { change: 'delete from stored_answers where rowid = 700', says: 'with rowid 700 is missing' },
    { change: 'delete from stored_answers', says: 'with rowid 1 is missing' },
    {
      change: `insert into stored_answers (key, fingerprint, expires_at) values ('x', 'x', 1)`,
      says: 'with rowid 701 is only in the copy',
    },
    {
      change: 'update stored_answers set rowid = 900 where rowid = 600',
      says: 'with rowid 600 is missing',
    },
    {
      change: `update stored_answers set sealed = x'00' where rowid = 650`,
      says: 'sealed of the row of stored_answers with rowid 650 is another',
    },
    {
      change: 'update stored_answers set sealed = null where rowid = 3',
      says: 'sealed of the row of stored_answers with rowid 3 is another',
    },
    {
      change: 'update stored_answers set expires_at = expires_at + 1 where rowid = 700',
      says: 'expires_at of the row of stored_answers with rowid 700 is another',
    },
    {
      change: `update stored_answers set key = key || ' ' where rowid = 1`,
      says: 'key of the row of stored_answers with rowid 1 is another',
    },
  ])('what was done between: $change', async ({ change, says }) => {
    if (!table) throw new Error('no table')
    const place = newFolder('data')
    start(place)
    inSqlite(place, (sqlite) => fillTable(sqlite.defaultSafeIntegers(false), table.name, 700))
    const one = new Sqlite(fileIn(place)).defaultSafeIntegers()
    copyFileSync(fileIn(place), join(folder, 'copy.sqlite'))
    const other = new Sqlite(join(folder, 'copy.sqlite')).defaultSafeIntegers()
    const source = createSqliteSide(one, 'one', () => undefined)
    const target = createSqliteSide(other, 'other', () => undefined)
    const step = () => Promise.resolve()
    await compareTable(table, source, target, step)
    other.exec(change)
    await expect(compareTable(table, source, target, step)).rejects.toThrow(says)
    await source.close()
    await target.close()
  })
})
