import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import { sql } from 'drizzle-orm'

import type { Database, OwnDatabase, ServerOptions } from '../database.ts'
import type { Db } from '../handle.ts'
import { POSTGRES_MIGRATIONS, thisWriter } from '../table-versions.ts'
import { PROBE_BYTES } from '../upkeep/watch-writes.ts'
import { createStoreHealth } from '../upkeep/store-health.ts'
import { writeProbe } from '../upkeep/upkeep-tables.ts'
import { bringUpToDate, checkCurrent, CONFIGURED, startOf } from './bring-up-to-date.ts'
import { connectOnce, connectPostgres } from './connect-postgres.ts'
import { giveUp, holdDuty, holdProcess, joinCluster, type Held } from './join-cluster.ts'
import { readPostgres } from './postgres-errors.ts'
import { createPostgresSession } from './postgres-session.ts'
import { takeCalls } from './take-calls.ts'

/** Of one process. PostgreSQL itself lets in 100 unless told otherwise. */
const CONNECTIONS = 12
const elapsedMs = () => performance.now()

/**
 * Opens the PostgreSQL of `url` as the database of this process, which others may have open too, and brings its tables up to date; one process at a time does that.
 * @throws {Error} it cannot be reached, is too old, keeps text as something else than UTF-8, or its tables are of a newer version; then nothing was changed
 */
export async function openPostgres(
  url: string,
  { log, lost }: ServerOptions,
): Promise<OwnDatabase> {
  // New tables and indexes over many rows take as long as they take, and so does the process that came first with them.
  const patient = connectPostgres(url, 1, { query_timeout: 0 })
  try {
    await bringUpToDate(patient, CONFIGURED, (details, message) => log.info(details, message))
  } catch (error) {
    throw explainPostgres(error)
  } finally {
    await patient.end()
  }
  const pool = connectPostgres(url, CONNECTIONS)
  const health = createStoreHealth({ log, elapsedMs, read: readPostgres })
  const self = randomUUID()
  let duty: Held | undefined
  const fences = { own: () => duty && holdDuty(duty), shared: holdProcess(self) }
  const db = createPostgresSession(pool, { sleep, random: Math.random, elapsedMs, health, fences })
  const { version } = thisWriter(POSTGRES_MIGRATIONS)
  const secret = randomBytes(32).toString('base64url')
  const cluster = joinCluster({
    connect: () => connectOnce(url),
    self: { id: self, version, secret },
    lost,
    log,
  })
  await cluster.joined
  return {
    db,
    async lead(waits) {
      duty = await cluster.take('serve', waits)
    },
    self,
    async hasEnded(process) {
      if (process === self) return false
      await db.shared.run(giveUp(process))
      return (await db.get(sql`select id from processes where id = ${process}`)) === undefined
    },
    others: {
      ...cluster,
      secret,
      readClock: () => readClock(db),
      takeCalls: (...asked) => takeCalls(db, ...asked),
    },
    health: {
      ...health,
      async probe() {
        if (health.trouble() === undefined) return
        const filler = Buffer.alloc(PROBE_BYTES)
        await db.shared
          .transaction(async (tx) => {
            await tx.insert(writeProbe).values({ filler }).run()
            await tx.delete(writeProbe).run()
          })
          .catch((error: unknown) => {
            if (health.trouble() === undefined) throw error // a fault of ours: a failure of the database is trouble
          })
      },
    },
    async close() {
      await cluster.leave()
      await pool.end()
    },
  }
}

async function readClock(db: Pick<Db, 'get'>): Promise<number> {
  const { at } = await db.get<{ at: number }>(
    sql`select (extract(epoch from clock_timestamp()) * 1000)::bigint as at`,
  )
  return at
}

/**
 * Opens it for an operator's small writes or reads, whether servers have it open or not.
 * @throws {Error} it cannot be reached, or its tables are of another version than this program
 */
export async function openPostgresBeside(url: string): Promise<Database> {
  const pool = connectPostgres(url, 1)
  try {
    await checkCurrent(pool)
  } catch (error) {
    await pool.end()
    throw explainPostgres(error)
  }
  const db = createPostgresSession(pool, { sleep, random: Math.random, elapsedMs })
  return { db, close: () => pool.end() }
}

/** What an operator can do about it. The url has a password, and is not repeated. */
export function explainPostgres(cause: unknown, called = CONFIGURED): unknown {
  const failure = readPostgres(cause)
  if (!failure || !(cause instanceof Error)) return cause
  const said = cause.message === '' ? failure.code : cause.message
  return new Error(
    `${startOf(called)} cannot be opened: ${said} (${failure.code}). ${ADVICE[failure.why]}`,
    {
      cause,
    },
  )
}

const ADVICE = {
  unreachable:
    'Look whether PostgreSQL runs there and lets this machine in: host, port, firewall, pg_hba.conf.',
  full: 'The disk of PostgreSQL is full: make room, then start again. Nothing is lost.',
  unwritable:
    'Look whether the database is there, the user and the password are right, and the user may create tables in it.',
  busy: 'It has no room for us right now: look at its max_connections, and at who holds locks.',
  damaged: 'It is damaged: put a backup in its place.',
}
