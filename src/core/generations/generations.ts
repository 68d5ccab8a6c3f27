import type { GenerationName, Network } from '../terms/network.ts'
import type { CrossChainUser } from '../terms/shapes.ts'
import type { Generation } from './generation.ts'
import { interfaceGeneration } from './interface/interface.ts'
import { publishedGeneration } from './published/published.ts'

export const GENERATIONS: Record<GenerationName, Generation> = {
  interface: interfaceGeneration,
  published: publishedGeneration,
}

/** Every generation, for what is read without knowing the network that it is from. */
export const ALL_GENERATIONS: readonly Generation[] = Object.values(GENERATIONS)

/** What a network's contracts speak. */
export const generationOf = ({ generation }: Pick<Network, 'generation'>): Generation =>
  GENERATIONS[generation]

/** The contract that holds claims, as the owner of their vouchers. */
export const claimerContractOf = (network: Network): CrossChainUser => ({
  chain_uid: generationOf(network).claims.claimerUid(network.hub),
  address: network.hub.claimer,
})
