import { expect, test, vi } from 'vitest'

import { openTestDatabase, writesIn } from '../any-database.ts'
import type { Account } from '../../../src/core/terms/identity.ts'
import { createAccountStore } from '../../../src/store/people/account-store.ts'
import { createClaimStore } from '../../../src/store/claims/claim-store.ts'
import { outbox } from '../../../src/store/chats/chat-tables.ts'
import { SET_ASIDE } from '../../../src/store/chats/outbox.ts'
import { claimer, LIMIT } from '../claim-rows.ts'

const first = new Date('2026-01-01T00:00:00Z')
const soon = new Date('2026-01-01T00:59:59.999Z')
const anHourLater = new Date('2026-01-01T01:00:00Z')
const later = new Date('2026-02-01T00:00:00Z')
const bobby: Account = { platform: 'telegram', userId: '1', handle: 'bobby' }
const newcomer: Account = { platform: 'telegram', userId: '2', handle: 'bobby' }

test('an account is kept with the day of its first meeting and its latest handle', async () => {
  const store = createAccountStore(openTestDatabase().db)
  expect(await store.firstSeen(bobby)).toBeUndefined()
  await store.remember(bobby, 'telegram', undefined, first)
  await store.remember({ ...bobby, handle: 'robert' }, 'telegram', '1', later)
  expect(await store.firstSeen(bobby)).toEqual(first)
  expect(await store.accountOf('telegram', 'robert')).toEqual({ ...bobby, handle: 'robert' })
  expect(await store.accountOf('telegram', 'bobby')).toBeUndefined()
})

test('a handle belongs to whoever showed it last, on its own platform', async () => {
  const store = createAccountStore(openTestDatabase().db)
  await store.remember(bobby, 'telegram', '1', first)
  await store.remember({ platform: 'twitter', userId: '9', handle: 'bobby' }, 'x', undefined, first)
  await store.remember(newcomer, 'telegram', '2', later)
  expect(await store.accountOf('telegram', 'bobby')).toEqual(newcomer)
  expect((await store.accountOf('twitter', 'bobby'))?.userId).toBe('9')
  expect(await store.firstSeen(bobby)).toEqual(first)
  await store.remember(bobby, 'telegram', '1', later)
  expect(await store.accountOf('telegram', 'bobby')).toEqual(bobby)
})

test('a private chat stays known through meetings in groups, and a handle can be given up', async () => {
  const store = createAccountStore(openTestDatabase().db)
  await store.remember(bobby, 'telegram', undefined, first)
  expect(await store.reach(bobby)).toBeUndefined()
  await store.remember(bobby, 'telegram', '1', first)
  await store.remember({ ...bobby, handle: undefined }, 'telegram', undefined, later)
  expect(await store.reach(bobby)).toEqual({ surface: 'telegram', chat: '1' })
  expect(await store.accountOf('telegram', 'bobby')).toBeUndefined()
})

test('many accounts can be without a handle', async () => {
  const store = createAccountStore(openTestDatabase().db)
  for (const userId of ['1', '2', '3'])
    await store.remember(
      { platform: 'telegram', userId, handle: undefined },
      'telegram',
      userId,
      first,
    )
  expect(await store.firstSeen({ ...bobby, userId: '3' })).toEqual(first)
})

test('what is known already is not written again, since it is told with every message', async () => {
  const { db } = openTestDatabase()
  const store = createAccountStore(db)
  const changes = () => writesIn(db, ['accounts', 'handle_sightings'])
  await store.remember(bobby, 'telegram', '1', first)
  for (const { account = bobby, surface = 'telegram', chat, at = soon, isNew } of [
    { chat: '1', isNew: false },
    { chat: undefined, isNew: false },
    { chat: undefined, at: anHourLater, isNew: true }, // when it was seen last
    { chat: '7', isNew: true },
    { surface: 'playground', chat: undefined, isNew: true },
    {
      account: { ...bobby, handle: 'robert' },
      surface: 'playground',
      chat: undefined,
      isNew: true,
    },
  ]) {
    const before = await changes()
    await store.remember(account, surface, chat, at)
    expect((await changes()) > before).toBe(isNew)
  }
})

test.each([
  { name: 'an account that is known', account: { ...bobby, handle: 'robert' }, isKept: true },
  { name: 'whoever has a handle that another showed', account: newcomer, isKept: true },
  {
    name: 'whoever has a handle that something waits for',
    account: { ...newcomer, handle: 'carol' },
    isKept: true,
  },
  { name: 'anybody else', account: { ...newcomer, handle: 'dave' }, isKept: false },
  { name: 'anybody without a handle', account: { ...newcomer, handle: undefined }, isKept: false },
])('of those who only talk, $name is kept: $isKept', async ({ account, isKept }) => {
  const { db } = openTestDatabase()
  const store = createAccountStore(db)
  const waiting = claimer({ recipient: { platform: 'telegram', handle: 'carol' } })
  await createClaimStore(db).addClaimers([waiting], undefined, LIMIT, () => true)
  await store.remember(bobby, 'telegram', '1', first)
  await store.hear(account, 'telegram', later)
  const kept = account.handle && (await store.accountOf('telegram', account.handle))
  expect(kept).toEqual(isKept ? account : account.handle && undefined)
})

test('nor is it for whoever shows no handle, while something waits for somebody else by their account alone', async () => {
  const { db } = openTestDatabase()
  const store = createAccountStore(db)
  const me: Account = { platform: 'telegram', userId: '8', handle: undefined }
  await store.remember(me, 'telegram', '8', first)
  const begun = vi.spyOn(db.shared, 'transaction')
  await store.remember(me, 'telegram', '8', first)
  await db
    .insert(outbox)
    .values({
      id: 'notice:1',
      kind: 'notify',
      topic: '',
      platform: 'telegram',
      handle: '',
      userId: '999',
      view: '{}',
      key: '',
      createdAt: first,
      notBefore: SET_ASIDE,
    })
    .run()
  await store.remember(me, 'telegram', '8', first)
  expect(begun).not.toHaveBeenCalled()
})
