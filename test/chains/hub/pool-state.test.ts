import { setTimeout } from 'node:timers/promises'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'

import { createChainAccess } from '../../../src/chains/chain-access.ts'
import { createPoolState } from '../../../src/chains/hub/pool-state.ts'
import { createHub } from '../../../src/chains/hub/hub.ts'
import { hubOf, Network } from '../../../src/core/terms/network.ts'
import { hubAddress } from '../../../src/devnet/accounts.ts'
import { contractAddress } from '../../../src/devnet/cosmwasm/contract-address.ts'
import type {
  Contract,
  ExecuteContext,
  QueryContext,
} from '../../../src/devnet/cosmwasm/contract.ts'
import { dispatch, on } from '../../../src/devnet/cosmwasm/message-table.ts'
import { startChain, type RunningChain } from '../../../src/devnet/cosmwasm/start-chain.ts'
import { sampleNetwork } from '../../core/sample-network.ts'
import { createFakeClock } from '../../fake-clock.ts'
import { CHAIN_ID, sendAs } from '../local-hub.ts'
import { startCountingNode, startNodeServer } from '../node-server.ts'
import { PATIENT } from '../../devnet/patient.ts'

const contractAt = (number: number) => contractAddress('euclid', number, number)
const router = contractAt(1)
const bystander = contractAt(2)
const VLPS = [3, 4, 5, 6, 7, 8, 9, 10].map(contractAt)
const [first = '', second = '', third = '', fourth = '', ...odd] = VLPS
const TOKENS = ['eth', 'euclid', 'osmo', 'usdc', 'usdt', 'atom', 'dai', 'wbtc']
/** By their place in `VLPS`; the last four are none that can be traded in. */
const CONFIGS: Record<number, object> = {
  1: { stable: { amp_factor: 2000 } },
  4: { concentrated: {} },
  5: { stable: { amp_factor: '0' } },
  6: { stable: { amp_factor: 'abc' } },
  7: { stable: { amp_factor: '18446744073709551615' } },
}
const MAX_AGE_MS = 30_000
const nothing = z.object({})

/** Lists the pools, two at a time whatever is asked for, as a contract with a limit of its own does. */
const routerContract: Contract = {
  label: 'router',
  execute: (context, msg) =>
    dispatch(
      {
        list: on(z.object({ count: z.int() }), (on_: ExecuteContext, { count }) =>
          on_.collection<number>('count').set('all', count),
        ),
      },
      context,
      msg,
    ),
  query: (context, msg) =>
    dispatch(
      {
        get_all_vlps: on(
          z.object({ pagination: z.object({ skip: z.int(), limit: z.int() }) }),
          (on_: QueryContext, { pagination: { skip, limit } }) => {
            const listed = VLPS.slice(0, on_.collection<number>('count').get('all') ?? 3)
            const vlps = listed.slice(skip, skip + Math.min(limit, 2))
            return { vlps: vlps.map((vlp) => ({ vlp, token_1: 'a', token_2: 'b' })) }
          },
        ),
        get_vlp: on(nothing, () => ({ vlp: first })),
      },
      context,
      msg,
    ),
}

function vlpContract(index: number): Contract {
  const pair = { token_1: TOKENS[index] ?? '', token_2: 'zzz' }
  const config = CONFIGS[index] ?? { constant_product: {} }
  return {
    label: `vlp ${index}`,
    execute: (context, msg) =>
      dispatch(
        {
          trade: on(z.object({ reserve: z.string() }), (on_: ExecuteContext, { reserve }) =>
            on_.collection<string>('reserve').set('1', reserve),
          ),
        },
        context,
        msg,
      ),
    query: (context, msg) =>
      dispatch(
        {
          state: on(nothing, () => ({
            pair,
            fee: { lp_fee_bps: 20, euclid_fee_bps: 5, recipient: {} },
            pool_config: config,
          })),
          liquidity: on(nothing, (on_: QueryContext) => ({
            pair,
            token_1_reserve: on_.collection<string>('reserve').get('1') ?? '1000',
            token_2_reserve: '5000',
          })),
        },
        context,
        msg,
      ),
  }
}

