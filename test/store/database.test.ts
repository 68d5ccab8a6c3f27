import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import Sqlite from 'better-sqlite3'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { databaseFile, openDatabase } from '../../src/store/database.ts'

let dataDir: string
beforeEach(() => void (dataDir = mkdtempSync(join(tmpdir(), 'vouch-database-'))))
afterEach(() => rmSync(dataDir, { recursive: true }))

test('what was acknowledged is on the disk, rows fit together, and readers wait for nobody', async () => {
  const { db, close } = openDatabase(dataDir)
  expect(await db.get(sql`pragma synchronous`)).toEqual({ synchronous: 2 }) // FULL
  expect(await db.get(sql`pragma foreign_keys`)).toEqual({ foreign_keys: 1 })
  expect(await db.get(sql`pragma journal_mode`)).toEqual({ journal_mode: 'wal' })
  close()
})

test('nobody but its owner can read it, nor what SQLite keeps beside it', () => {
  const made = join(dataDir, 'made')
  const { close } = openDatabase(made)
  const open = ['', 'vouch.sqlite', 'vouch.sqlite-wal', 'vouch.sqlite-shm'].filter(
    (name) => (statSync(join(made, name)).mode & 0o077) !== 0,
  )
  expect(open).toEqual([])
  close()
})

test('what was left open to others is closed to them', () => {
  openDatabase(dataDir).close()
  writeFileSync(join(dataDir, 'vault.key'), 'sealed')
  for (const name of ['vouch.sqlite', 'vault.key']) chmodSync(join(dataDir, name), 0o644)
  const { close } = openDatabase(dataDir)
  for (const name of ['vouch.sqlite', 'vault.key'])
    expect(statSync(join(dataDir, name)).mode & 0o777).toBe(0o600)
  close()
})

test('the same data is opened once at a time, and read beside it', () => {
  const { close } = openDatabase(dataDir)
  expect(() => openDatabase(dataDir)).toThrow(
    `Another Vouch process is running on ${dataDir}. Stop it first`,
  )
  new Sqlite(databaseFile(dataDir), { readonly: true }).close()
  close()
  openDatabase(dataDir).close()
})
