import { fromHex, toBech32 } from '@cosmjs/encoding'

import type { Chain, Network } from '../../core/terms/network.ts'
import type { CrossChainUser, TokenWithDenom } from '../../core/terms/shapes.ts'

// The playground's alice, on chains of both families: what is built for her there can also be signed there.
const EVM_ADDRESS = '0xBcd4042DE499D14e55001CcbB24a551F3b954096'
const COSMOS_ACCOUNT = '99ace1b32b2850872ebac107442e259a6fe6be95'

/** One chain of a family, with somebody on it and what can be sent from it: the material of examples. */
export type Place = {
  family: Chain['family']
  user: CrossChainUser
  /** A token of the chain's own, and one with a contract; either may be missing. */
  native: TokenWithDenom | undefined
  smart: TokenWithDenom | undefined
}

/** The first chain of each family that the network has. */
export function placesOf(network: Network): Place[] {
  return (['evm', 'cosmwasm'] as const).flatMap((family) => {
    const chain = network.chains.find((candidate) => candidate.family === family)
    if (!chain) return []
    const { chain_uid } = chain
    const here = network.tokens.flatMap(({ token, denoms }) =>
      denoms
        .filter((denom) => denom.chain_uid === chain_uid)
        .map(({ token_type }) => ({ token, token_type })),
    )
    return [
      {
        family,
        user: { chain_uid, address: addressOn(chain) },
        native: here.find(({ token_type }) => 'native' in token_type),
        smart: here.find(({ token_type }) => 'smart' in token_type),
      },
    ]
  })
}

function addressOn(chain: Chain): string {
  return chain.family === 'evm'
    ? EVM_ADDRESS
    : toBech32(chain.bech32_prefix, fromHex(COSMOS_ACCOUNT))
}
