import { sha256 } from '@cosmjs/crypto'
import { toBech32, toUtf8 } from '@cosmjs/encoding'

import { parseAddress } from './address.ts'
import { DomainError } from './errors.ts'
import type { Chain, CosmWasmChain, Network } from './network.ts'

/** Nobody could move what is paid to an address: it has no key, or it is a contract of the protocol. */
export class UnpayableAddressError extends DomainError {
  constructor(address: string, { chain_uid, name }: Chain, why: 'nobodys' | 'contract') {
    const kind = why === 'nobodys' ? 'nobodys_address' : 'contract_address'
    super(
      'INVALID_ADDRESS',
      why === 'nobodys'
        ? `Nobody has the key of "${address}" on ${chain_uid}: what is paid there is lost for good.`
        : `"${address}" is a contract, not a wallet: what is paid there on ${chain_uid} is lost for good.`,
      {
        fix: 'Give the address of a wallet whose keys the recipient has.',
        facts: { kind, address, chain: name },
      },
    )
  }
}

/**
 * Checks the address of somebody who is to be paid, and returns it as `parseAddress` does. `hasMessage`: the payment
 * brings a message for a contract, so a contract is meant.
 * @throws {InvalidAddressError} not an address of the chain
 * @throws {UnpayableAddressError} an address without a key, or a contract that the network names
 */
export function parsePayableAddress(
  network: Network,
  chain: Chain,
  text: string,
  { hasMessage = false } = {},
): string {
  const address = parseAddress(chain, text)
  const isNobodys = chain.family === 'evm' ? isKeyless(address) : modulesOf(chain).has(address)
  if (isNobodys) throw new UnpayableAddressError(address, chain, 'nobodys')
  if (!hasMessage && contractsOf(network).has(address))
    throw new UnpayableAddressError(address, chain, 'contract')
  return address
}

/** The zero address, precompiles and `0x…dead` all begin so. */
const KEYLESS = `0x${'0'.repeat(36)}`

/** Where tokens are sent to be destroyed, and what stands for a native token. */
const BURNED = new Set([
  '0xdead000000000000000042069420694206942069',
  '0xdeaddeaddeaddeaddeaddeaddeaddeaddeaddead',
  `0x${'ee'.repeat(20)}`,
  `0x${'ff'.repeat(20)}`,
])

const isKeyless = (address: string) => address.startsWith(KEYLESS) || BURNED.has(address)

/** The accounts of Cosmos SDK's modules, whose address is the hash of their name. */
const MODULES = [
  'fee_collector',
  'distribution',
  'bonded_tokens_pool',
  'not_bonded_tokens_pool',
  'gov',
  'mint',
  'transfer',
  'wasm',
]
const ACCOUNT_BYTES = 20
const MODULE_ACCOUNTS = [
  new Uint8Array(ACCOUNT_BYTES),
  ...MODULES.map((name) => sha256(toUtf8(name)).slice(0, ACCOUNT_BYTES)),
]

const modules = new WeakMap<Chain, ReadonlySet<string>>()

function modulesOf(chain: CosmWasmChain): ReadonlySet<string> {
  const known = modules.get(chain)
  if (known) return known
  const found = new Set(MODULE_ACCOUNTS.map((account) => toBech32(chain.bech32_prefix, account)))
  modules.set(chain, found)
  return found
}

const contracts = new WeakMap<Network, ReadonlySet<string>>()

/** Every contract that the network names, of whichever chain: on another one its address is nobody's either. */
function contractsOf(network: Network): ReadonlySet<string> {
  const known = contracts.get(network)
  if (known) return known
  const { router, virtual_balance, claimer, meta_transaction } = network.hub
  const tokens = network.tokens.flatMap(({ denoms }) =>
    denoms.flatMap(({ token_type }) =>
      'smart' in token_type ? [token_type.smart.contract_address] : [],
    ),
  )
  const named = [
    router,
    virtual_balance,
    claimer,
    meta_transaction ?? '',
    ...network.chains.flatMap(({ factory, contracts: others = [] }) => [factory, ...others]),
    ...tokens,
  ]
  const found = new Set(named.map((address) => address.toLowerCase()))
  contracts.set(network, found)
  return found
}
