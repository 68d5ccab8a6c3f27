import { createServer, type Server } from 'node:http'

import { UNTOUCHED } from './peers.ts'
import { errorBody, RETRY_AFTER_SEC, STATUS } from './error-body.ts'

/** A port that is taken while nothing is served yet. `url` begins with http and has no slash at the end. */
export type TakenPort = {
  port: number
  url: string
  /** Has a server accept all further connections, and answer what comes over those that there are. */
  giveTo(server: Server): void
  /** Gives the port up; nothing when a server has it. */
  close(): void
}

/**
 * Takes a port before anything else is made, so that our own address is known to all that write it into links, also where
 * `port` is 0. Until a server accepts the connections, each request is answered with 503 `STARTING`.
 */
export async function takePort({ port, host }: { port: number; host: string }): Promise<TakenPort> {
  const body = errorBody('STARTING', 'This server is being started.', 'Try again in a moment.', '')
  const answer = JSON.stringify(body)
  const listener = createServer((request, response) => {
    request.resume()
    response.writeHead(STATUS.STARTING, {
      'content-type': 'application/json; charset=utf-8',
      'retry-after': `${RETRY_AFTER_SEC}`,
      'cache-control': 'no-store',
      [UNTOUCHED]: 'yes',
      connection: 'close', // the next request of this client shall find the server
    })
    response.end(answer)
  })
  await new Promise<void>((resolve, reject) => {
    listener.once('error', reject).listen({ port, host }, resolve)
  })
  const address = listener.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  let owner = listener
  return {
    port: address.port,
    url: `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`,
    giveTo(server) {
      const before = owner
      owner = server
      server.listen(listener) // the same socket from now on: no connection is refused in between
      before.removeAllListeners('request').on('request', (request, response) => {
        response.shouldKeepAlive = false // the next request of this client shall find the server
        server.emit('request', request, response)
      })
      server.once('close', () => before.closeAllConnections())
    },
    close() {
      if (owner !== listener) return
      listener.close()
      listener.closeAllConnections()
    },
  }
}