const contracts = (): Map<string, Contract> =>
  new Map([
    [router, routerContract],
    [bystander, { label: 'bystander', execute: () => undefined, query: () => ({}) }],
    ...VLPS.map((vlp, index): [string, Contract] => [vlp, vlpContract(index)]),
  ])

let hub: RunningChain
let node: Awaited<ReturnType<typeof startCountingNode>>
beforeAll(async () => {
  hub = await startChain({
    chainId: CHAIN_ID,
    bech32Prefix: 'euclid',
    gasPrice: { denom: 'ueuclid', price: '0.025' },
    contracts: contracts(),
    balances: [{ address: await hubAddress('alice'), denom: 'ueuclid', amount: 1_000_000_000n }],
    now: Date.now,
    log: () => undefined,
    port: 0,
    blockTimeMs: 40,
  })
  hub.setBlockTime(undefined) // a block comes when a test has it made: how many there are depends on no machine's speed
  node = await startCountingNode(hub.rpcUrl)
})
afterAll(async () => {
  await node.stop()
  await hub.stop()
})

const networkAt = (rpc_url: string) =>
  Network.parse({
    ...sampleNetwork,
    hub: { ...sampleNetwork.hub, router },
    chains: sampleNetwork.chains.map((chain) =>
      chain.family === 'cosmwasm' ? { ...chain, chain_id: CHAIN_ID, rpc_url } : chain,
    ),
  })

/** The state as a service has it: fed by the reader of the hub, which goes on only when told to. */
function follow(rpcUrl = hub.rpcUrl) {
  const network = networkAt(rpcUrl)
  const clock = createFakeClock()
  const warnings: string[] = []
  const log = { warn: (_details: object, message: string) => void warnings.push(message) }
  const pools = createPoolState({
    hub: createHub(network, PATIENT),
    maxAgeMs: MAX_AGE_MS,
    log,
    now: clock.now,
  })
  const reader = createChainAccess(hubOf(network), network, {
    ...PATIENT,
    listener: pools.listener,
  })
  let read = 0
  return {
    pools,
    network,
    clock,
    warnings,
    reader,
    /** Reads every block up to the newest, as the tracker does; the first time only from there on. */
    async catchUp(): Promise<number> {
      const { finalHeight } = await reader.head()
      for (let height = read === 0 ? finalHeight : read + 1; height <= finalHeight; height += 1)
        await reader.block(height)
      read = finalHeight
      return read
    },
  }
}
type Followed = ReturnType<typeof follow>

/** In the hub's next block. */
async function execute(contract: string, msg: object): Promise<void> {
  const fee = { amount: [{ denom: 'ueuclid', amount: '25000' }], gas: '1000000' }
  const sent = sendAs('alice', networkAt(hub.rpcUrl), [{ contractAddress: contract, msg }], fee)
  const included = eventually(() => hub.chain.waiting())
    .toHaveLength(1)
    .then(() => grow(1))
  await Promise.all([sent, included])
}
function grow(blocks: number): void {
  for (let made = 0; made < blocks; made += 1) hub.chain.produceBlock()
}
const reserves = async ({ pools }: Followed) =>
  Object.fromEntries((await pools.current()).pools.map(({ id, reserve1 }) => [id, reserve1]))
// oxlint-disable-next-line vitest/require-awaited-expect-poll -- whoever calls it awaits the matcher
const eventually = <T>(read: () => T) => expect.poll(read)

