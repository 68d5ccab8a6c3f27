import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import type { Pool } from 'pg'

import { connectPostgres } from '../src/store/postgres/connect-postgres.ts'
import { bringUpToDate } from '../src/store/postgres/bring-up-to-date.ts'
import { startPostgres } from '../test/store/start-postgres.ts'

const DATABASE = 'vouch'
/** Who looks on gives nothing up on a machine that stands still for seconds: the servers that it looks at are what has to keep time. */
const PATIENT = {
  connectionTimeoutMillis: 120_000,
  query_timeout: 120_000,
  idle_in_transaction_session_timeout: 0,
}
const EACH = ['insert', 'update', 'delete'] as const
/** What processes write whether they lead or not, by table: as far as people of a drill have them do it. */
const SHARED: Readonly<Record<string, readonly ('insert' | 'update' | 'delete')[]>> = {
  ...Object.fromEntries(
    ['processes', 'duties', 'writers', 'drill_writers', 'drill_strangers'].map((own) => [
      own,
      EACH,
    ]),
  ),
  stored_answers: EACH,
  seen_time: EACH,
  write_probe: EACH,
  vault_keys: ['insert'],
  claimers: ['insert', 'update'],
  claim_sessions: ['insert'],
  verification_codes: ['insert', 'update'],
  claim_groups: ['insert'],
  watches: ['insert'],
  watch_topics: ['insert'],
  observations: ['insert'],
  payout_ids: ['insert'],
  webhooks: ['insert'],
  client_calls: EACH,
  sign_requests: ['insert', 'update'],
  sign_preparations: ['insert'],
  outbox: ['insert'], // what the leader is to tell
  passing_messages: ['delete'], // whoever sends a code keeps that its message stays
  wallet_links: ['update'],
  linked_wallets: ['insert'],
  opt_outs: ['insert', 'update'],
}

/** How a server is cut off: its connections are closed and no new ones are let in, or nothing on them comes through. */
export type Cut = 'closed' | 'silent'

/** The way from one server to the database, in front of which nothing else stands. */
export type Way = {
  /** For the server: a user of its own tells what it writes. */
  url: string
  cut(how: Cut): void
  restore(): void
  close(): void
}

export type ClusterDatabase = {
  /** Makes the way of a server with this name: letters, and digits. */
  openWay(name: string): Promise<Way>
  /** The name of the server that leads, as the database has it; `undefined` while none does, or the database is away. */
  leader(): Promise<string | undefined>
  /** Names of the servers that were seen within the last two seconds. */
  standing(): Promise<string[]>
  /** What only the leader writes, and was kept although somebody else wrote it. */
  strangers(): Promise<string[]>
  /** Updates of chats that were taken in and not brought to their end: what became of what nobody was answered. */
  unsettled(): Promise<string[]>
  restart(): Promise<void>
  stop(): Promise<void>
}

/**
 * A PostgreSQL for several servers, each with its own way to it, which looks by itself, and not through any code of ours, at who writes: a trigger on each table
 * holds the user that writes against the one that leads, where not all may write.
 */
export async function startClusterDatabase({
  migrationsFolder,
}: {
  /** Of the version whose tables it is to have; without one, of this version. */
  migrationsFolder?: string | undefined
} = {}): Promise<ClusterDatabase> {
  const server = await startPostgres([], { restarts: true })
  const maker = connectPostgres(new URL('/postgres', server.url).href, 1, PATIENT)
  await maker.query(`create database ${DATABASE}`)
  await maker.end()
  const direct = new URL(`/${DATABASE}`, server.url)
  const pool = connectPostgres(direct.href, 2, PATIENT)
  if (migrationsFolder === undefined) await bringUpToDate(pool)
  else await migrate(drizzle(pool), { migrationsFolder })
  await watchWriters(pool)
  const names = async (query: string) => {
    const { rows } = await pool.query<{ name: string }>(query)
    return rows.map(({ name }) => name)
  }
  return {
    async openWay(name) {
      await pool.query(`create role ${name} superuser login password 'vouch'`)
      return openWayTo(direct, name)
    },
    async leader() {
      const found = await names(
        'select writer as name from duties join drill_writers using (process)',
      ).catch(() => [])
      return found[0]
    },
    standing: () =>
      names(
        `select distinct writer as name from processes join drill_writers on process = id
         where seen > extract(epoch from clock_timestamp()) * 1000 - 2000`,
      ).catch(() => []),
    strangers: () =>
      names(
        `select writer || ' wrote to ' || relation || ' ' || count(*) || ' times without the duty' as name
         from drill_strangers group by writer, relation`,
      ),
    unsettled: () =>
      names(
        `select 'update ' || update_id || ' is still ' || state || ': ' || left(content::text, 300) as name
         from open_updates order by rowid limit 20`,
      ),
    restart: server.restart,
    async stop() {
      await pool.end()
      await server.stop()
    },
  }
}

async function watchWriters(pool: Pool): Promise<void> {
  await pool.query(`
    create table drill_writers (process text primary key, writer text not null);
    create table drill_strangers (relation text not null, writer text not null);
    create function know_writer() returns trigger language plpgsql as $$ begin
      insert into drill_writers values (new.id, session_user) on conflict do nothing;
      return new;
    end $$;
    create trigger known before insert on processes for each row execute function know_writer();
    create function watch_writer() returns trigger language plpgsql as $$ begin
      if not exists (select from duties join drill_writers using (process) where writer = session_user) then
        insert into drill_strangers values (tg_table_name, session_user);
      end if;
      return null;
    end $$;`)
  const { rows } = await pool.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public'`,
  )
  for (const { name } of rows) {
    const watched = EACH.filter((act) => SHARED[name]?.includes(act) !== true)
    if (watched.length > 0)
      await pool.query(
        `create trigger watched after ${watched.join(' or ')} on ${name} for each statement execute function watch_writer()`,
      )
  }
}

async function openWayTo(database: URL, name: string): Promise<Way> {
  const pairs = new Set<[Socket, Socket]>()
  let state: 'open' | Cut = 'open'
  const gate = createServer((near) => {
    if (state === 'closed') return void near.destroy()
    const far = connect(Number(database.port), database.hostname)
    const pair: [Socket, Socket] = [near, far]
    pairs.add(pair)
    for (const [from, to] of [pair, [far, near] as const]) {
      from.on('error', () => undefined)
      from.on('data', (chunk) => to.write(chunk))
      from.once('close', () => {
        to.destroy()
        pairs.delete(pair)
      })
    }
    if (state === 'silent') for (const socket of pair) socket.pause()
  }).listen(0, '127.0.0.1')
  await once(gate, 'listening')
  const address = gate.address()
  if (address === null || typeof address === 'string') throw new Error('the way has no port')
  const url = new URL(database.href)
  url.port = `${address.port}`
  url.username = name
  const each = (act: (socket: Socket) => void) => {
    for (const pair of pairs) pair.forEach(act)
  }
  return {
    url: url.href,
    cut(how) {
      state = how
      each((socket) => (how === 'closed' ? socket.destroy() : socket.pause()))
    },
    restore() {
      state = 'open'
      each((socket) => socket.resume())
    },
    close() {
      gate.close()
      each((socket) => socket.destroy())
    },
  }
}
