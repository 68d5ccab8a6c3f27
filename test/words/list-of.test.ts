import { readdir, readFile } from 'node:fs/promises'

import { expect, test } from 'vitest'

import { listOf } from '../../src/words/list-of.ts'

test.each([
  { language: 'en', all: ['a', 'b', 'c'], type: 'disjunction', joined: 'a, b, or c' },
  { language: 'zh-Hans', all: ['1', '2'], type: 'conjunction', joined: '1 和 2' },
  { language: 'zh-Hans', all: ['Base', 'Osmosis'], type: 'disjunction', joined: 'Base 或 Osmosis' },
  { language: 'zh-Hans', all: ['甲', 'b'], type: 'conjunction', joined: '甲和b' },
  { language: 'zh-Hans', all: ['1和2'], type: 'conjunction', joined: '1 和 2' },
] as const)('a list in $language: $joined', ({ language, all, type, joined }) => {
  expect(listOf({ language }, all, type)).toBe(joined)
})

test('what pages say is written without lookbehinds, which browsers of 2022 cannot read', async () => {
  const folder = new URL('../../src/words/', import.meta.url)
  const files = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith('.ts'))
  const texts = await Promise.all(files.map((file) => readFile(new URL(file, folder), 'utf8')))
  expect(files.filter((_, index) => /\(\?<[=!]/.test(texts[index] ?? ''))).toEqual([])
})
