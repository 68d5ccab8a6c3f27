import { claimCalls } from './claim-calls.ts'
import { giveawayCalls } from './giveaway-calls.ts'
import { invoiceCalls } from './invoice-calls.ts'
import { metaCalls, operationCalls } from './operation-calls.ts'
import { metaTxnCalls } from './meta-calls.ts'
import { routeCalls } from './route-calls.ts'
import { serviceCalls } from './service-calls.ts'
import { signCalls } from './sign-calls.ts'
import { trackCalls } from './track-calls.ts'
import { walletCalls } from './wallet-calls.ts'

/** The calls that integrators and our own pages make: the client has a method for each, by the same name. */
export const clientCalls = {
  ...operationCalls,
  ...metaCalls,
  ...metaTxnCalls,
  ...routeCalls,
  ...trackCalls,
  ...claimCalls,
  ...giveawayCalls,
  ...invoiceCalls,
  ...signCalls,
  ...walletCalls,
}
export type ClientCalls = typeof clientCalls

/** Every call of the OpenAPI document, in its order. */
export const calls = { ...clientCalls, ...serviceCalls }