test('reads every pool on first use, page by page, with its curve, fees and reserves', async () => {
  const { pools } = follow()
  const state = await pools.current()
  expect(state).toEqual({
    pools: [
      expect.objectContaining({ id: first, kind: 'constant_product' }),
      {
        id: second,
        kind: 'stable',
        token1: 'euclid',
        token2: 'zzz',
        reserve1: 1000n,
        reserve2: 5000n,
        lpFeeBps: 20,
        protocolFeeBps: 5,
        ampFactor: 2000n,
      },
      expect.objectContaining({ id: third }),
    ],
    height: expect.any(Number),
    ageMs: 0,
  })
  expect(await pools.pairOf(third)).toEqual({ token_1: 'osmo', token_2: 'zzz' })
  expect(await pools.pairOf(fourth)).toBe(undefined)
})

test('a trade shows once its block was read, and leaves the other pools as the objects that they were', async () => {
  const followed = follow()
  await followed.catchUp()
  const before = await followed.pools.current()
  await execute(first, { trade: { reserve: '1234' } })
  const height = await followed.catchUp()
  await eventually(() => reserves(followed)).toMatchObject({ [first]: 1234n })
  const after = await followed.pools.current()
  expect(after.height).toBe(height)
  expect(after.pools[0]).not.toBe(before.pools[0])
  expect(after.pools[1]).toBe(before.pools[1])
  expect(followed.warnings).toEqual([])
})

test('blocks in which neither the router nor a pool ran cost no query, and keep the list as it is', async () => {
  const followed = follow(node.url)
  await followed.catchUp()
  const before = await followed.pools.current()
  await execute(bystander, { anything: {} })
  node.takeMethods()
  const height = await followed.catchUp()
  await eventually(async () => (await followed.pools.current()).height).toBe(height)
  expect(node.takeMethods()).not.toContain('abci_query')
  expect((await followed.pools.current()).pools).toBe(before.pools)
})

test('only pools that ran are asked again', async () => {
  const followed = follow(node.url)
  await followed.catchUp()
  await followed.pools.current()
  await execute(third, { trade: { reserve: '777' } })
  node.takeMethods()
  await followed.catchUp()
  await eventually(() => reserves(followed)).toMatchObject({ [third]: 777n })
  expect(node.takeMethods().filter((method) => method === 'abci_query')).toHaveLength(2)
})

test('a new pool appears by itself, and one of an unknown kind or that could not trade is left out', async () => {
  const followed = follow()
  await followed.catchUp()
  await followed.pools.current()
  await execute(router, { list: { count: VLPS.length } })
  await followed.catchUp()
  await eventually(() => reserves(followed)).toHaveProperty([fourth])
  const knownReserves = await reserves(followed)
  expect(odd.filter((vlp) => vlp in knownReserves)).toEqual([])
  await execute(router, { list: { count: 3 } })
  await followed.catchUp()
  await eventually(() => reserves(followed)).not.toHaveProperty([fourth])
})

describe('age', () => {
  test('is the time since the newest block was first seen', async () => {
    const followed = follow()
    await followed.catchUp()
    const { height } = await followed.pools.current()
    followed.clock.advanceMs(2000)
    expect(await followed.pools.current()).toMatchObject({ height, ageMs: 2000 })
    grow(1)
    expect(await followed.catchUp()).toBe(height + 1)
    await eventually(async () => (await followed.pools.current()).ageMs).toBe(0)
  })

  test('while the hub is away nothing changes but the age, until quotes are refused; then they resume by themselves', async () => {
    let isAway = false
    const gate = await startNodeServer(async (body, response) => {
      if (isAway) return response.writeHead(502).end()
      const headers = { 'content-type': 'application/json' }
      const answer = await fetch(hub.rpcUrl, { method: 'POST', headers, body })
      return response.writeHead(200, headers).end(await answer.text())
    })
    const followed = follow(gate.url)
    await followed.catchUp()
    const { height } = await followed.pools.current()

    isAway = true
    await expect(followed.catchUp()).rejects.toMatchObject({ code: 'CHAIN_UNAVAILABLE' })
    followed.clock.advanceMs(MAX_AGE_MS)
    expect(await followed.pools.current()).toMatchObject({ height, ageMs: MAX_AGE_MS })
    followed.clock.advanceMs(1)
    await expect(followed.pools.current()).rejects.toMatchObject({
      code: 'POOLS_OUTDATED',
      message: expect.stringContaining(`30 seconds; the last one was ${height}`),
    })

    isAway = false
    grow(1)
    await followed.catchUp()
    await eventually(
      async () => (await followed.pools.current().catch(() => undefined))?.ageMs,
    ).toBe(0)
    await gate.stop()
  })

  test('a reader that works through old blocks does not make it old', async () => {
    const followed = follow()
    await followed.catchUp()
    const { height } = await followed.pools.current()
    followed.clock.advanceMs(MAX_AGE_MS)
    grow(1)
    await followed.reader.head()
    expect(await followed.pools.current()).toMatchObject({ height, ageMs: MAX_AGE_MS }) // and looks at the hub
    await eventually(async () => (await followed.pools.current()).ageMs).toBe(0)
  })
})

