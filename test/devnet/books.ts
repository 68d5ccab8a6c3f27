import { CosmWasmClient } from '@cosmjs/cosmwasm-stargate'
import { fromBech32, toBech32 } from '@cosmjs/encoding'
import { createPublicClient, erc20Abi, getAddress } from 'viem'
import { z } from 'zod'

import {
  chainOf,
  denomOn,
  hubOf,
  tokenOf,
  type CosmWasmChain,
  type EvmChain,
  type Network,
} from '../../src/core/terms/network.ts'
import type { CrossChainUser } from '../../src/core/terms/shapes.ts'
import { evmAccount, hubAddress, type AccountName } from '../../src/devnet/accounts.ts'
import type { Devnet } from '../../src/devnet/devnet.ts'
import { eventually } from './devnet-clients.ts'
import { patientHttp } from '../../src/devnet/evm/patient-http.ts'

const Amount = z.object({ amount: z.string() })
const Balance = z.object({ balance: z.string() })
/** Reads balances with plain viem and cosmjs clients on a network's public addresses, and nothing else. */
export async function connectBooks(network: Network) {
  const hub = hubOf(network)
  const cosmos = new Map<string, CosmWasmClient>()
  for (const { family, chain_uid, rpc_url } of network.chains)
    if (family === 'cosmwasm') cosmos.set(chain_uid, await CosmWasmClient.connect(rpc_url))

  const clientOf = (chainUid: string) => {
    const client = cosmos.get(chainUid)
    if (!client) throw new Error(`${chainUid} is not a CosmWasm chain`)
    return client
  }
  const ask = async <Schema extends z.ZodType>(
    contract: string,
    msg: object,
    schema: Schema,
    chainUid = hub.chain_uid,
  ): Promise<z.output<Schema>> => {
    const answer: unknown = await clientOf(chainUid).queryContractSmart(contract, msg)
    return schema.parse(answer)
  }

  async function evmBalance(chain: EvmChain, owner: string, contract: string | undefined) {
    const reader = createPublicClient({ transport: patientHttp(chain.rpc_url), cacheTime: 0 })
    const address = getAddress(owner)
    if (contract === undefined) return reader.getBalance({ address })
    return reader.readContract({
      address: getAddress(contract),
      abi: erc20Abi,
      functionName: 'balanceOf',
      args: [address],
    })
  }
  async function cosmosBalance(chain: CosmWasmChain, owner: string, denom: string) {
    return BigInt((await clientOf(chain.chain_uid).getBalance(owner, denom)).amount)
  }
  /** The balance in a token contract, an LP token for example. */
  async function contractBalance(user: CrossChainUser, contract: string): Promise<bigint> {
    const chain = chainOf(network, user.chain_uid)
    if (chain.family === 'evm') return evmBalance(chain, user.address, contract)
    const query = { balance: { address: user.address } }
    return BigInt((await ask(contract, query, Balance, user.chain_uid)).balance)
  }
  /** A real balance, in base units. */
  async function balanceOf(user: CrossChainUser, token: string): Promise<bigint> {
    const chain = chainOf(network, user.chain_uid)
    const denom = denomOn(tokenOf(network, token), user.chain_uid)
    if (!denom) throw new Error(`${token} is not at home on ${user.chain_uid}`)
    if ('smart' in denom) return contractBalance(user, denom.smart.contract_address)
    return chain.family === 'evm'
      ? evmBalance(chain, user.address, undefined)
      : cosmosBalance(chain, user.address, denom.native.denom)
  }
  async function vouchersOf(user: CrossChainUser, token: string): Promise<bigint> {
    const key = { cross_chain_user: user, token_id: token }
    const { amount } = await ask(
      network.hub.virtual_balance,
      { get_balance: { balance_key: key } },
      Amount,
    )
    return BigInt(amount)
  }
  async function userOn(chainUid: string, name: AccountName): Promise<CrossChainUser> {
    const chain = chainOf(network, chainUid)
    if (chain.family === 'evm')
      return { chain_uid: chainUid, address: evmAccount(name).address.toLowerCase() }
    const { data } = fromBech32(await hubAddress(name), 90)
    return { chain_uid: chainUid, address: toBech32(chain.bech32_prefix, data) }
  }

  return { network, ask, balanceOf, contractBalance, vouchersOf, userOn }
}
export type Books = Awaited<ReturnType<typeof connectBooks>>

/** What does not add up in the local network's own books: nothing, at any time, whatever is under way. */
export async function faultsIn({ books }: Pick<Devnet, 'books'>): Promise<string[]> {
  return (await books.read()).flatMap(({ token, minted, held, gaps }) => [
    ...gaps.map((gap) => `${token}, ${gap.books}: expected ${gap.expected}, found ${gap.found}`),
    ...(minted === held ? [] : [`${token}: minted ${minted}, held ${held}`]),
  ])
}

/** Waits until nothing is under way any more, and returns what does not add up then. */
export async function settle(devnet: Pick<Devnet, 'books'>): Promise<string[]> {
  await eventually(
    'what is under way',
    async () =>
      (await devnet.books.read()).flatMap(({ token, inFlight }) =>
        inFlight === 0n ? [] : [`${inFlight} ${token}`],
      ),
    (moving) => moving.length === 0,
  )
  return faultsIn(devnet)
}
