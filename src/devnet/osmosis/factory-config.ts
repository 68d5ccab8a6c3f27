import type { GenerationName, Token } from '../../core/terms/network.ts'

/** What a factory beside the hub is set up with. It is code, not state: it does not change while the network runs. */
export type FactoryConfig = {
  generation: GenerationName
  chainUid: string
  chainId: string
  /** The only account that may carry packets. */
  relayerAddress: string
  /** The only account that may fund the escrow. */
  funderAddress: string
  /** The hub as packets name it, and the router that they go to. */
  settlementUid: string
  router: string
  /** What LP tokens are made of. */
  cw20CodeId: number
  tokens: readonly Token[]
}
