import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'

import { createHub } from '../../../src/chains/hub/hub.ts'
import { Network } from '../../../src/core/terms/network.ts'
import { contractAddress } from '../../../src/devnet/cosmwasm/contract-address.ts'
import type { Contract, QueryContext } from '../../../src/devnet/cosmwasm/contract.ts'
import { dispatch, on } from '../../../src/devnet/cosmwasm/message-table.ts'
import { startChain } from '../../../src/devnet/cosmwasm/start-chain.ts'
import { ContractError } from '../../../src/devnet/cosmwasm/tx-error.ts'
import { sampleNetwork } from '../../core/sample-network.ts'
import { startLiar, type Lie } from '../node-server.ts'
import { PATIENT } from '../../devnet/patient.ts'

const contractAt = (number: number) => contractAddress('euclid', number, number)
const router = contractAt(1)
const factory = contractAt(2)
const vlp = contractAt(3)
const impostor = contractAt(4)
const otherContract = contractAt(5)
const LP_TOKEN = contractAt(6)
const PAIR = { token_1: 'eth', token_2: 'usdc' }
const Pair = z.strictObject({ token_1: z.string(), token_2: z.string() })

/** A contract that only answers: one query, with what `answer` makes of its body. */
function answering<Schema extends z.ZodType>(
  name: string,
  schema: Schema,
  answer: (body: z.output<Schema>) => object,
): Contract {
  return {
    label: name,
    execute: () => undefined,
    query: (context, msg) =>
      dispatch({ [name]: on(schema, (_: QueryContext, body) => answer(body)) }, context, msg),
  }
}

const state = () => ({ pair: PAIR, total_lp_tokens: '5', fee: { lp_fee_bps: 10 } })
const hub = await startChain({
  chainId: 'neuron-1',
  bech32Prefix: 'euclid',
  gasPrice: { denom: 'ueuclid', price: '0.025' },
  contracts: new Map([
    [router, answering('get_vlp', z.strictObject({ pair: Pair }), () => ({ vlp, ...PAIR }))],
    [
      factory,
      answering('get_l_p_token', z.strictObject({ vlp: z.string() }), (asked) => {
        if (asked.vlp !== vlp) throw new ContractError('not found')
        return { token_address: LP_TOKEN }
      }),
    ],
    [vlp, answering('state', z.strictObject({}), state)],
    [impostor, answering('state', z.strictObject({}), state)],
    [otherContract, answering('state', z.strictObject({}), () => ({ count: 5 }))],
  ]),
  balances: [],
  now: Date.now,
  log: () => undefined,
  port: 0,
  blockTimeMs: 40,
})
afterAll(hub.stop)

const networkAt = (rpc_url: string) =>
  Network.parse({
    ...sampleNetwork,
    hub: { ...sampleNetwork.hub, router },
    chains: sampleNetwork.chains.map((chain) =>
      chain.family === 'cosmwasm' ? { ...chain, factory, rpc_url } : chain,
    ),
  })
const pools = createHub(networkAt(hub.rpcUrl), PATIENT)

const OWNED = Array.from({ length: 25 }, (_, index) => ({
  token_id: `token${index + 10}`,
  amount: `${index}`,
}))
const User = z.strictObject({ chain_uid: z.string(), address: z.string() })
const Page = z.strictObject({
  min: z.null(),
  max: z.null(),
  skip: z.int(),
  limit: z.int().nullable(),
})
/** Ledgers by how much of a user's vouchers they give at once. */
const LEDGERS = {
  'ten, unless told otherwise': answering(
    'get_user_balances',
    z.strictObject({ user: User, pagination: Page.nullish() }),
    ({ pagination }) => {
      const { skip, limit } = pagination ?? { skip: 0, limit: null }
      return { balances: OWNED.slice(skip, skip + (limit ?? 10)) }
    },
  ),
  'seven at most': answering(
    'get_user_balances',
    z.strictObject({ user: User, pagination: Page.nullish() }),
    ({ pagination }) => ({
      balances: OWNED.slice(pagination?.skip ?? 0).slice(0, pagination ? 7 : 10),
    }),
  ),
  'all, and which know no pages': answering(
    'get_user_balances',
    z.strictObject({ user: User }),
    () => ({ balances: OWNED }),
  ),
}

