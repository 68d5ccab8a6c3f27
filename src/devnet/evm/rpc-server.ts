import type { IncomingMessage } from 'node:http'

import { z } from 'zod'

import {
  listenTwice,
  type HttpFront,
  type HttpHandler,
  type TwoAddresses,
} from '../http-listener.ts'
import type { RpcAnswer } from './anvil-process.ts'
import { readJson } from '../../core/terms/read-json.ts'

const MAX_BODY_BYTES = 2 * 1024 * 1024
const READ_METHODS = /^(eth|net|web3|txpool|trace|rpc)_|^debug_trace/
const SIGNING_METHODS = /^eth_(send|sign|fill)/

export const RpcRequest = z.looseObject({
  id: z.union([z.number(), z.string(), z.null()]).optional(),
  method: z.string(),
  params: z.unknown().optional(),
})
export type RpcRequest = z.infer<typeof RpcRequest>

/**
 * Serves the chain's public JSON-RPC address over HTTP, open to browsers of any origin. It offers what a public node
 * offers: reading, and sending signed transactions. The node's own powers (setting balances, moving time, signing with
 * its accounts) would bypass the journal and the rules, so they answer "method not found". `front` stands before the public
 * address only.
 */
export async function startRpcServer(deps: {
  port: number
  front?: HttpFront | undefined
  isWithoutTip: boolean
  forward: (request: RpcRequest) => Promise<RpcAnswer>
  submit: (request: RpcRequest) => Promise<RpcAnswer>
}): Promise<TwoAddresses> {
  const answerOne = async (input: unknown): Promise<object> => {
    const parsed = RpcRequest.safeParse(input)
    if (!parsed.success) return failure(null, -32600, 'This is not a JSON-RPC request.')
    const request = { ...parsed.data, jsonrpc: '2.0', id: parsed.data.id ?? null }
    try {
      if (request.method === 'eth_sendRawTransaction') return await deps.submit(request)
      // The node's own accounts are not for its clients, who bring their keys.
      if (request.method === 'eth_accounts') return { jsonrpc: '2.0', id: request.id, result: [] }
      // Anvil suggests a tip even where it asks for none.
      if (deps.isWithoutTip && request.method === 'eth_maxPriorityFeePerGas')
        return { jsonrpc: '2.0', id: request.id, result: '0x0' }
      if (!READ_METHODS.test(request.method) || SIGNING_METHODS.test(request.method)) {
        return failure(request.id, -32601, `The method ${request.method} is not available.`)
      }
      return await deps.forward(request)
    } catch (error) {
      return failure(
        request.id,
        -32603,
        `The node cannot answer: ${error instanceof Error ? error.message : String(error)}`,
      )
    }
  }

  const handle: HttpHandler = async (request, response) => {
    response.setHeader('access-control-allow-origin', '*')
    if (request.method === 'OPTIONS') {
      response.setHeader('access-control-allow-methods', 'POST, OPTIONS')
      response.setHeader(
        'access-control-allow-headers',
        request.headers['access-control-request-headers'] ?? 'content-type',
      )
      response.setHeader('access-control-allow-private-network', 'true')
      return void response.writeHead(204).end()
    }
    if (request.method !== 'POST')
      return void response.writeHead(405, { allow: 'POST, OPTIONS' }).end()
    const body = await readBody(request)
    if (body === undefined) return void response.writeHead(413, { connection: 'close' }).end()
    const input = readJson(body)
    const answer =
      input === undefined
        ? failure(null, -32700, 'The body is not JSON.')
        : Array.isArray(input)
          ? await Promise.all(input.map(answerOne))
          : await answerOne(input)
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  }

  return listenTwice(handle, deps)
}

function failure(id: string | number | null, code: number, message: string) {
  return { jsonrpc: '2.0', id, error: { code, message } }
}

async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  // A request without an encoding yields buffers.
  for await (const bytes of request as AsyncIterable<Buffer>) {
    size += bytes.length
    if (size > MAX_BODY_BYTES) return undefined
    chunks.push(bytes)
  }
  return Buffer.concat(chunks).toString()
}
