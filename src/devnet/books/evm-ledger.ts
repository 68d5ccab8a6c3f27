import { encodeDeployData, erc20Abi, getAddress, zeroAddress, type Address } from 'viem'

import { denomOn, type EvmChain, type Token } from '../../core/terms/network.ts'
import { balanceSumArtifact } from '../evm/contract-artifacts.ts'
import { localFactoryAbi } from '../evm/local-factory-abi.ts'
import type { ChainLedger, Holdings } from './balance-books.ts'
import { createEvmTrail, type EvmTrail } from './evm-trail.ts'

/** So many balances are added up by one call: more would make its creation code too long. */
const OWNERS_AT_ONCE = 1_000

/** A moment of an EVM chain: its newest block, and what had happened until then. */
export type EvmMoment = { block: bigint; hash: string; trail: EvmTrail }

/** An EVM chain's books, read over its public address. */
export type EvmLedger = {
  chain_uid: string
  now(): Promise<EvmMoment>
  /** The newest block that cannot go away. */
  finalBlock(): Promise<bigint>
  /** What packets are open at a moment, and which releases were paid. */
  packets(moment: EvmMoment): Pick<ChainLedger, 'open' | 'paid'>
  /** The whole ledger at a moment; `undefined` when the chain has gone back on its block since. */
  read(moment: EvmMoment): Promise<ChainLedger | undefined>
}

/**
 * `supply` is how much of the native currency block 0 had, in base units, and `owners` had all of it: no block brings more.
 */
export function createEvmLedger(deps: {
  chain: EvmChain
  tokens: readonly Token[]
  supply: bigint
  owners: readonly Address[]
}): EvmLedger {
  const { chain_uid, rpc_url } = deps.chain
  const factory = getAddress(deps.chain.factory)
  const trails = createEvmTrail({ rpcUrl: rpc_url, factory })
  const { client } = trails

  const homes = deps.tokens.flatMap((token) => {
    const denom = denomOn(token, chain_uid)
    if (!denom) return []
    const address = 'smart' in denom ? getAddress(denom.smart.contract_address) : zeroAddress
    return [{ token: token.token, address }]
  })
  const tokenAt = (denom: Address) => homes.find(({ address }) => address === denom)?.token

  async function sumOf(token: Address, owners: readonly Address[], blockNumber: bigint) {
    const parts = Array.from({ length: Math.ceil(owners.length / OWNERS_AT_ONCE) }, (_, index) =>
      owners.slice(index * OWNERS_AT_ONCE, (index + 1) * OWNERS_AT_ONCE),
    )
    const sums = await Promise.all(
      parts.map(async (part) => {
        const data = encodeDeployData({ ...balanceSumArtifact, args: [token, part] })
        return BigInt((await client.call({ data, blockNumber })).data ?? 0)
      }),
    )
    return sums.reduce((total, each) => total + each, 0n)
  }

  async function erc20(contract: Address, { block, trail }: EvmMoment): Promise<Holdings> {
    const holders = [...(trail.holders.get(contract.toLowerCase()) ?? [])]
    const [supply, held] = await Promise.all([
      client.readContract({
        address: contract,
        abi: erc20Abi,
        functionName: 'totalSupply',
        blockNumber: block,
      }),
      sumOf(contract, holders, block),
    ])
    return { supply, held }
  }

  async function native({ block, trail }: EvmMoment): Promise<Holdings> {
    const owners = [...new Set([...deps.owners, ...trail.accounts].map((each) => getAddress(each)))]
    return { supply: deps.supply, held: (await sumOf(zeroAddress, owners, block)) + trail.burnt }
  }

  /** What everybody and everything holds at a moment. */
  async function holdingsAt(moment: EvmMoment): Promise<Pick<ChainLedger, 'tokens' | 'shares'>> {
    const { block, trail } = moment
    const tokens = await Promise.all(
      homes.map(async ({ token, address }) => {
        const [holdings, balance, escrow] = await Promise.all([
          address === zeroAddress ? native(moment) : erc20(address, moment),
          sumOf(address, [factory], block),
          client.readContract({
            address: factory,
            abi: localFactoryAbi,
            functionName: 'escrowOf',
            args: [address],
            blockNumber: block,
          }),
        ])
        return [token, { ...holdings, factory: balance, escrow }] as const
      }),
    )
    const shares = await Promise.all(
      [...trail.lpTokens].map(
        async ([vlp, address]) => [vlp, await erc20(address, moment)] as const,
      ),
    )
    return { tokens: new Map(tokens), shares: new Map(shares) }
  }

  const packets: EvmLedger['packets'] = ({ trail }) => ({
    open: [...trail.open].map(([sequence, { taken, burned }]) => ({
      sequence,
      burned,
      // A factory takes any ERC-20; what is no token of the network goes back, and is in no book.
      taken: taken.flatMap(({ denom, amount }) => {
        const token = tokenAt(denom)
        return token === undefined ? [] : [{ token, amount }]
      }),
    })),
    paid: trail.paid,
  })

  return {
    chain_uid,
    packets,
    async now() {
      const { number: block, hash } = await client.getBlock()
      return { block, hash, trail: await trails.upTo(block) }
    },
    async finalBlock() {
      return (await client.getBlock({ blockTag: 'finalized' })).number
    },
    async read(moment) {
      const { block } = moment
      let found = await holdingsAt(moment)
      // A call at the newest block that has to wait while the next one is made is answered from that one.
      if ((await client.getBlockNumber()) !== block) found = await holdingsAt(moment)
      const { hash } = await client.getBlock({ blockNumber: block })
      if (hash !== moment.hash) return undefined
      return { chain_uid, ...found, ...packets(moment) }
    },
  }
}
