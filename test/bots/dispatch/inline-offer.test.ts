import { expect, test } from 'vitest'

import { inlineOffer, inlineWaitAction } from '../../../src/bots/dispatch/inline-offer.ts'
import { wordsIn } from '../../../src/bots/words/words.ts'
import { sampleNetwork } from '../../core/sample-network.ts'
import { createStandInServices, speaker } from '../commands/stand-in-services.ts'

const offer = (query: string) => inlineOffer(query, speaker('alice'), sampleNetwork)

test.each([
  { query: '@bobby 5 usdc', title: 'Tip 5 USDC to @bobby' },
  { query: '@bobby 0.25 eth on base for the fix', title: 'Tip 0.25 ETH to @bobby' },
  { query: '@bobby $5 of eth', title: 'Tip ETH ($5) to @bobby' },
  { query: '@bobby half usdc', title: 'Tip USDC (half) to @bobby' },
  { query: 'x:bobby 5 usdc', title: 'Tip 5 USDC to bobby on X' },
  { query: 'hello@example.com 5 usdc', title: 'Tip 5 USDC to h…@example.com' },
])('"$query" offers "$title"', ({ query, title }) => {
  expect(offer(query)).toMatchObject({ command: 'tip', title, card: { title } })
})

test.each([
  { query: '5 usdc for 3', title: '5 USDC shared by the first 3' },
  {
    query: '$5 of eth for 10 random on base good morning',
    title: 'ETH ($5) shared by the first 10',
  },
])('"$query" offers "$title", first come', ({ query, title }) => {
  expect(offer(query)).toMatchObject({ command: 'airdrop', title, card: { title } })
})

test.each([
  '',
  '@',
  '@bobby',
  '@bobby 5',
  '5 usdc',
  '5 usdc for',
  '5 usdc for 1',
  '5 usdc for everybody',
  '@bobby 5 nope',
  '@alice 5 usdc',
  '@bobby x usdc',
])('"%s" asks for nothing (yet) and offers nothing', (query) => {
  expect(offer(query)).toBeUndefined()
})

test('the note is not shown before the tip exists, and the button carries nothing', () => {
  const card = offer('@bobby 5 usdc a secret between us')?.card
  expect(JSON.stringify(card)).not.toContain('secret')
  expect(card?.blocks.at(-1)).toEqual({
    kind: 'action',
    label: 'One moment',
    action: inlineWaitAction.name,
  })
})

test('it speaks the language of whoever writes', () => {
  const words = wordsIn('de')
  expect(inlineOffer('@bobby 5 usdc', { ...speaker('alice'), words }, sampleNetwork)?.title).toBe(
    words.inline.title('5 USDC', '@bobby'),
  )
})

test('who presses the button too early is told to wait, alone', async () => {
  const { services } = createStandInServices()
  const reply = await inlineWaitAction.run('', speaker('alice'), services)
  expect(reply?.audience).toBe('asker')
  expect(JSON.stringify(reply?.card).length).toBeLessThan(300) // it fits into a notice
})
