import { expect, test } from 'vitest'

import type { ChatMessage } from '../../src/web/parts/api-client.ts'
import {
  EMPTY_LOG,
  markRead,
  takeMessages,
  unreadCount,
} from '../../src/web/playground/use-chats.ts'
import { chatId, linkAs, readPlace, writePlace } from '../../src/web/playground/place.ts'
import { suggestCommands } from '../../src/web/playground/composer.tsx'

const message = (seq: number, id: string, from = 'bobby', text = ''): ChatMessage => ({
  seq,
  id,
  chat: 'lobby',
  from,
  text,
  card: null,
  edited: false,
})

test('an edit stays where its message stood, and an older copy never replaces a newer one', () => {
  const first = takeMessages(EMPTY_LOG, [message(1, '1'), message(2, '2')], 'poll')
  const edited = takeMessages(first, [message(3, '1', 'bobby', 'new')], 'poll')
  const late = takeMessages(edited, [message(1, '1', 'bobby', 'old')], 'answer')
  expect(late.messages.map(({ id, text }) => `${id} ${text}`)).toEqual(['1 new', '2 '])
})

test('what was edited before we came still stands in the order in which it was said', () => {
  const log = takeMessages(EMPTY_LOG, [message(2, '9'), message(3, '10'), message(7, '2')], 'poll')
  expect(log.messages.map(({ id }) => id)).toEqual(['2', '9', '10'])
})

test('only polling moves the cursor, so nothing that others said in between is skipped', () => {
  const log = takeMessages(EMPTY_LOG, [message(5, '5')], 'answer')
  expect(log.cursor).toBe(0)
  expect(takeMessages(log, [message(4, '4'), message(5, '5')], 'poll')).toMatchObject({
    cursor: 5,
    messages: [{ id: '4' }, { id: '5' }],
  })
})

test('unread: what others said since the last look; edits and own words do not count', () => {
  const seen = markRead(takeMessages(EMPTY_LOG, [message(1, '1')], 'poll'))
  const after = takeMessages(
    seen,
    [message(2, '2', 'alice'), message(3, '3', 'vouch'), message(4, '1')],
    'poll',
  )
  expect(unreadCount(after, 'alice')).toBe(1)
})

test.each([
  { hash: '', place: { persona: 'alice', chat: 'lobby' } },
  { hash: '#bobby', place: { persona: 'bobby', chat: 'lobby' } },
  { hash: '#bobby/private', place: { persona: 'bobby', chat: 'private' } },
  { hash: '#%', place: { persona: 'alice', chat: 'lobby' } },
  { hash: '#mallory/private', place: { persona: 'alice', chat: 'private' } },
])('the place of "$hash"', ({ hash, place }) => {
  expect(readPlace(hash, ['alice', 'bobby'])).toEqual(place)
})

test('a place survives the address, and names its chat on the server', () => {
  const place = { persona: 'bobby', chat: 'private' } as const
  expect(readPlace(writePlace(place), ['alice', 'bobby'])).toEqual(place)
  expect([chatId(place), chatId({ ...place, chat: 'lobby' })]).toEqual(['dm:bobby', 'lobby'])
})

test.each([
  { url: 'http://x/sign/a', opens: 'http://x/sign/a#as=alice' },
  { url: 'http://x/claim/a#secret', opens: 'http://x/claim/a#secret' },
  { url: 'https://scan.example/tx/0x1', opens: 'https://scan.example/tx/0x1' },
])('opening $url', ({ url, opens }) => {
  expect(linkAs('alice', url)).toBe(opens)
})

test.each([
  { draft: '/', found: ['tip', 'track'] },
  { draft: '/TI', found: ['tip'] },
  { draft: '/tip ', found: [] },
  { draft: 'tip', found: [] },
  { draft: '', found: [] },
])('suggestions for "$draft"', ({ draft, found }) => {
  const commands = ['tip', 'track'].map((name) => ({ name, summary: '', usage: '' }))
  expect(suggestCommands(draft, commands).map(({ name }) => name)).toEqual(found)
})
