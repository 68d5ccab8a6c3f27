import type { FastifyInstance } from 'fastify'

/** Where other people's pages ask for what they may: `*` stands for what follows. */
const OPEN = ['/api/v1/*', '/graphql', '/openapi.json'] as const
const isOpen = (path: string | undefined) =>
  path?.startsWith('/api/v1/') === true || OPEN.some((open) => open === path)

const ACCESS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'retry-after, idempotency-replayed',
}
const PREFLIGHT = {
  ...ACCESS,
  'access-control-allow-methods': 'GET, POST',
  'access-control-allow-headers':
    'content-type, idempotency-key, authorization, x-claim-secret, last-event-id',
  'access-control-max-age': '7200', // seconds; browsers remember it no longer
}

/** What lets pages of any origin ask for `url` in this way and read the answer; nothing where only our own may. */
export function accessHeaders(url: string, method: string): Readonly<Record<string, string>> {
  const [path] = url.split('?', 1)
  if (!isOpen(path)) return {}
  return method === 'OPTIONS' ? PREFLIGHT : ACCESS
}

/**
 * Lets pages of any origin call the interface, its document and GraphQL. Never with credentials: a browser sends no cookie
 * along with such a call, and shows no answer to one that it did, so a claim's session counts for our own page alone. What
 * else is served (the playground, webhooks, metrics) stays closed.
 */
export function openToAnyOrigin(server: FastifyInstance): void {
  server.addHook('onRequest', (request, reply, done) => {
    reply.headers(accessHeaders(request.url, request.method))
    done()
  })
  for (const url of OPEN) server.options(url, async (_request, reply) => reply.status(204).send())
}
