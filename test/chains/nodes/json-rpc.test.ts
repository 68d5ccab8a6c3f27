import type { ServerResponse } from 'node:http'

import { afterEach, describe, expect, test } from 'vitest'

import { createChainAccess } from '../../../src/chains/chain-access.ts'
import { createHubAccount } from '../../../src/chains/hub/hub-account.ts'
import { createHub } from '../../../src/chains/hub/hub.ts'
import { nodesOf } from '../../../src/chains/nodes/chain-nodes.ts'
import {
  createJsonRpc,
  RpcRefusedError,
  TooLongAnswerError,
} from '../../../src/chains/nodes/json-rpc.ts'
import { ChainUnavailableError } from '../../../src/core/terms/errors.ts'
import { Network } from '../../../src/core/terms/network.ts'
import { DEVNET_MNEMONIC } from '../../../src/devnet/accounts.ts'
import { ALICE_EVM, ALICE_HUB, CW20, sampleNetwork, USDC } from '../../core/sample-network.ts'
import { startNodeServer } from '../node-server.ts'

const DEADLINE_MS = 150
const KEY = 'secret-provider-key'
const HASH = 'ab'.repeat(32)

let stop: (() => Promise<void>) | undefined
afterEach(() => stop?.())

async function nodeThat(answer: (response: ServerResponse) => unknown): Promise<string> {
  const node = await startNodeServer((_body, response) => answer(response))
  stop = node.stop
  return `${node.url}/${KEY}`
}

/** Everything that asks a chain, by name. */
async function everyCall(url: string): Promise<Record<string, () => Promise<unknown>>> {
  const chains = sampleNetwork.chains.map((chain) => ({ ...chain, rpc_url: url }))
  const network = Network.parse({ ...sampleNetwork, chains })
  const options = { deadlineMs: DEADLINE_MS }
  const [base, neuron] = network.chains.map((chain) => createChainAccess(chain, network, options))
  const hub = createHub(network, options)
  const relayer = await createHubAccount({
    hub,
    mnemonic: DEVNET_MNEMONIC,
    index: 2,
  })
  return {
    'base head': async () => base?.head(),
    'base block': async () => base?.block(5),
    'base transaction': async () => base?.transaction(`0x${HASH}`),
    'base calls': async () => base?.callsOf(`0x${HASH}`),
    'base balance': async () => base?.balanceOf(ALICE_EVM, { native: { denom: 'eth' } }),
    'base token': async () => base?.balanceOf(ALICE_EVM, { smart: { contract_address: USDC } }),
    'neuron head': async () => neuron?.head(),
    'neuron block': async () => neuron?.block(5),
    'neuron transaction': async () => neuron?.transaction(HASH),
    'neuron calls': async () => neuron?.callsOf(HASH),
    'neuron balance': async () => neuron?.balanceOf(ALICE_HUB, { native: { denom: 'ueuclid' } }),
    'neuron token': async () => neuron?.balanceOf(ALICE_HUB, { smart: { contract_address: CW20 } }),
    voucher: () => hub.voucher({ chain_uid: 'base', address: ALICE_EVM }, 'usdc'),
    vouchers: () => hub.vouchers({ chain_uid: 'base', address: ALICE_EVM }),
    claim: () => hub.claim('5'),
    sequence: () => relayer.nextSequence(),
    sign: () => relayer.sign({ claim_voucher: {} }, 0),
    filler: () => relayer.signFiller(0),
    broadcast: () => relayer.broadcast(new Uint8Array([1])),
    result: () => relayer.result(HASH),
  }
}

const json = (response: ServerResponse, body: object) =>
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))

