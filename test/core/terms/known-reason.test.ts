import { expect, test } from 'vitest'

import { wordsIn } from '../../../src/bots/words/words.ts'
import { knownReason } from '../../../src/core/terms/known-reason.ts'

test.each([
  { words: 'Generic error: Chain is locked', reason: 'chain_locked' },
  { words: 'DeregisteredChain', reason: 'chain_locked' },
  { words: 'Rate limit exceeded: limit 10, actual 10', reason: 'too_many' },
  { words: 'PacketTimedOut', reason: 'late' },
  { words: 'the token said no', reason: undefined },
])('"$words" is $reason', ({ words, reason }) => {
  expect(knownReason(words)).toBe(reason)
})

test.each([
  { words: 'Chain is locked', said: 'the hub has locked that chain' },
  { words: 'Rate limit exceeded: limit 10, actual 10', said: 'still wait for their answer' },
  { words: 'the token said no', said: 'the token said no' },
])('people read "$said" for "$words"', ({ words, said }) => {
  expect(wordsIn('en').trouble.because(words)).toContain(said)
})
