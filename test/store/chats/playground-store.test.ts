import { expect, test } from 'vitest'

import { openTestDatabase } from '../any-database.ts'
import { playgroundMessages } from '../../../src/store/chats/chat-tables.ts'
import { createPlaygroundStore } from '../../../src/store/chats/playground-store.ts'

const at = new Date(0)
const words = (chat: string, text: string) => ({ chat, sender: 'alice', text, card: undefined, at })

test('seq grows with every message and edit over all chats, and asks for what is new', async () => {
  const store = createPlaygroundStore(openTestDatabase().db)
  const first = await store.add(words('lobby', 'one'))
  await store.add(words('dm:alice', 'two'))
  await store.add(words('lobby', 'three'))
  expect(await store.edit('lobby', first, { text: 'ONE', card: { title: 'x' } })).toBe(true)
  const seqs = async (after: number) =>
    (await store.since('lobby', after)).map(({ seq, id, text, edited }) => [seq, id, text, edited])
  expect(await seqs(0)).toEqual([
    [3, '3', 'three', false],
    [4, '1', 'ONE', true],
  ])
  expect(await seqs(3)).toEqual([[4, '1', 'ONE', true]])
  expect(await seqs(4)).toEqual([])
})

test.each([
  { name: 'unknown', chat: 'lobby', id: '9' },
  { name: 'of another chat', chat: 'dm:alice', id: '1' },
  { name: 'no number', chat: 'lobby', id: 'x' },
])('a message that is $name is not edited', async ({ chat, id }) => {
  const store = createPlaygroundStore(openTestDatabase().db)
  await store.add(words('lobby', 'one'))
  expect(await store.edit(chat, id, { text: 'ONE', card: {} })).toBe(false)
  expect(await store.since('lobby', 0)).toMatchObject([{ seq: 1, text: 'one', edited: false }])
})

test('what is taken away is gone, and nothing new has its number: whoever has seen it misses nothing', async () => {
  const { db } = openTestDatabase()
  const store = createPlaygroundStore(db)
  await store.add(words('lobby', 'one'))
  const [last, secret] = [await store.add(words('lobby', 'two')), 'a secret']
  await store.edit('lobby', last, { text: secret, card: {} })
  await store.remove('dm:alice', last)
  expect(await store.find(last)).toMatchObject({ seq: 3 })
  await store.remove('lobby', last)
  expect(await store.find(last)).toBeUndefined()
  expect(await store.edit('lobby', last, { text: 'TWO', card: {} })).toBe(false)
  expect(JSON.stringify(await db.select().from(playgroundMessages).all())).not.toContain(secret)
  await createPlaygroundStore(db).add(words('lobby', 'three')) // as after a restart
  expect(await store.since('lobby', 3)).toMatchObject([{ seq: 4, text: 'three' }])
  expect(await store.since('lobby', 0)).toHaveLength(2)
})
