import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import {
  leaveForSignIn,
  spendReturnedSignIn,
  takeReturnedSignIn,
} from '../../src/web/claim/returned-sign-in.ts'

const MIN_MS = 60_000
const LEFT = new Date('2026-07-01T12:00:00Z')
const later = (minutes: number) => new Date(LEFT.getTime() + minutes * MIN_MS)

function storage() {
  const kept: Record<string, string> = {}
  return Object.assign(kept, {
    getItem: (key: string) => kept[key] ?? null,
    setItem: (key: string, text: string) => void (kept[key] = text),
    removeItem: (key: string) => Reflect.deleteProperty(kept, key),
  })
}

const local = { keys: (): string[] => [] }
beforeEach(() => {
  const localStorage = storage()
  local.keys = () => Object.keys(localStorage).filter((key) => key.startsWith('vouch:'))
  vi.stubGlobal('localStorage', localStorage)
  vi.stubGlobal('sessionStorage', storage())
  vi.stubGlobal('history', { replaceState() {} })
  comeBackWith('')
})
afterEach(() => vi.unstubAllGlobals())

function comeBackWith(search: string): void {
  vi.stubGlobal('location', { assign() {}, search, hash: '', pathname: '/proof/github' })
}

const start = (state: string, expires_at: string) => ({
  url: 'https://github.example/',
  state,
  receipt: 'receipt',
  expires_at,
})

test.each([
  { clock: 'is right', expires: later(10) },
  { clock: 'is a day ahead', expires: later(10 - 24 * 60) },
  { clock: 'is a day behind', expires: later(10 + 24 * 60) },
])(
  'a sign-in that has come back is handed to the server where the clock here $clock',
  ({ expires }) => {
    leaveForSignIn('claim-42', 's3cret', start('st', expires.toISOString()), LEFT)
    comeBackWith('?state=st&code=c')
    expect(takeReturnedSignIn(later(2))).toBe('claim-42')
    expect(spendReturnedSignIn('claim-42')).toEqual({
      receipt: 'receipt',
      returned: 'state=st&code=c&',
    })
    expect(local.keys()).toEqual([])
  },
)

test.each([
  { minutes: 59, isKept: true },
  { minutes: 60, isKept: false },
  { minutes: -90, isKept: false }, // the clock was set back meanwhile
])(
  'one that nobody came back from is kept after $minutes minutes: $isKept',
  ({ minutes, isKept }) => {
    leaveForSignIn('claim-42', 's3cret', start('left', later(10).toISOString()), LEFT)
    comeBackWith('?state=another')
    expect(takeReturnedSignIn(later(minutes))).toBeUndefined()
    expect(local.keys()).toEqual(isKept ? ['vouch:sign-in:left'] : [])
  },
)
