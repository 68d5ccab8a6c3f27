import fc from 'fast-check'
import { expect, test } from 'vitest'

import { blocksSentIn } from '../../../src/chains/evm/account-calls.ts'

test('every block in which an account has sent something is found, in order, by a few calls each', async () => {
  const blocks = fc.uniqueArray(fc.integer({ min: 0, max: 1_000 }), { maxLength: 12 })
  const bounds = fc.tuple(fc.integer({ min: 0, max: 1_000 }), fc.integer({ min: 0, max: 1_000 }))
  await fc.assert(
    fc.asyncProperty(blocks, bounds, async (sent, [one, other]) => {
      const [from, to] = [Math.min(one, other), Math.max(one, other)]
      let calls = 0
      const nonceAfter = async (height: number) => {
        calls += 1
        // Two transactions in each of them.
        return 2 * sent.filter((block) => block <= height).length
      }
      const found: number[] = []
      for await (const height of blocksSentIn(nonceAfter, from, to)) found.push(height)
      const expected = sent.filter((block) => from <= block && block <= to)
      expect(found).toEqual(expected.toSorted((left, right) => left - right))
      expect(calls).toBeLessThanOrEqual(2 + expected.length * 10)
    }),
  )
})
