import type { Pool } from '../../core/routing/pool-graph.ts'
import type { BlockReads } from './block-reads.ts'
import type { VlpFees } from './hub-reads-port.ts'

/** A question to every pool is one call of a node for each. */
const READS_AT_ONCE = 16

/**
 * The pools that liquidity was added to from a chain, in the router's order: of all, or of those that `isAsked` picks. For
 * chains whose factory does not list them. Each of these pools is asked which chains have shares of it.
 */
export async function poolsWithSharesOf(
  chainUid: string,
  reads: BlockReads,
  isAsked: (pool: Pool) => boolean,
): Promise<Pool[]> {
  const pools = reads.market().pools.filter(isAsked)
  const shares = await askEach(pools, ({ id }) => reads.vlpShares(id))
  return pools.filter((_, index) =>
    shares[index]?.some(({ chain_uid, pool }) => chain_uid === chainUid && pool.lp_shares > 0n),
  )
}

/** What each pool has collected; pools that do not count it are left out. */
export async function collectedFees(reads: BlockReads): Promise<({ pool: Pool } & VlpFees)[]> {
  const { pools } = reads.market()
  const fees = await askEach(pools, ({ id }) => reads.vlpFees(id))
  return pools.flatMap((pool, index) => {
    const found = fees[index]
    return found ? [{ pool, ...found }] : []
  })
}

async function askEach<Answer>(
  pools: readonly Pool[],
  ask: (pool: Pool) => Promise<Answer>,
): Promise<Answer[]> {
  const answers: Answer[] = []
  for (let start = 0; start < pools.length; start += READS_AT_ONCE)
    answers.push(...(await Promise.all(pools.slice(start, start + READS_AT_ONCE).map(ask))))
  return answers
}
