import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { outbox } from '../../src/store/chats/chat-tables.ts'
import { claimers } from '../../src/store/claims/claim-tables.ts'
import { insertRow } from '../../src/store/prepared.ts'
import { IS_TWICE, openTestDatabase } from './any-database.ts'

const AT = new Date('2026-03-01T12:00:00.123Z')
const least = {
  platform: 'email',
  handle: 'a@example.com',
  publicKey: 'key',
  otpHash: 'hash',
  senderChainUid: 'base',
  senderAddress: '0xa',
  token: 'usdc',
  amount: 2n ** 100n,
  createdAt: AT,
}

test.each<{ name: string; more: Partial<typeof claimers.$inferInsert> }>([
  { name: 'the least', more: {} },
  { name: 'the same again, by the statement that is there', more: { amount: 0n, handle: "'" } },
  { name: 'nulls', more: { boundUserId: null, coolingEndsAt: null, heldKey: null, doubt: null } },
  { name: 'undefined values', more: { coolingEndsAt: undefined, failedTries: undefined } },
  {
    name: 'every kind of value',
    more: {
      coolingEndsAt: AT,
      heldKey: Buffer.of(2, 0, 255),
      doubt: 'stale',
      failedTries: 3,
      isOver: true,
    },
  },
])('a row is kept as drizzle alone would keep it: $name', async ({ more }) => {
  const { db, close } = openTestDatabase()
  const rowOf = async (id: string) => {
    const { id: _id, ...row } =
      (await db.select().from(claimers).where(eq(claimers.id, id)).get()) ?? {}
    return row
  }
  await insertRow(db, claimers, { ...least, id: 'first' })
  expect(await insertRow(db, claimers, { ...least, ...more, id: 'ours' })).toMatchObject({
    changes: 1,
  })
  await db
    .insert(claimers)
    .values({ ...least, ...more, id: 'plain' })
    .run()
  expect(await rowOf('ours')).toEqual(await rowOf('plain'))
  expect(await rowOf('first')).toMatchObject(least)
  close()
})

test('a row that is there already fails, or stays as it was', async () => {
  const { db, close } = openTestDatabase()
  const row = { id: 'x', kind: 'notify', topic: 'first', createdAt: AT, notBefore: AT } as const
  await insertRow(db, outbox, row)
  const again = { ...row, topic: 'second' }
  await expect(insertRow(db, outbox, again)).rejects.toThrow(IS_TWICE)
  expect(await insertRow(db, outbox, again, 'kept')).toMatchObject({ changes: 0 })
  expect(await db.select({ topic: outbox.topic }).from(outbox).all()).toEqual([{ topic: 'first' }])
  close()
})

test('each database is asked with statements of its own, and each transaction with its own', async () => {
  const [one, other] = [openTestDatabase(), openTestDatabase()]
  const row = { id: 'x', kind: 'notify', topic: '', createdAt: AT, notBefore: AT } as const
  await insertRow(one.db, outbox, row)
  const undone = one.db.transaction(async (tx) => {
    await insertRow(tx, outbox, { ...row, id: 'y' })
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  await insertRow(other.db, outbox, { ...row, id: 'z' })
  const ids = ({ db }: typeof one) => db.select({ id: outbox.id }).from(outbox).all()
  expect([await ids(one), await ids(other)]).toEqual([[{ id: 'x' }], [{ id: 'z' }]])
  one.close()
  other.close()
})
