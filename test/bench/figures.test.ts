import { expect, test } from 'vitest'

import { comparisonOf, isMet, tableOf, type Run } from '../../bench/figures.ts'

const run = (...figures: Run['figures']): Pick<Run, 'figures'> => ({ figures })

test.each([
  { value: 0.8, goal: { atLeast: 0.8 }, met: true },
  { value: 0.79, goal: { atLeast: 0.8 }, met: false },
  { value: 25, goal: { atMost: 25 }, met: true },
  { value: 25.1, goal: { atMost: 25 }, met: false },
  { value: 25, goal: undefined, met: undefined },
])('$value meets $goal: $met', ({ value, goal, met }) => {
  expect(isMet({ value, goal })).toBe(met)
})

test('a table shows each figure beside its goal', () => {
  const shown = tableOf(
    run(
      { bench: 'claims', name: 'made', value: 0.3456, unit: 'x', goal: { atLeast: 0.4 } },
      { bench: 'claims', name: 'CPU', value: 0.2, unit: 'ms', goal: { atMost: 0.25 } },
      { bench: 'start', name: 'empty clone', value: 61.23, unit: 's' },
    ),
  )
  expect(shown).toEqual({
    'claims: made': { value: '0.346', goal: '>= 0.4', met: 'NO' },
    'claims: CPU': { value: '0.2 ms', goal: '<= 0.25', met: 'yes' },
    'start: empty clone': { value: '61.2 s', goal: '', met: '' },
  })
})

test('of two runs what both have is compared: more of a ratio is better, and less of all else', () => {
  const before = run(
    { bench: 'claims', name: 'made', value: 0.2, unit: 'x' },
    { bench: 'claims', name: 'CPU', value: 4, unit: 'ms' },
    { bench: 'chats', name: 'made', value: 9, unit: 'x' },
  )
  const after = run(
    { bench: 'claims', name: 'made', value: 0.3, unit: 'x' },
    { bench: 'claims', name: 'CPU', value: 1, unit: 'ms' },
    { bench: 'claims', name: 'new', value: 1, unit: 'ms' },
  )
  expect(comparisonOf(before, after)).toEqual({
    'claims: made': { before: '0.2', after: '0.3', better: 1.5 },
    'claims: CPU': { before: '4 ms', after: '1 ms', better: 4 },
  })
})
