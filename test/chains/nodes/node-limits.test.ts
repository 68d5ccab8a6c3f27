import type { OutgoingHttpHeaders } from 'node:http'

import { afterEach, expect, test } from 'vitest'

import { createJsonRpc } from '../../../src/chains/nodes/json-rpc.ts'
import { startNodeServer } from '../node-server.ts'

const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  await Promise.all(stops.splice(0).map((stop) => stop()))
})

type Answer = { status: number; headers?: OutgoingHttpHeaders; body?: object }
const WELL: Answer = { status: 200, body: { jsonrpc: '2.0', id: 1, result: 5 } }
const LIMIT = { jsonrpc: '2.0', id: 1, error: { code: -32005, message: 'limit' } }

/** A node that answers as it is told, and counts how often it was asked. */
async function startNode() {
  const node = { asked: 0, answer: WELL, url: '' }
  const server = await startNodeServer((_body, response) => {
    node.asked += 1
    const { status, headers, body } = node.answer
    response.writeHead(status, headers).end(JSON.stringify(body ?? {}))
  })
  stops.push(server.stop)
  return Object.assign(node, { url: server.url })
}

async function setUp(count = 1) {
  const nodes = await Promise.all(Array.from({ length: count }, startNode))
  const [first, ...others] = nodes.map(({ url }) => url)
  let nowMs = 1_000_000
  const chain = { chain_uid: 'base', rpc_url: first ?? '', rpc_urls: others }
  const rpc = createJsonRpc(chain, { now: () => nowMs })
  const [node = await startNode()] = nodes
  return {
    node,
    nodes,
    pass: (ms: number) => void (nowMs += ms),
    /** Asks so often at once, and gives how many were answered. */
    async ask(times: number): Promise<number> {
      const tries = Array.from({ length: times }, () => rpc('eth_blockNumber', []))
      const ended = await Promise.allSettled(tries)
      return ended.filter(({ status }) => status === 'fulfilled').length
    },
  }
}

test.each<{ name: string; answer: Answer; waitMs: number }>([
  { name: 'says no time', answer: { status: 429 }, waitMs: 1_000 },
  { name: 'says it in a good answer', answer: { status: 200, body: LIMIT }, waitMs: 1_000 },
  {
    name: 'says how many seconds',
    answer: { status: 429, headers: { 'retry-after': '7' } },
    waitMs: 7_000,
  },
  {
    name: 'says until when, by its own clock',
    answer: {
      status: 503,
      headers: {
        date: 'Thu, 01 Jan 2015 00:00:00 GMT',
        'retry-after': 'Thu, 01 Jan 2015 00:00:09 GMT',
      },
    },
    waitMs: 9_000,
  },
  {
    name: 'says a time of no use',
    answer: { status: 429, headers: { 'retry-after': 'soon' } },
    waitMs: 1_000,
  },
  {
    name: 'asks for a year',
    answer: { status: 429, headers: { 'retry-after': '31536000' } },
    waitMs: 3_600_000,
  },
])('the only node of a chain is left alone when it limits us and $name', async (row) => {
  const { node, ask, pass } = await setUp()
  node.answer = row.answer
  expect(await ask(1)).toBe(0)
  expect(await ask(50)).toBe(0)
  pass(row.waitMs - 1)
  expect(await ask(50)).toBe(0)
  expect(node.asked).toBe(1)
  pass(1)
  node.answer = WELL
  expect(await ask(1)).toBe(1)
  expect(await ask(50)).toBe(50)
})

test('a node that goes on limiting us is asked once, after twice as long each time', async () => {
  const { node, ask, pass } = await setUp()
  node.answer = { status: 429 }
  await ask(1)
  for (const [index, waitMs] of [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000].entries()) {
    pass(waitMs - 1)
    await ask(20)
    expect(node.asked).toBe(1 + index)
    pass(1)
    await ask(20)
    expect(node.asked).toBe(2 + index)
  }
})

test('what limits one node of a chain makes the next answer, and the first is left alone', async () => {
  const { nodes, ask } = await setUp(2)
  const [first, second] = nodes
  if (!first || !second) throw new Error('there are not two nodes')
  first.answer = { status: 429, headers: { 'retry-after': '60' } }
  expect(await ask(1)).toBe(1)
  expect(await ask(20)).toBe(20)
  expect([first.asked, second.asked]).toEqual([1, 21])
})
