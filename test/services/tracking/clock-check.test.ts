import { beforeEach, expect, test } from 'vitest'

import { createClockCheck } from '../../../src/services/tracking/clock-check.ts'

const START = Date.parse('2026-01-01T00:00:00Z')
const HOUR_MS = 3_600_000

let machineMs: number
let said: string[]
let check: ReturnType<typeof createClockCheck>
beforeEach(() => {
  machineMs = START
  said = []
  const log = {
    warn: (details: object) => void said.push(`warn ${JSON.stringify(details)}`),
    info: (details: object) => void said.push(`info ${JSON.stringify(details)}`),
  }
  check = createClockCheck({ machineMs: () => machineMs, log })
})
/** Each chain has a block that is so old when it is read. */
const saw = (agesMs: Record<string, number>) => {
  machineMs += 1_000
  for (const [chain, ageMs] of Object.entries(agesMs)) check.saw(chain, new Date(machineMs - ageMs))
}

test('before any block nothing is known', () => {
  expect(check.aheadMs()).toBeUndefined()
})

test.each([
  { name: 'ahead', setByMs: HOUR_MS, aheadSec: 3603 },
  { name: 'back', setByMs: -HOUR_MS, aheadSec: -3597 },
])('a clock that is set $name an hour is told once, and once that it is right again', (row) => {
  saw({ neuron: 3_000, base: 900_000 })
  expect(said).toEqual([])
  machineMs += row.setByMs
  for (let block = 0; block < 3; block += 1)
    saw({ base: 900_000 + row.setByMs, neuron: 3_000 + row.setByMs })
  expect(said).toEqual([expect.stringMatching(/^warn/)])
  expect(check.aheadMs()).toBe(row.aheadSec * 1000)
  machineMs -= row.setByMs - 10_000
  saw({ neuron: 3_000, base: 900_000 })
  expect(said.slice(1)).toEqual(['info {"aheadSec":3}'])
})

test('a chain that stands still or is late to be final says nothing of the clock', () => {
  saw({ neuron: 3_000, base: 900_000 })
  for (let hour = 0; hour < 3; hour += 1) {
    machineMs += HOUR_MS
    saw({ base: 900_000, osmosis: 5_000 }) // the hub brings no block
  }
  expect(said).toEqual([])
})
