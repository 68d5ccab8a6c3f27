import type { IncomingMessage, ServerResponse } from 'node:http'

import { z } from 'zod'

import { listenTwice, type HttpFront, type TwoAddresses } from '../http-listener.ts'
import type { Chain } from './chain.ts'
import { answerRest } from './rest-routes.ts'
import { RpcError, rpcMethods, type Params } from './rpc-methods.ts'

const Request = z.object({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.string(), z.number(), z.null()]).optional(),
  method: z.string(),
  params: z.record(z.string(), z.unknown()).optional(),
})

const MAX_BODY_BYTES = 4 << 20

const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, POST, OPTIONS',
  'access-control-allow-headers': '*',
  'access-control-max-age': '86400',
}

/**
 * Serves a chain as CometBFT's RPC: JSON-RPC by POST (single or batch) and URI calls by GET, open to browsers of any origin.
 * Below /cosmos and /cosmwasm it answers the REST calls that wallets use.
 * Listens on 127.0.0.1; port 0 takes a free one. `front` stands before the public address only.
 */
export async function startRpcServer(
  chain: Chain,
  options: { port: number; front?: HttpFront | undefined; log: (line: string) => void },
): Promise<TwoAddresses> {
  const { log } = options
  return listenTwice(
    (request, response) =>
      answer(chain, request, log).then(
        ({ status, body }) => send(response, status, body),
        (error: unknown) =>
          send(
            response,
            error instanceof RpcError ? 413 : 400,
            failure(null, asRpcError(error, log)),
          ),
      ),
    options,
  )
}

type Answer = { status: number; body: unknown }

async function answer(
  chain: Chain,
  request: IncomingMessage,
  log: (line: string) => void,
): Promise<Answer> {
  if (request.method === 'OPTIONS') return { status: 204, body: undefined }
  const url = new URL(request.url ?? '/', 'http://localhost')
  if (request.method === 'GET') {
    const rest = answerRest(chain, { method: 'GET', url, body: undefined })
    if (rest) return rest
    const method = url.pathname.slice(1)
    if (method === '') return { status: 200, body: { methods: Object.keys(rpcMethods) } }
    const params = {
      isUri: true,
      values: Object.fromEntries(
        [...url.searchParams].map(([name, value]) => [name, unquote(value)]),
      ),
    }
    const body = await call(chain, -1, method, params, log)
    return { status: 'error' in body ? 500 : 200, body }
  }
  const json: unknown = parseBody(await readBody(request))
  const rest = answerRest(chain, { method: request.method ?? '', url, body: json })
  if (rest) return rest
  const one = (item: unknown) => callJson(chain, item, log)
  if (Array.isArray(json)) return { status: 200, body: await Promise.all(json.map(one)) }
  return { status: 200, body: await one(json) }
}

async function callJson(chain: Chain, json: unknown, log: (line: string) => void) {
  const parsed = Request.safeParse(json)
  if (!parsed.success)
    return failure(null, new RpcError(-32600, 'Invalid Request', z.prettifyError(parsed.error)))
  const { id = null, method, params = {} } = parsed.data
  return call(chain, id, method, { isUri: false, values: params }, log)
}

type Id = string | number | null

async function call(
  chain: Chain,
  id: Id,
  name: string,
  params: Params,
  log: (line: string) => void,
) {
  const method = Object.hasOwn(rpcMethods, name) ? rpcMethods[name] : undefined
  if (!method) return failure(id, new RpcError(-32601, 'Method not found', name))
  try {
    return { jsonrpc: '2.0' as const, id, result: await method(chain, params) }
  } catch (error) {
    return failure(id, asRpcError(error, log))
  }
}

function failure(id: Id, { code, message, data }: RpcError) {
  return { jsonrpc: '2.0' as const, id, error: { code, message, data } }
}

function asRpcError(error: unknown, log: (line: string) => void): RpcError {
  if (error instanceof RpcError) return error
  log(`rpc call broke: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
  return new RpcError(-32603, 'Internal error', 'the node failed; see its log')
}

/** URI values are quoted when they are text. */
function unquote(value: string): string {
  return value.length >= 2 && value.startsWith('"') && value.endsWith('"')
    ? value.slice(1, -1)
    : value
}

function parseBody(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8')) as unknown // checked call by call
  } catch {
    return undefined
  }
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  // Without an encoding set, a request yields buffers; its type does not say so.
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > MAX_BODY_BYTES)
      throw new RpcError(-32600, 'Invalid Request', `the body is over ${MAX_BODY_BYTES} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { ...CORS, 'content-type': 'application/json' })
  response.end(body === undefined ? undefined : JSON.stringify(body))
}