describe('trouble with a node is never anything else than an unavailable chain', () => {
  test.each<{ name: string; answer: (response: ServerResponse) => unknown }>([
    { name: 'HTTP 429', answer: (response) => response.writeHead(429).end('slow down') },
    {
      name: 'HTTP 429 with a JSON-RPC error',
      answer: (response) =>
        response
          .writeHead(429)
          .end('{"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"x"}}'),
    },
    {
      name: 'too many calls, said in a good answer',
      answer: (response) =>
        json(response, { jsonrpc: '2.0', id: 1, error: { code: -32005, message: 'limit' } }),
    },
    { name: 'HTTP 500', answer: (response) => response.writeHead(500).end() },
    {
      name: 'a web page',
      answer: (response) =>
        response.writeHead(200, { 'content-type': 'text/html' }).end('<html></html>'),
    },
    { name: 'half an answer', answer: (response) => response.end('{"jsonrpc":"2.0","id":1,"resu') },
    { name: 'JSON that is no answer', answer: (response) => json(response, [1, 2]) },
    {
      name: 'a result of nothing known',
      answer: (response) => json(response, { jsonrpc: '2.0', id: 1, result: { hello: 1 } }),
    },
    {
      name: 'a result that is text',
      answer: (response) => json(response, { jsonrpc: '2.0', id: 1, result: 'garbage' }),
    },
    {
      name: 'an error of the node',
      answer: (response) =>
        json(response, {
          jsonrpc: '2.0',
          id: 1,
          error: { code: -32603, message: 'database closed' },
        }),
    },
    { name: 'silence', answer: () => undefined },
    {
      name: 'an answer that never ends',
      answer: (response) => response.writeHead(200).write('{"jsonrpc":'),
    },
    { name: 'a hang-up', answer: (response) => response.destroy() },
  ])('$name', async ({ answer }) => {
    const outcomes = await outcomesOf(await everyCall(await nodeThat(answer)))
    expect(outcomes.filter(({ error }) => !(error instanceof ChainUnavailableError))).toEqual([])
    expect(outcomes.filter(({ text }) => /127\.0\.0\.1|secret-provider-key/.test(text))).toEqual([])
  })

  test('an answer that goes on and on is not kept, however much time there is', async () => {
    let sent = 0
    const url = await nodeThat((response) => {
      const piece = ' '.repeat(2 ** 20)
      const goOn = () => {
        while (!response.destroyed && response.write(piece)) sent += 1
      }
      response.writeHead(200).on('drain', goOn)
      goOn()
    })
    const rpc = createJsonRpc({ chain_uid: 'base', rpc_url: url }, { deadlineMs: 1_000_000 })
    const refused = await rpc('eth_blockNumber', []).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(ChainUnavailableError)
    expect(String(refused)).toContain('its node answers with more than 64 MiB')
    expect(sent).toBeLessThan(128)
  })

  test('what is read as it comes may take longer, and need not end before', async () => {
    const url = await nodeThat((response) => {
      response.writeHead(200).write('{"result":"')
      setTimeout(() => response.end('late"}'), 6_000)
    })
    const rpc = createJsonRpc({ chain_uid: 'neuron', rpc_url: url }, { deadlineMs: 5_000 })
    const pieces: string[] = []
    const read = async (text: AsyncIterable<string>) => {
      for await (const piece of text) pieces.push(piece)
      return { result: pieces.length }
    }
    expect(await rpc('block_results', {}, read)).toBe(pieces.length)
    expect(pieces.join('')).toBe('{"result":"late"}')
    const broken = rpc('block_results', {}, async () => undefined)
    await expect(broken).rejects.toThrow('its node did not answer in JSON-RPC')
  })

  describe('receipts and results', () => {
    const RECEIPTS = ['eth_getBlockReceipts', 'eth_getTransactionReceipt']
    const askTwice = async (method: string, answer: (response: ServerResponse) => unknown) => {
      const url = await nodeThat(answer)
      const chain = { chain_uid: 'base', rpc_url: url, rpc_urls: [`${url}/2`] }
      const [node] = nodesOf(chain)
      const options = { deadlineMs: 2_000, now: () => 0, ...(node && { node }) }
      const rpc = createJsonRpc(chain, options)
      const ask = () => rpc(method, []).catch((error: unknown) => error)
      return { first: await ask(), again: await ask() }
    }

    test.each([...RECEIPTS, 'block_results'])(
      'that are still coming at the deadline are too long, %s',
      async (method) => {
        const { first, again } = await askTwice(method, (response) =>
          response.writeHead(200).write(' '.repeat(2 ** 17)),
        )
        expect(first).toBeInstanceOf(TooLongAnswerError)
        expect(again).toBeInstanceOf(TooLongAnswerError) // a node that is well is asked again
      },
    )

    test.each([
      { what: 'that hung after a few bytes', method: 'eth_getBlockReceipts', size: 2_000 },
      { what: 'that hung in another answer', method: 'eth_blockNumber', size: 2 ** 17 },
    ])('of a node $what are not', async ({ method, size }) => {
      const { first, again } = await askTwice(method, (response) =>
        response.writeHead(200).write(' '.repeat(size)),
      )
      expect(first).not.toBeInstanceOf(TooLongAnswerError)
      expect(String(first)).toContain('no answer within 2000 ms')
      expect(String(again)).toContain('one of its nodes is away')
    })

    test.each([
      { status: 200, code: -32008, words: 'Response is too big' },
      { status: 400, code: -32000, words: 'response size exceeded' },
      { status: 200, code: -32005, words: 'response size should not be greater than 10485760' },
      { status: 413, code: -32000, words: 'result too large' },
    ])('that the node does not give are: HTTP $status, $words', async ({ status, code, words }) => {
      const answer = (response: ServerResponse) =>
        response
          .writeHead(status, { 'content-type': 'application/json' })
          .end(JSON.stringify({ jsonrpc: '2.0', id: 1, error: { code, message: words } }))
      const { first, again } = await askTwice('eth_getBlockReceipts', answer)
      expect(first).toBeInstanceOf(TooLongAnswerError)
      expect(again).toBeInstanceOf(TooLongAnswerError)
    })

    test.each([
      { code: -32005, words: 'limit exceeded' },
      { code: -32000, words: 'too many requests per second, response size 1' },
      { code: -32000, words: 'database closed' },
    ])('that it refuses for another reason are not: $words', async ({ code, words }) => {
      const error = { code, message: words }
      const { first } = await askTwice('eth_getBlockReceipts', (response) =>
        json(response, { jsonrpc: '2.0', id: 1, error }),
      )
      expect(first).toBeInstanceOf(Error)
      expect(first).not.toBeInstanceOf(TooLongAnswerError)
    })
  })

  test('no node at all', async () => {
    const node = await startNodeServer(() => undefined)
    await node.stop()
    const outcomes = await outcomesOf(await everyCall(`${node.url}/${KEY}`))
    expect(outcomes.filter(({ error }) => !(error instanceof ChainUnavailableError))).toEqual([])
    expect(outcomes.filter(({ text }) => /127\.0\.0\.1|secret-provider-key/.test(text))).toEqual([])
  })
})

