import { once } from 'node:events'
import { createServer, request } from 'node:http'

/** Stands before a server and passes on what is asked, but answers every so many requests with a fault of its own. */
export async function startFaultyFront(
  target: string,
  every: number,
): Promise<{ url: string; stop(): void }> {
  let asked = 0
  const server = createServer((incoming, outgoing) => {
    asked += 1
    if (asked % every === 0) {
      incoming.resume()
      outgoing.writeHead(500).end('a fault on purpose')
      return
    }
    const { method, headers, url = '/' } = incoming
    const onward = request(new URL(url, target), { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    onward.once('error', () => outgoing.destroy())
    incoming.pipe(onward)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('no port was given')
  return {
    url: `http://127.0.0.1:${address.port}`,
    stop() {
      server.close()
      server.closeAllConnections()
    },
  }
}
