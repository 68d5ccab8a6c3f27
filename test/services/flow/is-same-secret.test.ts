import { expect, test } from 'vitest'

import { isSameSecret } from '../../../src/services/flow/is-same-secret.ts'

test.each([
  { given: 'abc', expected: 'abc', same: true },
  { given: 'abd', expected: 'abc', same: false },
  { given: 'ab', expected: 'abc', same: false },
  { given: '', expected: 'abc', same: false },
])('"$given" is "$expected": $same', ({ given, expected, same }) => {
  expect(isSameSecret(given, expected)).toBe(same)
})