function outcomesOf(calls: Record<string, () => Promise<unknown>>) {
  return Promise.all(
    Object.entries(calls).map(async ([name, call]) => {
      try {
        return { name, error: undefined, text: `no error: ${JSON.stringify(await call())}` }
      } catch (error) {
        return { name, error, text: String(error) }
      }
    }),
  )
}

test('what a node refuses keeps its code, words and data', async () => {
  const error = { code: 3, message: 'execution reverted', data: '0x1234' }
  const url = await nodeThat((response) => json(response, { jsonrpc: '2.0', id: 1, error }))
  const refusal = createJsonRpc({ chain_uid: 'base', rpc_url: url })('eth_call', [])
  await expect(refusal).rejects.toThrow(RpcRefusedError)
  await expect(refusal).rejects.toMatchObject(error)
})

test('a node that repeats the key that it was asked with tells nobody of it', async () => {
  const error = { code: 3, message: `${KEY} may not`, data: `call of ${KEY}` }
  const url = await nodeThat((response) => json(response, { jsonrpc: '2.0', id: 1, error }))
  await expect(
    createJsonRpc({ chain_uid: 'base', rpc_url: url })('eth_call', []),
  ).rejects.toMatchObject({
    message: '<key> may not',
    data: 'call of <key>',
  })
})

test('a node cannot send us elsewhere', async () => {
  let visits = 0
  const elsewhere = await startNodeServer((_body, response) => {
    visits += 1
    json(response, { jsonrpc: '2.0', id: 1, result: '0x1' })
  })
  try {
    const url = await nodeThat((response) =>
      response.writeHead(307, { location: elsewhere.url }).end(),
    )
    const call = createJsonRpc({ chain_uid: 'base', rpc_url: url })('eth_chainId', [])
    await expect(call).rejects.toThrow(ChainUnavailableError)
    expect(visits).toBe(0)
  } finally {
    await elsewhere.stop()
  }
})

test('a result may be null', async () => {
  const url = await nodeThat((response) => json(response, { jsonrpc: '2.0', id: 1, result: null }))
  expect(await createJsonRpc({ chain_uid: 'base', rpc_url: url })('eth_x', [])).toBeNull()
})
