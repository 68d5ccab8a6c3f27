import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import Sqlite from 'better-sqlite3'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { StoreUnavailableError } from '../../../src/core/terms/errors.ts'
import { createGroupCommit } from '../../../src/store/group-commit.ts'
import { openDatabase, type OwnDatabase } from '../../../src/store/database.ts'
import { optOuts } from '../../../src/store/people/people-tables.ts'
import { freeBytes } from '../../../src/store/upkeep/disk-space.ts'

let dataDir: string
let told: string[]
let database: OwnDatabase
const tell = (_details: object, message: string) => void told.push(message)
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'vouch-failing-'))
  told = []
  database = openDatabase(dataDir, { log: { warn: tell, error: tell } })
})
afterEach(() => {
  database.close()
  rmSync(dataDir, { recursive: true })
})

/** A row that takes some pages. */
const row = (n: number) => ({ hash: `${n}`.padEnd(20_000, 'x') })
const insert = (n: number) => database.db.insert(optOuts).values(row(n)).run()
const kept = () => database.db.$count(optOuts).then(Number)

/** Nothing can be written from now on, as on a full disk, until it is emptied. */
function fill(): { empty(): void } {
  const { db } = database
  const { page_count: used } = db.get<{ page_count: number }>(sql`pragma page_count`)
  db.get(sql.raw(`pragma max_page_count = ${used}`))
  return { empty: () => void db.get(sql.raw(`pragma max_page_count = ${used + 100_000}`)) }
}

describe('while nothing can be written', () => {
  test.each<{ name: string; write: (n: number) => unknown }>([
    { name: 'a statement', write: insert },
    {
      name: 'a statement that returns its row',
      write: (n) => database.db.insert(optOuts).values(row(n)).returning().get(),
    },
    {
      name: 'a transaction',
      write: (n) =>
        database.db.transaction((tx) => {
          tx.insert(optOuts).values(row(n)).run()
          tx.insert(optOuts).values(row(-n)).run()
        }),
    },
    {
      name: 'work of one moment',
      write: (n) => createGroupCommit(database.db)((tx) => tx.insert(optOuts).values(row(n)).run()),
    },
  ])('$name says what callers know, keeps nothing, and all heals by itself', async ({ write }) => {
    await write(1)
    const before = await kept()
    const disk = fill()
    for (let n = 2; n < 20; n += 1)
      await expect((async () => write(n))()).rejects.toBeInstanceOf(StoreUnavailableError)
    expect(await kept()).toBe(before)
    expect(database.health.trouble()).toBe('full')
    expect(told).toEqual(['the disk is full and nothing can be kept: make room'])
    disk.empty()
    await write(20)
    expect(database.health.trouble()).toBeUndefined()
    expect(await kept()).toBeGreaterThan(before)
    expect(told.slice(1)).toEqual(['the database keeps things again'])
  })

  test('a reading is no sign that it is over, nor a transaction that writes nothing, nor one that is taken back', () => {
    insert(0)
    fill()
    expect(() => insert(1)).toThrow(StoreUnavailableError)
    database.db.select().from(optOuts).all()
    database.db.transaction((tx) => tx.select().from(optOuts).all())
    database.db
      .delete(optOuts)
      .where(sql`false`)
      .run()
    const takeBack = () =>
      database.db.transaction((tx) => {
        tx.delete(optOuts).run()
        throw new Error('taken back')
      })
    expect(takeBack).toThrow('taken back')
    expect(database.health.trouble()).toBe('full')
  })

  test('whoever asks hears what is true now: a probe fails while nothing else could be written, and ends the trouble once it is over', () => {
    const disk = fill()
    database.health.probe()
    expect(database.health.trouble()).toBeUndefined() // nobody has failed: nothing is tried
    expect(() => insert(1)).toThrow(StoreUnavailableError)
    for (let n = 0; n < 3; n += 1) {
      database.health.probe()
      expect(database.health.trouble()).toBe('full')
    }
    disk.empty()
    database.health.probe()
    expect(database.health.trouble()).toBeUndefined()
    expect(told).toHaveLength(2)
    expect(database.db.get(sql`select count(*) as rows from write_probe`)).toEqual({ rows: 0 })
  })

  test('a moment with much work fails at once, and not once for each piece of it', async () => {
    fill()
    const transaction = vi.spyOn(database.db, 'transaction')
    const commit = createGroupCommit(database.db)
    const pieces = Array.from({ length: 50 }, (_, n) =>
      commit((tx) => tx.insert(optOuts).values(row(n)).run()),
    )
    const outcomes = await Promise.allSettled(pieces)
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(50)
    expect(transaction).toHaveBeenCalledTimes(1)
  })

  test('what is wrong with one piece is no failure of the disk', async () => {
    insert(1)
    expect(() => insert(1)).toThrow('UNIQUE constraint failed')
    const commit = createGroupCommit(database.db)
    const pieces = [1, 2].map((n) => commit((tx) => tx.insert(optOuts).values(row(n)).run()))
    expect((await Promise.allSettled(pieces)).map(({ status }) => status)).toEqual([
      'rejected',
      'fulfilled',
    ])
    expect([database.health.trouble(), database.health.failures()]).toEqual([undefined, 0])
  })
})

