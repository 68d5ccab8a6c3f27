import { expect, test } from 'vitest'

import { createPace, TELEGRAM_LIMITS } from '../../../src/bots/telegram/pace.ts'
import { createFakeClock } from '../../fake-clock.ts'

/** When each of `count` messages goes out, in milliseconds, when every wait is obeyed. */
function sendTimes(chatOf: (n: number) => string, count: number): number[] {
  const clock = createFakeClock()
  const startMs = clock.now().getTime()
  const pace = createPace({ limits: TELEGRAM_LIMITS, now: clock.now })
  return Array.from({ length: count }, (_, n) => {
    for (let waitMs = pace.take(chatOf(n)); waitMs > 0; waitMs = pace.take(chatOf(n)))
      clock.advanceMs(waitMs)
    return clock.now().getTime() - startMs
  })
}

test.each([
  { name: 'one chat: a message a second', chatOf: () => '7', count: 3, last: 2_000 },
  { name: 'a private chat has no limit a minute', chatOf: () => '7', count: 30, last: 29_000 },
  { name: 'a group: 20 a minute', chatOf: () => '-7', count: 20, last: 19_000 },
  { name: 'a group: the 21st waits for its minute', chatOf: () => '-7', count: 21, last: 60_000 },
  { name: 'many chats: 30 at once', chatOf: (n: number) => `${n}`, count: 30, last: 0 },
  {
    name: 'many chats: the 31st a second later',
    chatOf: (n: number) => `${n}`,
    count: 31,
    last: 1_000,
  },
])('$name', ({ chatOf, count, last }) => {
  expect(sendTimes(chatOf, count).at(-1)).toBe(last)
})

test('a chat that Telegram told us to leave alone is left alone to the millisecond, others are not', () => {
  const clock = createFakeClock()
  const pace = createPace({ limits: TELEGRAM_LIMITS, now: clock.now })
  pace.hold('7', 5_000)
  expect(pace.take('8')).toBe(0)
  clock.advanceMs(4_999)
  expect(pace.take('7')).toBe(1)
  clock.advanceMs(1)
  expect(pace.take('7')).toBe(0)
})
