import { expect, test } from 'vitest'

import { createReadSoon } from '../../../src/services/tracking/read-soon.ts'

const noticeOf = (unanswered: boolean) => () =>
  ({ kind: 'stalled', chain_uid: 'base', since: '09:30', unanswered }) as const
const never = () => new Promise<bigint>(() => undefined)

test('a chain that is known not to answer is waited for a moment, and then counts as unavailable', async () => {
  const soon = createReadSoon({ notice: noticeOf(true) }, 1)
  await expect(soon('base', never)).rejects.toMatchObject({
    code: 'CHAIN_UNAVAILABLE',
    facts: { kind: 'chain_unavailable', chain: 'base' },
  })
})

test('what it answers after all is taken, and what it refuses is thrown', async () => {
  const soon = createReadSoon({ notice: noticeOf(true) })
  expect(await soon('base', async () => 5n)).toBe(5n)
  await expect(soon('base', () => Promise.reject(new Error('refused')))).rejects.toThrow('refused')
})

test.each([
  ['stands still and answers', noticeOf(false)],
  ['moves on', () => undefined],
  ['is behind', () => ({ kind: 'behind', chain_uid: 'base', blocks: 100 }) as const],
])('a chain that %s has its whole time', async (_how, notice) => {
  const soon = createReadSoon({ notice }, 0)
  const late = new Promise<bigint>((resolve) => setTimeout(resolve, 20, 5n))
  expect(await soon('base', () => late)).toBe(5n)
})
