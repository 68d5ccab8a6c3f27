import type { CosmWasmClient } from '@cosmjs/cosmwasm-stargate'
import { erc20Abi, getAddress, zeroAddress, type PublicClient } from 'viem'
import { z } from 'zod'

import { BaseUnits } from '../../../src/core/terms/amounts.ts'
import { chainOf, denomOn, hubOf, type Network } from '../../../src/core/terms/network.ts'
import { factoryViewAbi } from '../../../src/core/tracking/packet-abi.ts'
import { CrossChainUser } from '../../../src/core/terms/shapes.ts'
import type { Claim } from './model.ts'
import type { Actor } from './operation.ts'
import { pairOf, poolUser, row, type Rows } from './rows.ts'

const Vouchers = z.object({
  balances: z.array(z.object({ user: CrossChainUser, amount: BaseUnits })),
})
const Escrows = z.object({
  chains: z.array(z.object({ chain_uid: z.string(), balance: BaseUnits })),
})
const Vlps = z.object({
  vlps: z.array(z.object({ vlp: z.string(), token_1: z.string(), token_2: z.string() })),
})
const State = z.object({
  fee: z.object({ recipient: CrossChainUser }),
  total_lp_tokens: BaseUnits,
  pool_config: z.union([
    z.object({ stable: z.object({ amp_factor: BaseUnits }) }),
    z.object({ constant_product: z.object({}) }),
  ]),
})
const Shares = z.object({
  pools: z.array(z.object({ chain_uid: z.string(), pool: z.object({ lp_shares: BaseUnits }) })),
})
const Claims = z.array(
  z.tuple([
    z.int(),
    z.object({
      token: z.string(),
      amount: BaseUnits,
      pseudo_claim_id: z.string(),
      claim_group_id: z.string().nullable(),
    }),
  ]),
)
const Balance = z.object({ balance: BaseUnits })
const LpToken = z.object({ token_address: z.string().nullable() })

const PAGE = 100

export type Reading = {
  rows: Rows
  pools: Map<string, { amp: bigint | undefined }>
  vlps: Map<string, string>
  /** Who gets what pools take for the protocol. */
  fees: CrossChainUser
}

