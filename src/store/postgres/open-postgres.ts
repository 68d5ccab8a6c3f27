import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import type { Pool, PoolClient } from 'pg'
import { z } from 'zod'

import type { Database, OwnDatabase, ServerOptions } from '../database.ts'
import {
  ageOf,
  nameNewer,
  POSTGRES_MIGRATIONS,
  thisWriter,
  type History,
} from '../table-versions.ts'
import { PROBE_BYTES } from '../upkeep/watch-writes.ts'
import { createStoreHealth } from '../upkeep/store-health.ts'
import { writeProbe } from '../upkeep/upkeep-tables.ts'
import { connectOnce, connectPostgres } from './connect-postgres.ts'
import { giveUp, holdDuty, holdProcess, joinCluster, type Held } from './join-cluster.ts'
import { readPostgres } from './postgres-errors.ts'
import { createPostgresSession } from './postgres-session.ts'
import { takeCalls } from './take-calls.ts'

/** Of one process. PostgreSQL itself lets in 100 unless told otherwise. */
const CONNECTIONS = 12
/** The oldest that the tests run with. */
const OLDEST_SERVER = 140_000
/** Who brings tables up to date holds this advisory lock: a number that nobody else comes to by chance. */
export const MIGRATION_LOCK = 8_628_472_119

/** What messages call the database that the configuration names. */
const CONFIGURED = 'the database at DATABASE_URL'
const elapsedMs = () => performance.now()
const startOf = (called: string) => called.replace(/^the/, 'The')

const Rows = <Shape extends z.ZodType>(shape: Shape) => z.object({ rows: z.array(shape) })
const Applied = Rows(z.object({ created_at: z.coerce.number() }))
const Written = Rows(z.object({ version: z.string(), migration: z.string() }))
const Found = Rows(z.object({ found: z.string().nullable() }))
const Version = Rows(z.object({ server_version_num: z.coerce.number() }))
const Encoding = Rows(z.object({ server_encoding: z.string() }))

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
    await bringUpToDate(patient)
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
    others: { ...cluster, secret, takeCalls: (...asked) => takeCalls(db, ...asked) },
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

/** @throws {Error} its tables are of another version than this program, or it has none */
export async function checkCurrent(
  asked: Pick<PoolClient, 'query'>,
  called = CONFIGURED,
): Promise<void> {
  const history = await readHistory(asked)
  if (ageOf(history, POSTGRES_MIGRATIONS) === 'current') return
  throw new Error(
    history.had
      ? `The tables of ${called} are of another version of Vouch than this program. Start the server of this version once, or use the program of that one.`
      : `${startOf(called)} has no tables of Vouch yet: the first start of a server makes them.`,
  )
}

/** Makes its tables, or brings them up to date, while nobody else does. @throws {Error} it is too old, keeps text as something else than UTF-8, or its tables are of a newer version */
export async function bringUpToDate(pool: Pool, called = CONFIGURED): Promise<void> {
  const client = await pool.connect()
  try {
    const [{ server_version_num: version } = { server_version_num: 0 }] = Version.parse(
      await client.query('show server_version_num'),
    ).rows
    if (version < OLDEST_SERVER)
      throw new Error(
        `${startOf(called)} is PostgreSQL ${Math.floor(version / 10_000)}, and Vouch needs ${OLDEST_SERVER / 10_000} or newer.`,
      )
    const [encoding] = Encoding.parse(await client.query('show server_encoding')).rows
    if (encoding?.server_encoding !== 'UTF8')
      throw new Error(
        `${startOf(called)} keeps text as ${encoding?.server_encoding}, and Vouch writes what people write, in any script: make the database anew with "createdb --encoding UTF8 --template template0".`,
      )
    await client.query('set lock_timeout = 0') // whoever came first may have much to bring over
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await migrateAlone(client, called)
  } finally {
    client.release(true) // and the lock with it
  }
}

async function migrateAlone(client: PoolClient, called: string): Promise<void> {
  const before = await readHistory(client)
  if (ageOf(before, POSTGRES_MIGRATIONS) === 'unknown')
    throw new Error(
      `${startOf(called)} was written by a newer version of Vouch: ${nameNewer(before, POSTGRES_MIGRATIONS)}. Nothing was changed. Run that version or a newer one.`,
    )
  await migrate(drizzle(client), { migrationsFolder: POSTGRES_MIGRATIONS })
  const { version, migration } = thisWriter(POSTGRES_MIGRATIONS)
  if (before.writer?.version === version && before.writer.migration === migration) return
  await client.query(
    'insert into writers (version, migration, since) values ($1, $2, extract(epoch from now())::bigint * 1000)',
    [version, migration],
  )
}

/** What the database tells of the versions that it has had. */
async function readHistory(asked: Pick<PoolClient, 'query'>): Promise<History> {
  const has = async (name: string) =>
    Found.parse(await asked.query('select to_regclass($1) as found', [name])).rows[0]?.found !==
    null
  if (!(await has('drizzle.__drizzle_migrations'))) return { had: undefined, writer: undefined }
  const applied = Applied.parse(
    await asked.query('select created_at from drizzle.__drizzle_migrations order by created_at'),
  )
  const written = (await has('writers'))
    ? Written.parse(
        await asked.query('select version, migration from writers order by number desc limit 1'),
      )
    : { rows: [] }
  return { had: applied.rows.map(({ created_at: time }) => time), writer: written.rows[0] }
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
