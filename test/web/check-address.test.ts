import { toBech32 } from '@cosmjs/encoding'
import { expect, test } from 'vitest'

import { addressProblem } from '../../src/web/claim/where-step.tsx'

test.each([
  { family: 'evm' as const, text: '0x887e4aac216674d2c432798f851c1ea5d505b2e1', isFine: true },
  { family: 'evm' as const, text: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', isFine: true },
  { family: 'evm' as const, text: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD', isFine: false },
  { family: 'evm' as const, text: '0x12', isFine: false },
  { family: 'evm' as const, text: '', isFine: false },
  {
    family: 'cosmwasm' as const,
    text: toBech32('euclid', new Uint8Array(20).fill(7)),
    isFine: true,
  },
  {
    family: 'cosmwasm' as const,
    text: 'euclid1kn4rjnaa6yz9dh53ucep4n3ghghe3fss7u79t7',
    isFine: false,
  },
  {
    family: 'cosmwasm' as const,
    text: '0x887e4aac216674d2c432798f851c1ea5d505b2e1',
    isFine: false,
  },
])('the address "$text" on $family', ({ family, text, isFine }) => {
  expect(addressProblem(family, text) === undefined).toBe(isFine)
})

test('an address of an EVM chain is named as one where another kind of chain was chosen', () => {
  const said = addressProblem('cosmwasm', '0x887e4aac216674d2c432798f851c1ea5d505b2e1')
  expect(said).toBe('otherKind')
})
