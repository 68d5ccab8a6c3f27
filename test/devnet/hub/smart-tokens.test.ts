import { toBase64, toUtf8 } from '@cosmjs/encoding'
import { afterAll, afterEach, expect, test } from 'vitest'
import { z } from 'zod'

import { contractAddress } from '../../../src/devnet/cosmwasm/contract-address.ts'
import { HUB_BECH32_PREFIX, HUB_CODE_ID } from '../../../src/devnet/hub/hub-contracts.ts'
import { alice, bobby } from './hub-fixture.ts'
import { POOL_TOKENS, startPoolHub } from './pool-fixture.ts'

/** The first pool's LP token is the second contract that the genesis makes after the five fixed ones: here it is a token itself. */
const SHARE = contractAddress(HUB_BECH32_PREFIX, HUB_CODE_ID.cw20, 7)
const token_type = { smart: { contract_address: SHARE } }
const hub = await startPoolHub({
  tokens: [
    ...POOL_TOKENS,
    { token: 'share', name: 'Share', decimals: 6, denoms: [{ chain_uid: 'neuron', token_type }] },
  ],
})
afterAll(() => hub.stop())
const { factory } = hub.contracts

const onHub = (address: string) => ({ chain_uid: 'neuron', address })
const held = async (token: string, address = alice) =>
  (await hub.vouchers('neuron', address))[token] ?? 0n
const owned = async (address: string) => {
  const answer = await hub.query(SHARE, { balance: { address } })
  return BigInt(z.object({ balance: z.string() }).parse(answer).balance)
}
const send = (amount: string, message: object) =>
  hub.execute(alice, SHARE, {
    send: { contract: factory, amount, msg: toBase64(toUtf8(JSON.stringify(message))) },
  })

afterEach(expectBacked)

async function expectBacked() {
  await hub.expectBalancedBooks()
  expect((await hub.escrow('share'))['neuron'] ?? 0n).toBe(await owned(factory))
}

test('a smart token is deposited by sending it, and withdrawn as itself', async () => {
  await send('5000000', { deposit: { token: 'share', timeout: null, recipient: onHub(alice) } })
  expect(await held('share')).toBe(5_000_000n)
  const before = await owned(bobby)
  const cross_chain_addresses = [{ user: onHub(bobby), limit: { less_than_or_equal: '1000' } }]
  await hub.execute(alice, factory, {
    withdraw_virtual_balance: {
      token: 'share',
      amount: '3000',
      cross_chain_addresses,
      timeout: null,
    },
  })
  expect((await owned(bobby)) - before).toBe(1000n)
  expect(await held('share')).toBe(4_999_000n)
})

test('a smart token goes into a pool by its allowance, and through a swap by sending it', async () => {
  const pair = {
    token_1: { token: 'share', token_type, amount: '2000000' },
    token_2: { token: 'usdc', token_type: { voucher: {} }, amount: '2000000' },
  }
  const request_pool_creation = {
    pair,
    lp_token_name: 'Share and USDC',
    lp_token_symbol: 'SHUS',
    lp_token_decimal: 6,
    lp_token_marketing: null,
    slippage_tolerance_bps: 0,
    pool_config: { constant_product: {} },
    timeout: null,
  }
  await expect(hub.execute(alice, factory, { request_pool_creation })).rejects.toThrow(
    'No allowance for this account',
  )
  await hub.execute(alice, SHARE, { increase_allowance: { spender: factory, amount: '2000000' } })
  await hub.execute(alice, factory, { request_pool_creation })

  const swap = {
    asset_in: { token: 'share', token_type },
    asset_out: 'usdc',
    min_amount_out: '1',
    swaps: [{ token_in: 'share', token_out: 'usdc' }],
    timeout: null,
    cross_chain_addresses: [],
    partner_fee: { partner_fee_bps: 30, recipient: bobby },
    meta: '{}',
  }
  const out = await hub.expectedOut('share', 'usdc', 99_700n)
  const [usdc, partner] = [await held('usdc'), await owned(bobby)]
  await send('100000', { swap })
  expect((await held('usdc')) - usdc).toBe(out)
  expect((await owned(bobby)) - partner).toBe(300n)

  const other = { token: 'share', token_type: { voucher: {} } }
  await expect(send('1', { swap: { ...swap, asset_in: other } })).rejects.toThrow(
    'asset_in is not the token that was sent',
  )
  await expect(
    send('1', { deposit: { token: 'usdc', timeout: null, recipient: onHub(alice) } }),
  ).rejects.toThrow('token usdc has no denomination on neuron')
})
