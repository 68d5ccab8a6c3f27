import { afterAll, expect, test } from 'vitest'

import { claims } from '../../drill/claims.ts'
import { endAll } from './vouch-process.ts'

// The long form, with a thousand claims and five hundred kills, is `npm run drill -- claims`.
afterAll(endAll)

test('of many right codes at once one is let in, few wrong ones are compared, over HTTP and in a chat, and a kill loses no pay-out', async () => {
  const options = { seed: 3, short: true, broken: false, args: [], say: () => undefined }
  const { done, problems } = await claims.run(options)
  expect(problems).toEqual([])
  expect(done).toBe('2 claims raced for, 2 kills')
})
