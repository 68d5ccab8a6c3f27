import { expect, test } from 'vitest'

import { keepNewest, keepNewestTexts } from '../../../src/services/flow/keep-newest.ts'

test.each([
  { most: 4, left: ['a', 'b', 'c'] },
  { most: 3, left: ['a', 'b', 'c'] },
  { most: 2, left: ['b', 'c'] },
  { most: 0, left: [] },
])('$most of three are left, those that were put in last', ({ most, left }) => {
  const set = new Set(['a', 'b', 'c'])
  const map = new Map([...set].map((key, at) => [key, at]))
  keepNewest(set, most)
  keepNewest(map, most)
  expect([[...set], [...map.keys()]]).toEqual([left, left])
})

test('what was put in once more, and not taken out before, keeps its place', () => {
  const map = new Map([
    ['a', 1],
    ['b', 2],
  ])
  map.set('a', 3)
  keepNewest(map, 1)
  expect([...map]).toEqual([['b', 2]])
})

test.each([
  { most: 4, characters: 6, left: ['aaa', 'bb', 'c'] },
  { most: 4, characters: 5, left: ['bb', 'c'] },
  { most: 4, characters: 2, left: ['c'] },
  { most: 2, characters: 6, left: ['bb', 'c'] },
  { most: 4, characters: 0, left: [] },
])('$most texts of $characters characters are left at most', ({ most, characters, left }) => {
  const kept = new Map(['aaa', 'bb', 'c'].map((text, at) => [text, at]))
  keepNewestTexts(kept, { most, characters })
  expect([...kept.keys()]).toEqual(left)
})
