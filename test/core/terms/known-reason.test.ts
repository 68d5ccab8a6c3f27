import { expect, test } from 'vitest'

import { wordsIn } from '../../../src/bots/words/words.ts'
import { knownReason, OWN_REASONS } from '../../../src/core/terms/known-reason.ts'

test.each([
  { words: 'Generic error: Chain is locked', reason: 'chain_locked' },
  { words: 'DeregisteredChain', reason: 'chain_locked' },
  { words: 'Rate limit exceeded: limit 10, actual 10', reason: 'too_many' },
  { words: 'PacketTimedOut', reason: 'late' },
  { words: 'the nonce devnet:1 was used before', reason: 'text_ran' },
  {
    words: 'Nonce already used for sender base:0xa: devnet:1 at block height 7',
    reason: 'text_ran',
  },
  { words: 'the transaction expired at 7, and it is 8', reason: 'text_expired' },
  { words: 'Timestamp limit exceeded', reason: 'text_expired' },
  { words: OWN_REASONS.text_expired, reason: 'text_expired' },
  { words: 'the token said no', reason: undefined },
])('"$words" is $reason', ({ words, reason }) => {
  expect(knownReason(words)).toBe(reason)
})

test.each([
  { words: 'Chain is locked', said: 'the hub has locked that chain' },
  { words: 'Rate limit exceeded: limit 10, actual 10', said: 'still wait for their answer' },
  { words: 'Nonce already used for sender base:0xa', said: 'has run there already' },
  { words: 'the token said no', said: 'only a technical reason' },
])('people read "$said" for "$words"', ({ words, said }) => {
  expect(wordsIn('en').trouble.because(words)).toContain(said)
})
