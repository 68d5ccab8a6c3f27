import Sqlite from 'better-sqlite3'
import fc from 'fast-check'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { beforeEach, expect, test } from 'vitest'

import { sql, type SQL } from 'drizzle-orm'

import { openDatabase, type Db } from '../../src/store/database.ts'
import { playgroundMessages } from '../../src/store/chats/chat-tables.ts'
import { createSerialSession } from '../../src/store/serial-session.ts'

let db: Db
beforeEach(() => {
  ;({ db } = openDatabase(':memory:'))
})

const row = (seq: number, text = 'first') => ({
  seq,
  chat: 'lobby',
  sender: 'alice',
  text,
  at: new Date(0),
})
/** A message is written, and then perhaps another with the same number, which the table refuses. */
const write = (seq: number, fails = false) =>
  db.transaction(async (tx) => {
    for (const text of fails ? ['first', 'refused'] : ['first'])
      await tx.insert(playgroundMessages).values(row(seq, text)).run()
    return seq
  })
const written = async () =>
  (await db.select().from(playgroundMessages).orderBy(playgroundMessages.seq).all()).map(
    ({ seq }) => seq,
  )

/** A database that says what it is asked, and one table in it. */
function openTalkative() {
  const asked: string[] = []
  const sqlite = new Sqlite(':memory:', {
    // The session looks once at what indexes there are.
    verbose: (text) => void (String(text).includes('sqlite_schema') || asked.push(String(text))),
  })
  sqlite.exec('create table notes (number integer primary key)')
  const session = createSerialSession(sqlite)
  asked.length = 0
  return { session, asked, add: (number: number) => sql`insert into notes values (${number})` }
}

test('what is asked for in the same turn is one transaction of the file, statements alone among them, and is told when it is kept', async () => {
  const { session, asked, add } = openTalkative()
  const heard = [
    session.transaction(async (tx) => {
      await tx.run(add(1))
      await tx.run(add(2))
    }),
    session.run(add(3)),
  ].map((done) => done.then(() => asked.at(-1)))
  expect(asked).toEqual([])
  expect(await Promise.all(heard)).toEqual(['commit', 'commit'])
  expect(asked.filter((text) => text.startsWith('insert'))).toHaveLength(3)
  expect(asked.filter((text) => text === 'commit')).toHaveLength(1)
})

test('what fails keeps nothing, and nothing that was asked for beside it is lost or doubled', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.boolean(), { maxLength: 6 }), async (failing) => {
      await db.delete(playgroundMessages).run()
      const outcomes = await Promise.allSettled(failing.map((fails, seq) => write(seq, fails)))
      expect(outcomes.map(({ status }) => status === 'rejected')).toEqual(failing)
      expect(await written()).toEqual([...failing.keys()].filter((seq) => !failing[seq]))
    }),
    { numRuns: 30 },
  )
})

test('a reading that is asked for meanwhile, by somebody else, waits until the transaction has ended', async () => {
  let begin = () => {}
  const begun = new Promise<void>((resolve) => {
    begin = resolve
  })
  const elsewhere = begun.then(written)
  await expect(
    db.transaction(async (tx) => {
      await tx.insert(playgroundMessages).values(row(1)).run()
      begin()
      for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
      expect(await written()).toEqual([1]) // of the transaction itself
      throw new Error('taken back')
    }),
  ).rejects.toThrow('taken back')
  expect(await elsewhere).toEqual([])
})

test('a transaction that waits for something other than the database is taken back, and so is what it asks afterwards', async () => {
  let late: Promise<unknown> = Promise.resolve()
  const waiting = db.transaction(async (tx) => {
    await tx.insert(playgroundMessages).values(row(1)).run()
    late = nextTurn().then(() => tx.insert(playgroundMessages).values(row(2)).run())
    await late
  })
  await expect(waiting).rejects.toThrow('waited for something else')
  await expect(late).rejects.toThrow('after its transaction had ended')
  expect(await written()).toEqual([])
  expect(await write(3)).toBe(3)
})

test('a value that decides on no index tells the planner nothing, and means the same', async () => {
  const asked: string[] = []
  const sqlite = new Sqlite(':memory:', { verbose: (text) => void asked.push(String(text)) })
  sqlite.exec(`
    create table things (name text, state text, number integer, other integer);
    create index things_open on things (name) where state = 'open' and length(other) > 0;
    insert into things values ('a', 'open', 5, null), ('b', 'shut', 6, 1);
  `)
  const session = createSerialSession(sqlite)
  asked.splice(0)
  const name = sql.identifier('name')
  const namesWhere = async (condition: SQL) =>
    (await session.all<{ name: string }>(sql`select ${name} from things where ${condition}`)).length
  const column = (of: string) => sql.identifier(of)
  expect(await namesWhere(sql`${column('name')} = ${'a'} and ${column('state')} = ${'open'}`)).toBe(
    1,
  )
  expect(await namesWhere(sql`${column('number')} > ${5} and ${column('other')} <> ${2}`)).toBe(1)
  expect(await namesWhere(sql`${column('number')} = ${'6'} and ${column('name')} = ${'= ?'}`)).toBe(
    0,
  )
  expect(await namesWhere(sql`${column('name')} = ${null}`)).toBe(0)
  expect(await namesWhere(sql`true limit ${1}`)).toBe(1)
  expect(asked.filter((text) => !text.includes('sqlite_schema'))).toEqual([
    `select "name" from things where "name" = +'a' and "state" = 'open'`,
    `select "name" from things where "number" > +5.0 and "other" <> 2.0`,
    `select "name" from things where "number" = +'6' and "name" = +'= ?'`,
    `select "name" from things where "name" = +NULL`,
    `select "name" from things where true limit +1.0`,
  ])
})

test('a transaction within a transaction is refused', async () => {
  const nested = db.transaction(() => db.transaction(() => Promise.resolve(1)))
  await expect(nested).rejects.toThrow('not begun in another')
})

test('everybody hears of it when the database takes nothing', async () => {
  const closed = openDatabase(':memory:')
  const late = [1, 2].map((seq) => closed.db.insert(playgroundMessages).values(row(seq)).run())
  closed.close()
  const outcomes = await Promise.allSettled(late)
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
})

test('errors are the database’s own, without the values of the statement', async () => {
  await write(1)
  const refused = await db
    .insert(playgroundMessages)
    .values(row(1, 'a secret'))
    .run()
    .catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(Sqlite.SqliteError)
  expect(String(refused)).not.toContain('secret')
})
