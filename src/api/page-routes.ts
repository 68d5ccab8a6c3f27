import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'

/** Pages load nothing but their own files; wallets reach chains through their own RPC, the sign page through the network's. */
const contentSecurityPolicy = (rpcUrls: string[]) =>
  [
    "default-src 'self'",
    "img-src 'self' data:",
    `connect-src 'self' ${rpcUrls.join(' ')}`.trim(),
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')

/**
 * The browser pages, built into `webDir`. `home` is the page at `/`.
 * Opening a page changes nothing on the server, however often and by whomever.
 */
export const pageRoutes =
  ({
    webDir,
    home,
    rpcUrls,
  }: {
    webDir: string
    home: 'playground.html' | 'landing.html'
    rpcUrls: string[]
  }) =>
  (server: FastifyInstance) => {
    const policy = contentSecurityPolicy(rpcUrls)
    const page = (name: string) => async (_request: unknown, reply: FastifyReply) =>
      reply
        .header('content-security-policy', policy)
        .header('cache-control', 'no-cache')
        .sendFile(name)

    server.register(fastifyStatic, { root: webDir, serve: false })
    server.get('/', page(home))
    server.get('/docs', page('docs.html'))
    server.get('/sign/:id', page('sign.html'))
    server.get('/claim/:id', page('claim.html'))
    server.get<{ Params: { '*': string } }>('/assets/*', async ({ params }, reply) =>
      reply
        .header('cache-control', 'public, max-age=31536000, immutable')
        .sendFile(`assets/${params['*']}`),
    )
  }
