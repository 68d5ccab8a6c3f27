import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as pass } from 'node:timers/promises'

import { sql } from 'drizzle-orm'
import type { QueryConfig } from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { connectOnce, connectPostgres } from '../../../src/store/postgres/connect-postgres.ts'
import { joinCluster } from '../../../src/store/postgres/join-cluster.ts'
import { openPostgres } from '../../../src/store/postgres/open-postgres.ts'
import { createPostgresSession } from '../../../src/store/postgres/postgres-session.ts'
import type { Db } from '../../../src/store/handle.ts'
import { createIdempotencyStore } from '../../../src/store/signing/idempotency-store.ts'
import { makePostgres } from '../any-database.ts'

const QUIET = { info: () => undefined, warn: () => undefined, error: () => undefined }

let url: string
let db: Db
const running = new Set<ChildProcess>()

beforeEach(async () => {
  ;({ url, db } = await makePostgres())
  await db.run(
    sql`create table written (number bigint generated always as identity, name text not null)`,
  )
})
afterEach(() => {
  for (const child of running) child.kill('SIGKILL')
  running.clear()
})

/** A process that writes as the leader, once it is. */
function startLeader(name: string) {
  const child = spawn(process.execPath, [`${import.meta.dirname}/run-leader.ts`, url, name], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  running.add(child)
  const said: string[] = []
  createInterface({ input: child.stdout }).on('line', (line) => said.push(line))
  return { child, hasSaid: (word: string) => until(async () => said.includes(word)) }
}

/** Waits, however long a machine takes. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  await expect.poll(isSo).toBe(true)
}

/** As if a process had not been heard of for long, whatever it does. */
async function isNotSeen(process: string): Promise<void> {
  await db.run(
    sql.raw(`create function is_silent() returns trigger language plpgsql as $$
      begin if new.id = '${process}' then new.seen = 0; end if; return new; end $$`),
  )
  await db.run(
    sql`create trigger silent before update on processes for each row execute function is_silent()`,
  )
}

const writers = async () =>
  (await db.all<{ name: string }>(sql`select name from written order by number`)).map(
    ({ name }) => name,
  )
const written = async (name: string) => (await writers()).includes(name)
/** When the process that was silent for longest was seen last. */
const lastSeen = async () =>
  Number((await db.all<{ seen: string }>(sql`select min(seen) as seen from processes`))[0]?.seen)

test.each<{ name: string; end: NodeJS.Signals }>([
  { name: 'ends in order', end: 'SIGTERM' },
  { name: 'is killed', end: 'SIGKILL' },
])('when the process that leads $name, the one that waits goes on', async ({ end }) => {
  const first = startLeader('first')
  await first.hasSaid('leads')
  const second = startLeader('second')
  await until(() => written('first'))
  expect(await written('second')).toBe(false)
  first.child.kill(end)
  await once(first.child, 'exit')
  await second.hasSaid('leads')
  await until(() => written('second'))
})

test.each([1, 2, 3])(
  'one that stood still writes nothing any more when it wakes up (time %i)',
  async () => {
    const first = startLeader('first')
    await first.hasSaid('leads')
    const second = startLeader('second')
    await until(() => written('first'))
    first.child.kill('SIGSTOP')
    await second.hasSaid('leads')
    await until(() => written('second'))
    first.child.kill('SIGCONT')
    await first.hasSaid('lost')
    await first.hasSaid('STOPPING')
    const all = await writers()
    expect(all.slice(all.indexOf('second'))).not.toContain('first')
  },
)

test('a connection over which nothing is answered is closed before another one is made', async () => {
  const silent = await connectOnce(url)
  Object.assign(silent, { query: () => Promise.reject(new Error('Query read timeout')) })
  const ended = once(silent, 'end')
  const made = [silent]
  const cluster = joinCluster({
    connect: async () => made.pop() ?? connectOnce(url),
    self: { id: 'one', version: '1', secret: 'secret' },
    lost: () => undefined,
    log: QUIET,
  })
  expect(await cluster.take('serve')).toEqual({ duty: 'serve', token: 1 })
  await ended
  await cluster.leave()
})

test('one that is cut off the database, and asks again later, finds that another one leads', async () => {
  const lost: string[] = []
  const open = (name: string) =>
    openPostgres(url, { log: QUIET, lost: ({ message }) => void lost.push(`${name}: ${message}`) })
  const [one, other] = [await open('one'), await open('other')]
  await one.lead()
  await isNotSeen(one.self)
  await other.lead()
  await until(async () => lost.length > 0)
  expect(lost).toEqual([expect.stringMatching(/^one: Another process has taken over/)])
  await Promise.all([one.close(), other.close()])
})

test('those that wait know where the leader answers, and by what it knows them', async () => {
  const open = () => openPostgres(url, { log: QUIET, lost: () => undefined })
  const [one, other, third] = [await open(), await open(), await open()]
  let waited = 0
  await one.lead()
  const taken = other.lead(() => (waited += 1))
  await until(async () => waited > 0)
  expect(other.others?.leader()).toBeUndefined() // it does not answer yet
  one.others?.answerAt({ url: undefined, port: 8787 })
  const { secret } = one.others ?? {}
  // The test's PostgreSQL is on this machine.
  await until(async () => other.others?.leader()?.url === 'http://127.0.0.1:8787')
  await until(async () => third.others?.leader()?.secret === secret)
  one.others?.answerNoMore() // it is about to end, and leads until it has
  await until(async () => third.others?.leader() === undefined)
  one.others?.answerAt({ url: undefined, port: 8787 })
  const since = await lastSeen()
  await until(async () => (await lastSeen()) > since) // all have shown themselves since
  expect(third.others?.leader()).toBeUndefined()
  expect(await one.db.run(sql`insert into written (name) values ('leads still')`)).toBeDefined()
  await one.close()
  await taken
  await until(async () => third.others?.leader() === undefined)
  other.others?.answerAt({ url: 'http://10.0.0.7:80', port: 8787 })
  await until(async () => third.others?.leader()?.url === 'http://10.0.0.7:80')
  expect(third.others?.leader()?.secret).toBe(other.others?.secret)
  expect(waited).toBe(1)
  await Promise.all([other.close(), third.close()])
})

test('whoever does not lead writes what is shared, and nothing else', async () => {
  const open = () => openPostgres(url, { log: QUIET, lost: () => undefined })
  const [one, other] = [await open(), await open()]
  await one.lead()
  const write = (store: Pick<Db, 'run' | 'transaction'>, name: string) => [
    store.run(sql`insert into written (name) values (${name})`),
    store.transaction((tx) => tx.run(sql`insert into written (name) values (${`${name}, too`})`)),
  ]
  await Promise.all([...write(one.db, 'leader'), ...write(other.db.shared, 'other')])
  // Both are awaited at once: a refusal that nobody awaits yet would end the process.
  await Promise.all(
    write(other.db, 'refused').map((refused) =>
      expect(refused).rejects.toThrow(/^Only the server that leads writes this/),
    ),
  )
  expect((await writers()).toSorted()).toEqual(['leader', 'leader, too', 'other', 'other, too'])
  await Promise.all([one.close(), other.close()])
})

test('of calls with one key that several servers get at once one is made, and a server that ended keeps no key', async () => {
  const open = () => openPostgres(url, { log: QUIET, lost: () => undefined })
  const servers = [await open(), await open(), await open()]
  const stores = servers.map(createIdempotencyStore)
  const now = new Date(0)
  const call = { key: 'key', fingerprint: 'call', now, expiresAt: new Date(1) }
  const racing = await Promise.all(
    [1, 2, 3].flatMap(() => stores.map((store) => store.begin(call))),
  )
  expect(racing.filter((earlier) => earlier === undefined)).toHaveLength(1)
  const [{ server } = { server: '' }] = await db.all<{ server: string }>(
    sql`select server from stored_answers`,
  )
  const owner = servers.find(({ self }) => self === server)
  const others = servers.filter((each) => each !== owner)
  for (const each of others) {
    await createIdempotencyStore(each).release('key')
    await createIdempotencyStore(each).finish('key', {
      status: 200,
      sealed: Buffer.from('of another'),
    })
    expect(await createIdempotencyStore(each).begin(call)).toEqual({
      fingerprint: 'call',
      answer: undefined,
    })
  }
  await owner?.close()
  const again = await Promise.all(others.map((each) => createIdempotencyStore(each).begin(call)))
  expect(again.filter((earlier) => earlier === undefined)).toHaveLength(1)
  for (const each of others) await each.close()
})

test('a key is free, or has its answer, where what was kept of its call is not known: the connection broke in the commit', async () => {
  const pool = connectPostgres(url, 4)
  let isLost = false
  /** What the database did, and whoever asked does not hear of. */
  function lose<T>(answer: T): T {
    if (!isLost) return answer
    isLost = false
    throw new Error('Connection terminated unexpectedly')
  }
  const lossy = createPostgresSession(
    {
      async connect() {
        const client = await pool.connect()
        return Object.assign(Object.create(client), {
          async query(asked: string | QueryConfig) {
            const answer = await client.query(asked)
            return asked === 'commit' ? lose(answer) : answer
          },
          release: (error?: Error) => client.release(error),
        })
      },
      query: async (query) => lose(await pool.query(query)),
    },
    { sleep: pass, random: Math.random, elapsedMs: () => performance.now() },
  )
  const store = createIdempotencyStore({ db: lossy, self: 'one', hasEnded: async () => false })
  const call = { key: 'key', fingerprint: 'call', now: new Date(0), expiresAt: new Date(1) }
  const kept = { fingerprint: 'call', answer: { status: 200, sealed: Buffer.from('kept') } }
  const losing = async (asked: () => Promise<unknown>) => {
    isLost = true
    await expect(asked()).rejects.toThrow('Connection terminated unexpectedly')
  }
  const isFree = async () => (await store.begin(call)) === undefined

  await losing(() => store.begin(call))
  expect(await isFree()).toBe(true)
  expect(await isFree()).toBe(false) // while that call runs
  await losing(() => store.release('key'))
  expect(await isFree()).toBe(true)
  await losing(() => store.finish('key', kept.answer))
  expect(await store.begin(call)).toEqual(kept)
  await store.release('key')
  expect(await store.begin(call)).toEqual(kept)
  await pool.end()
})

test('a call is made once more only where the server that made it was taken for dead, which then writes nothing and ends', async () => {
  const lost: string[] = []
  const open = (name: string) =>
    openPostgres(url, { log: QUIET, lost: ({ message }) => void lost.push(`${name}: ${message}`) })
  const [one, other] = [await open('one'), await open('other')]
  const call = { key: 'key', fingerprint: 'call', now: new Date(0), expiresAt: new Date(1) }
  const [first, second] = [createIdempotencyStore(one), createIdempotencyStore(other)]
  await first.begin(call)
  expect(await second.begin(call)).toEqual({ fingerprint: 'call', answer: undefined }) // it lives
  await isNotSeen(one.self)
  await until(async () => (await second.begin(call)) === undefined)
  await expect(one.db.shared.run(sql`insert into written (name) values ('one')`)).rejects.toThrow(
    'This server is being stopped',
  )
  await other.db.shared.run(sql`insert into written (name) values ('other')`)
  await until(async () => lost.length > 0)
  expect(lost).toEqual([expect.stringMatching(/^one: Another process has taken over/)])
  expect(await writers()).toEqual(['other'])
  await Promise.all([one.close(), other.close()])
})

test('one whose duty another one took over writes nothing that is shared either', async () => {
  const open = () => openPostgres(url, { log: QUIET, lost: () => undefined })
  const [one, other] = [await open(), await open()]
  await one.lead()
  await isNotSeen(one.self)
  await other.lead()
  await expect(one.db.shared.run(sql`insert into written (name) values ('one')`)).rejects.toThrow(
    'This server is being stopped',
  )
  await Promise.all([one.close(), other.close()])
})

test('one that is being stopped takes no duty, and gives back what it is given in that moment', async () => {
  const open = () => openPostgres(url, { log: QUIET, lost: () => undefined })
  const [one, other] = [await open(), await open()]
  await one.lead()
  let begun = 0
  void other.lead().then(() => (begun += 1))
  other.others?.withdraw()
  const client = await connectOnce(url)
  const query: (text: string, values?: unknown[]) => Promise<unknown> = client.query.bind(client)
  const late = joinCluster({
    connect: async () => client,
    self: { id: 'late', version: '1', secret: 'secret' },
    lost: () => undefined,
    log: QUIET,
  })
  const isGiven = new Promise<void>((resolve) => {
    Object.assign(client, {
      async query(text: string, values?: unknown[]) {
        const answer = await query(text, values)
        if (text.includes('insert into duties')) {
          late.withdraw()
          resolve()
        }
        return answer
      },
    })
  })
  void late.take('serve').then(() => (begun += 1))
  await one.close()
  await isGiven
  const third = await open()
  await third.lead()
  expect(begun).toBe(0)
  await Promise.all([late.leave(), other.close(), third.close()])
})

test('one that was given the duty, and lost the answer that said so, takes it: no other one could', async () => {
  const client = await connectOnce(url)
  const query: (text: string, values?: unknown[]) => Promise<unknown> = client.query.bind(client)
  Object.assign(client, {
    async query(text: string, values?: unknown[]) {
      const answer = await query(text, values)
      if (text.includes('insert into duties')) throw new Error('Query read timeout')
      return answer
    },
  })
  const made = [client]
  const cluster = joinCluster({
    connect: async () => made.pop() ?? connectOnce(url),
    self: { id: 'one', version: '1', secret: 'secret' },
    lost: () => undefined,
    log: QUIET,
  })
  const taken = await new Promise((resolve) => {
    void cluster.take('serve', () => resolve('waits for itself')).then(resolve)
  })
  expect(taken).toEqual({ duty: 'serve', token: 1 })
  await cluster.leave()
  const other = await openPostgres(url, { log: QUIET, lost: () => undefined })
  await other.lead()
  await other.close()
})

test('what a client may ask in a minute is counted over all servers', async () => {
  const servers = [1, 2, 3].map(() => openPostgres(url, { log: QUIET, lost: () => undefined }))
  const all = (await Promise.all(servers)).map(({ others }) => others)
  const takeAll = async () =>
    (
      await Promise.all(
        all.flatMap((each) => [1, 2, 3].map(async () => each?.takeCalls('client', 10, 40))),
      )
    ).filter(Boolean)
  // A minute may end in the midst of it: then there are as many again.
  const minutes = async () =>
    (await db.all<{ calls: number }>(sql`select calls from client_calls`)).map(({ calls }) => calls)
  const taken = await takeAll()
  const counted = await minutes()
  expect(counted.every((calls) => calls <= 40)).toBe(true)
  expect(taken.length * 10).toBe(counted.reduce((sum, calls) => sum + calls, 0))
  expect(taken.length).toBeGreaterThanOrEqual(4)
  for (const server of servers) await (await server).close()
})

test('what one process says all hear, and all look by themselves when a connection was lost', async () => {
  const servers = [1, 2].map(() => openPostgres(url, { log: QUIET, lost: () => undefined }))
  const [one, other] = await Promise.all(servers)
  const heard: (string | undefined)[] = []
  other?.others?.hear((said) => void heard.push(said))
  await until(async () => {
    one?.others?.tell('changed base:0x1')
    return heard.includes('changed base:0x1')
  })
  heard.length = 0
  await db.run(
    sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  )
  await expect.poll(() => heard).toContain(undefined)
  for (const server of servers) await (await server).close()
})

test('an outage of the database changes nothing where nobody else has taken over', async () => {
  const leader = startLeader('first')
  await leader.hasSaid('leads')
  await until(() => written('first'))
  await db.run(
    sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  )
  const before = (await writers()).length
  await until(async () => (await writers()).length > before + 10)
  const { duty, token } = await db.get<{ duty: string; token: number }>(sql`select * from duties`)
  expect({ duty, token }).toEqual({ duty: 'serve', token: 1 })
})
