import { toBase64 } from '@cosmjs/encoding'
import { TxRaw } from 'cosmjs-types/cosmos/tx/v1beta1/tx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'

import {
  alice,
  bobby,
  CHAIN_ID,
  counter,
  executeMsg,
  feeOf,
  sendMsg,
  startTestChain,
  stranger,
} from './test-chain.ts'

let running: Awaited<ReturnType<typeof startTestChain>>
beforeAll(async () => {
  running = await startTestChain()
})
afterAll(async () => {
  running.client.disconnect()
  await running.stop()
})

async function call(path: string, body?: object): Promise<{ status: number; json: unknown }> {
  const response = await fetch(`${running.rpcUrl}${path}`, {
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  })
  expect(response.headers.get('access-control-allow-origin')).toBe('*')
  return { status: response.status, json: await response.json() }
}

const query = (value: object) =>
  encodeURIComponent(toBase64(new TextEncoder().encode(JSON.stringify(value))))
const signed = async (...messages: Parameters<typeof running.client.sign>[1]) => {
  const tx = await running.client.sign(alice, messages, feeOf(200_000), '')
  return { tx_bytes: toBase64(TxRaw.encode(tx).finish()) }
}

test('a wallet sees its balances and its account', async () => {
  const path = `/cosmos/bank/v1beta1/balances/${bobby}`
  const coin = { denom: 'utok', amount: '1000000' }
  expect((await call(path)).json).toMatchObject({ balances: [coin] })
  expect((await call(`${path}/by_denom?denom=utok`)).json).toEqual({ balance: coin })
  expect((await call(`${path}/by_denom?denom=none`)).json).toEqual({
    balance: { denom: 'none', amount: '0' },
  })
  expect((await call(`/cosmos/auth/v1beta1/accounts/${bobby}`)).json).toMatchObject({
    account: { '@type': '/cosmos.auth.v1beta1.BaseAccount', address: bobby, sequence: '0' },
  })
})

test('the node says which chain it is, and its newest block', async () => {
  expect((await call('/cosmos/base/tendermint/v1beta1/node_info')).json).toMatchObject({
    default_node_info: { network: CHAIN_ID },
  })
  expect((await call('/cosmos/base/tendermint/v1beta1/blocks/latest')).json).toMatchObject({
    block: { header: { chain_id: CHAIN_ID } },
  })
})

test('a transaction is simulated, broadcast and found', async () => {
  const body = await signed(executeMsg(alice, { add: { by: 3, outcome: 'succeed' } }))
  const Simulation = z.object({ gas_info: z.object({ gas_used: z.string() }) })
  const simulation = Simulation.parse((await call('/cosmos/tx/v1beta1/simulate', body)).json)
  expect(Number(simulation.gas_info.gas_used)).toBeGreaterThan(10_000)

  const Sent = z.object({ tx_response: z.object({ txhash: z.string(), code: z.literal(0) }) })
  const sent = await call('/cosmos/tx/v1beta1/txs', { ...body, mode: 'BROADCAST_MODE_SYNC' })
  const { txhash } = Sent.parse(sent.json).tx_response
  await expect
    .poll(async () => (await call(`/cosmos/tx/v1beta1/txs/${txhash}`)).json)
    .toMatchObject({ tx_response: { txhash, code: 0 } })
  const smart = `/cosmwasm/wasm/v1/contract/${counter}/smart/${query({ count: {} })}`
  expect((await call(smart)).json).toEqual({ data: { count: 3 } })
  expect(await call('/cosmos/tx/v1beta1/txs', body)).toMatchObject({ status: 400 })
})

test('a transaction that the checks refuse is answered with their code', async () => {
  const tx = await running.client.sign(alice, [sendMsg(alice, bobby, 1n)], feeOf(100_000, 1), '')
  const body = { tx_bytes: toBase64(TxRaw.encode(tx).finish()) }
  expect((await call('/cosmos/tx/v1beta1/txs', body)).json).toMatchObject({
    tx_response: { code: 13 },
  })
})

test.each([
  { path: () => `/cosmos/auth/v1beta1/accounts/${stranger}`, status: 404 },
  { path: () => '/cosmos/auth/v1beta1/accounts/nonsense', status: 400 },
  { path: () => `/cosmos/tx/v1beta1/txs/${'0'.repeat(64)}`, status: 404 },
  { path: () => '/cosmos/nothing', status: 501 },
  { path: () => `/cosmwasm/wasm/v1/contract/${counter}/smart/%%`, status: 400 },
  { path: () => `/cosmwasm/wasm/v1/contract/${counter}/smart/AAAA`, status: 400 },
  {
    path: () => `/cosmwasm/wasm/v1/contract/${counter}/smart/${query({ nothing: {} })}`,
    status: 400,
  },
  { path: () => '/cosmos/tx/v1beta1/simulate', body: { tx_bytes: '!' }, status: 400 },
  { path: () => '/cosmos/tx/v1beta1/txs', body: {}, status: 400 },
])('$status in the words of the gateway', async ({ path, body, status }) => {
  const answer = await call(path(), body)
  expect(answer.status).toBe(status)
  expect(answer.json).toMatchObject({ code: expect.any(Number), message: expect.any(String) })
})
