import { toBech32 } from '@cosmjs/encoding'
import { expect } from 'vitest'
import { z } from 'zod'

import type { Token } from '../../../src/core/terms/network.ts'
import { swapOutput, type Curve } from '../../../src/core/routing/curves.ts'
import type { HubOptions } from '../../../src/devnet/hub/start-hub.ts'
import {
  DENOMS,
  alice,
  EVM_ALICE,
  relayer,
  startTestHub,
  toJson,
  USDC,
  type Operation,
  type TestRecipient,
} from './hub-fixture.ts'

const USDT = '0x00000000000000000000000000000000000000d0'
export const OSMO_FACTORY = toBech32('osmo', new Uint8Array(32).fill(7))
const OSMO_USDT = toBech32('osmo', new Uint8Array(32).fill(8))
export const OSMO_ALICE = toBech32('osmo', new Uint8Array(20).fill(1))
export const FEES = { lpBps: 10n, protocolBps: 10n }
const LP_TOKEN = { name: 'A pool', symbol: 'LP', decimals: 6 }
/** What every genesis pool holds of each of its tokens. */
export const DEPTH = 1_000_000_000n

const smart = (contract_address: string) => ({ smart: { contract_address } })
const native = (denom: string) => ({ native: { denom } })
const token = (id: string, denoms: Record<string, object>): Token => ({
  token: id,
  name: id,
  decimals: 6,
  denoms: Object.entries(denoms).map(([chain_uid, token_type]) => ({
    chain_uid,
    token_type: token_type as Token['denoms'][number]['token_type'], // made by the two above
  })),
})

export const POOL_TOKENS = [
  token('eth', { base: native('eth') }),
  token('euclid', { neuron: native('ueuclid') }),
  token('osmo', { osmosis: native('uosmo') }),
  token('usdc', { base: smart(USDC), osmosis: native('uusdc') }),
  token('usdt', { base: smart(USDT), osmosis: smart(OSMO_USDT) }),
]
export const DENOM = {
  ...DENOMS,
  usdt: { smart: { contract_address: USDT } },
}

const onHub = { chain_uid: 'neuron', address: alice }
const deposit = (chain_uid: string, id: string, amount: bigint, from: string) => ({
  chain_uid,
  token: id,
  amount,
  from,
  to: onHub,
})

/** Four pools over two chains beside the hub, all made at genesis by alice. */
export const GENESIS: NonNullable<HubOptions['genesis']> = {
  deposits: [
    deposit('base', 'usdc', 3n * DEPTH, EVM_ALICE),
    deposit('base', 'usdt', DEPTH, EVM_ALICE),
    deposit('base', 'eth', DEPTH, EVM_ALICE),
    deposit('osmosis', 'osmo', DEPTH, OSMO_ALICE),
    deposit('osmosis', 'usdc', DEPTH, OSMO_ALICE),
    deposit('neuron', 'euclid', 100_000_000n, alice),
  ],
  pools: [
    pool('usdc', 'usdt', { type: 'stable', ampFactor: 1000n }),
    pool('eth', 'usdc', { type: 'constant_product' }),
    pool('osmo', 'usdc', { type: 'constant_product' }),
  ],
}

function pool(token_1: string, token_2: string, curve: Curve) {
  const side = (id: string) => ({ token: id, amount: DEPTH })
  const assets: [ReturnType<typeof side>, ReturnType<typeof side>] = [side(token_1), side(token_2)]
  return { creator: alice, assets, curve, lpToken: LP_TOKEN }
}

const Liquidity = z.object({
  token_1_reserve: z.string(),
  token_2_reserve: z.string(),
  total_lp_tokens: z.string(),
})
const Vlps = z.object({
  vlps: z.array(z.object({ vlp: z.string(), token_1: z.string(), token_2: z.string() })),
})
const Allotted = z.object({
  ok: z.object({
    mint_lp_tokens: z.string(),
    vlp_address: z.string().optional(),
    vlp_contract: z.string().optional(),
  }),
})

