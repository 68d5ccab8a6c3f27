import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import Sqlite from 'better-sqlite3'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { StoreUnavailableError } from '../../../src/core/terms/errors.ts'
import { openDatabase } from '../../../src/store/database.ts'
import { optOuts } from '../../../src/store/people/people-tables.ts'
import { freeBytes } from '../../../src/store/upkeep/disk-space.ts'

let dataDir: string
let told: string[]
let database: ReturnType<typeof openDatabase>
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
const kept = () => database.db.$count(optOuts)

/** Nothing can be written from now on, as on a full disk, until it is emptied. */
async function fill(): Promise<{ empty(): Promise<unknown> }> {
  const { db } = database
  const { page_count: used } = await db.get<{ page_count: number }>(sql`pragma page_count`)
  await db.get(sql.raw(`pragma max_page_count = ${used}`))
  return { empty: () => db.get(sql.raw(`pragma max_page_count = ${used + 100_000}`)) }
}

describe('while nothing can be written', () => {
  test.each<{ name: string; write: (n: number) => Promise<unknown> }>([
    { name: 'a statement', write: insert },
    {
      name: 'a statement that returns its row',
      write: (n) => database.db.insert(optOuts).values(row(n)).returning().get(),
    },
    {
      name: 'a transaction',
      write: (n) =>
        database.db.transaction(async (tx) => {
          await tx.insert(optOuts).values(row(n)).run()
          await tx.insert(optOuts).values(row(-n)).run()
        }),
    },
  ])('$name says what callers know, keeps nothing, and all heals by itself', async ({ write }) => {
    await write(1)
    const before = await kept()
    const disk = await fill()
    for (let n = 2; n < 20; n += 1)
      await expect(write(n)).rejects.toBeInstanceOf(StoreUnavailableError)
    expect(await kept()).toBe(before)
    expect(database.health.trouble()).toBe('full')
    expect(told).toEqual(['the disk is full and nothing can be kept: make room'])
    await disk.empty()
    await write(20)
    expect(database.health.trouble()).toBeUndefined()
    expect(await kept()).toBeGreaterThan(before)
    expect(told.slice(1)).toEqual(['the database keeps things again'])
  })

  test('a reading is no sign that it is over, nor a transaction that writes nothing, nor one that is taken back', async () => {
    await insert(0)
    await fill()
    await expect(insert(1)).rejects.toThrow(StoreUnavailableError)
    await database.db.select().from(optOuts).all()
    await database.db.transaction((tx) => tx.select().from(optOuts).all())
    await database.db
      .delete(optOuts)
      .where(sql`false`)
      .run()
    const takeBack = () =>
      database.db.transaction(async (tx) => {
        await tx.delete(optOuts).run()
        throw new Error('taken back')
      })
    await expect(takeBack()).rejects.toThrow('taken back')
    expect(database.health.trouble()).toBe('full')
  })

  test('whoever asks hears what is true now: a probe fails while nothing else could be written, and ends the trouble once it is over', async () => {
    const disk = await fill()
    database.health.probe()
    expect(database.health.trouble()).toBeUndefined() // nobody has failed: nothing is tried
    await expect(insert(1)).rejects.toThrow(StoreUnavailableError)
    for (let n = 0; n < 3; n += 1) {
      database.health.probe()
      expect(database.health.trouble()).toBe('full')
    }
    await disk.empty()
    database.health.probe()
    expect(database.health.trouble()).toBeUndefined()
    expect(told).toHaveLength(2)
    expect(await database.db.get(sql`select count(*) as rows from write_probe`)).toEqual({
      rows: 0,
    })
  })

  test('a moment with much work fails at once, and not once for each piece of it', async () => {
    await fill()
    const outcomes = await Promise.allSettled(Array.from({ length: 50 }, (_, n) => insert(n)))
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(50)
    expect(database.health.failures()).toBe(1)
  })

  test('what is wrong with one piece is no failure of the disk', async () => {
    await insert(1)
    await expect(insert(1)).rejects.toThrow('UNIQUE constraint failed')
    expect((await Promise.allSettled([insert(1), insert(2)])).map(({ status }) => status)).toEqual([
      'rejected',
      'fulfilled',
    ])
    expect([database.health.trouble(), database.health.failures()]).toEqual([undefined, 0])
  })
})

test('somebody else with the right to write is trouble until it is given back; a probe waits for nobody', async () => {
  const other = new Sqlite(join(dataDir, 'vouch.sqlite'))
  other.exec('begin immediate')
  await database.db.get(sql`pragma busy_timeout = 0`)
  await expect(insert(1)).rejects.toThrow(StoreUnavailableError)
  await database.db.get(sql`pragma busy_timeout = 60000`)
  database.health.probe()
  expect(database.health.trouble()).toBe('busy')
  expect(await database.db.get(sql`pragma busy_timeout`)).toEqual({ timeout: 60_000 })
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

test('a disk that is really full keeps what was kept, says so, and heals when there is room', async (context) => {
  const disk = mountDisk()
  if (disk === undefined) return context.skip('this user may not mount a small disk')
  try {
    const small = openDatabase(join(disk, 'data'), { log: { warn: tell, error: tell } })
    const write = (n: number) => small.db.insert(optOuts).values(row(n)).run()
    await write(0)
    writeFileSync(join(disk, 'filler'), Buffer.alloc(Math.max(0, freeBytes(disk) - 100_000)))
    let acknowledged = 1
    for (let n = 1; n < 200; n += 1)
      try {
        await write(n)
        acknowledged += 1
      } catch (error) {
        expect(error).toBeInstanceOf(StoreUnavailableError)
      }
    expect(acknowledged).toBeLessThan(100)
    expect(small.health.trouble()).toBe('full')
    expect(await small.db.select().from(optOuts).all()).toHaveLength(acknowledged)
    rmSync(join(disk, 'filler'))
    small.health.probe()
    expect(small.health.trouble()).toBeUndefined()
    await write(1000)
    small.close()
    const again = openDatabase(join(disk, 'data'))
    expect(await again.db.select().from(optOuts).all()).toHaveLength(acknowledged + 1)
    again.close()
  } finally {
    shell('umount "$0"', disk)
    rmSync(join(disk, '..'), { recursive: true })
  }
})
