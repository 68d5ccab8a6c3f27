import type { Generation } from '../generation.ts'
import { events } from './events.ts'
import { claims } from './claims.ts'
import { messages } from './messages.ts'
import { meta } from './meta.ts'

/** The contracts that the protocol's public documents describe. */
export const publishedGeneration: Generation = {
  name: 'published',
  marks: {
    router: ['admins', 'constant_product_vlp_code_id', 'stable_vlp_code_id'],
    claimer: ['router_contract', 'vcoin_address'],
    factory: ['lp_code_id', 'relayer_contract'],
  },
  approvesLpTokens: true,
  chargesPayouts: true,
  messages,
  events,
  claims,
  meta,
}
