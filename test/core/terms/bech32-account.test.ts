import { fromBech32, toBech32 } from '@cosmjs/encoding'
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { isBech32Account } from '../../../src/core/terms/bech32-account.ts'
import { ALICE_HUB, CLAIMER } from '../sample-network.ts'

/** What the library makes of it. */
function isAccountToCosmjs(prefix: string, text: string): boolean {
  try {
    const { prefix: found, data } = fromBech32(text, 90)
    return found === prefix && [20, 32].includes(data.length)
  } catch {
    return false
  }
}

const prefixes = fc.constantFrom('euclid', 'osmo', 'cosmosvaloper', 'a', 'x'.repeat(51), 'one1')
const bytes = fc
  .constantFrom(19, 20, 21, 31, 32, 33)
  .chain((size) => fc.uint8Array({ minLength: size, maxLength: size }))
const letter = fc.constantFrom(...'qpzry9x8gf2tvdw0s3jn54khce6mua7l1bioé Q')

test('a text is an account exactly when cosmjs reads one from it', () => {
  let accepted = 0
  fc.assert(
    fc.property(prefixes, prefixes, bytes, fc.boolean(), (prefix, asked, account, isUpper) => {
      const text = toBech32(prefix, account, 120)
      const given = isUpper ? text.toUpperCase() : text
      for (const wanted of [prefix, asked]) {
        const isAccount = isBech32Account(wanted, given)
        accepted += isAccount ? 1 : 0
        expect(isAccount).toBe(isAccountToCosmjs(wanted, given))
      }
    }),
    { numRuns: 300 },
  )
  expect(accepted).toBeGreaterThan(20)
})

test('no change of up to two letters makes another account, wherever they stand', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(ALICE_HUB, CLAIMER),
      fc.array(fc.tuple(fc.nat({ max: 70 }), letter), { minLength: 1, maxLength: 2 }),
      (address, changes) => {
        const letters = [...address]
        for (const [at, changed] of changes) letters[at % letters.length] = changed
        const text = letters.join('')
        expect(isBech32Account('euclid', text)).toBe(text === address)
        expect(isAccountToCosmjs('euclid', text)).toBe(text === address)
      },
    ),
    { numRuns: 500 },
  )
})

test.each([
  ['euclid1qurswpc8qurswpc8qurswpc8qurswpc8qurswpc8qurswpc8qurs3kjs5n', true],
  // The lowest spare bit is set, and the checksum made for it.
  ['euclid1qurswpc8qurswpc8qurswpc8qurswpc8qurswpc8qurswpc8qur3vqx9fp', false],
])('the bits that 32 bytes leave over must be zero: %s', (text, isAccount) => {
  expect(isAccountToCosmjs('euclid', text)).toBe(isAccount)
  expect(isBech32Account('euclid', text)).toBe(isAccount)
})
