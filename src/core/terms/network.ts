import { z } from 'zod'

import { BaseUnits } from './amounts.ts'
import { UnknownChainError, UnknownTokenError } from './errors.ts'

/** A token's form on one chain, as the interface names it: exactly one of the two. */
export const TokenType = z.union(
  [
    z.strictObject({ native: z.strictObject({ denom: z.string().min(1).max(128) }) }),
    z.strictObject({ smart: z.strictObject({ contract_address: z.string().min(1).max(128) }) }),
  ],
  'must be exactly one of {native:{denom}} or {smart:{contract_address}}',
)
export type TokenType = z.infer<typeof TokenType>

/** Lower case by convention; 1-64 characters of `a-z A-Z 0-9 .` by the protocol. */
export const TokenId = z
  .string()
  .regex(/^[a-zA-Z0-9.]{1,64}$/, 'must be 1-64 letters, digits or dots')
  .meta({ examples: ['usdc'] })

export const ChainUid = z
  .string()
  .regex(/^[a-z0-9][a-z0-9._-]{0,63}$/, 'must be a chain_uid such as "base"')

/** Nodes are asked by HTTP, also those of CosmWasm chains. */
const HttpUrl = z.url({ protocol: /^https?$/, error: 'must be an address with http or https' })

const chainBase = {
  chain_uid: ChainUid,
  /** The chain's own id: a decimal number on EVM, for example `8453`. */
  chain_id: z.string().min(1),
  name: z.string().min(1),
  /** The factory: the one contract that users call on this chain. */
  factory: z.string().min(1),
  /** Further contracts there that nobody is to be paid at, such as escrows, pools and accounts of modules. */
  contracts: z.array(z.string().min(1)).optional(),
  /** The node that the server asks. It may hold a provider's key, and is told to nobody: see `publicRpcOf`. */
  rpc_url: HttpUrl,
  /** Further nodes of the same chain, as private: each stands in for another, and what moves money needs the word of two. */
  rpc_urls: z.array(HttpUrl).optional(),
  /** The node that pages, wallets and callers are told of. */
  public_rpc_url: HttpUrl.optional(),
  rest_url: z.union([HttpUrl, z.literal('')], 'must be an address with http or https, or empty'),
  /** `{hash}` stands for the transaction hash; empty when the chain has no explorer. */
  explorer_tx_url: z.string(),
  /** Milliseconds between two blocks, roughly: for polling and estimates. */
  block_time_ms: z.int().positive(),
}

export const EvmChain = z.strictObject({
  ...chainBase,
  family: z.literal('evm'),
  native_currency: z.strictObject({
    name: z.string(),
    symbol: z.string(),
    decimals: z.int().min(0).max(36),
  }),
  /** When a block can no longer go away: the chain's own `finalized` tag, or a number of confirmations. */
  finality: z.union([z.literal('finalized'), z.int().positive()]),
})

export const CosmWasmChain = z.strictObject({
  ...chainBase,
  family: z.literal('cosmwasm'),
  bech32_prefix: z.string().min(1),
  /** The coin type of BIP 44 that the chain's wallets derive keys with. */
  coin_type: z.int().nonnegative().optional(),
  fee: z.strictObject({
    denom: z.string(),
    decimals: z.int(),
    gas_price: z.string().regex(/^\d+(\.\d+)?$/),
  }),
})

export const Chain = z
  .discriminatedUnion('family', [EvmChain, CosmWasmChain])
  .superRefine((chain, context) => {
    const urls = rpcUrlsOf(chain).map((url) => (URL.canParse(url) ? new URL(url).href : url))
    const again = urls.findIndex((url, at) => urls.indexOf(url) < at)
    if (again > 0)
      context.addIssue({
        code: 'custom',
        path: ['rpc_urls', again - 1],
        message: 'names a node again, and a node cannot check itself; name another one',
      })
  })
export type Chain = z.infer<typeof Chain>
export type EvmChain = z.infer<typeof EvmChain>
export type CosmWasmChain = z.infer<typeof CosmWasmChain>

export const Token = z.strictObject({
  token: TokenId,
  name: z.string().min(1),
  decimals: z.int().min(0).max(36),
  /** What lists show beside the name. */
  symbol: z.string().min(1).max(32).optional(),
  description: z.string().max(2000).optional(),
  image: z.union([z.url(), z.literal('')]).optional(),
  tags: z.array(z.string()).optional(),
  social: z.record(z.string(), z.string()).optional(), // for example {"twitter": "https://x.com/…"}
  /** Somebody reviewed it. Everything is unverified unless its entry says so. */
  verified: z.boolean().optional(),
  /** Worth one USD: what prices are computed from. */
  usd_stable: z.boolean().optional(),
  /** Every chain on which the token has a real form. */
  denoms: z.array(z.strictObject({ chain_uid: ChainUid, token_type: TokenType })).min(1),
  /** Base units: a claim of less is refused, since paying it out would cost more than it is worth. Absent: none is. */
  min_claim: BaseUnits.in.optional(),
  /** Base units: a claim of more, sent to an e-mail address, asks for the sender's PIN as well. Absent: never. */
  email_cap: BaseUnits.in.optional(),
})
export type Token = z.infer<typeof Token>

/** The generations of the protocol's contracts that we speak: `core/generations` has a folder for each. */
export const GenerationName = z.enum(['interface', 'published'])
export type GenerationName = z.infer<typeof GenerationName>

/** Where values stand that stood before. */
const repeatsIn = (values: readonly string[]): number[] =>
  values.flatMap((value, at) => (values.indexOf(value) < at ? [at] : []))

