import { toBech32 } from '@cosmjs/encoding'
import { expect, test } from 'vitest'

import { accountsOf } from '../../../src/core/reference/accounts.ts'
import { ALICE_EVM, CLAIMER } from '../sample-network.ts'
import { ALICE_OSMO, threeChains } from '../three-chains.ts'

const KEY = new Uint8Array(20).fill(9)

test.each([
  {
    name: 'an EVM address is the same on EVM chains, and none elsewhere',
    address: ALICE_EVM.toUpperCase().replace('0X', '0x'),
    accounts: { base: ALICE_EVM, neuron: undefined, osmosis: undefined },
  },
  {
    name: 'a key has an account on every CosmWasm chain',
    address: ALICE_OSMO,
    accounts: { base: undefined, neuron: toBech32('euclid', KEY), osmosis: ALICE_OSMO },
  },
  {
    name: 'a contract is on its own chain only',
    address: CLAIMER,
    accounts: { base: undefined, neuron: CLAIMER, osmosis: undefined },
  },
])('$name', ({ address, accounts }) => {
  const found = accountsOf(threeChains, address, [])
  expect(
    Object.fromEntries(found.map(({ chain_uid, user }) => [chain_uid, user?.address])),
  ).toEqual(accounts)
})

test('only the chains that were asked for, in the order of the network', () => {
  const found = accountsOf(threeChains, ALICE_EVM, ['osmosis', 'base'])
  expect(found.map(({ chain_uid }) => chain_uid)).toEqual(['base', 'osmosis'])
})

test.each([
  { address: 'alice', chains: [], says: 'not an address on any chain' },
  { address: toBech32('cosmos', KEY), chains: [], says: 'not an address on any chain' },
  { address: ALICE_EVM, chains: ['mars'], says: 'no chain "mars"' },
])('$address on $chains is refused', ({ address, chains, says }) => {
  expect(() => accountsOf(threeChains, address, chains)).toThrow(says)
})
