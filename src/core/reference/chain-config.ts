import { InvalidRequestError, UnknownChainError } from '../terms/errors.ts'
import {
  coinTypeOf,
  type Chain,
  type CosmWasmChain,
  type EvmChain,
  type Network,
} from '../terms/network.ts'
import { publicRestOf, publicRpcOf } from '../terms/public-rpc.ts'

/** One of the two is enough; with both they must name the same chain. */
export type ChainQuestion = {
  chain_uid?: string | null | undefined
  chain_id?: string | null | undefined
}

/** What lists show of a chain. The network file has no logo and no token factory. */
export type ChainConfig = {
  chain_id: string
  chain_uid: string
  display_name: string
  explorer_url: string
  factory_address: string
  token_factory_address: null
  logo: null
  type: ChainType
}

/** A chain's family, in the public service's words. */
type ChainType = 'EVM' | 'Cosmwasm'
export const chainTypeOf = ({ family }: Chain): ChainType => (family === 'evm' ? 'EVM' : 'Cosmwasm')

/** All chains in the network's order, or those of one type, in any letter case. */
export function chainConfigs(network: Network, type: string | null | undefined): ChainConfig[] {
  const wanted = type?.toLowerCase() ?? ''
  return network.chains
    .filter((chain) => wanted === '' || chainTypeOf(chain).toLowerCase() === wanted)
    .map(describeChain)
}

/**
 * One chain as lists show it.
 * @throws {UnknownChainError} no chain has the id or uid
 * @throws {InvalidRequestError} neither id nor uid
 */
export const chainConfig = (network: Network, question: ChainQuestion): ChainConfig =>
  describeChain(chainAsked(network, question))

function describeChain(chain: Chain): ChainConfig {
  return {
    chain_id: chain.chain_id,
    chain_uid: chain.chain_uid,
    display_name: chain.name,
    explorer_url: explorerUrl(chain),
    factory_address: chain.factory,
    token_factory_address: null,
    logo: null,
    type: chainTypeOf(chain),
  }
}

/** What wallets and web3 libraries need to use an EVM chain. @throws as `chainOfFamily` */
export const evmChainConfig = (network: Network, question: ChainQuestion) =>
  describeEvmChain(chainOfFamily(network, question, 'evm'))

/** The same of all EVM chains, in the network's order. */
export const evmChainConfigs = (network: Network) =>
  network.chains.flatMap((chain) => (chain.family === 'evm' ? [describeEvmChain(chain)] : []))

function describeEvmChain(chain: EvmChain) {
  return {
    chain_id: chain.chain_id,
    chain_uid: chain.chain_uid,
    name: chain.name,
    explorer_url: explorerUrl(chain),
    native_currency: chain.native_currency,
    rpc_urls: { default: { http: [publicRpcOf(chain)].filter((url) => url !== '') } },
  }
}

/** What Keplr and wallets like it take to add a chain. @throws as `chainOfFamily` */
export function cosmosChainConfig(network: Network, question: ChainQuestion) {
  const chain = chainOfFamily(network, question, 'cosmwasm')
  const coinType = coinTypeOf(chain)
  const price = Number(chain.fee.gas_price)
  const gasPriceStep = { low: price, average: price, high: price } // the network file has one price
  const feeCurrency = currencyOf(network, chain, chain.fee)
  const others = network.tokens.flatMap(({ denoms, decimals }) =>
    denoms.flatMap(({ chain_uid, token_type }) =>
      chain_uid === chain.chain_uid &&
      'native' in token_type &&
      token_type.native.denom !== chain.fee.denom
        ? [currencyOf(network, chain, { denom: token_type.native.denom, decimals })]
        : [],
    ),
  )
  const prefix = chain.bech32_prefix
  return {
    chainID: chain.chain_id,
    chainName: chain.name,
    rpc: publicRpcOf(chain),
    rest: publicRestOf(chain),
    explorer_url: explorerUrl(chain),
    coinType,
    features: ['cosmwasm'],
    stakeCurrency: feeCurrency,
    currencies: [feeCurrency, ...others],
    feeCurrencies: [{ ...feeCurrency, gasPriceStep }],
    gasPriceStep,
    bip44: { coinType },
    bech32Config: {
      bech32PrefixAccAddr: prefix,
      bech32PrefixAccPub: `${prefix}pub`,
      bech32PrefixValAddr: `${prefix}valoper`,
      bech32PrefixValPub: `${prefix}valoperpub`,
      bech32PrefixConsAddr: `${prefix}valcons`,
      bech32PrefixConsPub: `${prefix}valconspub`,
    },
  }
}

/** @throws as `chainAsked` @throws {InvalidRequestError} also a chain of the other family */
function chainOfFamily<Family extends Chain['family']>(
  network: Network,
  question: ChainQuestion,
  family: Family,
): Extract<Chain, { family: Family }> {
  const chain = chainAsked(network, question)
  if (isOf(chain, family)) return chain
  throw new InvalidRequestError(
    '',
    `asks for ${chain.chain_uid}, which is not ${FAMILY_NAMES[family]}`,
    `Ask for ${chain.chain_uid} with ${family === 'evm' ? 'cosmos_wallet_config' : 'evm_chain_config'}.`,
  )
}

/**
 * @throws {UnknownChainError} no chain has the id or uid, or they are of different chains
 * @throws {InvalidRequestError} neither id nor uid
 */
function chainAsked(network: Network, { chain_uid, chain_id }: ChainQuestion): Chain {
  const named = (chain_uid ?? '') === '' ? chain_id : chain_uid
  if ((named ?? '') === '')
    throw new InvalidRequestError(
      '',
      'names no chain',
      'Give the chain as chain_uid or as chain_id.',
    )
  const chain = network.chains.find(
    (candidate) =>
      ((chain_uid ?? '') === '' || candidate.chain_uid === chain_uid) &&
      ((chain_id ?? '') === '' || candidate.chain_id === chain_id),
  )
  if (!chain)
    throw new UnknownChainError(
      [chain_uid, chain_id].filter(Boolean).join(' / '),
      network.chains.map((known) => known.chain_uid),
    )
  return chain
}

const FAMILY_NAMES = { evm: 'an EVM chain', cosmwasm: 'a Cosmos chain' }

function isOf<Family extends Chain['family']>(
  chain: Chain,
  family: Family,
): chain is Extract<Chain, { family: Family }> {
  return chain.family === family
}

/** The explorer's address without the part that names a transaction; empty where the chain has no explorer. */
export function explorerUrl({ explorer_tx_url }: EvmChain | CosmWasmChain): string {
  return explorer_tx_url.replace(/\/[^/]*\/?\{hash\}.*$/, '')
}

function currencyOf(
  network: Network,
  { chain_uid }: CosmWasmChain,
  { denom, decimals }: { denom: string; decimals: number },
) {
  const token = network.tokens.find(({ denoms }) =>
    denoms.some(
      (home) =>
        home.chain_uid === chain_uid &&
        'native' in home.token_type &&
        home.token_type.native.denom === denom,
    ),
  )
  return {
    coinDenom: token?.symbol ?? token?.token.toUpperCase() ?? denom,
    coinMinimalDenom: denom,
    coinDecimals: decimals,
    coinGeckoID: '',
  }
}