/** The chains, contracts and tokens we run against: all of it is data, from the local network or a JSON file. */
export const Network = z
  .strictObject({
    name: z.string().min(1),
    /** Of all its contracts, whose messages, packets, events and answers go together. */
    generation: GenerationName.default('interface'),
    /** Its tokens are worth nothing and its keys are known: a server may run on it with any secrets, under any address. */
    local: z.literal(true).optional(),
    hub: z.strictObject({
      /** The hub chain's own uid, under which the claimer contract is addressed. */
      chain_uid: ChainUid,
      /** The settlement layer's uid, the hub's name in routes and status steps. */
      settlement_uid: ChainUid,
      router: z.string().min(1),
      virtual_balance: z.string().min(1),
      claimer: z.string().min(1),
      /** Runs what owners of vouchers signed off chain. Without it, vouchers are not swapped. */
      meta_transaction: z.string().min(1).optional(),
    }),
    chains: z.array(Chain).min(1),
    tokens: z.array(Token),
  })
  .superRefine(({ hub, chains, tokens }, context) => {
    const refuse = (message: string, ...path: (string | number)[]) =>
      context.addIssue({ code: 'custom', path, message })
    const uids = chains.map(({ chain_uid }) => chain_uid)
    const names = tokens.map(({ token }) => token)
    const isHub = ({ family, chain_uid }: Chain) =>
      family === 'cosmwasm' && chain_uid === hub.chain_uid
    if (!chains.some(isHub))
      refuse('must be one of the CosmWasm chains of the file', 'hub', 'chain_uid')
    for (const at of repeatsIn(uids)) refuse('names a chain again', 'chains', at, 'chain_uid')
    for (const at of repeatsIn(names)) refuse('names a token again', 'tokens', at, 'token')
    for (const [at, { denoms }] of tokens.entries())
      for (const [nth, { chain_uid }] of denoms.entries())
        if (!uids.includes(chain_uid))
          refuse('must be one of the chains of the file', 'tokens', at, 'denoms', nth, 'chain_uid')
  })
export type Network = z.infer<typeof Network>

/** @throws {UnknownChainError} the network has no chain of that uid */
export function chainOf(network: Network, chainUid: string): Chain {
  const chain = network.chains.find((candidate) => candidate.chain_uid === chainUid)
  if (!chain)
    throw new UnknownChainError(
      chainUid,
      network.chains.map((known) => known.chain_uid),
    )
  return chain
}

/** As `chainOf`, where the hub may also be called by the uid of its settlement layer, as records of transactions do. @throws as `chainOf` */
export function chainNamed(network: Network, chainUid: string): Chain {
  const { chain_uid, settlement_uid } = network.hub
  return chainOf(network, chainUid === settlement_uid ? chain_uid : chainUid)
}

/** Every node of a chain that the server asks, in the order in which it does. */
export function rpcUrlsOf({ rpc_url, rpc_urls = [] }: NodeUrls): string[] {
  return [rpc_url, ...rpc_urls]
}
export type NodeUrls = Pick<EvmChain, 'rpc_url' | 'rpc_urls'>

/** Returns the protocol's contracts on a chain: its factory, and on the hub those that settle. Pure. */
export function contractsOn({ hub }: Network, { chain_uid, factory }: Chain): ReadonlySet<string> {
  if (chain_uid !== hub.chain_uid) return new Set([factory])
  const { router, virtual_balance, claimer, meta_transaction } = hub
  const settling = [router, virtual_balance, claimer]
  return new Set([factory, ...settling, ...(meta_transaction ? [meta_transaction] : [])])
}

/** The hub as a chain. Every network has one: this throws a plain error where a network was made without. */
export function hubOf(network: Network): CosmWasmChain {
  const hub = network.chains.find((chain) => chain.chain_uid === network.hub.chain_uid)
  if (hub?.family !== 'cosmwasm')
    throw new Error(
      `network ${network.name}: hub ${network.hub.chain_uid} is not one of its CosmWasm chains`,
    )
  return hub
}

/** @throws {UnknownTokenError} the network has no token of that id */
export function tokenOf(network: Network, id: string): Token {
  const token = network.tokens.find((candidate) => candidate.token === id)
  if (!token)
    throw new UnknownTokenError(
      id,
      network.tokens.map((known) => known.token),
    )
  return token
}

/** The coin type of a chain that does not name one. */
const COSMOS_COIN_TYPE = 118

/** What the wallets of a chain derive their keys with. */
export const coinTypeOf = ({ coin_type }: CosmWasmChain): number => coin_type ?? COSMOS_COIN_TYPE

/** The token's real form on a chain, or `undefined` where it has none: of several the first, as whoever names none is paid. */
export function denomOn(token: Pick<Token, 'denoms'>, chainUid: string): TokenType | undefined {
  return token.denoms.find((denom) => denom.chain_uid === chainUid)?.token_type
}

/** A token as far as what was made with it can still be shown: of one that the network does not list any more amounts are in base units, and it is real nowhere. */
export const shownToken = (
  { tokens }: Network,
  id: string,
): Pick<Token, 'token' | 'decimals' | 'denoms'> =>
  tokens.find(({ token }) => token === id) ?? { token: id, decimals: 0, denoms: [] }

/** How amounts of a token are shown; of one that the network does not list any more, as base units. */
export const decimalsOf = (network: Network, id: string): number => shownToken(network, id).decimals

/** The chains on which a token is real, each once: on some it has several forms. */
export const homeUidsOf = ({ denoms }: Pick<Token, 'denoms'>): string[] => [
  ...new Set(denoms.map(({ chain_uid }) => chain_uid)),
]

/** All real forms of a token on a chain, such as a native one and its wrapped one. */
export const denomsOn = (token: Token, chainUid: string): TokenType[] =>
  token.denoms.filter((denom) => denom.chain_uid === chainUid).map(({ token_type }) => token_type)
