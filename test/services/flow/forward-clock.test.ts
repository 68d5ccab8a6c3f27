import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'

import { createForwardClock } from '../../../src/services/flow/forward-clock.ts'
import { openDatabase } from '../../../src/store/database.ts'
import { openSeenTime } from '../../../src/store/tracking/seen-time.ts'

const START = Date.parse('2026-01-01T00:00:00Z')
const SECOND_MS = 1_000
const HOUR_MS = 3_600_000
const YEAR_MS = 365 * 24 * HOUR_MS

/** A machine whose clock anybody sets, and what passes, which nobody does. `start` is a process on its data. */
function createMachine() {
  const { db } = openDatabase(':memory:')
  let passedMs = 0
  let setMs = START
  const machineMs = () => setMs + passedMs
  const start = async () => {
    await db.transaction(() => Promise.resolve()) // comes after what is to be kept
    return createForwardClock({ machineMs, passedMs: () => passedMs, seen: await openSeenTime(db) })
  }
  return {
    start,
    machineMs,
    pass: (ms: number) => void (passedMs += ms),
    set: (byMs: number) => void (setMs += byMs),
  }
}

let machine: ReturnType<typeof createMachine>
beforeEach(() => {
  machine = createMachine()
})
const since = (clock: { now(): Date }) => clock.now().getTime() - START

test.each([
  { name: 'back an hour', byMs: -HOUR_MS },
  { name: 'ahead a year', byMs: YEAR_MS },
])('a machine whose clock is set $name changes nothing', async ({ byMs }) => {
  const clock = await machine.start()
  machine.pass(5 * SECOND_MS)
  machine.set(byMs)
  clock.hubSays(new Date(START + 5 * SECOND_MS))
  expect(since(clock)).toBe(5 * SECOND_MS)
  machine.pass(12 * SECOND_MS)
  machine.set(-byMs)
  expect(since(clock)).toBe(17 * SECOND_MS)
})

test('what a machine slept through is made up for, once the hub says so too', async () => {
  const clock = await machine.start()
  machine.set(HOUR_MS)
  expect(since(clock)).toBe(0)
  clock.hubSays(new Date(START + HOUR_MS - 6 * SECOND_MS))
  expect(since(clock)).toBe(HOUR_MS - 6 * SECOND_MS)
})

test('a hub that is ahead of the machine takes nobody with it', async () => {
  const clock = await machine.start()
  clock.hubSays(new Date(START + YEAR_MS))
  expect(since(clock)).toBe(0)
})

test('a process that starts after the clock was set back goes on where the one before was', async () => {
  const before = await machine.start()
  for (let second = 0; second < 60; second += 1) {
    machine.pass(SECOND_MS)
    before.hubSays(before.now())
  }
  machine.set(-HOUR_MS)
  const lostMs = before.now().getTime() - (await machine.start()).now().getTime()
  expect(lostMs).toBeGreaterThanOrEqual(0)
  expect(lostMs).toBeLessThanOrEqual(10 * SECOND_MS)
})

test('a process that started a year ahead of the hub does not bind those after it', async () => {
  machine.set(YEAR_MS)
  const wrong = await machine.start()
  wrong.hubSays(new Date(START))
  expect(since(wrong)).toBe(YEAR_MS)
  machine.set(-YEAR_MS)
  expect(since(await machine.start())).toBe(0)
})

test('whatever is done to the machine and said by the hub, no time is earlier than the one before', async () => {
  const step = fc.record({
    kind: fc.constantFrom('pass', 'set', 'hub'),
    ms: fc.integer({ min: -YEAR_MS, max: YEAR_MS }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
      const it = createMachine()
      const clock = await it.start()
      let lastMs = clock.now().getTime()
      for (const { kind, ms } of steps) {
        if (kind === 'pass') it.pass(Math.abs(ms))
        if (kind === 'set') it.set(ms)
        if (kind === 'hub') clock.hubSays(new Date(it.machineMs() + ms))
        expect(clock.now().getTime()).toBeGreaterThanOrEqual(lastMs)
        lastMs = clock.now().getTime()
      }
    }),
  )
})