/** A hub with pools, and what tests ask of it. */
export async function startPoolHub(options: Partial<HubOptions> = {}) {
  const hub = await startTestHub({
    tokens: POOL_TOKENS,
    factories: [
      {
        chain_uid: 'base',
        chain_id: '31337',
        factory: '0x00000000000000000000000000000000000fac70',
        chain_type: 'evm',
      },
      {
        chain_uid: 'osmosis',
        chain_id: 'osmosis-local-1',
        factory: OSMO_FACTORY,
        chain_type: 'cosmwasm',
        bech32_prefix: 'osmo',
      },
    ],
    fees: { ...FEES, recipient: { chain_uid: 'neuron', address: relayer } },
    genesis: GENESIS,
    ...options,
  })
  const { router, virtual_balance, claimer, factory } = hub.contracts

  const vlps = async () =>
    Vlps.parse(await hub.query(router, { get_all_vlps: { pagination: {} } })).vlps

  async function vlpOf(token_1: string, token_2: string): Promise<string> {
    const answer = await hub.query(router, { get_vlp: { pair: { token_1, token_2 } } })
    return z.object({ vlp: z.string() }).parse(answer).vlp
  }

  async function liquidityOf(vlp: string) {
    const found = Liquidity.parse(await hub.query(vlp, { liquidity: {} }))
    return {
      reserve1: BigInt(found.token_1_reserve),
      reserve2: BigInt(found.token_2_reserve),
      totalLp: BigInt(found.total_lp_tokens),
    }
  }

  /** What a trade in the pool of two tokens must yield, by the protocol's formulas over the reserves of now. */
  async function expectedOut(from: string, to: string, amount: bigint): Promise<bigint> {
    const curve: Curve =
      from.startsWith('usd') && to.startsWith('usd')
        ? { type: 'stable', ampFactor: 1000n }
        : { type: 'constant_product' }
    const { reserve1, reserve2 } = await liquidityOf(await vlpOf(from, to))
    const [reserveIn, reserveOut] = from < to ? [reserve1, reserve2] : [reserve2, reserve1]
    return swapOutput({ curve, reserveIn, reserveOut, fees: FEES }, amount).amountOut
  }

  /** Every unit in an escrow is somebody's voucher, a claim's or a pool's, and every LP token is counted. */
  async function expectBalancedBooks(): Promise<void> {
    const ledger = new Map<string, bigint>()
    for (const { token: id } of options.tokens ?? POOL_TOKENS) {
      const { balances } = z
        .object({
          balances: z.array(
            z.object({
              user: z.object({ chain_uid: z.string(), address: z.string() }),
              amount: z.string(),
            }),
          ),
        })
        .parse(
          await hub.query(virtual_balance, {
            get_token_balances: { token_id: id, pagination: {} },
          }),
        )
      for (const { user, amount } of balances) ledger.set(`${user.address}/${id}`, BigInt(amount))
      const held = balances.reduce((sum, { amount }) => sum + BigInt(amount), 0n)
      const escrowed = Object.values(await hub.escrow(id)).reduce((sum, part) => sum + part, 0n)
      expect([id, held]).toEqual([id, escrowed])
    }
    for (const { vlp, token_1, token_2 } of await vlps()) {
      const { reserve1, reserve2, totalLp } = await liquidityOf(vlp)
      expect([ledger.get(`${vlp}/${token_1}`), ledger.get(`${vlp}/${token_2}`)]).toEqual([
        reserve1,
        reserve2,
      ])
      const { pools } = z
        .object({
          pools: z.array(
            z.object({ chain_uid: z.string(), pool: z.object({ lp_shares: z.string() }) }),
          ),
        })
        .parse(await hub.query(vlp, { get_all_pools: {} }))
      const shares = pools.reduce((sum, part) => sum + BigInt(part.pool.lp_shares), 0n)
      expect(shares + 1000n).toBe(totalLp)
      const here = pools.find(({ chain_uid }) => chain_uid === 'neuron')
      if (here) expect(await lpSupply(vlp)).toBe(BigInt(here.pool.lp_shares))
    }
    const coins = BigInt((await hub.client.getBalance(factory, 'ueuclid')).amount)
    expect((await hub.escrow('euclid'))['neuron'] ?? 0n).toBe(coins)
    expect(ledger.get(`${claimer}/usdc`) ?? 0n).toBe(0n)
  }

  async function lpTokenOf(vlp: string): Promise<string> {
    const answer = await hub.query(factory, { get_l_p_token: { vlp } })
    return z.object({ token_address: z.string() }).parse(answer).token_address
  }

  async function lpSupply(vlp: string): Promise<bigint> {
    const info = await hub.query(await lpTokenOf(vlp), { token_info: {} })
    return BigInt(z.object({ total_supply: z.string() }).parse(info).total_supply)
  }

  async function lpBalance(vlp: string, address: string): Promise<bigint> {
    const answer = await hub.query(await lpTokenOf(vlp), { balance: { address } })
    return BigInt(z.object({ balance: z.string() }).parse(answer).balance)
  }

  /** An add or a creation from base. */
  async function receiveLiquidity(operation: Operation) {
    const { ok, answer } = await hub.receive(operation)
    if (!ok) return { ok: false as const, text: JSON.stringify(answer) }
    const { mint_lp_tokens, vlp_address, vlp_contract } = Allotted.parse(answer).ok
    return { ok: true as const, vlp: vlp_address ?? vlp_contract ?? '', lp: BigInt(mint_lp_tokens) }
  }

  return {
    ...hub,
    vlps,
    vlpOf,
    liquidityOf,
    expectedOut,
    acknowledgeOsmosis: (number: number, answer: { ok: boolean; msg: string }) =>
      hub.acknowledge(number, answer, relayer, 'osmosis'),
    expectBalancedBooks,
    lpTokenOf,
    lpBalance,
    receiveLiquidity,
  }
}

