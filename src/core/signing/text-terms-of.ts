import { claimerContractOf } from '../generations/generations.ts'
import type { Network } from '../terms/network.ts'
import type { TextTerms } from './text-terms.ts'

/** What the page of keys has to know of a network, and of the server whose links begin with `publicUrl`. */
export const textTermsOf = (network: Network, publicUrl: string): TextTerms => ({
  decimals: Object.fromEntries(network.tokens.map(({ token, decimals }) => [token, decimals])),
  chains: Object.fromEntries(network.chains.map(({ chain_uid, name }) => [chain_uid, name])),
  router: network.hub.router,
  claimer: claimerContractOf(network),
  site: new URL(publicUrl).host,
})
