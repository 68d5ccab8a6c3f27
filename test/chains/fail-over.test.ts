import type { ServerResponse } from 'node:http'

import { afterEach, describe, expect, test } from 'vitest'

import { createJsonRpc, RpcRefusedError } from '../../src/chains/nodes/json-rpc.ts'
import { payFrom } from '../../src/chains/nodes/node-purse.ts'
import { ChainUnavailableError } from '../../src/core/terms/errors.ts'
import { Chain } from '../../src/core/terms/network.ts'
import { sampleNetwork } from '../core/sample-network.ts'
import { startNodeServer } from './node-server.ts'

/** For a node that never answers; long, since the others have to answer by then on any machine. */
const DEADLINE_MS = 3_000
const KEY = 'secret-provider-key'

type Answer = (response: ServerResponse) => unknown

const says =
  (body: object): Answer =>
  (response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
const well = (result: string) => says({ jsonrpc: '2.0', id: 1, result })
const refuses = says({ jsonrpc: '2.0', id: 1, error: { code: 3, message: 'reverted' } })

const AWAY: [name: string, answer: Answer][] = [
  ['refuses to connect', (response) => response.destroy()],
  ['is silent', () => undefined],
  ['answers HTTP 500', (response) => response.writeHead(500).end()],
  ['answers HTTP 429', (response) => response.writeHead(429).end()],
  [
    'says that we ask too much',
    says({ jsonrpc: '2.0', id: 1, error: { code: -32005, message: 'limit' } }),
  ],
  ['answers a web page', (response) => response.end('<html></html>')],
]

const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  await Promise.all(stops.splice(0).map((stop) => stop()))
})

/** Nodes of one chain, which answer what `answers` has at the time, and a caller with a purse. */
async function chainOfNodes(...names: string[]) {
  const answers: Record<string, Answer> = Object.fromEntries(
    names.map((name) => [name, well(name)]),
  )
  const asked: string[] = []
  const nodes = await Promise.all(
    names.map((name) =>
      startNodeServer((_body, response) => {
        asked.push(name)
        answers[name]?.(response)
      }),
    ),
  )
  stops.push(...nodes.map((node) => node.stop))
  const [rpc_url = '', ...rpc_urls] = nodes.map(({ url }, at) => `${url}/${KEY}-${at}`)
  let nowMs = 5_000
  const chain = { chain_uid: 'base', rpc_url, rpc_urls }
  const rpc = createJsonRpc(chain, { deadlineMs: DEADLINE_MS, now: () => nowMs })
  let paid = 0
  return {
    answers,
    chain,
    now: () => nowMs,
    pass: (ms: number) => void (nowMs += ms),
    ask: () =>
      payFrom(
        async () => void (paid += 1),
        () => rpc('eth_x', []),
      ),
    /** Who was asked since, and what was paid for that. */
    taken: () => ({ asked: asked.splice(0), paid: paid - (paid = 0) }),
  }
}

