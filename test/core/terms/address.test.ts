import { fromBech32, toBech32 } from '@cosmjs/encoding'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { parseAddress } from '../../../src/core/terms/address.ts'
import { chainOf } from '../../../src/core/terms/network.ts'
import { ALICE_HUB, CLAIMER, sampleNetwork } from '../sample-network.ts'

const CHECKSUMMED = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' // from EIP-55

describe('parseAddress', () => {
  test.each([
    ['base', CHECKSUMMED, CHECKSUMMED.toLowerCase()],
    ['base', CHECKSUMMED.toLowerCase(), CHECKSUMMED.toLowerCase()],
    ['base', `0x${CHECKSUMMED.slice(2).toUpperCase()}`, CHECKSUMMED.toLowerCase()],
    ['neuron', ALICE_HUB, ALICE_HUB],
    ['neuron', CLAIMER, CLAIMER],
  ])('on %s reads %s', (chainUid, text, address) => {
    expect(parseAddress(chainOf(sampleNetwork, chainUid), text)).toBe(address)
  })

  test.each([
    ['base', 'a wrong EIP-55 checksum', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD'],
    ['base', 'too short', '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beae'],
    ['base', 'another family', ALICE_HUB],
    ['neuron', 'another prefix', toBech32('cosmos', fromBech32(ALICE_HUB, 90).data)],
    ['neuron', 'a wrong bech32 checksum', `${ALICE_HUB.slice(0, -1)}7`],
    ['neuron', 'another family', CHECKSUMMED],
    ['neuron', 'nothing', ''],
  ])('on %s refuses %s', (chainUid, _what, text) => {
    expect(() => parseAddress(chainOf(sampleNetwork, chainUid), text)).toThrow(
      'is not an address on',
    )
  })

  test('a wrong checksum is answered with the right one', () => {
    const mistyped = CHECKSUMMED.replace('aAeb', 'aaeb')
    expect(() => parseAddress(chainOf(sampleNetwork, 'base'), mistyped)).toThrow(
      expect.objectContaining({ fix: expect.stringContaining(CHECKSUMMED) }),
    )
  })
})

test('an account has one text: what its bytes encode to, however the address was written', () => {
  const hub = chainOf(sampleNetwork, 'neuron')
  const accounts = fc
    .constantFrom(20, 32)
    .chain((size) => fc.uint8Array({ minLength: size, maxLength: size }))
  fc.assert(
    fc.property(accounts, fc.boolean(), (account, isUpper) => {
      const canonical = toBech32('euclid', account)
      expect(parseAddress(hub, isUpper ? canonical.toUpperCase() : canonical)).toBe(canonical)
    }),
  )
})
