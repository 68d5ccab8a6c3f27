import { afterEach, beforeEach, expect, test } from 'vitest'

import type { Card } from '../../../src/bots/cards/card.ts'
import { MessageRefusedError } from '../../../src/bots/telegram/telegram-errors.ts'
import { MessageGoneError, RetryLaterError } from '../../../src/bots/delivery/surface.ts'
import { createBotApi } from './bot-api.ts'
import { alice, createLimitedCalls, group } from './run-bot.ts'

let api: Awaited<ReturnType<typeof createBotApi>>
beforeEach(async () => {
  api = await createBotApi()
  api.say(alice, group, 'hello') // the bot is there
})
afterEach(() => api.close())

function setUp() {
  const { calls, clock } = createLimitedCalls(api.url)
  return { calls, clock }
}

test.each([
  { status: 'creator', is: true },
  { status: 'administrator', is: true },
  { status: 'member', is: true },
  { status: 'left', is: false },
  { status: 'kicked', is: false },
])('whom Telegram calls $status, is in the group: $is', async (row) => {
  const { calls } = setUp()
  api.setStatus(group.id, alice, row.status)
  expect(await calls.isMember(`${group.id}/7`, `${alice.id}`)).toBe(row.is)
  expect(await calls.isMember('inline/abc', `${alice.id}`)).toBeUndefined()
})

test.each([
  { status: 'creator', is: true },
  { status: 'administrator', is: true },
  { status: 'member', is: false },
  { status: 'restricted', is: false },
  { status: 'kicked', is: false },
])('whom Telegram calls $status, is an admin in every topic of the group: $is', async (row) => {
  const { calls } = setUp()
  api.setStatus(group.id, alice, row.status)
  expect(await calls.isAdmin(`${group.id}`, `${alice.id}`)).toBe(row.is)
  expect(await calls.isAdmin(`${group.id}/7`, `${alice.id}`)).toBe(row.is)
})

test('of somebody’s own message nobody is an admin, and nothing is taken away', async () => {
  const { calls } = setUp()
  expect(await calls.isAdmin('inline/abc', `${alice.id}`)).toBe(false)
  await calls.remove('inline/abc', '1')
})

test('an older message goes in the moment in which a newer one takes its place', async () => {
  const { calls, clock } = setUp()
  const chat = `${group.id}`
  const newCard = (): Card => ({ title: 'No', tone: 'error', blocks: [] })
  const older = await calls.send(chat, newCard(), 'answer')
  clock.advanceMs(2_000)
  const newer = await calls.send(chat, newCard(), 'answer')
  await calls.remove(chat, older)
  expect(api.shown(group.id).map(({ id }) => `${id}`)).toEqual([newer])
})

test('a message of ours is deleted, and is gone afterwards', async () => {
  const { calls, clock } = setUp()
  const chat = `${group.id}`
  const id = await calls.send(chat, { title: 'No', tone: 'error', blocks: [] }, 'answer')
  clock.advanceMin(1)
  await calls.remove(chat, id)
  expect(api.shown(group.id)).toEqual([])
  clock.advanceMin(1)
  await expect(calls.remove(chat, id)).rejects.toBeInstanceOf(MessageGoneError)
})

test('what somebody waits for to be deleted goes before what is swept up', async () => {
  const { calls } = setUp()
  const chat = `${group.id}`
  const [first, second] = ['1', '2'] // there are no such messages; each try takes a place
  for (let other = 1; other <= 25; other += 1)
    await expect(calls.remove(`-9${other}`, '1')).rejects.toBeInstanceOf(MessageGoneError)
  await expect(calls.remove(chat, first)).rejects.toBeInstanceOf(RetryLaterError)
  await expect(calls.remove(chat, second, 'answer')).rejects.toBeInstanceOf(MessageGoneError)
})

test('a message that is too old to be deleted is not gone: it can be edited still', async () => {
  const { calls, clock } = setUp()
  const chat = `${group.id}`
  const id = await calls.send(chat, { title: 'No', tone: 'error', blocks: [] }, 'answer')
  clock.advanceMin(49 * 60)
  const description = "Bad Request: message can't be deleted for everyone"
  api.failNext('deleteMessage', { error_code: 400, description })
  await expect(calls.remove(chat, id)).rejects.toBeInstanceOf(MessageRefusedError)
  await calls.edit(chat, id, { title: 'Yes', tone: 'info', blocks: [] })
  expect(api.shown(group.id)).toMatchObject([{ edits: 1 }])
})
