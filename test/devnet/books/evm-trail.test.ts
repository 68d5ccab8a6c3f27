import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'

import {
  decodeFunctionData,
  encodeAbiParameters,
  encodeEventTopics,
  encodeFunctionResult,
  getAbiItem,
  multicall3Abi,
  numberToHex,
  stringToHex,
  toFunctionSelector,
  zeroHash,
  type Hex,
} from 'viem'
import { afterEach, expect, test } from 'vitest'
import { z } from 'zod'

import { packetAbi } from '../../../src/core/tracking/packet-abi.ts'
import { localFactoryAbi } from '../../../src/devnet/evm/local-factory-abi.ts'
import { createEvmTrail } from '../../../src/devnet/books/evm-trail.ts'

/** As Anvil does, and the local network before it. */
const MOST_BYTES = 2 * 1024 * 1024
const FACTORY = '0x00000000000000000000000000000000000000fa'
const AGGREGATE = toFunctionSelector(getAbiItem({ abi: multicall3Abi, name: 'aggregate3' })).slice(
  2,
)
const Hexes = z.templateLiteral(['0x', z.string()])
const Asked = z.looseObject({
  id: z.int(),
  method: z.string(),
  params: z.array(z.unknown()).default([]),
})
const Call = z.tuple([z.looseObject({ data: Hexes })], z.unknown())
const Aggregate = z.tuple([z.array(z.looseObject({ callData: Hexes }))])

let stop: () => Promise<unknown> = () => Promise.resolve()
afterEach(() => stop())

/** A node whose one block has so many packets in it; those with an even sequence have had their answer. */
async function startNode(packets: number): Promise<string> {
  const block = { number: numberToHex(1), hash: zeroHash, gasUsed: '0x0', transactions: [] }
  const packet = stringToHex(
    JSON.stringify({
      transfer_voucher: { sender: { chain_uid: 'base', address: FACTORY }, tx_id: '1' },
    }),
  )
  const event = getAbiItem({ abi: packetAbi, name: 'SendPacket' })
  const logs = Array.from({ length: packets }, (_, sequence) => ({
    address: FACTORY,
    topics: encodeEventTopics({ abi: packetAbi, eventName: 'SendPacket' }),
    data: encodeAbiParameters(event.inputs, [packet, BigInt(sequence), '', '', 0n, '']),
    blockNumber: '0x1',
    blockHash: zeroHash,
    transactionHash: zeroHash,
    transactionIndex: '0x0',
    logIndex: numberToHex(sequence),
    removed: false,
  }))
  const answers: Record<string, (params: unknown[]) => unknown> = {
    eth_blockNumber: () => '0x1',
    eth_getBlockByNumber: () => block,
    eth_getLogs: () => logs,
    trace_filter: () => [],
    eth_call: (params) => answerViews(Call.parse(params)[0].data),
  }
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request)
    if (body.length > MOST_BYTES) return void response.writeHead(413).end()
    const asked: unknown = JSON.parse(body.toString())
    const answered = z
      .array(Asked)
      .parse(Array.isArray(asked) ? asked : [asked])
      .map(({ id, method, params }) => ({ jsonrpc: '2.0', id, result: answers[method]?.(params) }))
    response.end(JSON.stringify(Array.isArray(asked) ? answered : answered[0]))
  }
  const server = createServer((request, response) => void answer(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  stop = () => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(resolve))
  }
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
}

function answerViews(data: Hex): Hex {
  const { args } = decodeFunctionData({
    abi: multicall3Abi,
    data: `0x${data.slice(data.lastIndexOf(AGGREGATE))}`,
  })
  const isOpen = (callData: Hex) => {
    const {
      args: [sequence],
    } = decodeFunctionData({ abi: localFactoryAbi, data: callData })
    return BigInt(String(sequence)) % 2n === 1n
  }
  return encodeFunctionResult({
    abi: multicall3Abi,
    functionName: 'aggregate3',
    result: Aggregate.parse(args)[0].map(({ callData }) => ({
      success: true,
      returnData: encodeFunctionResult({
        abi: localFactoryAbi,
        functionName: 'awaitsAcknowledgement',
        result: isOpen(callData),
      }),
    })),
  })
}

test('the books of a chain with very many packets are read in requests that a node takes', async () => {
  const rpcUrl = await startNode(8_000)
  const trail = await createEvmTrail({ rpcUrl, factory: FACTORY }).upTo(1n)
  const open = [...trail.open.keys()]
  expect([open.length, open[0], open.at(-1)]).toEqual([4_000, 1, 7_999])
})
