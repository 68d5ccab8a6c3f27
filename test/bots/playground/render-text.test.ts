import { expect, test } from 'vitest'

import { renderText } from '../../../src/bots/playground/playground-surface.ts'

test('every block reads as plain text, exactly as it was written', () => {
  const text = renderText({
    title: 'Title',
    tone: 'info',
    blocks: [
      { kind: 'text', text: 'a <b> & c' },
      { kind: 'quote', text: 'hi', by: '@alice' },
      { kind: 'field', label: 'From', value: 'Base' },
      {
        kind: 'steps',
        steps: [
          { label: 'Sent', state: 'done', detail: 'took 2 s' },
          { label: 'Settled', state: 'active' },
          { label: 'Paid', state: 'waiting' },
          { label: 'Lost', state: 'failed' },
        ],
      },
      { kind: 'picture', svg: '<svg/>', alt: 'USDC to ETH' },
      { kind: 'link', label: 'Sign', url: 'https://vouch.example/sign/1' },
      { kind: 'action', label: 'Claim', action: 'claim:1' },
    ],
  })
  expect(text).toBe(
    `Title
a <b> & c
@alice: "hi"
From: Base
[x] Sent (took 2 s)
[~] Settled
[ ] Paid
[!] Lost
[USDC to ETH]
Sign: https://vouch.example/sign/1
[Claim]`,
  )
})
