import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

type Handler = (body: string, response: ServerResponse, request: IncomingMessage) => unknown

/** An HTTP server that plays a node, well or badly. */
export async function startNodeServer(handle: Handler) {
  const server = createServer((request, response) => {
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
  const methods: string[] = []
  const node = await startNodeServer(async (body, response) => {
    methods.push(String(JSON.parse(body).method))
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(nodeUrl, { method: 'POST', headers, body })
    response.writeHead(answer.status, headers).end(await answer.text())
  })
  return { ...node, takeMethods: () => methods.splice(0) }
}
