import { expect, test } from 'vitest'

import { tokenDenoms } from '../../../src/core/reference/token-denoms.ts'
import { CW20, sampleNetwork, USDC } from '../sample-network.ts'

const ETH = 'TokenDenomWithChainType:base:evm:native:eth'
const EUCLID = 'TokenDenomWithChainType:neuron:cosmwasm:native:ueuclid'
const USDC_ON_BASE = `TokenDenomWithChainType:base:evm:smart:${USDC}`
const USDC_ON_NEURON = `TokenDenomWithChainType:neuron:cosmwasm:smart:${CW20}`

test.each([
  { filter: {}, found: { eth: [ETH], euclid: [EUCLID], usdc: [USDC_ON_BASE, USDC_ON_NEURON] } },
  { filter: { token_id: 'usdc', chain_uids: ['neuron'] }, found: { usdc: [USDC_ON_NEURON] } },
  { filter: { chain_uids: ['neuron'] }, found: { euclid: [EUCLID], usdc: [USDC_ON_NEURON] } },
  { filter: { denom: USDC.toUpperCase() }, found: { usdc: [USDC_ON_BASE] } },
  { filter: { denom: 'ueuclid', token_id: '', chain_uids: [] }, found: { euclid: [EUCLID] } },
  { filter: { denom: 'UEUCLID' }, found: {} },
  { filter: { token_id: 'mars' }, found: {} },
])('the denominations of $filter', ({ filter, found }) => {
  const denoms = tokenDenoms(sampleNetwork, filter)
  expect(
    Object.fromEntries(
      denoms.map(({ token_id, denoms: each }) => [token_id, each.map(({ id }) => id)]),
    ),
  ).toEqual(found)
})

test('a chain that the network does not have is said', () => {
  expect(() => tokenDenoms(sampleNetwork, { chain_uids: ['mars'] })).toThrow('no chain "mars"')
})
