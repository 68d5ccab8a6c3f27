import type { Network } from '../../core/terms/network.ts'
import type { Pool } from '../../core/routing/pool-graph.ts'
import type { LivePools } from './pools-port.ts'
import type { HubReads } from './hub-reads-port.ts'
import { usdPrices } from '../../core/reference/usd-prices.ts'
import { keepNewest } from '../flow/keep-newest.ts'

/** Of each question, how many different ones are kept for a block: the oldest goes first. */
const KEPT_ANSWERS = 5_000

/** What all pools together say at one block: themselves, which tokens are traded, and prices as `usdPrices` gives them. */
export type Market = {
  pools: readonly Pool[]
  traded: ReadonlySet<string>
  prices: ReadonlyMap<string, string>
}

/** The hub at one block. */
export type BlockReads = HubReads & { market(): Market }

/**
 * The hub's answers, each asked for once per block. Whoever takes `latest()` at the beginning of a request sees every
 * question answered once, and every later one of the same block shares the answers. What failed is asked again.
 * The block, and the pools that prices come from, are those of `pools`; `latest` throws what they throw.
 */
export function createBlockReads({
  network,
  reads,
  pools: live,
}: {
  network: Network
  reads: HubReads
  pools: LivePools
}): { latest(): Promise<BlockReads> } {
  let priced: { pools: readonly Pool[]; market: Market } | undefined
  function marketOnce(pools: readonly Pool[]): Market {
    if (priced?.pools !== pools) priced = { pools, market: marketOf(network, pools) }
    return priced.market
  }

  let newest: { height: number; reads: BlockReads } | undefined
  return {
    async latest() {
      const { height, pools } = await live.current()
      // A node that lags behind does not bring old answers back.
      if (newest === undefined || height > newest.height)
        newest = { height, reads: { ...remember(reads), market: () => marketOnce(pools) } }
      return newest.reads
    },
  }
}

function marketOf(network: Network, pools: readonly Pool[]): Market {
  return {
    pools,
    traded: new Set(pools.flatMap(({ token1, token2 }) => [token1, token2])),
    prices: usdPrices(pools, network.tokens),
  }
}

function remember(reads: HubReads): HubReads {
  return {
    chains: once(reads.chains),
    vlps: once(reads.vlps),
    pairOf: once(reads.pairOf),
    vlpState: once(reads.vlpState),
    vlpLiquidity: once(reads.vlpLiquidity),
    vlpFee: once(reads.vlpFee),
    tokens: once(reads.tokens),
    tokenDenoms: once(reads.tokenDenoms),
    escrows: once(reads.escrows),
    voucher: once(reads.voucher),
    vouchers: once(reads.vouchers),
    escrowAddress: once(reads.escrowAddress),
    payoutTerms: once(reads.payoutTerms),
    simulateSwap: once(reads.simulateSwap),
    routerState: once(reads.routerState),
    vlpOf: once(reads.vlpOf),
    allEscrows: once(reads.allEscrows),
    virtualBalanceState: once(reads.virtualBalanceState),
    vlpShares: once(reads.vlpShares),
    vlpFees: once(reads.vlpFees),
    factoryState: once(reads.factoryState),
    factoryPools: once(reads.factoryPools),
    partnerFees: once(reads.partnerFees),
    lpTokenOf: once(reads.lpTokenOf),
    cw20Balance: once(reads.cw20Balance),
    cw20Info: once(reads.cw20Info),
  }
}

function once<Question extends unknown[], Answer>(
  ask: (...question: Question) => Promise<Answer>,
): (...question: Question) => Promise<Answer> {
  const answers = new Map<string, Promise<Answer>>()
  return (...question) => {
    const key = JSON.stringify(question, (_, value: unknown) =>
      typeof value === 'bigint' ? `${value}` : value,
    )
    const known = answers.get(key)
    if (known) return known
    const answer = ask(...question)
    answers.set(key, answer)
    keepNewest(answers, KEPT_ANSWERS)
    answer.catch(() => answers.delete(key)) // whoever asked hears of the failure
    return answer
  }
}
