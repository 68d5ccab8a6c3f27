import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

export type HttpHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/** Stands before a public address: passes a request on to the server behind it, or answers it otherwise. */
export type HttpFront = (behind: HttpHandler) => HttpHandler

export type HttpListener = { url: string; port: number; stop(): Promise<void> }

/** Listens on 127.0.0.1; port 0 takes a free one. A handler that throws ends the connection. */
export async function listenOnLoopback(port: number, handle: HttpHandler): Promise<HttpListener> {
  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy()) // the client went away while it was sending
  })
  // Longer than any client keeps a connection that it does not use: one that we close first may be just in use again.
  server.keepAliveTimeout = 120_000
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  const address = server.address()
  if (address === null || typeof address === 'string')
    throw new Error('an HTTP server has no TCP port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    port: address.port,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** The addresses of one server: the public one, with a front if there is one, and the network's own way past it. */
export type TwoAddresses = HttpListener & { operatorUrl: string }

export async function listenTwice(
  handle: HttpHandler,
  { port, front = (behind) => behind }: { port: number; front?: HttpFront | undefined },
): Promise<TwoAddresses> {
  const open = await listenOnLoopback(port, front(handle))
  const operator = await listenOnLoopback(0, handle)
  return {
    ...open,
    operatorUrl: operator.url,
    stop: async () => void (await Promise.all([open.stop(), operator.stop()])),
  }
}
