import { chainNamed, hubOf, type Network } from '../terms/network.ts'
import { explorerUrl } from './chain-config.ts'

/** A contract of the protocol, with the field names of the public service. When it was registered is not known. */
export type Contract = {
  ContractAddress: string
  ChainUID: string
  Type: string
  CreatedAt: null
  UpdatedAt: null
}

export type ContractFilter = {
  /** `factory`, `router`, `virtual_balance`, `claimer` or `meta_transaction`; absent and empty ask for all. */
  type?: string | null | undefined
  chainUId?: string | null | undefined
}

/**
 * The contracts that the network file names: each chain's factory, then those of the hub, under the hub's `chain_uid`.
 * @throws {UnknownChainError} the network has no chain of that uid
 */
export function contractsOf(network: Network, { type, chainUId }: ContractFilter): Contract[] {
  const { chain_uid, router, virtual_balance, claimer, meta_transaction } = network.hub
  const uid = askedChain(network, chainUId ?? '')
  const named: [type: string, chainUid: string, address: string | undefined][] = [
    ...network.chains.map((chain): [string, string, string] => [
      'factory',
      chain.chain_uid,
      chain.factory,
    ]),
    ['router', chain_uid, router],
    ['virtual_balance', chain_uid, virtual_balance],
    ['claimer', chain_uid, claimer],
    ['meta_transaction', chain_uid, meta_transaction],
  ]
  return named.flatMap(([Type, ChainUID, ContractAddress]) =>
    ContractAddress !== undefined &&
    (uid === undefined || ChainUID === uid) &&
    ((type ?? '') === '' || Type === type?.toLowerCase())
      ? [{ ContractAddress, ChainUID, Type, CreatedAt: null, UpdatedAt: null }]
      : [],
  )
}

/** `undefined` asks for all; the settlement layer is the hub's chain. */
function askedChain(network: Network, chainUid: string): string | undefined {
  return chainUid === '' ? undefined : chainNamed(network, chainUid).chain_uid
}

/** The router and the settlement layer that it is. */
export function routerConfig(network: Network) {
  return {
    contract_address: network.hub.router,
    chain_uid: network.hub.settlement_uid,
    type: 'router',
    explorer_url: explorerUrl(hubOf(network)),
    logo: null,
  }
}
