import type { Generation } from '../generation.ts'
import { claims } from './claims.ts'
import { messages } from './messages.ts'
import { meta } from './meta.ts'

/** The contracts that the service's interface was written for. */
export const interfaceGeneration: Generation = { name: 'interface', messages, claims, meta }
