import { afterAll, expect, test } from 'vitest'

import { nodes } from '../../drill/nodes.ts'
import { endAll } from './vouch-process.ts'

// The long form, with every fault on every chain, is `npm run drill -- nodes`.
afterAll(endAll)

test('whatever nodes say or do not, each claim is paid once, and no fault of theirs is silent', async () => {
  const options = { seed: 3, short: true, broken: false, args: [], say: () => undefined }
  const { done, problems } = await nodes.run(options)
  expect(problems).toEqual([])
  expect(done).toBe('3 faults with one node, 3 faults with three')
})