describe('a chain of several nodes', () => {
  test.each(AWAY)('goes on elsewhere while the first one %s, and back', async (_name, answer) => {
    const { answers, ask, pass, taken } = await chainOfNodes('a', 'b')
    expect(await ask()).toBe('a')
    expect(taken()).toEqual({ asked: ['a'], paid: 1 })
    answers['a'] = answer
    expect(await ask()).toBe('b')
    expect(taken()).toEqual({ asked: ['a', 'b'], paid: 2 })
    pass(999)
    expect(await ask()).toBe('b') // without asking it again so soon
    expect(taken()).toEqual({ asked: ['b'], paid: 1 })
    pass(1)
    expect(await ask()).toBe('b')
    expect(taken()).toEqual({ asked: ['a', 'b'], paid: 2 })
    pass(1_999)
    expect(await ask()).toBe('b') // it rests longer each time
    expect(taken()).toEqual({ asked: ['b'], paid: 1 })
    answers['a'] = well('a')
    pass(1)
    expect(await ask()).toBe('a')
    expect(await ask()).toBe('a')
    expect(taken()).toEqual({ asked: ['a', 'a'], paid: 2 })
  })

  test('asks a dead node twice a minute in the end, with one call at a time', async () => {
    const { answers, ask, pass, taken } = await chainOfNodes('a', 'b')
    answers['a'] = (response) => response.writeHead(503).end()
    for (let minute = 0; minute < 10; minute += 1) {
      await ask()
      pass(60_000)
    }
    taken()
    await Promise.all(Array.from({ length: 20 }, ask))
    expect(taken().asked.filter((name) => name === 'a')).toHaveLength(1)
    pass(29_999)
    await ask()
    expect(taken().asked).toEqual(['b'])
    pass(1)
    await ask()
    expect(taken().asked).toEqual(['a', 'b'])
  })

  test('takes calls that fail together for one failure', async () => {
    const { answers, ask, pass, taken } = await chainOfNodes('a', 'b')
    answers['a'] = (response) => response.writeHead(503).end()
    await Promise.all(Array.from({ length: 20 }, ask))
    taken()
    pass(1_000)
    await ask()
    expect(taken().asked).toEqual(['a', 'b'])
  })

  test('shares what is known of its nodes among all who ask it', async () => {
    const { answers, ask, chain, now, taken } = await chainOfNodes('a', 'b')
    answers['a'] = (response) => response.writeHead(503).end()
    await ask()
    taken()
    expect(await createJsonRpc(chain, { now })('eth_x', [])).toBe('b')
    expect(taken().asked).toEqual(['b'])
  })

  test('is unavailable when all of them are, and says no address', async () => {
    const { answers, ask, taken } = await chainOfNodes('a', 'b', 'c')
    for (const name of ['a', 'b', 'c']) answers[name] = (response) => response.writeHead(502).end()
    const failure = await ask().catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(ChainUnavailableError)
    expect(String(failure)).not.toMatch(/127\.0\.0\.1|secret/)
    expect(taken()).toEqual({ asked: ['a', 'b', 'c'], paid: 3 })
    await ask().catch(() => undefined) // now they rest, and one of them is asked
    expect(taken().asked).toHaveLength(1)
  })

  test('keeps what a node refuses: another one would say the same', async () => {
    const { answers, ask, taken } = await chainOfNodes('a', 'b')
    answers['a'] = refuses
    await expect(ask()).rejects.toThrow(RpcRefusedError)
    await expect(ask()).rejects.toThrow(RpcRefusedError)
    expect(taken().asked).toEqual(['a', 'a'])
  })

  test('ends at an empty purse, which is no failure of a node', async () => {
    const { answers, chain, now, taken } = await chainOfNodes('a', 'b')
    answers['a'] = (response) => response.writeHead(503).end()
    let left = 1
    const purse = async () => {
      if ((left -= 1) < 0) throw new Error('too fast')
    }
    const rpc = createJsonRpc(chain, { now })
    await expect(payFrom(purse, () => rpc('eth_x', []))).rejects.toThrow('too fast')
    expect(taken().asked).toEqual(['a'])
    expect(await rpc('eth_x', [])).toBe('b')
  })
})

test('a lone node is asked whenever it is needed, however it was', async () => {
  const { answers, ask, taken } = await chainOfNodes('a')
  answers['a'] = (response) => response.writeHead(503).end()
  for (let call = 0; call < 3; call += 1) await expect(ask()).rejects.toThrow(ChainUnavailableError)
  expect(taken()).toEqual({ asked: ['a', 'a', 'a'], paid: 3 })
})

test.each([
  ['rpc_url again', ['https://rpc.base.example']],
  ['rpc_url again, spelled otherwise', ['https://RPC.base.example:443/']],
  ['one twice', ['https://one.example/x', 'https://two.example', 'https://one.example/x']],
])('a network file that names %s is refused: a node cannot check itself', (_name, rpc_urls) => {
  const refused = Chain.safeParse({ ...sampleNetwork.chains[0], rpc_urls })
  expect(refused.error?.issues).toMatchObject([
    { path: ['rpc_urls', rpc_urls.length - 1], message: expect.stringContaining('another one') },
  ])
})
