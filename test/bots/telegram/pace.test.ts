import { expect, test } from 'vitest'

import { createPace, TELEGRAM_LIMITS } from '../../../src/bots/telegram/pace.ts'
import { createFakeClock } from '../../fake-clock.ts'

/** When each of `count` messages goes out, in milliseconds, when every wait is obeyed. */
function sendTimes(
  chatOf: (n: number) => string,
  count: number,
  urgency: 'answer' | 'bulk',
): number[] {
  const clock = createFakeClock()
  const startMs = clock.now().getTime()
  const pace = createPace({ limits: TELEGRAM_LIMITS, now: clock.now })
  return Array.from({ length: count }, (_, n) => {
    let place = pace.take(chatOf(n), urgency)
    for (; 'waitMs' in place; place = pace.take(chatOf(n), urgency)) clock.advanceMs(place.waitMs)
    place.done()
    return clock.now().getTime() - startMs
  })
}

const alone = () => '7'
const group = () => '-7'
const many = (n: number) => `${n}`

test.each([
  { name: 'one chat: a message a second', chatOf: alone, count: 3, last: 2_000 },
  { name: 'a private chat has no limit a minute', chatOf: alone, count: 30, last: 29_000 },
  { name: 'a group: 20 answers a minute', chatOf: group, count: 20, last: 19_000 },
  { name: 'a group: the 21st waits for its minute', chatOf: group, count: 21, last: 60_000 },
  { name: 'many chats: 30 answers at once', chatOf: many, count: 30, last: 0 },
  { name: 'many chats: the 31st a second later', chatOf: many, count: 31, last: 1_000 },
])('answers, $name', ({ chatOf, count, last }) => {
  expect(sendTimes(chatOf, count, 'answer').at(-1)).toBe(last)
})

test.each([
  { name: 'a group: the 16th waits for its minute', chatOf: group, count: 16, last: 60_000 },
  { name: 'many chats: 25 at once', chatOf: many, count: 25, last: 0 },
  { name: 'many chats: the 26th a second later', chatOf: many, count: 26, last: 1_000 },
])('live cards leave places to answers, $name', ({ chatOf, count, last }) => {
  expect(sendTimes(chatOf, count, 'bulk').at(-1)).toBe(last)
})

function setUp() {
  const clock = createFakeClock()
  const pace = createPace({ limits: TELEGRAM_LIMITS, now: clock.now })
  /** Sends at once where there is a place: `undefined` then. */
  const take = (chat: string, urgency: 'answer' | 'bulk') => {
    const place = pace.take(chat, urgency)
    if ('waitMs' in place) return place
    place.done()
    return undefined
  }
  return { clock, pace, take }
}

test('an answer that waits gets the next place, whoever else is quicker', () => {
  const { clock, take } = setUp()
  for (let n = 0; n < 30; n += 1) take(`${n}`, 'answer')
  expect(take('100', 'answer')).toEqual({ waitMs: 1_000, scope: 'all' })
  clock.advanceMs(1_000)
  expect(take('101', 'bulk')).toMatchObject({ scope: 'all' })
  expect(take('100', 'answer')).toBeUndefined()
})

test('a chat that Telegram told us to leave alone is left alone to the millisecond', () => {
  const { clock, pace, take } = setUp()
  pace.hold('7', 5_000)
  clock.advanceMs(4_999)
  expect(take('7', 'answer')).toEqual({ waitMs: 1, scope: 'chat' })
  clock.advanceMs(1)
  expect(take('7', 'answer')).toBeUndefined()
})

test('told to wait in one chat for an hour, that chat alone waits', () => {
  const { pace, take } = setUp()
  pace.hold('7', 3_600_000)
  expect(take('8', 'answer')).toBeUndefined()
  expect(take('9', 'bulk')).toBeUndefined()
  expect(take('7', 'bulk')).toEqual({ waitMs: 3_600_000, scope: 'chat' })
})

test('told to wait in three chats at once it is all that is meant: live cards wait everywhere, at most half a minute at a time', () => {
  const { clock, pace, take } = setUp()
  for (const chat of ['5', '6', '7']) pace.hold(chat, 3_600_000)
  expect(take('8', 'answer')).toBeUndefined()
  expect(take('9', 'bulk')).toEqual({ waitMs: 30_000, scope: 'all' })
  clock.advanceMs(30_000)
  expect(take('9', 'bulk')).toBeUndefined()
})

test('a message that is long on its way counts from its end', () => {
  const { clock, pace, take } = setUp()
  const places = Array.from({ length: 25 }, (_, n) => pace.take(`${n}`, 'bulk'))
  clock.advanceMs(1_500)
  expect(take('100', 'bulk')).toEqual({ waitMs: 1_000, scope: 'all' })
  for (const place of places) if ('done' in place) place.done()
  clock.advanceMs(999)
  expect(take('100', 'bulk')).toEqual({ waitMs: 1, scope: 'all' })
  clock.advanceMs(1)
  expect(take('100', 'bulk')).toBeUndefined()
})
