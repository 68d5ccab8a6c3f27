import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { BaseUnits, formatAmount, parseAmount } from '../../../src/core/terms/amounts.ts'

const usdc = { token: 'usdc', decimals: 6 }

describe('parseAmount', () => {
  test.each([
    ['5', 5_000_000n],
    ['0.25', 250_000n],
    ['5.000001', 5_000_001n],
    ['0005', 5_000_000n],
    ['123456789012345678901234567890', 123456789012345678901234567890_000000n],
  ])('reads %s exactly', (text, units) => {
    expect(parseAmount(text, usdc)).toBe(units)
  })

  test.each([
    ['5,0', 'plain decimal number'],
    ['1e3', 'plain decimal number'],
    ['0x10', 'plain decimal number'],
    ['-5', 'plain decimal number'],
    ['+5', 'plain decimal number'],
    ['1_000', 'plain decimal number'],
    ['5.', 'plain decimal number'],
    ['.5', 'plain decimal number'],
    ['', 'plain decimal number'],
    ['５', 'plain decimal number'],
    ['5.0000001', 'has 7 decimals, but usdc has 6'],
    ['9'.repeat(86), 'is too large'],
    ['0', 'is zero'],
    ['0.000000', 'is zero'],
  ])('refuses %j and says why', (text, problem) => {
    expect(() => parseAmount(text, usdc)).toThrow(problem)
  })

  test('is the inverse of formatAmount, for any amount and any number of decimals', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 10n ** 40n }),
        fc.integer({ min: 0, max: 18 }),
        (units, decimals) => {
          expect(parseAmount(formatAmount(units, decimals), { token: 't', decimals })).toBe(units)
        },
      ),
    )
  })
})

describe('BaseUnits', () => {
  test.each(['-1', '1.5', '1e3', '', '01', '0x10', ' 1', '１'])('refuses %j', (text) => {
    expect(BaseUnits.safeParse(text).success).toBe(false)
  })

  test('says of too large a number that it is, and of another text what it must be', () => {
    const said = (text: string) => BaseUnits.safeParse(text).error?.issues[0]?.message
    expect(said('9'.repeat(90))).toBe('must have at most 78 digits')
    expect(said('1.5')).toContain('must be a whole number of base units')
    expect(said('9'.repeat(78))).toBeUndefined()
  })

  test('keeps every digit both ways', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }), (units) => {
        expect(BaseUnits.encode(BaseUnits.decode(`${units}`))).toBe(`${units}`)
      }),
    )
  })
})
