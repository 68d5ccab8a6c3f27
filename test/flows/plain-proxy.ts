import { once } from 'node:events'
import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http'

import { freePort } from './vouch-process.ts'

export type PlainProxy = {
  url: string
  /** Requests that were not answered, or by a fault of a server. */
  failures: readonly string[]
  answered(): number
  stop(): Promise<void>
}

/**
 * Does the least that any proxy does: it asks one server after another, in turn, and the next one where nobody listens. It looks at nobody's health, holds nothing back, and
 * sends nothing again. Each request has a connection of its own.
 */
export async function startPlainProxy(servers: readonly string[]): Promise<PlainProxy> {
  const failures: string[] = []
  let answered = 0
  let turn = 0

  async function passOn(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks)
    const fail = (why: string) => {
      failures.push(`${request.method} ${request.url}: ${why}`)
      response.writeHead(502).end(why)
    }
    turn += 1
    for (let tried = 0; tried < servers.length; tried += 1) {
      const url = servers[(turn + tried) % servers.length] ?? ''
      const answer = await askOnce(`${url}${request.url}`, request, body)
      if (answer === 'nobody listens') continue
      if (typeof answer === 'string') return fail(answer)
      const { statusCode = 502, headers } = answer
      if (statusCode >= 500) failures.push(`${request.method} ${request.url}: ${statusCode}`)
      answered += 1
      response.writeHead(statusCode, headers)
      return void answer.pipe(response)
    }
    fail('nobody listens')
  }

  const proxy = createServer((request, response) => {
    passOn(request, response).catch((error: unknown) => failures.push(String(error)))
  })
  const port = await freePort()
  proxy.listen(port, '127.0.0.1')
  await once(proxy, 'listening')
  return {
    url: `http://127.0.0.1:${port}`,
    failures,
    answered: () => answered,
    async stop() {
      proxy.close()
      proxy.closeAllConnections()
    },
  }
}

function askOnce(
  url: string,
  { method, headers }: IncomingMessage,
  body: Buffer,
): Promise<IncomingMessage | string> {
  return new Promise((resolve) => {
    const asked = ask(url, { method, headers: { ...headers, connection: 'close' }, agent: false })
    asked.once('response', resolve)
    asked.once('error', (error) =>
      resolve(error.message.includes('ECONNREFUSED') ? 'nobody listens' : error.message),
    )
    asked.end(body)
  })
}
