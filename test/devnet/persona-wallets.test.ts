import { text } from 'node:stream/consumers'

import { createPublicClient, isHash, toHex } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { ChainUnavailableError, TransactionFailedError } from '../../src/core/terms/errors.ts'
import { chainOf } from '../../src/core/terms/network.ts'
import { EvmBuild } from '../../src/core/terms/shapes.ts'
import { startDevnet, type Devnet } from '../../src/devnet/devnet.ts'
import { patientHttp } from '../../src/devnet/evm/patient-http.ts'
import { listenOnLoopback, type HttpListener } from '../../src/devnet/http-listener.ts'
import { createPersonaWallets, type PersonaWallets } from '../../src/devnet/persona-wallets.ts'
import { ANY_PORTS } from './any-ports.ts'

const SENDING = 'eth_sendRawTransaction'
const ASKING = 'eth_getTransactionByHash'

let devnet: Devnet
let front: HttpListener
let wallets: PersonaWallets
/** What becomes of the answers to sent transactions. */
let node:
  | 'well'
  | 'takes it, and its answer is lost'
  | 'takes it, and answers nothing more'
  | 'away'
beforeAll(async () => {
  devnet = await startDevnet({ blockTimeMs: 100, ports: ANY_PORTS })
  const { network } = devnet
  const { rpc_url } = chainOf(network, 'base')
  front = await listenOnLoopback(0, async (request, response) => {
    const body = await text(request)
    const isSending = body.includes(SENDING)
    if (isSending && node === 'away') return void response.destroy()
    if (body.includes(ASKING) && node === 'takes it, and answers nothing more')
      return void response.destroy()
    const headers = { 'content-type': 'application/json' }
    const answer = await (await fetch(rpc_url, { method: 'POST', headers, body })).text()
    if (isSending && node.startsWith('takes it')) return void response.destroy()
    response.writeHead(200, headers).end(answer)
  })
  const chains = network.chains.map((chain) =>
    chain.chain_uid === 'base' ? { ...chain, rpc_url: front.url } : chain,
  )
  wallets = createPersonaWallets({ ...network, chains })
})
afterAll(async () => {
  await front.stop()
  await devnet.stop()
})

const send = (value: bigint) => {
  const [alice, bobby] = devnet.personas
  if (!alice || !bobby) throw new Error('there are no personas')
  const chainId = chainOf(devnet.network, 'base').chain_id
  const message = { chainId, to: bobby.evm.address, data: '0x', value: toHex(value) }
  return wallets.broadcast(alice, EvmBuild.parse({ type: 'evm', msgs: [message] }))
}
const balance = async () => {
  const transport = patientHttp(chainOf(devnet.network, 'base').rpc_url)
  const address = devnet.personas[1]?.evm.address
  if (!address) throw new Error('there is no bobby')
  const reader = createPublicClient({ transport, cacheTime: 0 })
  return reader.getBalance({ address })
}

test.each([
  'well',
  'takes it, and its answer is lost',
  'takes it, and answers nothing more',
] as const)('what a node has taken is sent, once: %s', async (how) => {
  node = how
  const before = await balance()
  const { tx_hash } = await send(7n)
  expect(isHash(tx_hash)).toBe(true)
  await expect.poll(balance).toBe(before + 7n)
})

test('a node that takes nothing is said to be away, and one that refuses to have refused', async () => {
  node = 'away'
  await expect(send(7n)).rejects.toThrow(ChainUnavailableError)
  node = 'well'
  await expect(send(10n ** 30n)).rejects.toThrow(TransactionFailedError)
})