/** Reads everything that the model knows of from the chains themselves. */
export function createReader(deps: {
  network: Network
  actors: readonly Actor[]
  publicKeys: readonly string[]
  cosmos: ReadonlyMap<string, CosmWasmClient>
  evm: ReadonlyMap<string, PublicClient>
}) {
  const { network, actors, publicKeys, cosmos, evm } = deps
  const { router, virtual_balance, claimer } = network.hub
  const hubUid = hubOf(network).chain_uid
  const clientOf = <Client>(clients: ReadonlyMap<string, Client>, chainUid: string) => {
    const client = clients.get(chainUid)
    if (client === undefined) throw new Error(`no client of ${chainUid}`)
    return client
  }
  const ask = async <Schema extends z.ZodType>(
    contract: string,
    query: object,
    schema: Schema,
    chainUid = hubUid,
  ): Promise<z.output<Schema>> => {
    const answer: unknown = await clientOf(cosmos, chainUid).queryContractSmart(contract, query)
    return schema.parse(answer)
  }
  const erc20Balance = (chainUid: string, contract: string, owner: string) =>
    clientOf(evm, chainUid).readContract({
      address: getAddress(contract),
      abi: erc20Abi,
      functionName: 'balanceOf',
      args: [getAddress(owner)],
    })
  const contractBalance = async ({ chain_uid, address }: CrossChainUser, contract: string) =>
    chainOf(network, chain_uid).family === 'evm'
      ? erc20Balance(chain_uid, contract, address)
      : (await ask(contract, { balance: { address } }, Balance, chain_uid)).balance

  async function ownedRows(user: CrossChainUser): Promise<[string, bigint][]> {
    const { chain_uid, address } = user
    const own = network.tokens.flatMap((token) => {
      const denom = denomOn(token, chain_uid)
      if (!denom) return []
      const amount =
        'smart' in denom
          ? contractBalance(user, denom.smart.contract_address)
          : chainOf(network, chain_uid).family === 'evm'
            ? clientOf(evm, chain_uid).getBalance({ address: getAddress(address) })
            : clientOf(cosmos, chain_uid)
                .getBalance(address, denom.native.denom)
                .then((coin) => BigInt(coin.amount))
      return [amount.then((units): [string, bigint] => [row.owned(user, token.token), units])]
    })
    return Promise.all(own)
  }

  // A pool's LP token on a chain stays the same once it is there.
  const lpTokens = new Map<string, string>()
  async function lpTokenOn(chainUid: string, vlp: string): Promise<string | undefined> {
    const name = `${chainUid}/${vlp}`
    const known = lpTokens.get(name)
    if (known !== undefined) return known
    const { factory } = chainOf(network, chainUid)
    const found =
      chainOf(network, chainUid).family === 'evm'
        ? await clientOf(evm, chainUid).readContract({
            address: getAddress(factory),
            abi: factoryViewAbi,
            functionName: 'get_vlp_lp_address',
            args: [vlp],
          })
        : (await ask(factory, { get_l_p_token: { vlp } }, LpToken, chainUid)).token_address
    if (found === null || found === zeroAddress) return undefined
    lpTokens.set(name, found)
    return found
  }

  async function claimsOf(publicKey: string, key: number): Promise<Claim[]> {
    const found: Claim[] = []
    for (let offset = 0; offset % PAGE === 0;) {
      // What is left out counts for the limit.
      const page = { limit: offset + PAGE, offset }
      const query = { get_claims_by_claimer_pubkey: { pub_key: publicKey, ...page } }
      const claims = await ask(claimer, query, Claims)
      for (const [id, { token, amount, pseudo_claim_id, claim_group_id }] of claims) {
        const mark = { key, pseudoId: pseudo_claim_id, group: claim_group_id ?? undefined }
        found.push({ id, token, amount, mark })
      }
      if (claims.length === 0) break
      offset += claims.length
    }
    return found
  }

  return async (): Promise<Reading> => {
    const { vlps: listed } = await ask(router, { get_all_vlps: { pagination: null } }, Vlps)
    const pairs = new Map(
      listed.map(({ vlp, ...pair }) => [vlp, pairOf(pair.token_1, pair.token_2)]),
    )
    const holder = (user: CrossChainUser) => {
      const pair = user.chain_uid === hubUid ? pairs.get(user.address) : undefined
      return pair === undefined ? user : poolUser(pair)
    }
    const [owned, vouchers, escrows, pools, claims] = await Promise.all([
      Promise.all(actors.map(({ user }) => ownedRows(user))),
      Promise.all(
        network.tokens.map(async ({ token }) => {
          const query = { get_token_balances: { token_id: token, pagination: null } }
          const { balances } = await ask(virtual_balance, query, Vouchers)
          return balances.map(({ user, amount }): [string, bigint] => [
            row.vouchers(holder(user), token),
            amount,
          ])
        }),
      ),
      Promise.all(
        network.tokens.map(async ({ token }) => {
          const query = { query_token_escrows: { token, pagination: null } }
          const { chains } = await ask(router, query, Escrows)
          return chains.map(({ chain_uid, balance }): [string, bigint] => [
            row.escrow(chain_uid, token),
            balance,
          ])
        }),
      ),
      Promise.all(
        [...pairs].map(async ([vlp, pair]) => {
          const [state, shares] = await Promise.all([
            ask(vlp, { state: {} }, State),
            ask(vlp, { get_all_pools: {} }, Shares),
          ])
          const config = state.pool_config
          const amp = 'stable' in config ? config.stable.amp_factor : undefined
          const places = shares.pools.map(
            ({ chain_uid, pool }) => [chain_uid, pool.lp_shares] as const,
          )
          const holders = await Promise.all(
            places.map(async ([chain_uid]) => {
              const token = await lpTokenOn(chain_uid, vlp)
              const here = actors.filter(({ user }) => user.chain_uid === chain_uid)
              return Promise.all(
                here.map(async ({ user }): Promise<[string, bigint]> => [
                  row.owned(user, `lp:${pair}`),
                  token === undefined ? 0n : await contractBalance(user, token),
                ]),
              )
            }),
          )
          const rows: [string, bigint][] = [
            [row.lpTotal(pair), state.total_lp_tokens],
            ...places.map(([uid, lp]): [string, bigint] => [row.lpOn(pair, uid), lp]),
            ...holders.flat(),
          ]
          return { pair, vlp, amp, rows, fees: state.fee.recipient }
        }),
      ),
      Promise.all(publicKeys.map(claimsOf)),
    ])
    const [pool] = pools
    if (!pool) throw new Error('there are no pools')
    const all = [
      ...owned.flat(),
      ...vouchers.flat(),
      ...escrows.flat(),
      ...pools.flatMap(({ rows }) => rows),
      ...claims
        .flat()
        .map(({ id, mark, token, amount }): [string, bigint] => [
          row.claim(id, mark, token),
          amount,
        ]),
    ]
    return {
      rows: new Map(all.filter(([, amount]) => amount !== 0n)),
      pools: new Map(pools.map(({ pair, amp }) => [pair, { amp }])),
      vlps: new Map(pools.map(({ pair, vlp }) => [pair, vlp])),
      fees: pool.fees,
    }
  }
}
