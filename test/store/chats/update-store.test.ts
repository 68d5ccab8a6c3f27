import { expect, test } from 'vitest'

import { createUpdateStore, type OpenUpdate } from '../../../src/store/chats/update-store.ts'
import { openTestDatabase } from '../any-database.ts'

const NOW = new Date('2026-03-01T00:00:00Z')
const LATER = new Date('2026-03-01T00:01:00Z')
const update = (updateId: string) => ({ updateId, person: '1', update: { text: `of ${updateId}` } })

test('what comes again is given back as it stands until it is settled or waits for its reader', async () => {
  const { db } = openTestDatabase()
  const store = createUpdateStore(db, 'telegram')
  const first = await store.receive([update('1'), update('2'), update('3'), update('4')], NOW)
  const row = (
    updateId: string,
    state: OpenUpdate['state'] = 'received',
    content: unknown = update(updateId).update,
  ) => ({ updateId, person: '1', state, content, receivedAt: NOW })
  expect(first).toEqual([row('1'), row('2'), row('3'), row('4')])
  await store.keep('2', 'answered', ['card'])
  await store.keep('3', 'waiting', ['card'])
  await store.settle('4')
  const again = await store.receive(
    [update('4'), update('3'), update('2'), update('1'), update('5'), update('5')],
    LATER,
  )
  const fresh = { ...row('5'), receivedAt: LATER }
  expect(again).toEqual([row('2', 'answered', ['card']), row('1'), fresh, fresh])
  expect(await createUpdateStore(db, 'discord').receive([update('4')], LATER)).toEqual([
    { ...row('4'), receivedAt: LATER },
  ])
})

test('forgets in portions what is old, and nothing of another platform, newer, or still to be done', async () => {
  const { db } = openTestDatabase()
  const store = createUpdateStore(db, 'telegram')
  const other = createUpdateStore(db, 'discord')
  const old = Array.from({ length: 501 }, (_, at) => update(`${at}`))
  const settle = async (ids: readonly { updateId: string }[]) => {
    for (const { updateId } of ids) await store.settle(updateId)
  }
  await settle(await store.receive(old, NOW))
  await settle(await store.receive([update('newer')], LATER))
  await other.receive([update('0')], NOW)
  await store.receive([{ ...update('waits'), person: '2' }], NOW)
  await store.keep('waits', 'waiting', ['card'])
  await store.receive([update('open')], NOW)

  const before = { waitingBefore: LATER, handledBefore: NOW }
  expect(await store.waitingFor('2')).toHaveLength(1)
  expect(await store.forget(before)).toBe(false)
  expect(await store.waitingFor('2')).toEqual([])
  expect(await store.receive([update('0')], LATER)).toEqual([])

  const beforeLater = { waitingBefore: NOW, handledBefore: LATER }
  expect(await store.forget(beforeLater)).toBe(true)
  expect(await store.forget(beforeLater)).toBe(false)
  expect(await store.receive([update('0'), update('500')], LATER)).toHaveLength(2) // as if never seen
  expect(await store.receive([update('newer')], LATER)).toEqual([])
  expect(await other.receive([update('0')], LATER)).toHaveLength(1) // still open
  expect(await store.unsettled()).toContainEqual(expect.objectContaining({ updateId: 'open' }))
})
