import type { Pair } from '../../core/payloads/pair.ts'

/** What a removal asks of the chains about a pool. Addresses are in the form of `parseAddress`. */
export type Pools = {
  /** The pair of the hub's pool of this address; `undefined` where the hub has none. */
  pairOf(vlpAddress: string): Promise<Pair | undefined>
  /** The contract of the pool's LP token on a chain; `undefined` where the chain has none. */
  lpTokenOf(chainUid: string, vlpAddress: string): Promise<string | undefined>
}
