import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

import type { Chain } from '../src/core/terms/network.ts'
import {
  behind,
  createMemory,
  dropped,
  hidesEvents,
  hidesTransactions,
  noBlocks,
  readCall,
  readResult,
  REFUSED,
  type AskNode,
  type Lie,
} from './node-lies.ts'

/** What a node that limits our calls asks for, in seconds. */
const WAIT_SEC = 6
/** Calls that were on their way when the node first said so. */
const GRACE_MS = 3_000
const DRIP_MS = 500
const CHUNK = 'x'.repeat(2 ** 20)
const PAGE = '<!doctype html><title>Just a moment</title><h1>Checking your browser</h1>'
const JSON_TYPE = { 'content-type': 'application/json' }
const LITTLE_BEHIND = 5
const FAR_BEHIND = 150

/** How a node fails: each answer, or only what it says. */
export const NODE_FAULTS = [
  'hangs',
  'drips',
  'never ends',
  'limits',
  'page 200',
  'page 502',
  'refuses',
  'resets',
  'null blocks',
  'hides events',
  'hides transactions',
  'hides with care',
  'a little behind',
  'far behind',
  'drops what it takes',
  'another chain',
] as const
export type NodeFault = (typeof NODE_FAULTS)[number]

/** Stands before a node, and is as well as that, or as its fault has it. */
export type NodeFront = {
  /** As one of those who ask has it in its network file: they are told apart by that. */
  urlFor(asker: string): string
  begin(fault: NodeFault): Promise<void>
  end(): Promise<void>
  /** How many answers were other than the node's since the fault began. */
  altered(): number
  /** Calls that came although their asker had been told to wait, and how often one was told that. */
  impatience(): { waits: number; calls: number }
  stop(): Promise<void>
}

type Asked = { asker: string; method: string; params: unknown; body: string; id: unknown }

/** `another` is a node of another chain of the same family. */
export async function startNodeFront(
  { family, rpc_url: target, factory }: Pick<Chain, 'family' | 'rpc_url' | 'factory'>,
  another: string,
): Promise<NodeFront> {
  const memory = createMemory()
  const waiting = new Map<string, { fromMs: number; untilMs: number }>()
  const impatience = { waits: 0, calls: 0 }
  let fault: NodeFault | undefined
  let lie: Lie | undefined
  let altered = 0
  /** Answers that do not end by themselves. */
  const held = new Set<ServerResponse>()

  const pass = async (to: string, body: string) =>
    fetch(to, { method: 'POST', headers: JSON_TYPE, body, signal: AbortSignal.timeout(60_000) })
  const ask: AskNode = async (method, params) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    return readResult(await (await pass(target, body)).text()).answer['result']
  }

  /** Passes a call on, and its answer back, changed where there is a lie. */
  async function passOn({ body, method, params, id }: Asked, response: ServerResponse) {
    const kept = fault === 'drops what it takes' ? await dropped(method, hashOf(params)) : undefined
    if (kept !== undefined) {
      altered += 1
      return answer(response, { jsonrpc: '2.0', id, result: kept })
    }
    const isElsewhere = fault === 'another chain'
    const real = await pass(isElsewhere ? another : target, body)
    const text = await real.text()
    if (isElsewhere) altered += 1
    const { answer: said, hasResult } = readResult(text)
    if (hasResult && fault === undefined) memory.keep(method, params, said['result'])
    const told = hasResult && lie ? await lie(method, params, said['result']) : undefined
    if (told === undefined) return response.writeHead(real.status, JSON_TYPE).end(text)
    altered += 1
    if (told !== REFUSED) return answer(response, { ...said, result: told })
    const error = { code: -32603, message: 'Internal error', data: 'not found: no such height' }
    return answer(response, { jsonrpc: '2.0', id, error })
  }

  const answer = (response: ServerResponse, said: object) =>
    response.writeHead(200, JSON_TYPE).end(JSON.stringify(said))

  /** Keeps an answer open until the fault ends. */
  function hold(response: ServerResponse): void {
    held.add(response)
    response.once('close', () => held.delete(response))
  }

  /** Sends a piece again and again, as fast as it is taken, for as long as the answer is held. */
  async function keepSending(response: ServerResponse, piece: string, pauseMs: number) {
    hold(response)
    response.writeHead(200, JSON_TYPE)
    for (; held.has(response); await pause(pauseMs))
      if (!response.writableNeedDrain) response.write(piece)
  }

  function limit(asker: string, response: ServerResponse): void {
    const now = performance.now()
    const wait = waiting.get(asker)
    if (wait && now < wait.untilMs) {
      if (now > wait.fromMs + GRACE_MS) impatience.calls += 1
    } else {
      impatience.waits += 1
      waiting.set(asker, { fromMs: now, untilMs: now + WAIT_SEC * 1_000 - 50 })
    }
    response.writeHead(429, { 'retry-after': `${WAIT_SEC}` }).end('Too Many Requests')
  }

  /** Answers as the fault has it, where it leaves no answer of the node's; false where it does. */
  function fails({ asker }: Asked, response: ServerResponse): boolean {
    const failures: Partial<Record<NodeFault, () => unknown>> = {
      hangs: () => hold(response),
      drips: () => void keepSending(response, ' ', DRIP_MS),
      'never ends': () => void keepSending(response, CHUNK, 0),
      limits: () => limit(asker, response),
      'page 200': () => response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE),
      'page 502': () => response.writeHead(502, { 'content-type': 'text/html' }).end(PAGE),
      resets: () => response.socket?.resetAndDestroy(),
    }
    const fail = fault && failures[fault]
    if (!fail) return false
    altered += 1
    fail()
    return true
  }

  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('error', () => undefined)
    response.on('error', () => undefined)
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString()
      const asked = { ...readCall(body), asker: request.url ?? '/', body }
      if (!fails(asked, response)) passOn(asked, response).catch(() => response.destroy())
    })
  })
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    if (typeof address !== 'object' || address === null) throw new Error('no port was given')
    return address.port
  }
  const close = async () => {
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closed
  }
  const release = () => {
    for (const response of held) response.destroy()
  }
  const port = await listen(0)

  const lies: Partial<Record<NodeFault, () => Lie | Promise<Lie>>> = {
    'null blocks': () => noBlocks,
    'hides events': () => hidesEvents(factory),
    'hides transactions': () => hidesTransactions(false),
    'hides with care': () => hidesTransactions(true),
    'a little behind': () => behind(family, LITTLE_BEHIND, memory, ask),
    'far behind': () => behind(family, FAR_BEHIND, memory, ask),
  }

  return {
    urlFor: (asker) => `http://127.0.0.1:${port}/${asker}`,
    async begin(next) {
      altered = 0
      waiting.clear()
      lie = await lies[next]?.()
      fault = next
      if (next === 'refuses') {
        altered += 1
        await close()
      }
    },
    async end() {
      const was = fault
      fault = undefined
      lie = undefined
      release()
      if (was === 'refuses') await listen(port)
    },
    altered: () => altered,
    impatience: () => ({ ...impatience }),
    async stop() {
      release()
      await close()
    },
  }
}

/** As CometBFT names a transaction that it takes. */
function hashOf(params: unknown): string {
  const { tx = '' } = Object(params) as { tx?: string } // what our sender sends
  return createHash('sha256').update(Buffer.from(tx, 'base64')).digest('hex').toUpperCase()
}
