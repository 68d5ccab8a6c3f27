import { expect, test } from 'vitest'

import { tokenMetadatas } from '../../../src/core/reference/token-metadata.ts'
import { threeChains } from '../three-chains.ts'

const market = { traded: new Set(['eth', 'usdc']), prices: new Map([['eth', '2500']]) }
const network = {
  ...threeChains,
  tokens: threeChains.tokens.map((token) =>
    token.token === 'eth'
      ? {
          ...token,
          verified: true,
          description: 'The coin of Ethereum',
          image: 'https://img.example/eth.png',
          tags: ['gas'],
          social: { twitter: 'https://x.com/ethereum' },
        }
      : token,
  ),
}

test('a token has what the network file says of it, its price, and nothing made up', () => {
  const [eth, euclid] = tokenMetadatas(network, market, {})
  const unknown = {
    price_change_24h: null,
    price_change_7d: null,
    total_volume: null,
    total_volume_24h: null,
    min_swap_value: null,
  }
  expect(eth).toEqual({
    tokenId: 'eth',
    displayName: 'Ether',
    description: 'The coin of Ethereum',
    image: 'https://img.example/eth.png',
    coinDecimal: 18,
    price: '2500',
    dex: ['euclid'],
    chain_uids: ['base'],
    tags: ['gas'],
    social: { twitter: 'https://x.com/ethereum' },
    is_verified: true,
    ...unknown,
  })
  expect(euclid).toEqual({
    tokenId: 'euclid',
    displayName: 'Euclid',
    description: '',
    image: '',
    coinDecimal: 6,
    price: '',
    dex: [],
    chain_uids: ['neuron'],
    tags: [],
    social: {},
    is_verified: false,
    ...unknown,
  })
})

test.each([
  { filter: {}, tokens: ['eth', 'euclid', 'usdc', 'osmo'] },
  { filter: { verified: true }, tokens: ['eth'] },
  { filter: { verified: false }, tokens: ['euclid', 'usdc', 'osmo'] },
  { filter: { verified: null, chain_uids: null, dex: null, search: null }, tokens: 4 },
  { filter: { chain_uids: ['osmosis', 'neuron'] }, tokens: ['euclid', 'usdc', 'osmo'] },
  { filter: { chain_uids: [] }, tokens: 4 },
  { filter: { chain_uids: ['mars'] }, tokens: [] },
  { filter: { dex: ['euclid', 'other'] }, tokens: ['eth', 'usdc'] },
  { filter: { dex: ['other'] }, tokens: [] },
  { filter: { search: ' USD ' }, tokens: ['usdc'] },
  { filter: { search: 'ether' }, tokens: ['eth'] },
])('$filter finds $tokens', ({ filter, tokens }) => {
  const found = tokenMetadatas(network, market, filter).map(({ tokenId }) => tokenId)
  expect(typeof tokens === 'number' ? found.length : found).toEqual(tokens)
})

test('a chain on which a token has two forms is named once', () => {
  const tokens = threeChains.tokens.map((token) =>
    token.token === 'eth' ? { ...token, denoms: [...token.denoms, ...token.denoms] } : token,
  )
  const [eth] = tokenMetadatas({ ...threeChains, tokens }, market, {})
  expect(eth?.chain_uids).toEqual(['base'])
})
