import { expect, test } from 'vitest'

import { KINDS, playAttacks } from '../../drill/attack/play.ts'

// The long form, with two thousand moves, is `npm run drill -- attack`.
test('among thieves, namesakes, forgers and pests only the right people are paid, and no honest journey fails', async () => {
  const { findings, played } = await playAttacks({ moves: 32, seed: 3, workers: 20 })
  expect(findings.map(({ what }) => what)).toEqual([]) // texts, which a report shows whole
  expect(played.size).toBe(KINDS)
})
