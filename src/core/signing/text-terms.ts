import { z } from 'zod'

import { CrossChainUser } from '../terms/shapes.ts'

/**
 * What it takes to say in words what a text moves: how many decimals its tokens have, what chains are called, the two contracts of the hub that it may name, and this site.
 * The server writes it into the page of keys, which can ask nobody, and must not take it from the page that asks for a signature.
 */
export const TextTerms = z.object({
  decimals: z.record(z.string(), z.int()),
  chains: z.record(z.string(), z.string()),
  router: z.string(),
  claimer: CrossChainUser,
  /** The host that links of this server name, as texts for linking do. */
  site: z.string(),
})
export type TextTerms = z.infer<typeof TextTerms>
