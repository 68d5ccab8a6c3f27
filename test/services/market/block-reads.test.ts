import { describe, expect, test } from 'vitest'

import { ChainUnavailableError } from '../../../src/core/terms/errors.ts'
import { createBlockReads } from '../../../src/services/market/block-reads.ts'
import type { HubReads } from '../../../src/services/market/hub-reads-port.ts'
import type { Pool } from '../../../src/core/routing/pool-graph.ts'
import { sampleNetwork } from '../../core/sample-network.ts'

const POOL: Pool = {
  id: 'pool',
  kind: 'constant_product',
  token1: 'eth',
  token2: 'usdc',
  reserve1: 10n ** 18n,
  reserve2: 2_000_000_000n,
  lpFeeBps: 0,
  protocolFeeBps: 0,
}
const usdcIsStable = {
  ...sampleNetwork,
  tokens: sampleNetwork.tokens.map((token) => ({ ...token, usd_stable: token.token === 'usdc' })),
}

const holding = (usdc: number) => ({ held: [{ token: 'usdc', amount: BigInt(usdc) }], isAll: true })

/** A hub that keeps a list of what it was asked. */
function createAskedHub() {
  const asked: string[] = []
  const hub = { height: 1, isAway: false, pools: [POOL] }
  const answer = <T>(question: string, value: T) => {
    asked.push(question)
    return hub.isAway
      ? Promise.reject(new ChainUnavailableError('neuron', 'away'))
      : Promise.resolve(value)
  }
  const unasked = () => Promise.reject(new Error('nobody asks this here'))
  const reads: HubReads = {
    chains: () => answer('chains', []),
    tokens: ({ skip, limit }) => answer(`tokens ${skip} ${limit}`, []),
    vouchers: ({ chain_uid, address }) =>
      answer(`vouchers ${chain_uid} ${address}`, holding(hub.height)),
    voucher: unasked,
    vlps: unasked,
    pairOf: unasked,
    vlpState: unasked,
    vlpLiquidity: unasked,
    vlpFee: unasked,
    tokenDenoms: unasked,
    escrows: unasked,
    escrowAddress: unasked,
    payoutTerms: unasked,
    simulateSwap: unasked,
    routerState: unasked,
    vlpOf: unasked,
    allEscrows: unasked,
    virtualBalanceState: unasked,
    vlpShares: unasked,
    vlpFees: unasked,
    factoryState: unasked,
    factoryPools: unasked,
    partnerFees: unasked,
    lpTokenOf: unasked,
    cw20Balance: unasked,
    cw20Info: unasked,
  }
  const { latest } = createBlockReads({
    network: usdcIsStable,
    reads,
    pools: { current: async () => ({ pools: hub.pools, height: hub.height, ageMs: 0 }) },
  })
  return { hub, reads, latest, take: () => asked.splice(0) }
}
const alice = { chain_uid: 'base', address: '0xa' }
const bobby = { chain_uid: 'base', address: '0xb' }

test('a block is asked each question once, however many ask at the same time or later', async () => {
  const { latest, take } = createAskedHub()
  const [one, other] = await Promise.all([latest(), latest()])
  await Promise.all([one.chains(), other.chains(), one.vouchers(alice), one.vouchers({ ...alice })])
  await (await latest()).chains()
  expect(take()).toEqual(['chains', 'vouchers base 0xa'])
})

test('other arguments are another question', async () => {
  const { latest, take } = createAskedHub()
  const reads = await latest()
  await reads.vouchers(alice)
  await reads.vouchers(bobby)
  await reads.tokens({ limit: 1 })
  await reads.tokens({ limit: 2 })
  expect(take()).toHaveLength(4)
})

test('a new block is asked again; who began in the old one stays in it', async () => {
  const { hub, latest, take } = createAskedHub()
  const old = await latest()
  expect(await old.vouchers(alice)).toEqual(holding(1))
  hub.height = 2
  const fresh = await latest()
  expect(await fresh.vouchers(alice)).toEqual(holding(2))
  expect(await old.vouchers(alice)).toEqual(holding(1))
  expect(take()).toHaveLength(2)
})

test('a node that lags behind brings no old block back', async () => {
  const { hub, latest, take } = createAskedHub()
  hub.height = 5
  await (await latest()).chains()
  hub.height = 4
  await (await latest()).chains()
  expect(take()).toEqual(['chains'])
})

test('where the pools are not known, nothing is guessed', async () => {
  const { latest } = createBlockReads({
    network: sampleNetwork,
    reads: createAskedHub().reads,
    pools: { current: () => Promise.reject(new ChainUnavailableError('neuron', 'away')) },
  })
  await expect(latest()).rejects.toThrow('cannot be reached')
})

test('a failure is told to everybody who asked, and not kept', async () => {
  const { hub, latest, take } = createAskedHub()
  hub.isAway = true
  const reads = await latest()
  await Promise.all([
    expect(reads.chains()).rejects.toThrow('cannot be reached'),
    expect(reads.chains()).rejects.toThrow('cannot be reached'),
  ])
  expect(take()).toEqual(['chains'])
  hub.isAway = false
  expect(await reads.chains()).toEqual([])
})

describe('the market', () => {
  test('has the tokens of all pools, and their prices', async () => {
    const { traded, prices } = (await createAskedHub().latest()).market()
    expect([...traded]).toEqual(['eth', 'usdc'])
    expect(prices.get('eth')).toBe('2000')
  })

  test('is worked out again when a pool changed, and only then', async () => {
    const { hub, latest } = createAskedHub()
    const first = (await latest()).market()
    hub.height = 2
    expect((await latest()).market()).toBe(first)
    hub.height = 3
    hub.pools = [{ ...POOL, reserve2: 3_000_000_000n }]
    expect((await latest()).market().prices.get('eth')).toBe('3000')
  })
})
