import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

type Handler = (body: string, response: ServerResponse, request: IncomingMessage) => unknown

/** An HTTP server that plays a node, well or badly. */
export async function startNodeServer(handle: Handler) {
  // It never closes a connection that is about to be used again, as it could while the machine is busy.
  const server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => void handle(Buffer.concat(chunks).toString(), response, request))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no TCP port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    port: address.port,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Passes every call on to a real node and keeps the methods that were called. */
export async function startCountingNode(nodeUrl: string) {
  const { url, stop, takeMethods } = await startLiar(nodeUrl)
  return { url, stop, takeMethods }
}

/** What a node says in the place of a real one's result. */
export type Lie = (method: string, params: unknown, result: unknown) => unknown

/** Has a liar answer with an error of a node. */
export class Refusal extends Error {}

export type Liar = {
  lie: Lie | undefined
  /** What it says without asking the real one, where that is something. */
  instead: (method: string) => unknown
  isAway: boolean
  takeMethods(): string[]
}

/** Stands before a real node, and passes its answers on as `lie` has them; keeps the methods that were called. */
export async function startLiar(nodeUrl: string) {
  const methods: string[] = []
  const headers = { 'content-type': 'application/json' }
  const liar: Liar = {
    lie: undefined,
    instead: () => undefined,
    isAway: false,
    takeMethods: () => methods.splice(0),
  }
  const node = await startNodeServer(async (body, response) => {
    const { method, params } = JSON.parse(body)
    methods.push(String(method))
    if (liar.isAway) return response.writeHead(503).end()
    const result = liar.instead(String(method))
    if (result !== undefined)
      return response.writeHead(200, headers).end(JSON.stringify({ jsonrpc: '2.0', id: 1, result }))
    const real = await fetch(nodeUrl, { method: 'POST', headers, body })
    const answer = await real.json()
    try {
      if (liar.lie && 'result' in answer)
        answer.result = await liar.lie(method, params, answer.result)
    } catch (refused) {
      delete answer.result
      answer.error = { code: -32603, message: String(refused) }
    }
    return response.writeHead(real.status, headers).end(JSON.stringify(answer))
  })
  return Object.assign(liar, { url: node.url, stop: node.stop })
}

/** Calls a node as it is. */
export async function callNode(nodeUrl: string, method: string, params: unknown) {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const headers = { 'content-type': 'application/json' }
  return (await (await fetch(nodeUrl, { method: 'POST', headers, body })).json()).result
}
