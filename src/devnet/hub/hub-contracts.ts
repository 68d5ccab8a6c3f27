import { contractAddress } from '../cosmwasm/contract-address.ts'

export const HUB_BECH32_PREFIX = 'euclid'

/** In the order of their code ids; a new contract goes to the end, so that addresses stay. */
const NAMES = ['router', 'virtual_balance', 'claimer', 'factory', 'meta_transaction'] as const

export type HubContractName = (typeof NAMES)[number]
export type HubContracts = Record<HubContractName, string>

/** What contracts of the hub make further contracts of. */
export const HUB_CODE_ID = { vlp: NAMES.length + 1, cw20: NAMES.length + 2 } as const

/** The hub's contract addresses: the same on every start, so they are known before the hub runs. */
export const hubContracts: HubContracts = {
  router: addressOf('router'),
  virtual_balance: addressOf('virtual_balance'),
  claimer: addressOf('claimer'),
  factory: addressOf('factory'),
  meta_transaction: addressOf('meta_transaction'),
}

function addressOf(name: HubContractName): string {
  const id = NAMES.indexOf(name) + 1
  return contractAddress(HUB_BECH32_PREFIX, id, id)
}
