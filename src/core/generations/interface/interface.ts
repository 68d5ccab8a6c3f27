import type { Generation } from '../generation.ts'
import { events } from './events.ts'
import { claims } from './claims.ts'
import { messages } from './messages.ts'
import { meta } from './meta.ts'

/** The contracts that the service's interface was written for. */
export const interfaceGeneration: Generation = {
  name: 'interface',
  marks: {
    router: ['admin', 'vlp_code_id'],
    claimer: ['factory_address', 'vcoin_address'],
    factory: ['cw20_code_id', 'hub_channel'],
  },
  approvesLpTokens: false,
  chargesPayouts: false,
  messages,
  events,
  claims,
  meta,
}