type Side = { token: keyof typeof DENOM; amount: bigint; isVoucher?: boolean }

export function swapCall(swap: {
  asset: Side
  route: string[]
  min?: bigint
  recipients?: TestRecipient[]
  /** What the factory has taken off the amount for a partner. */
  partner?: { amount: bigint; recipient: string }
}): Operation {
  const { asset, route, min = 1n, recipients = [], partner } = swap
  return ({ sender, tx_id }) => ({
    swap: {
      sender,
      asset_in: { token: asset.token, token_type: denomOf(asset) },
      amount_in: `${asset.amount - (partner?.amount ?? 0n)}`,
      asset_out: route.at(-1) ?? '',
      min_amount_out: `${min}`,
      swaps: route
        .slice(1)
        .map((token_out, index) => ({ token_in: route[index] ?? '', token_out })),
      recipients: recipients.map(toJson),
      partner_fee_amount: `${partner?.amount ?? 0n}`,
      partner_fee_recipient: { ...sender, ...(partner && { address: partner.recipient }) },
      tx_id,
    },
  })
}
const denomOf = ({ token: id, isVoucher }: Side) => (isVoucher ? DENOM.voucher : DENOM[id])
const sideOf = (side: Side) => ({
  token: side.token,
  amount: `${side.amount}`,
  token_type: denomOf(side),
})

export const addCall =
  (left: Side, right: Side, slippage_tolerance_bps = 0): Operation =>
  ({ sender, tx_id }) => {
    const pair = { token_1: sideOf(left), token_2: sideOf(right) }
    return { add_liquidity: { sender, slippage_tolerance_bps, pair, tx_id } }
  }

export const createCall =
  (left: Side, right: Side, pool_config: object = { constant_product: {} }): Operation =>
  ({ sender, tx_id }) => {
    const pair = { token_1: sideOf(left), token_2: sideOf(right) }
    const body = { sender, tx_id, pair, pool_config, slippage_tolerance_bps: 0 }
    return { request_pool_creation: body }
  }

export const removeCall =
  (
    pair: { token_1: string; token_2: string },
    lp: bigint,
    recipient = { chain_uid: 'base', address: EVM_ALICE },
  ): Operation =>
  ({ sender, tx_id }) => ({
    remove_liquidity: { sender, lp_allocation: `${lp}`, pair, recipient, tx_id },
  })
