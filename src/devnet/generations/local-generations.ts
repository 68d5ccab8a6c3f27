import type { GenerationName } from '../../core/terms/network.ts'
import { interfaceContracts } from './interface/interface.ts'
import type { LocalGeneration } from './local-generation.ts'
import { publishedContracts } from './published/published.ts'

/** What the local network's contracts speak, by the generation that it was started in. */
export const LOCAL_GENERATIONS: Record<GenerationName, LocalGeneration> = {
  interface: interfaceContracts,
  published: publishedContracts,
}
