import { createHash } from 'node:crypto'

import pg from 'pg'

import type { Database } from '../../src/store/database.ts'
import { openBeside } from '../../src/store/open-store.ts'

/** `DUPLICATE_DATABASE` */
const IS_THERE = '42P04'

const serverOfRun = (): string | undefined => process.env['FLOWS_POSTGRES'] || undefined
export const isOnPostgres = (): boolean => serverOfRun() !== undefined

/**
 * What a process needs in its environment beside its data folder: on PostgreSQL, the database of that folder, which is made where there is none; on SQLite, nothing.
 * Which of the two a run is about, `FLOWS_POSTGRES` says.
 */
export async function ownDatabase(dataDir: string | undefined): Promise<Record<string, string>> {
  const server = serverOfRun()
  if (server === undefined || dataDir === undefined) return {}
  const name = `vouch_${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`
  const client = new pg.Client({ connectionString: new URL('/postgres', server).href })
  await client.connect()
  try {
    await client.query(`create database ${name}`)
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== IS_THERE) throw error
  } finally {
    await client.end()
  }
  return { DATABASE_URL: new URL(`/${name}`, server).href }
}

/** Opens the same database beside the process, or after it. */
export async function openOwnDatabase(dataDir: string): Promise<Database> {
  const { DATABASE_URL: databaseUrl } = await ownDatabase(dataDir)
  return openBeside({ databaseUrl, dataDir })
}
