import { expect, test } from 'vitest'

import { Network } from '../../../src/core/terms/network.ts'
import { waysOut } from '../../../src/core/wallets/left-vouchers.ts'
import { ALICE_EVM, ALICE_HUB } from '../sample-network.ts'
import { ALICE_OSMO, threeChains } from '../three-chains.ts'

const [base] = threeChains.chains
/** With a second EVM chain, where USDC is real too. */
const network = Network.parse({
  ...threeChains,
  chains: [...threeChains.chains, { ...base, chain_uid: 'polygon', chain_id: '137' }],
  tokens: threeChains.tokens.map((token) => {
    const onBase = token.denoms.find(({ chain_uid }) => chain_uid === 'base')
    const isUsdc = token.token === 'usdc' && onBase
    return {
      ...token,
      denoms: [...token.denoms, ...(isUsdc ? [{ ...onBase, chain_uid: 'polygon' }] : [])],
    }
  }),
})

const ON_BASE = { chain_uid: 'base', address: ALICE_EVM }
const ON_POLYGON = { chain_uid: 'polygon', address: ALICE_EVM }
const ON_OSMOSIS = { chain_uid: 'osmosis', address: ALICE_OSMO }
const ON_HUB = { chain_uid: 'neuron', address: ALICE_HUB }
const OTHERS = { chain_uid: 'base', address: `0x${'2'.repeat(40)}` }

test.each([
  {
    name: 'on EVM chains it is the same key, and the chain that failed comes last',
    owner: ON_BASE,
    ways: [ON_POLYGON, ON_BASE],
  },
  {
    name: 'a linked wallet may have them on its other chains',
    owner: ON_BASE,
    mine: [ON_BASE, ON_OSMOSIS],
    ways: [ON_POLYGON, ON_OSMOSIS, ON_BASE],
  },
  {
    name: 'whoever is not the owner gets nothing offered',
    owner: OTHERS,
    mine: [ON_BASE, ON_OSMOSIS],
    ways: [{ ...OTHERS, chain_uid: 'polygon' }, OTHERS],
  },
  { name: 'of a Cosmos chain alone, that chain', owner: ON_OSMOSIS, ways: [ON_OSMOSIS] },
  {
    name: 'nothing where the network lists the token no more',
    token: 'gone',
    owner: ON_BASE,
    ways: [],
  },
  { name: 'nothing where the token is not real', token: 'euclid', owner: ON_BASE, ways: [] },
  {
    name: 'and a linked wallet where it is',
    token: 'euclid',
    owner: ON_BASE,
    mine: [ON_BASE, ON_HUB],
    ways: [ON_HUB],
  },
])('where vouchers can be taken out: $name', ({ token = 'usdc', owner, mine, ways }) => {
  expect(waysOut(network, { owner, token }, mine)).toEqual(ways)
})
