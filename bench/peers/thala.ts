import { createRequire } from 'node:module'

import type { RouteRequest } from '../../src/core/routing/router.ts'
import type { PoolSet } from '../router-pools.ts'

/** What is used of @thalalabs/router-sdk. Its installation is its own, so that only the bench needs it. */
type Sdk = {
  ThalaswapRouter: new (
    network: string,
    fullnode: string,
    resources: string,
    multirouter: string,
    options: { maxAllowedSwapPercentage: number },
  ) => {
    graph: unknown
    buildGraph(pools: readonly object[]): Promise<unknown>
    refreshData(): Promise<void>
    getRouteGivenExactInput(
      tokenIn: string,
      tokenOut: string,
      amountIn: number,
      maxHops: number,
    ): Promise<{ amountOut: number } | null>
  }
}

/** Thala's search for the best single path, in doubles, over the pools of the set; it asks no network. */
export async function createThala({ pools }: PoolSet) {
  // The package is CommonJS, and its types are not installed here.
  const { ThalaswapRouter } = createRequire(import.meta.url)('@thalalabs/router-sdk') as Sdk
  const router = new ThalaswapRouter('mainnet', 'http://localhost', '', '', {
    maxAllowedSwapPercentage: Number.POSITIVE_INFINITY,
  })
  router.graph = await router.buildGraph(
    pools.map(({ token1, token2, reserve1, reserve2, lpFeeBps }) => ({
      poolType: 'Weighted',
      weights: [0.5, 0.5],
      asset0: { address: token1 },
      asset1: { address: token2 },
      balance0: Number(reserve1),
      balance1: Number(reserve2),
      swapFee: Number(lpFeeBps) / 10_000,
    })),
  )
  // It would fetch all pools again and lay them out before every answer.
  router.refreshData = async () => {}
  return async ({ tokenIn, tokenOut, amountIn }: RouteRequest): Promise<number> => {
    const found = await router.getRouteGivenExactInput(tokenIn, tokenOut, Number(amountIn), 4)
    return found?.amountOut ?? 0
  }
}
