import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'

import { KEY_PAGE_HEADERS } from '../../src/api/routes/page-routes.ts'

/** Answers one call of the API: a status and a JSON body, or `undefined` where there is no such call. */
export type Answer = (call: {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingMessage['headers']
  body: Record<string, unknown>
}) => Answered | undefined | Promise<Answered | undefined>
type Answered = { status?: number; body: unknown }

const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
}
// As strict as pages can have it: files of our own, and wallets' pictures.
const NO_PASSKEYS = 'publickey-credentials-create=(), publickey-credentials-get=()'
const POLICY =
  "default-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

/** Serves the built pages of `webDir` as the real server does, with the test's own answers behind them. */
export async function startPagesServer(
  webDir: string,
  answer: Answer,
): Promise<{ url: string; stop(): void }> {
  const server = createServer((request, response) => {
    void (async () => {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://pages')
      if (/\/api\/|^\/graphql$|\.json$/.test(pathname)) {
        const { method = 'GET', headers } = request
        const answered = await answer({
          method,
          path: pathname,
          query: searchParams,
          headers,
          body: await read(request),
        })
        response.writeHead(answered?.status ?? (answered ? 200 : 404), {
          'content-type': 'application/json',
        })
        response.end(
          JSON.stringify(
            answered?.body ?? {
              error: {
                code: 'NOT_FOUND',
                message: `no ${pathname}`,
                fix: 'Correct the test.',
                request_id: 'r-1',
              },
            },
          ),
        )
        return
      }
      const file = fileOf(pathname)
      const bytes = await readFile(join(webDir, file)).catch(() => undefined)
      response.writeHead(bytes ? 200 : 404, {
        'content-type': TYPES[extname(file)] ?? 'text/plain',
        'content-security-policy': POLICY,
        'permissions-policy': NO_PASSKEYS,
        ...(file === 'key.html' && KEY_PAGE_HEADERS),
      })
      response.end(bytes)
    })()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // a TCP server that listens has one
  return {
    url: `http://127.0.0.1:${port}`,
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}

function fileOf(path: string): string {
  if (path === '/') return 'playground.html'
  if (path === '/key') return 'key.html'
  const [, page] = /^\/(sign|claim|wallet|pay)\/[^/]+$/.exec(path) ?? []
  return page === undefined ? path.slice(1) : `${page}.html`
}

async function read(request: IncomingMessage): Promise<Record<string, unknown>> {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return text === '' ? {} : JSON.parse(text)
}