test.each(Object.entries(LEDGERS))(
  'all vouchers of a user are read from ledgers that give %s',
  async (_how, ledger) => {
    const chain = await startChain({
      chainId: 'neuron-1',
      bech32Prefix: 'euclid',
      gasPrice: { denom: 'ueuclid', price: '0' },
      contracts: new Map([[router, ledger]]),
      balances: [],
      now: Date.now,
      log: () => undefined,
      port: 0,
      blockTimeMs: 40,
    })
    try {
      // The first has nothing left.
      expect(await vouchersOn(chain.rpcUrl).vouchers(ALICE)).toEqual({
        held: OWNED.slice(1).map(({ token_id: token, amount }) => ({
          token,
          amount: BigInt(amount),
        })),
        isAll: true,
      })
    } finally {
      await chain.stop()
    }
  },
)

const ALICE = { chain_uid: 'base', address: '0xabc' }

/** A hub whose ledger of vouchers stands in the place of the router. */
function vouchersOn(rpcUrl: string) {
  const network = networkAt(rpcUrl)
  return createHub({ ...network, hub: { ...network.hub, virtual_balance: router } }, PATIENT)
}

describe('vouchers of somebody who was sent 5,000 kinds of dust', () => {
  const DUST = Array.from({ length: 5000 }, (_, index) => ({
    token_id: `dust${index}`,
    amount: '1',
  }))
  let asked: string[] = []
  let kinds = DUST.length
  const listing = answering(
    'get_user_balances',
    z.strictObject({ user: User, pagination: Page.nullish() }),
    ({ pagination }) => {
      const { skip, limit } = pagination ?? { skip: 0, limit: null }
      asked.push('list')
      return { balances: DUST.slice(skip, Math.min(kinds, skip + (limit ?? 10))) }
    },
  )
  const Key = z.strictObject({ cross_chain_user: User, token_id: z.string() })
  const single = answering('get_balance', z.strictObject({ balance_key: Key }), (body) => {
    const { token_id, cross_chain_user } = body.balance_key
    asked.push(`${token_id} of ${cross_chain_user.address}`)
    if (token_id === 'bad') throw new ContractError('Invalid token id')
    // Not every storage has a nought where there is nothing.
    if (token_id !== 'usdc')
      throw new ContractError('type: cosmwasm_std::Uint128; key: [00] not found')
    return { amount: '7' }
  })
  const ledger: Contract = {
    label: 'virtual-balance',
    execute: () => undefined,
    query: (context, msg) => (isOfOne(msg) ? single : listing).query(context, msg),
  }
  const isOfOne = (msg: unknown) => JSON.stringify(msg).startsWith('{"get_balance"')
  let chain: Awaited<ReturnType<typeof startChain>>
  beforeAll(async () => {
    chain = await startChain({
      chainId: 'neuron-1',
      bech32Prefix: 'euclid',
      gasPrice: { denom: 'ueuclid', price: '0' },
      contracts: new Map([[router, ledger]]),
      balances: [],
      now: Date.now,
      log: () => undefined,
      port: 0,
      blockTimeMs: 40,
    })
  })
  beforeEach(() => {
    asked = []
    kinds = DUST.length
  })
  afterAll(() => chain.stop())

  test('of one token are read with one question', async () => {
    const { voucher } = vouchersOn(chain.rpcUrl)
    expect(await voucher(ALICE, 'usdc')).toBe(7n)
    expect(await voucher(ALICE, 'eth')).toBe(0n)
    expect(asked).toEqual(['usdc of 0xabc', 'eth of 0xabc'])
    await expect(voucher(ALICE, 'bad')).rejects.toMatchObject({ code: 'INVALID_REQUEST' })
  })

  test('are listed up to some, and those of the network’s own tokens besides', async () => {
    const { held, isAll } = await vouchersOn(chain.rpcUrl).vouchers(ALICE)
    expect(isAll).toBe(false)
    expect(held).toHaveLength(511)
    expect(held).toContainEqual({ token: 'usdc', amount: 7n })
    expect(asked.filter((question) => question === 'list')).toHaveLength(7)
    expect(asked.slice(7).toSorted()).toEqual(
      sampleNetwork.tokens.map(({ token }) => `${token} of 0xabc`).toSorted(),
    )
  })

  test.each([
    { count: 410, isAll: true },
    { count: 411, isAll: true },
    { count: 509, isAll: true },
    { count: 510, isAll: true },
    { count: 511, isAll: false },
  ])('and $count kinds are all: $isAll', async ({ count, isAll }) => {
    kinds = count
    const found = await vouchersOn(chain.rpcUrl).vouchers(ALICE)
    expect(found.isAll).toBe(isAll)
    expect(found.held.filter(({ token }) => token.startsWith('dust'))).toHaveLength(
      Math.min(count, 510),
    )
  })
})

