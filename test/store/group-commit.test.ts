import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'

import { openDatabase, type Db } from '../../src/store/database.ts'
import { createGroupCommit } from '../../src/store/group-commit.ts'
import { playgroundMessages } from '../../src/store/chats/chat-tables.ts'

let db: Db
let transactions = 0
let commit: ReturnType<typeof createGroupCommit>
beforeEach(() => {
  ;({ db } = openDatabase(':memory:'))
  transactions = 0
  commit = createGroupCommit({
    transaction(work) {
      transactions += 1
      return db.transaction(work)
    },
  })
})

/** A message is written, and then perhaps another with the same number, which the table refuses. */
const write = (seq: number, fails = false) =>
  commit((tx) => {
    for (const text of fails ? ['first', 'refused'] : ['first'])
      tx.insert(playgroundMessages)
        .values({ seq, chat: 'lobby', sender: 'alice', text, at: new Date(0) })
        .run()
    return seq
  })
const written = () =>
  db
    .select()
    .from(playgroundMessages)
    .all()
    .map(({ seq }) => seq)

test('what is asked for at the same time is one transaction, and each hears its own answer when it is kept', async () => {
  const heard = [1, 2, 3].map((seq) => write(seq).then((answer) => [answer, written()]))
  expect(written()).toEqual([])
  expect(await Promise.all(heard)).toEqual([1, 2, 3].map((seq) => [seq, [1, 2, 3]]))
  expect(transactions).toBe(1)
})

test('what fails keeps nothing, and nothing that was asked for beside it is lost or doubled', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.boolean(), { maxLength: 6 }), async (failing) => {
      db.delete(playgroundMessages).run()
      const outcomes = await Promise.allSettled(failing.map((fails, seq) => write(seq, fails)))
      expect(outcomes.map(({ status }) => status === 'rejected')).toEqual(failing)
      expect(written()).toEqual([...failing.keys()].filter((seq) => failing[seq] === false))
    }),
    { numRuns: 30 },
  )
})

test('everybody hears of it when the database takes nothing', async () => {
  const closed = openDatabase(':memory:')
  const late = createGroupCommit(closed.db)
  closed.close()
  const outcomes = await Promise.allSettled([late(() => 1), late(() => 2)])
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
})
