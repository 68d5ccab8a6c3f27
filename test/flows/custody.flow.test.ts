import { afterAll, expect, test } from 'vitest'

import { fire, thief } from '../../drill/fire-and-thief.ts'
import { endAll } from './vouch-process.ts'

// The long form, with hundreds of claims, is `npm run drill -- custody`.
afterAll(endAll)

test('after a fire every unclaimed claim is back with its sender, by the master key and the chain alone', async () => {
  expect(await fire({ claims: 6, say: () => undefined })).toEqual([])
})

test('a thief with all that the web-facing process has takes what the caps leave, and not more', async () => {
  expect(await thief({ claims: 12, say: () => undefined })).toEqual([])
})
