import { CosmWasmClient } from '@cosmjs/cosmwasm-stargate'
import { createPublicClient, HttpRequestError } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import { eventually } from '../devnet-clients.ts'
import { startTroubledNetwork, type TroubledNetwork } from './troubled-network.ts'
import { patientHttp } from '../../../src/devnet/evm/patient-http.ts'

const USDC = 1_000_000n

let network: TroubledNetwork
beforeAll(async () => {
  network = await startTroubledNetwork()
})
afterAll(async () => {
  await network.settle()
  await network.devnet.stop()
})
afterEach(() => network.end())

/** Tries nothing again. */
const impatient = () =>
  createPublicClient({
    transport: patientHttp(network.rpcUrl('base'), { retryCount: 0 }),
    cacheTime: 0,
  })
const height = (chainUid: string): Promise<number> =>
  chainUid === 'base'
    ? impatient().getBlockNumber().then(Number)
    : CosmWasmClient.connect(network.rpcUrl(chainUid)).then((client) => client.getHeight())
const ask = (chainUid: string) =>
  fetch(network.rpcUrl(chainUid), {
    method: 'POST',
    headers: { origin: 'https://wallet.example' },
    body: '{"jsonrpc":"2.0","id":1,"method":"health"}',
  })

describe.each(['base', 'neuron'])('the public address of %s', (chainUid) => {
  test('answers 429 to clients and browsers, so many times', async () => {
    const request = {
      kind: 'break_rpc',
      answer: 'too_many_requests',
      chain_uid: chainUid,
      times: 2,
    }
    await network.start(request)
    expect(network.list().active).toMatchObject([{ trouble: request, times_left: 2 }])
    const preflight = await fetch(network.rpcUrl(chainUid), { method: 'OPTIONS' })
    expect(preflight.ok).toBe(true)
    for (let count = 0; count < 2; count += 1) {
      const { status, headers } = await ask(chainUid)
      expect([
        status,
        headers.get('retry-after'),
        headers.get('access-control-allow-origin'),
      ]).toEqual([429, '1', '*'])
    }
    expect((await ask(chainUid)).status).toBe(200)
    expect(network.list().active).toEqual([])
  })

  test.each([
    { answer: 'too_many_requests', words: '429' },
    { answer: 'html', words: 'not valid JSON' },
    { answer: 'hang_up', words: 'fetch failed' },
  ])(
    'that answers with $answer fails an unmodified client, and serves it afterwards',
    async ({ answer, words }) => {
      await network.start({ kind: 'break_rpc', answer, chain_uid: chainUid })
      await expect(height(chainUid)).rejects.toThrow(words)
      network.end()
      expect(await height(chainUid)).toBeGreaterThan(0)
    },
  )

  test('lags', async () => {
    await network.start({ kind: 'slow_rpc', delay_ms: 400, chain_uid: chainUid })
    const from = performance.now()
    await ask(chainUid)
    expect(performance.now() - from).toBeGreaterThan(390)
  })
})

test('viem sees the status, and its own retries get through a short disturbance', async () => {
  const tooMany = { kind: 'break_rpc', answer: 'too_many_requests', chain_uid: 'base' }
  await network.start({ ...tooMany, times: 2 })
  expect(await network.base.getBlockNumber()).toBeGreaterThan(0n)
  await network.start(tooMany)
  const failure = await impatient()
    .getChainId()
    .catch((error: unknown) => error)
  expect(failure instanceof HttpRequestError && failure.status).toBe(429)
})

test('other chains, and the relayers, have no part in it', async () => {
  const user = await network.books.userOn('osmosis', 'alice')
  const before = await network.books.vouchersOf(user, 'usdc')
  for (const chain_uid of ['osmosis', 'base', 'polygon'])
    await network.start({ kind: 'slow_rpc', delay_ms: 300, chain_uid })
  const asset_in = network.asset('osmosis', 'usdc')
  await network.run('deposit', 'osmosis', { amount_in: '1000000', asset_in, recipient: user })
  for (const chain_uid of ['osmosis', 'base', 'polygon'])
    await network.start({ kind: 'break_rpc', answer: 'hang_up', chain_uid })
  const vouchers = () => network.books.vouchersOf(user, 'usdc')
  await eventually('vouchers', vouchers, (now) => now === before + USDC)
  await expect(ask('osmosis')).rejects.toThrow('fetch failed')
})
