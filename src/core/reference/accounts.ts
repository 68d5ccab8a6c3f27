import { fromBech32, toBech32 } from '@cosmjs/encoding'

import { parseAddress } from '../terms/address.ts'
import { BECH32_LIMIT } from '../terms/bech32-account.ts'
import { InvalidRequestError } from '../terms/errors.ts'
import { chainOf, type Chain, type Network } from '../terms/network.ts'
import type { CrossChainUser } from '../terms/shapes.ts'

/** Accounts of keys have 20 bytes; 32 are a contract, which is on one chain only. */
const KEY_ACCOUNT_BYTES = 20

/**
 * The account of one address on each chain, in the network's order: `user` is `undefined` where it cannot have one. An EVM
 * address is the same on every EVM chain. A bech32 address names its key's account on every CosmWasm chain, under that
 * chain's own prefix; a contract's only on its own. `chainUids` narrows the chains; empty asks for all.
 * @throws {UnknownChainError} one of `chainUids` is not on the network
 * @throws {InvalidRequestError} the address fits no chain of the network
 * @throws {InvalidAddressError} its checksum or length is wrong
 */
export function accountsOf(
  network: Network,
  address: string,
  chainUids: readonly string[],
): { chain_uid: string; user: CrossChainUser | undefined }[] {
  const asked = new Set(chainUids.map((uid) => chainOf(network, uid).chain_uid))
  const accountOn = readAccount(network, address)
  return network.chains
    .filter(({ chain_uid }) => asked.size === 0 || asked.has(chain_uid))
    .map((chain) => {
      const { chain_uid } = chain
      const here = accountOn(chain)
      return { chain_uid, user: here === undefined ? undefined : { chain_uid, address: here } }
    })
}

/** Reads an address once, and gives its account on any chain. */
function readAccount(network: Network, address: string): (chain: Chain) => string | undefined {
  if (address.startsWith('0x')) {
    const known = network.chains.find(({ family }) => family === 'evm')
    if (!known) throw fitsNowhere(address)
    const own = parseAddress(known, address)
    return (chain) => (chain.family === 'evm' ? own : undefined)
  }
  const decoded = decode(address)
  const home = network.chains.find(
    (chain) => chain.family === 'cosmwasm' && chain.bech32_prefix === decoded?.prefix,
  )
  if (!home || !decoded) throw fitsNowhere(address)
  const own = parseAddress(home, address)
  const { prefix, data } = decoded
  return (chain) => {
    if (chain.family !== 'cosmwasm') return undefined
    if (chain.bech32_prefix === prefix) return own
    return data.length === KEY_ACCOUNT_BYTES ? toBech32(chain.bech32_prefix, data) : undefined
  }
}

function decode(address: string): ReturnType<typeof fromBech32> | undefined {
  try {
    return fromBech32(address, BECH32_LIMIT)
  } catch {
    return undefined
  }
}

const fitsNowhere = (address: string) =>
  new InvalidRequestError(
    'address',
    `"${address}" is not an address on any chain of this network`,
    'Give the address of a wallet on one of the chains that router.all_chains lists.',
  )
