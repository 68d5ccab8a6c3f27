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
 * @param aheadMs how far ahead that database's clock is for sessions that begin from now on
 */
export async function ownDatabase(
  dataDir: string | undefined,
  aheadMs?: number,
): Promise<Record<string, string>> {
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
  const DATABASE_URL = new URL(`/${name}`, server).href
  if (aheadMs !== undefined) await setDatabaseAhead(DATABASE_URL, aheadMs)
  return { DATABASE_URL }
}

/** PostgreSQL has no clock that can be set, but finds our function of that name first, where it is told to look there first. */
async function setDatabaseAhead(connectionString: string, ms: number): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await client.query(`create or replace function public.clock_timestamp() returns timestamptz language sql volatile
      return pg_catalog.clock_timestamp() + ${ms} * interval '1 millisecond'`)
    const { rows } = await client.query<{ name: string }>('select current_database() as name')
    await client.query(
      `alter database ${rows[0]?.name} set search_path = "$user", public, pg_catalog`,
    )
  } finally {
    await client.end()
  }
}

/** Opens the same database beside the process, or after it. */
export async function openOwnDatabase(dataDir: string): Promise<Database> {
  const { DATABASE_URL: databaseUrl } = await ownDatabase(dataDir)
  return openBeside({ databaseUrl, dataDir })
}
