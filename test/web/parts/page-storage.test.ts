import { afterEach, expect, test, vi } from 'vitest'

import { browserStorage, tabStorage } from '../../../src/web/parts/page-storage.ts'

afterEach(() => vi.unstubAllGlobals())

function storageThat(refuses: 'nothing' | 'more' | 'everything'): object {
  const kept: Record<string, string> = { key: 'earlier' }
  const refuse = () => {
    throw new DOMException('no', refuses === 'more' ? 'QuotaExceededError' : 'SecurityError')
  }
  return {
    getItem: (key: string) => (refuses === 'everything' ? refuse() : (kept[key] ?? null)),
    setItem: (key: string, text: string) => (refuses === 'nothing' ? (kept[key] = text) : refuse()),
    removeItem: (key: string) =>
      refuses === 'everything' ? refuse() : Reflect.deleteProperty(kept, key),
  }
}

test.each([
  { refuses: 'nothing', before: 'earlier' },
  { refuses: 'more', before: 'earlier' },
  { refuses: 'everything', before: null },
] as const)(
  'what a page keeps is there until it is removed, where storage refuses $refuses',
  ({ refuses, before }) => {
    for (const [name, storage] of [
      ['sessionStorage', tabStorage],
      ['localStorage', browserStorage],
    ] as const) {
      vi.stubGlobal(name, storageThat(refuses))
      expect(storage.getItem('key')).toBe(before)
      storage.setItem('key', 'new')
      expect(storage.getItem('key')).toBe('new')
      storage.removeItem('key')
      expect(storage.getItem('key')).toBeNull()
    }
  },
)
