import { OWN_DEX } from '../payloads/swap-route.ts'
import { homeUidsOf, type Network } from '../terms/network.ts'

/** A token as lists show it, with the fields of the public service. What is not known is `null`, or an empty text or list. */
export type TokenMetadata = {
  tokenId: string
  displayName: string
  description: string
  image: string
  coinDecimal: number
  /** USD for a whole token as a decimal string; empty where no pool says. */
  price: string
  /** No history of trades is kept, and that of prices is not read here. */
  price_change_24h: null
  price_change_7d: null
  total_volume: null
  total_volume_24h: null
  min_swap_value: null
  /** Where the token is traded. */
  dex: string[]
  /** Chains on which it has a real form. */
  chain_uids: string[]
  tags: string[]
  social: Record<string, string>
  is_verified: boolean
}

export type MetadataFilter = {
  verified?: boolean | null | undefined
  /** Tokens with a home on any of these; empty and absent ask for all. */
  chain_uids?: readonly string[] | null | undefined
  dex?: readonly string[] | null | undefined
  /** Part of an id or name, in any letter case. */
  search?: string | null | undefined
}

/** The network's tokens in the order of its file. `traded` are those with a pool, `prices` in USD. */
export function tokenMetadatas(
  network: Network,
  { traded, prices }: { traded: ReadonlySet<string>; prices: ReadonlyMap<string, string> },
  filter: MetadataFilter,
): TokenMetadata[] {
  const wanted = filter.search?.trim().toLowerCase() ?? ''
  const isAny = (asked: readonly string[] | null | undefined, has: readonly string[]) =>
    !asked || asked.length === 0 || asked.some((each) => has.includes(each))
  return network.tokens
    .map((token): TokenMetadata => ({
      tokenId: token.token,
      displayName: token.name,
      description: token.description ?? '',
      image: token.image ?? '',
      coinDecimal: token.decimals,
      price: prices.get(token.token) ?? '',
      price_change_24h: null,
      price_change_7d: null,
      total_volume: null,
      total_volume_24h: null,
      min_swap_value: null,
      dex: traded.has(token.token) ? [OWN_DEX] : [],
      chain_uids: homeUidsOf(token),
      tags: token.tags ?? [],
      social: token.social ?? {},
      is_verified: token.verified ?? false,
    }))
    .filter(
      (token) =>
        (filter.verified ?? token.is_verified) === token.is_verified &&
        isAny(filter.chain_uids, token.chain_uids) &&
        isAny(filter.dex, token.dex) &&
        [token.tokenId, token.displayName].some((text) => text.toLowerCase().includes(wanted)),
    )
}
