import type { Generation } from '../generation.ts'
import { claims } from './claims.ts'
import { messages } from './messages.ts'
import { meta } from './meta.ts'

/** The contracts that the protocol's public documents describe. */
export const publishedGeneration: Generation = { name: 'published', messages, claims, meta }