test('somebody else with the right to write is trouble until it is given back; a probe waits for nobody', () => {
  const other = new Sqlite(join(dataDir, 'vouch.sqlite'))
  other.exec('begin immediate')
  database.db.get(sql`pragma busy_timeout = 0`)
  expect(() => insert(1)).toThrow(StoreUnavailableError)
  database.db.get(sql`pragma busy_timeout = 60000`)
  database.health.probe()
  expect(database.health.trouble()).toBe('busy')
  expect(database.db.get(sql`pragma busy_timeout`)).toEqual({ timeout: 60_000 })
  other.exec('rollback')
  other.close()
  database.health.probe()
  expect(database.health.trouble()).toBeUndefined()
})

const shell = (command: string, folder: string) =>
  spawnSync('bash', ['-c', command, folder], { stdio: 'ignore' }).status

/** A small disk of its own, where this user may mount one. */
function mountDisk(): string | undefined {
  const folder = join(mkdtempSync(join(tmpdir(), 'vouch-disk-')), 'disk')
  mkdirSync(folder)
  return shell('mount -t tmpfs -o size=3m tmpfs "$0"', folder) === 0 ? folder : undefined
}

test('a disk that is really full keeps what was kept, says so, and heals when there is room', (context) => {
  const disk = mountDisk()
  if (disk === undefined) return context.skip('this user may not mount a small disk')
  try {
    const small = openDatabase(join(disk, 'data'), { log: { warn: tell, error: tell } })
    const write = (n: number) => small.db.insert(optOuts).values(row(n)).run()
    write(0)
    writeFileSync(join(disk, 'filler'), Buffer.alloc(Math.max(0, freeBytes(disk) - 100_000)))
    let acknowledged = 1
    for (let n = 1; n < 200; n += 1)
      try {
        write(n)
        acknowledged += 1
      } catch (error) {
        expect(error).toBeInstanceOf(StoreUnavailableError)
      }
    expect(acknowledged).toBeLessThan(100)
    expect(small.health.trouble()).toBe('full')
    expect(small.db.select().from(optOuts).all()).toHaveLength(acknowledged)
    rmSync(join(disk, 'filler'))
    small.health.probe()
    expect(small.health.trouble()).toBeUndefined()
    write(1000)
    small.close()
    const again = openDatabase(join(disk, 'data'))
    expect(again.db.select().from(optOuts).all()).toHaveLength(acknowledged + 1)
    again.close()
  } finally {
    shell('umount "$0"', disk)
    rmSync(join(disk, '..'), { recursive: true })
  }
})
