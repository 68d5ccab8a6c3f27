import { expect, test } from 'vitest'

import { SwapRefusedError } from '../../../src/core/routing/route-errors.ts'
import type { SimulatedSwap } from '../../../src/services/market/simulate-swap.ts'
import { createJsonSimulation } from '../json-edge.ts'
import { CLAIMER as ROUTER, HUB_FACTORY, sampleNetwork } from '../../core/sample-network.ts'

const request = {
  amount_in: '1000',
  asset_in: 'eth',
  asset_out: 'usdc',
  contract: ROUTER,
  min_amount_out: '5',
  swaps: ['eth', 'euclid', 'usdc'],
}

function simulation() {
  const asked: SimulatedSwap[] = []
  const simulate = createJsonSimulation({
    network: sampleNetwork,
    async simulate(swap) {
      asked.push(swap)
      return 777n
    },
  })
  return { simulate, asked }
}

test('asks the router for the hops of the route, and answers in the shape of the interface', async () => {
  const { simulate, asked } = simulation()
  expect(await simulate(request)).toEqual({ id: '', amount_out: '777', asset_out: 'usdc' })
  expect(asked).toEqual([
    {
      assetIn: 'eth',
      amountIn: 1000n,
      assetOut: 'usdc',
      minAmountOut: 5n,
      swaps: [
        { token_in: 'eth', token_out: 'euclid' },
        { token_in: 'euclid', token_out: 'usdc' },
      ],
    },
  ])
})

test('takes no minimum and no contract for none and the router', async () => {
  const { simulate, asked } = simulation()
  await simulate({ ...request, contract: null, min_amount_out: undefined })
  expect(asked[0]?.minAmountOut).toBe(0n)
})

test.each([
  ['another contract', { contract: HUB_FACTORY }, /^contract is not the router/],
  ['a route from another token', { asset_in: 'euclid' }, /^swaps leads from eth to usdc/],
  ['a route to another token', { asset_out: 'eth' }, /^swaps leads from eth to usdc/],
  ['one token', { swaps: ['eth'] }, /^swaps is not usable/],
  ['an amount of nothing', { amount_in: '0' }, /^amount_in/],
  ['a misspelt minimum', { min_amount_out: undefined, minamountout: '5' }, /was min_amount_out/],
])('refuses %s, and asks nobody', async (_what, more, words) => {
  const { simulate, asked } = simulation()
  await expect(simulate({ ...request, ...more })).rejects.toMatchObject({
    code: 'INVALID_REQUEST',
    message: expect.stringMatching(words),
  })
  expect(asked).toEqual([])
})

test("passes the router's own words on", async () => {
  const simulate = createJsonSimulation({
    network: sampleNetwork,
    simulate: () => Promise.reject(new SwapRefusedError('the swap yields 4')),
  })
  await expect(simulate(request)).rejects.toMatchObject({
    code: 'SWAP_REFUSED',
    message: 'The router refuses this swap: the swap yields 4',
  })
})