test('a reader that was away for long starts afresh instead of waiting for every block', async () => {
  const followed = follow()
  await followed.catchUp()
  const { height } = await followed.pools.current()
  expect(await reserves(followed)).toMatchObject({ [second]: 1000n })
  await execute(second, { trade: { reserve: '4321' } })
  grow(20)
  expect((await followed.reader.head()).finalHeight).toBe(height + 21)
  await eventually(() => reserves(followed)).toMatchObject({ [second]: 4321n })
})

test('blocks that are read again, or from before, change nothing', async () => {
  const followed = follow(node.url)
  await followed.catchUp()
  const { height } = await followed.pools.current()
  node.takeMethods()
  for (const again of [height, height - 1, height - 2]) await followed.reader.block(again)
  await setTimeout(0)
  expect(node.takeMethods()).not.toContain('abci_query')
  expect((await followed.pools.current()).height).toBe(height)
})

test('a hub that was never reached is unavailable, and nothing is quoted', async () => {
  const { pools } = follow('http://127.0.0.1:1')
  await expect(pools.current()).rejects.toMatchObject({ code: 'CHAIN_UNAVAILABLE' })
})

test('the hub is asked for the tokens of a pool only where they are not known', async () => {
  const { pools } = follow(node.url)
  await pools.current()
  node.takeMethods()
  expect(await pools.pairOf(first)).toEqual({ token_1: 'eth', token_2: 'zzz' })
  expect(node.takeMethods()).toEqual([])
  await pools.pairOf(fourth)
  expect(node.takeMethods()).toContain('abci_query')
})

test('of a hub on another chain nothing is read, so quotes end; once it is the same again every pool is read afresh, also of blocks that come again', async () => {
  const followed = follow(node.url)
  const { pools, clock, reader } = followed
  await followed.catchUp()
  const before = await reserves(followed)
  pools.listener.forked(true)
  await execute(second, { trade: { reserve: '4321' } }) // heard by nobody
  grow(30)
  node.takeMethods()
  await reader.head()
  clock.advanceMs(MAX_AGE_MS)
  expect(await reserves(followed)).toEqual(before)
  clock.advanceMs(1)
  await expect(pools.current()).rejects.toThrow('has shown no new block for 30 seconds')
  expect(node.takeMethods()).not.toContain('abci_query')

  pools.listener.forked(false)
  await reader.head()
  await eventually(() =>
    pools.current().then(
      () => reserves(followed),
      () => ({}),
    ),
  ).toMatchObject({
    [second]: 4321n,
  })
  const { height } = await pools.current()
  // Another block of a height that was heard of: an operator has it read again.
  await execute(third, { trade: { reserve: '654' } })
  pools.listener.forked(true)
  pools.listener.forked(false)
  pools.listener.block(height, new Set())
  await eventually(() => reserves(followed)).toMatchObject({ [third]: 654n })
})

test('where a hub is on another chain from the start nothing is quoted', async () => {
  const { pools } = follow()
  pools.listener.forked(true)
  await expect(pools.current()).rejects.toThrow('its blocks do not follow what was read of it')
})
