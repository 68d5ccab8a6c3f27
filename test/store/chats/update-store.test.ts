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
