import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'

/** Pages load nothing but their own files; wallets reach chains through their own RPC, the sign page through the network's. */
const contentSecurityPolicy = (rpcUrls: string[], framedBy: string[]) =>
  [
    "default-src 'self'",
    "img-src 'self' data:",
    `connect-src 'self' ${rpcUrls.join(' ')}`.trim(),
    `frame-ancestors ${framedBy.length === 0 ? "'none'" : framedBy.join(' ')}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')

/**
 * The browser pages, built into `webDir`. `home` is the page at `/`, `framedBy` whose pages may show the sign and claim pages
 * within their own.
 * Opening a page changes nothing on the server, however often and by whomever.
 */
export const pageRoutes =
  ({
    webDir,
    home,
    rpcUrls,
    framedBy,
  }: {
    webDir: string
    home: 'playground.html' | 'landing.html'
    rpcUrls: string[]
    framedBy: string[]
  }) =>
  (server: FastifyInstance) => {
    const page = (name: string, framed: string[] = []) => {
      const policy = contentSecurityPolicy(rpcUrls, framed)
      return async (_request: unknown, reply: FastifyReply) =>
        reply
          .header('content-security-policy', policy)
          .header('cache-control', 'no-cache')
          .sendFile(name)
    }

    server.register(fastifyStatic, { root: webDir, serve: false })
    server.get('/', page(home))
    server.get('/docs', page('docs.html'))
    server.get('/sign/:id', page('sign.html', framedBy))
    server.get('/wallet/:id', page('wallet.html'))
    server.get('/claim/:id', page('claim.html', framedBy))
    // Where people come back to from signing in: the page alone looks at what they bring.
    server.get('/proof/:kind', page('claim.html'))
    server.get<{ Params: { '*': string } }>('/assets/*', async ({ params }, reply) =>
      reply
        .header('cache-control', 'public, max-age=31536000, immutable')
        .sendFile(`assets/${params['*']}`),
    )
  }
