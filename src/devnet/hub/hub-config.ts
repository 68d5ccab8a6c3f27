import { fromBech32 } from '@cosmjs/encoding'

import { parseAddress } from '../../core/terms/address.ts'
import { DomainError } from '../../core/terms/errors.ts'
import {
  denomOn,
  type GenerationName,
  type Token,
  type TokenType,
} from '../../core/terms/network.ts'
import type { CrossChainUser } from '../../core/terms/shapes.ts'
import { ContractError } from '../cosmwasm/tx-error.ts'
import { HUB_BECH32_PREFIX, type HubContracts } from './hub-contracts.ts'

type ChainFacts = { chain_uid: string; chain_id: string; factory: string }

/** A chain beside the hub, by its factory. */
export type ConnectedChain = ChainFacts &
  ({ chain_type: 'evm' } | { chain_type: 'cosmwasm'; bech32_prefix: string })

/** A chain that the hub knows. `native` is the hub's own chain. */
export type RegisteredChain = ConnectedChain | (ChainFacts & { chain_type: 'native' })

/** What every pool takes from an input; the protocol's part goes to `recipient` as vouchers. */
export type HubFees = { lpBps: bigint; protocolBps: bigint; recipient: CrossChainUser }

/** What the hub's contracts are set up with. It is code, not state: the chains and tokens of a network do not change while it runs. */
export type HubConfig = {
  generation: GenerationName
  /** The hub chain's own uid, and the settlement layer's, under which packets name it. */
  chainUid: string
  settlementUid: string
  chainId: string
  relayerAddress: string
  /** The only account that may change what the contracts are set up with, as far as they let it. */
  adminAddress: string
  chains: RegisteredChain[]
  fees: HubFees
  tokens: Token[]
  contracts: HubContracts
  /** The claimer contract, as the owner of the vouchers of all claims. */
  claimer: CrossChainUser
}

/** @throws {ContractError} no such chain */
export function chainIn(config: HubConfig, chainUid: string): RegisteredChain {
  const chain = config.chains.find(({ chain_uid }) => chain_uid === chainUid)
  if (!chain) throw new ContractError(`chain ${chainUid} is not registered`)
  return chain
}

/** @throws {ContractError} no such token */
export function tokenIn(config: HubConfig, id: string): Token {
  const token = config.tokens.find((known) => known.token === id)
  if (!token) throw new ContractError(`token ${id} is not registered`)
  return token
}

/** @throws {ContractError} the token is not there, or not in this form */
export function checkDenom(
  config: HubConfig,
  token: string,
  chainUid: string,
  denom: TokenType,
): TokenType {
  const registered = denomOn(tokenIn(config, token), chainUid)
  if (!registered) throw new ContractError(`token ${token} has no denomination on ${chainUid}`)
  if (showDenom(registered) !== showDenom(denom)) {
    throw new ContractError(
      `${showDenom(denom)} is not the denomination of ${token} on ${chainUid}, which is ${showDenom(registered)}`,
    )
  }
  return registered
}

function showDenom(denom: TokenType): string {
  return 'native' in denom ? denom.native.denom : denom.smart.contract_address.toLowerCase()
}

/**
 * Checks that a user is spelled as balances are keyed: the hub compares users as text. The claimer contract may be a user of the
 * settlement layer, which is no chain that anything is paid out on.
 * @throws {ContractError} unknown chain, not an address there, or capitals in it
 */
export function checkUser(config: HubConfig, user: CrossChainUser): CrossChainUser {
  if (isClaimer(config, user)) return user
  const chain = chainIn(config, user.chain_uid)
  const address = addressOn(chain, user.address)
  if (address !== user.address)
    throw new ContractError(`the address ${user.address} must be in lower case`)
  return { chain_uid: chain.chain_uid, address }
}

function addressOn(chain: RegisteredChain, text: string): string {
  try {
    return parseAddress(addressRules(chain), text)
  } catch (error) {
    if (error instanceof DomainError) throw new ContractError(error.message)
    throw error
  }
}

/** As much of a chain as the address rules look at. */
function addressRules(chain: RegisteredChain): Parameters<typeof parseAddress>[0] {
  const { chain_uid, chain_type } = chain
  const unused = {
    chain_id: '',
    name: '',
    factory: '',
    rpc_url: '',
    rest_url: '',
    explorer_tx_url: '',
    block_time_ms: 1,
  }
  return chain_type === 'evm'
    ? {
        ...unused,
        chain_uid,
        family: 'evm',
        native_currency: { name: '', symbol: '', decimals: 18 },
        finality: 'finalized',
      }
    : {
        ...unused,
        chain_uid,
        family: 'cosmwasm',
        bech32_prefix: prefixOf(chain),
        fee: { denom: '', decimals: 0, gas_price: '0' },
      }
}

/** How a chain's addresses begin. */
export function prefixOf(chain: RegisteredChain): string {
  if (chain.chain_type === 'evm') return '0x'
  return chain.chain_type === 'native' ? HUB_BECH32_PREFIX : chain.bech32_prefix
}

/** Whether a user is the contract that holds claims. */
export function isClaimer({ claimer }: HubConfig, user: CrossChainUser): boolean {
  return showUser(user) === showUser(claimer)
}

/** Contracts have addresses of 32 bytes, accounts of 20. */
export function isHubContract(config: HubConfig, { chain_uid, address }: CrossChainUser): boolean {
  return chain_uid === config.chainUid && fromBech32(address, 90).data.length === 32
}

/** How events name a user. @example 'base:0x52…' */
export function showUser({ chain_uid, address }: CrossChainUser): string {
  return `${chain_uid}:${address}`
}
