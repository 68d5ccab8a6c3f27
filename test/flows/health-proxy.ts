import { once } from 'node:events'
import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as pass } from 'node:timers/promises'

import { freePort } from './vouch-process.ts'

/** As deploy/Caddyfile has it. */
const HEALTH_MS = 250
const HEALTH_ANSWER_MS = 2_000
const AGAIN_MS = 100

export type HealthProxy = {
  url: string
  /** Requests that were not answered, or by a fault of a server. */
  failures: readonly string[]
  answered(): number
  stop(): Promise<void>
}

/**
 * Does what any proxy with health checks does: it asks each server for its health, sends a request to one after another of those that are well, to the next one where
 * nobody listens, and has it wait while none is well. What a server has begun to read is never sent again. Each request has a connection of its own.
 */
export async function startHealthProxy(servers: readonly string[]): Promise<HealthProxy> {
  const failures: string[] = []
  const well = new Set<string>()
  const over = new AbortController()
  let answered = 0
  let turn = 0

  async function watch(url: string): Promise<void> {
    while (!over.signal.aborted) {
      const isWell = await fetch(`${url}/health`, { signal: AbortSignal.timeout(HEALTH_ANSWER_MS) })
        .then(({ ok }) => ok)
        .catch(() => false)
      if (isWell) well.add(url)
      else well.delete(url)
      await pass(HEALTH_MS)
    }
  }

  async function passOn(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks)
    while (!over.signal.aborted) {
      turn += 1
      const able = [...well]
      for (const url of able.map((_url, at) => able[(at + turn) % able.length] ?? '')) {
        const answer = await askOnce(`${url}${request.url}`, request, body)
        if (answer === 'nobody listens') continue
        answered += 1
        if (typeof answer === 'string') {
          failures.push(`${request.method} ${request.url} at ${url}: ${answer}`)
          return void response.writeHead(502).end(answer)
        }
        const { statusCode = 502, headers } = answer
        response.writeHead(statusCode, headers)
        if (statusCode < 500) return void answer.pipe(response)
        const said = await text(answer)
        failures.push(`${request.method} ${request.url} at ${url}: ${statusCode} ${said}`)
        return void response.end(said)
      }
      await pass(AGAIN_MS)
    }
    response.destroy()
  }

  const proxy = createServer((request, response) => {
    passOn(request, response).catch((error: unknown) => failures.push(String(error)))
  })
  const port = await freePort()
  proxy.listen(port, '127.0.0.1')
  await once(proxy, 'listening')
  const watching = servers.map(watch)
  return {
    url: `http://127.0.0.1:${port}`,
    failures,
    answered: () => answered,
    async stop() {
      over.abort()
      proxy.close()
      proxy.closeAllConnections()
      await Promise.all(watching)
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
