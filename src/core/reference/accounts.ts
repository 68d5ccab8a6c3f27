import { fromBech32, toBech32 } from '@cosmjs/encoding'

import { BECH32_LIMIT, parseAddress } from '../address.ts'
import { InvalidRequestError } from '../errors.ts'
import { chainOf, type Chain, type Network } from '../network.ts'
import type { CrossChainUser } from '../shapes.ts'

/** Accounts of keys have 20 bytes; 32 are a contract, which is on one chain only. */
const KEY_ACCOUNT_BYTES = 20

/**
 * The account of one address on each chain, in the network's order: `user` is `undefined` where it cannot have one. An EVM
 * address is the same on every EVM chain. A bech32 address names its key's account on every CosmWasm chain, under that
 * chain's own prefix; a contract's only on its own. `chainUids` narrows the chains; empty asks for all.
 * @throws {UnknownChainError} one of `chainUids` is not on the network
 * @throws {InvalidRequestError} the address fits no chain of the network
 */
export function accountsOf(
  network: Network,
  address: string,
  chainUids: readonly string[],
): { chain_uid: string; user: CrossChainUser | undefined }[] {
  const all = network.chains.map((chain) => ({ chain, own: parseOn(chain, address) }))
  const given = all.find(({ own }) => own !== undefined)?.own
  if (given === undefined)
    throw new InvalidRequestError(
      'address',
      `"${address}" is not an address on any chain of this network`,
      'Give the address of a wallet on one of the chains that router.all_chains lists.',
    )
  const asked = new Set(chainUids.map((uid) => chainOf(network, uid).chain_uid))
  return all
    .filter(({ chain }) => asked.size === 0 || asked.has(chain.chain_uid))
    .map(({ chain, own }) => {
      const here = own ?? sameKeyOn(chain, given)
      const { chain_uid } = chain
      return { chain_uid, user: here === undefined ? undefined : { chain_uid, address: here } }
    })
}

function parseOn(chain: Chain, address: string): string | undefined {
  try {
    return parseAddress(chain, address)
  } catch {
    return undefined
  }
}

function sameKeyOn(chain: Chain, address: string): string | undefined {
  if (chain.family !== 'cosmwasm' || address.startsWith('0x')) return undefined
  const { data } = fromBech32(address, BECH32_LIMIT)
  return data.length === KEY_ACCOUNT_BYTES ? toBech32(chain.bech32_prefix, data) : undefined
}
