import { decodeFunctionData, encodeFunctionResult, getAddress, zeroAddress, type Hex } from 'viem'
import { expect, test } from 'vitest'

import { createLpTokenReader } from '../../../src/chains/evm/lp-token.ts'
import { EvmChain } from '../../../src/core/terms/network.ts'
import { ChainUnavailableError } from '../../../src/core/terms/errors.ts'
import { factoryViewAbi } from '../../../src/core/tracking/packet-abi.ts'
import { sampleNetwork } from '../../core/sample-network.ts'
import { startNodeServer } from '../node-server.ts'

const VLP = 'euclid1pool'
const OWN_KEY = 'vsl.euclid1pool'
const PAIR = 'eth:usdc'
const LP = getAddress(`0x${'ab'.repeat(20)}`)

type Factory = {
  /** LP tokens by the factory's keys, and its keys by pairs. */
  tokens: Record<string, string>
  keys: Record<string, string>
}

/** What a node answers to a view of such a factory. */
function answerOf({ tokens, keys }: Factory, data: Hex): Hex | undefined {
  const abi = factoryViewAbi
  const call = decodeFunctionData({ abi, data })
  const { functionName } = call
  if (functionName === 'get_vlp_lp_address') {
    const result = getAddress(tokens[call.args[0]] ?? zeroAddress)
    return encodeFunctionResult({ abi, functionName, result })
  }
  if (functionName !== 'get_pool_vlp') return undefined
  const key = keys[call.args[0]]
  return key === undefined ? undefined : encodeFunctionResult({ abi, functionName, result: key })
}

async function readFrom(factory: Factory, isAway = false) {
  const node = await startNodeServer((body, response) => {
    if (isAway) return response.writeHead(503).end()
    const { params } = JSON.parse(body)
    const result = answerOf(factory, params[0].data)
    const answer =
      result === undefined ? { error: { code: 3, message: 'execution reverted' } } : { result }
    const headers = { 'content-type': 'application/json' }
    return response
      .writeHead(200, headers)
      .end(JSON.stringify({ jsonrpc: '2.0', id: 1, ...answer }))
  })
  try {
    const chain = EvmChain.parse({ ...sampleNetwork.chains[0], rpc_url: node.url })
    return await createLpTokenReader(chain)(VLP, PAIR)
  } finally {
    await node.stop()
  }
}

test.each([
  { name: 'by the hub’s address', tokens: { [VLP]: LP }, keys: {}, found: LP },
  {
    name: 'by its own key, which it tells of the pair',
    tokens: { [OWN_KEY]: LP },
    keys: { [PAIR]: OWN_KEY },
    found: LP,
  },
  { name: 'for another pair alone', tokens: { [OWN_KEY]: LP }, keys: { 'usdc:usdt': OWN_KEY } },
  { name: 'by a pair whose key is empty', tokens: { '': LP }, keys: { [PAIR]: '' } },
  { name: 'by neither', tokens: {}, keys: { [PAIR]: OWN_KEY } },
])('a factory that knows the LP token $name: $found', async ({ tokens, keys, found }) => {
  expect(await readFrom({ tokens, keys })).toBe(found)
})

test('a node that is away is not taken for a pool without an LP token', async () => {
  await expect(readFrom({ tokens: {}, keys: {} }, true)).rejects.toThrow(ChainUnavailableError)
})
