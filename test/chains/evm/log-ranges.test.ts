import fc from 'fast-check'
import { expect, test } from 'vitest'

import { createLogRanges } from '../../../src/chains/evm/log-ranges.ts'

class Refused extends Error {}

/** A provider that allows so many blocks, and so many logs, in one answer. Each block has `density` logs. */
function provider(blocks: number, logs = Number.POSITIVE_INFINITY, density = 1) {
  const asked: number[] = []
  const read = async (from: number, to: number) => {
    const length = to - from + 1
    asked.push(length)
    if (length > blocks || length * density > logs) throw new Refused('block range')
    return Array.from(
      { length: length * density },
      (_, index) => from + Math.floor(index / density),
    )
  }
  return { asked, next: createLogRanges(read, (error) => error instanceof Refused) }
}

async function readAll({ next }: ReturnType<typeof provider>, from: number, upTo: number) {
  const found: number[] = []
  let ranges = 0
  for (let at = from; at <= upTo; ranges += 1) {
    const range = await next(at, upTo)
    expect(range.from).toBe(at)
    found.push(...range.logs)
    at = range.to + 1
  }
  return { found, ranges }
}

test.each([
  { blocks: 1, refusals: 14 },
  { blocks: 10, refusals: 10 },
  { blocks: 1_000, refusals: 4 },
  { blocks: 10_000, refusals: 0 },
])(
  'a provider that allows $blocks blocks refuses at most $refusals times before each is read',
  async ({ blocks, refusals }) => {
    const node = provider(blocks)
    const upTo = 20 * blocks
    const { found, ranges } = await readAll(node, 1, upTo)
    expect(found).toEqual(Array.from({ length: upTo }, (_, index) => index + 1))
    // Once it has grown again, it is refused once more.
    expect(node.asked.length - ranges).toBeLessThanOrEqual(refusals + 2)
    expect(ranges).toBeLessThanOrEqual(40 + 2)
  },
)

test('the length grows again, each time after a longer while', async () => {
  const node = provider(10)
  await readAll(node, 1, 10_000)
  const attempts = node.asked.flatMap((length, index) => (length > 10 && index > 12 ? [index] : []))
  const waits = attempts.map((at, index) => at - (attempts[index - 1] ?? 0)).slice(1)
  expect(attempts.length).toBeGreaterThan(1)
  expect(attempts.length).toBeLessThan(10)
  expect(waits).toEqual(waits.toSorted((left, right) => left - right))
})

test('whatever a provider allows, every block is read once and in order', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 3_000 }),
      fc.integer({ min: 3, max: 500 }),
      fc.integer({ min: 0, max: 3 }),
      fc.integer({ min: 0, max: 2_000 }),
      async (blocks, logs, density, length) => {
        const node = provider(blocks, logs, density)
        const { found } = await readAll(node, 5, 5 + length)
        expect([...new Set(found)]).toEqual(
          density === 0 ? [] : Array.from({ length: length + 1 }, (_, index) => index + 5),
        )
        expect(found.length).toBe((length + 1) * density)
      },
    ),
  )
})

test('another error than that of the range is nothing to be tried again', async () => {
  let calls = 0
  const read = async (): Promise<number[]> => {
    calls += 1
    throw new Error('away')
  }
  const next = createLogRanges(read, (error) => error instanceof Refused)
  await expect(next(1, 5_000)).rejects.toThrow('away')
  expect(calls).toBe(1)
})

test('a single block that is refused is the end', async () => {
  await expect(provider(0).next(3, 9)).rejects.toThrow(Refused)
})
