import type { IncomingHttpHeaders } from 'node:http'
import { resolve } from 'node:path'

import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'

import { keepKeyHostApart } from '../../src/api/key-host.ts'
import { pageRoutes } from '../../src/api/routes/page-routes.ts'
import { createApi } from '../../src/api/server.ts'
import { textTermsOf } from '../../src/core/signing/text-terms-of.ts'
import { sampleNetwork } from '../core/sample-network.ts'
import { takePort } from '../../src/api/take-port.ts'
import { createPageWriter } from '../../src/api/write-page.ts'

/** Answers one call of the API: a status and a JSON body, or `undefined` where there is no such call. */
export type Answer = (call: {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  body: Record<string, unknown>
}) => Answered | undefined | Promise<Answered | undefined>
type Answered = { status?: number; body: unknown }

/**
 * Serves the built pages of the folder `builtIn` as the real server does, with the test's own answers behind them. With a `keyHost`, the
 * key page is at that name alone, and at `keyUrl`.
 */
export async function startPagesServer(
  builtIn: string,
  answer: Answer,
  { keyHost }: { keyHost?: string } = {},
): Promise<{ url: string; keyUrl: string; stop(): void }> {
  const webDir = resolve(builtIn)
  const taken = await takePort({ port: 0, host: '127.0.0.1' })
  const url = `http://127.0.0.1:${taken.port}`
  const publicUrl = `http://localhost:${taken.port}`
  const keyUrl = keyHost === undefined ? publicUrl : `http://${keyHost}:${taken.port}`
  const api = createApi({
    log: pino({ level: 'silent' }),
    writePage: createPageWriter(webDir),
    routes: [
      ...(keyHost === undefined ? [] : [keepKeyHostApart({ keyUrl, webDir })]),
      answersOf(answer),
      pageRoutes({
        webDir,
        home: 'playground',
        rpcUrls: [],
        framedBy: [],
        keyHost: keyHost === undefined ? undefined : { keyUrl, publicUrl },
        texts: textTermsOf(sampleNetwork, publicUrl),
      }),
    ],
  })
  await api.start(taken)
  return { url, keyUrl, stop: () => void api.stop() }
}

const answersOf = (answer: Answer) => (server: FastifyInstance) => {
  // The real one is at /graphql, for whoever asks for a page.
  server.get('/graphql.html', async (_request, reply) => reply.sendFile('graphql.html'))
  for (const path of ['/api/*', '/playground/api/*', '/graphql', '/openapi.json'])
    server.route<{ Body: Record<string, unknown> | undefined }>({
      method: ['GET', 'POST', 'PUT', 'DELETE'],
      url: path,
      async handler({ method, url, headers, body = {} }, reply) {
        const { pathname, searchParams } = new URL(url, 'http://pages')
        const call = { method, path: pathname, query: searchParams, headers, body: body ?? {} }
        const answered = await answer(call)
        if (!answered) return reply.callNotFound()
        const { status = 200, body: said } = answered
        return reply.status(status).type('application/json').send(JSON.stringify(said))
      },
    })
}
