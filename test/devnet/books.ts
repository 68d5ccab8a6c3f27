import { CosmWasmClient } from '@cosmjs/cosmwasm-stargate'
import { fromBech32, toBech32 } from '@cosmjs/encoding'
import { createPublicClient, erc20Abi, getAddress, http } from 'viem'
import { z } from 'zod'

import {
  chainOf,
  denomOn,
  hubOf,
  tokenOf,
  type CosmWasmChain,
  type EvmChain,
  type Network,
} from '../../src/core/network.ts'
import type { CrossChainUser } from '../../src/core/shapes.ts'
import { evmAccount, hubAddress, type AccountName } from '../../src/devnet/accounts.ts'

const Amount = z.object({ amount: z.string() })
const Balance = z.object({ balance: z.string() })
const Escrows = z.object({
  chains: z.array(z.object({ chain_uid: z.string(), balance: z.string() })),
})
const Ledger = z.object({
  balances: z.array(z.object({ token_id: z.string(), amount: z.string() })),
})
const Vlps = z.object({ vlps: z.array(z.object({ vlp: z.string() })) })

const OWNERS = ['operator', 'packetRelayer', 'alice', 'bobby', 'carol', 'david'] as const

/** A token's place in the books: what each chain's factory has, and what the hub believes. */
export type Page = {
  held: Record<string, bigint>
  escrows: Record<string, bigint>
}

/** Reads the books with plain viem and cosmjs clients on a network's public addresses, and nothing else. */
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
    const reader = createPublicClient({ transport: http(chain.rpc_url), cacheTime: 0 })
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

  /** All vouchers of a token that anyone holds. */
  async function vouchers(): Promise<(token: string) => bigint> {
    const { vlps } = await ask(network.hub.router, { get_all_vlps: {} }, Vlps)
    const contracts = [network.hub.claimer, ...vlps.map(({ vlp }) => vlp)]
    const owners = [
      ...contracts.map((address) => ({ chain_uid: hub.chain_uid, address })),
      ...(await Promise.all(
        network.chains.flatMap(({ chain_uid }) => OWNERS.map((name) => userOn(chain_uid, name))),
      )),
    ]
    const found = await Promise.all(
      owners.map((user) =>
        ask(network.hub.virtual_balance, { get_user_balances: { user } }, Ledger),
      ),
    )
    const entries = found.flatMap(({ balances }) => balances)
    return (token) =>
      entries
        .filter(({ token_id }) => token_id === token)
        .reduce((sum, { amount }) => sum + BigInt(amount), 0n)
  }

  async function page(token: string): Promise<Page> {
    const homes = tokenOf(network, token).denoms.map(({ chain_uid }) => chain_uid)
    const held = await Promise.all(
      homes.map(async (uid) => {
        const factory = { chain_uid: uid, address: chainOf(network, uid).factory }
        return [uid, await balanceOf(factory, token)] as const
      }),
    )
    const { chains } = await ask(network.hub.router, { query_token_escrows: { token } }, Escrows)
    return {
      held: Object.fromEntries(held),
      escrows: Object.fromEntries(
        homes.map((uid) => [
          uid,
          BigInt(chains.find(({ chain_uid }) => chain_uid === uid)?.balance ?? 0),
        ]),
      ),
    }
  }

  return { network, ask, balanceOf, contractBalance, vouchersOf, vouchers, userOn, page }
}
export type Books = Awaited<ReturnType<typeof connectBooks>>

/** Where the factories do not hold what the hub believes, or the hub does not owe exactly that: nothing, when all is well. */
export async function imbalances(books: Books): Promise<string[]> {
  const vouchersIn = await books.vouchers()
  const problems = await Promise.all(
    books.network.tokens.map(async ({ token }) => {
      const { held, escrows } = await books.page(token)
      const vouchers = vouchersIn(token)
      const total = Object.values(escrows).reduce((sum, amount) => sum + amount, 0n)
      return [
        ...Object.keys(held).flatMap((uid) =>
          held[uid] === escrows[uid]
            ? []
            : [`${token} on ${uid}: held ${held[uid]}, escrow ${escrows[uid]}`],
        ),
        ...(vouchers === total ? [] : [`${token}: escrows ${total}, vouchers ${vouchers}`]),
      ]
    }),
  )
  return problems.flat()
}
