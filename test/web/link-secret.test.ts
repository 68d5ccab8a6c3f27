import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { claimSession, codeAsked } from '../../src/web/claim/link-secret.ts'
import { tabStorage } from '../../src/web/parts/page-storage.ts'

const MIN_MS = 60_000
const ASKED = new Date('2026-07-01T12:00:00Z')

// Where there is no storage, the page's memory stands in for it.
beforeEach(() => void vi.stubGlobal('sessionStorage', undefined))
afterEach(() => {
  codeAsked.forget('claim-42')
  vi.unstubAllGlobals()
})

test.each<{ name: string; afterMs: number; agoMs: number | undefined }>([
  { name: 'at once', afterMs: 0, agoMs: 0 },
  { name: 'while it can be typed', afterMs: 10 * MIN_MS - 1, agoMs: 10 * MIN_MS - 1 },
  { name: 'until it cannot', afterMs: 10 * MIN_MS, agoMs: undefined },
  { name: 'while a clock that was fast is set back', afterMs: -MIN_MS, agoMs: MIN_MS },
  { name: 'until it is set back by more', afterMs: -10 * MIN_MS, agoMs: undefined },
])('that a code was asked for is known $name', ({ afterMs, agoMs }) => {
  codeAsked.keep('claim-42', ASKED)
  expect(codeAsked.agoMs('claim-42', new Date(ASKED.getTime() + afterMs))).toBe(agoMs)
})

test.each([undefined, '', 'soon'])('no code was asked for where %j is kept of it', (kept) => {
  if (kept !== undefined) tabStorage.setItem('vouch:code-asked:claim-42', kept)
  expect(codeAsked.agoMs('claim-42', ASKED)).toBeUndefined()
})

test('a session that is over takes no later one with it', () => {
  const keep = (session: string) =>
    claimSession.keep('claim-42', { session, expires_at: '2999-01-01T00:00:00Z' })
  keep('session-2')
  claimSession.forget('claim-42', 'session-1')
  expect(claimSession.read('claim-42')).toBe('session-2')
  claimSession.forget('claim-42', 'session-2')
  expect(claimSession.read('claim-42')).toBeUndefined()
})