describe('the pair of a pool', () => {
  test('is what its own state says', async () => {
    expect(await pools.pairOf(vlp)).toEqual(PAIR)
  })

  test.each([
    ['a contract that says to be a pool, but is not the one that the router has', impostor],
    ['a contract of another kind, with a state of its own', otherContract],
    ['a contract that does not know the question', router],
    ['an address without a contract', LP_TOKEN],
  ])('is unknown for %s', async (_what, address) => {
    expect(await pools.pairOf(address)).toBe(undefined)
  })
})

describe("a pool's LP token", () => {
  test('is what the factory of the chain says', async () => {
    expect(await pools.lpTokenOf('neuron', vlp)).toBe(LP_TOKEN)
  })

  test('is unknown where the factory has none, and on a chain without such factories', async () => {
    expect(await pools.lpTokenOf('neuron', impostor)).toBe(undefined)
    expect(await pools.lpTokenOf('base', vlp)).toBe(undefined)
  })

  test('is not asked of a chain that the network does not have', async () => {
    await expect(pools.lpTokenOf('mars', vlp)).rejects.toThrow('no chain "mars"')
  })
})

test('a hub that cannot be reached is told apart from a pool that does not exist', async () => {
  const away = createHub(networkAt('http://127.0.0.1:1'), { deadlineMs: 500 })
  await expect(away.pairOf(vlp)).rejects.toThrow('cannot be reached')
  await expect(away.lpTokenOf('neuron', vlp)).rejects.toThrow('cannot be reached')
})

describe('its time', () => {
  const HOUR_MS = 3_600_000
  const saying =
    (byMs: number, catching_up: boolean): Lie =>
    (method, _params, result) => {
      if (method !== 'status') return result
      const { sync_info, ...rest } = result as { sync_info: { latest_block_time: string } } // a real node's
      const latest_block_time = new Date(
        Date.parse(sync_info.latest_block_time) + byMs,
      ).toISOString()
      return { ...rest, sync_info: { ...sync_info, latest_block_time, catching_up } }
    }
  /** What the hub's time is, by nodes whose clocks are so far ahead. */
  async function timeBy(aheadMs: readonly number[], { isCatchingUp = false } = {}) {
    const nodes = await Promise.all(aheadMs.map(() => startLiar(hub.rpcUrl)))
    try {
      for (const [index, node] of nodes.entries())
        node.lie = saying(aheadMs[index] ?? 0, isCatchingUp && aheadMs[index] !== 0)
      const [rpc_url = '', ...rpc_urls] = nodes.map(({ url }) => url)
      const network = networkAt(rpc_url)
      const chains = network.chains.map((chain) =>
        chain.family === 'cosmwasm' ? { ...chain, rpc_urls } : chain,
      )
      return await createHub({ ...network, chains }, PATIENT).time()
    } finally {
      await Promise.all(nodes.map(({ stop }) => stop()))
    }
  }
  const isNear = (time: Date, aheadMs: number) =>
    Math.abs(time.getTime() - Date.now() - aheadMs) < HOUR_MS / 2

  test.each<{ name: string; aheadMs: number[]; said: number | 'nothing' }>([
    { name: 'a lone node is believed', aheadMs: [HOUR_MS], said: HOUR_MS },
    { name: 'two that are some blocks apart say the same', aheadMs: [0, -20_000], said: 0 },
    { name: 'one of two that is ahead is not believed', aheadMs: [HOUR_MS, 0], said: 'nothing' },
    { name: 'nor one that is behind', aheadMs: [0, -HOUR_MS], said: 'nothing' },
    { name: 'of three, two that say the same are', aheadMs: [HOUR_MS, 0, 0], said: 0 },
  ])('$name', async ({ aheadMs, said }) => {
    const asked = timeBy(aheadMs)
    if (said === 'nothing') await expect(asked).rejects.toThrow('do not say the same of it yet')
    else expect(isNear(await asked, said)).toBe(true)
  })

  test('is not asked of nodes that say that they are catching up, also where there is no other', async () => {
    const isCatchingUp = true
    const behind = [-8 * HOUR_MS, -8 * HOUR_MS]
    expect(isNear(await timeBy([...behind, 0, 0], { isCatchingUp }), 0)).toBe(true)
    for (const aheadMs of [[-8 * HOUR_MS], behind])
      await expect(timeBy(aheadMs, { isCatchingUp })).rejects.toThrow('catching up')
  })
})
