import { expect, test } from 'vitest'

import { EvmMessage } from '../../../src/core/terms/shapes.ts'
import { FACTORY } from '../sample-network.ts'

const message: EvmMessage = { chainId: '8453', to: FACTORY, data: '0x', value: '0x0' }

test.each([
  { what: 'no data', change: {} },
  { what: 'a limit of gas', change: { gasLimit: '0x186A0' } },
  { what: 'the most that a word holds', change: { value: `0x${'f'.repeat(64)}` } },
])('a message with $what is taken', ({ change }) => {
  expect(EvmMessage.safeParse({ ...message, ...change }).success).toBe(true)
})

test.each([
  { what: 'a short address', change: { to: '0x12' } },
  { what: 'no address', change: { to: '' } },
  { what: 'half a byte', change: { data: '0x123' } },
  { what: 'a value without digits', change: { value: '0x' } },
  { what: 'a limit of gas without digits', change: { gasLimit: '0x' } },
  { what: 'more than a word holds', change: { value: `0x${'f'.repeat(65)}` } },
])('a message with $what is refused', ({ change }) => {
  const [field] = Object.keys(change)
  const read = EvmMessage.safeParse({ ...message, ...change })
  expect(read.error?.issues.map(({ path }) => path)).toEqual([[field]])
})
