import type { GenerationName, Network } from '../terms/network.ts'
import type { Generation } from './generation.ts'
import { interfaceGeneration } from './interface/interface.ts'
import { publishedGeneration } from './published/published.ts'

export const GENERATIONS: Record<GenerationName, Generation> = {
  interface: interfaceGeneration,
  published: publishedGeneration,
}

/** What a network's contracts speak. */
export const generationOf = ({ generation }: Pick<Network, 'generation'>): Generation =>
  GENERATIONS[generation]
