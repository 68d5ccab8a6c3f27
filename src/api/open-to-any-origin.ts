import fastifyCors from '@fastify/cors'
import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What the package asks of a route; everything is open to it otherwise. */
    cors?: false
  }
}

/** Where other people's pages ask for what they may: `*` stands for what follows. */
const OPEN = ['/api/v1/*', '/graphql', '/openapi.json'] as const
const isOpen = (url: string) => url.startsWith('/api/v1/') || OPEN.some((open) => open === url)

/**
 * Lets pages of any origin call the interface, its document and GraphQL. Never with credentials: a browser sends no cookie
 * along with such a call, and shows no answer to one that it did, so a claim's session counts for our own page alone. What
 * else is served (the playground, webhooks, metrics) stays closed.
 */
export function openToAnyOrigin(server: FastifyInstance): void {
  server.addHook('onRoute', (route) => {
    if (!isOpen(route.url)) route.config = { ...route.config, cors: false }
  })
  void server.register(fastifyCors, {
    origin: '*',
    methods: ['GET', 'POST'],
    allowedHeaders: [
      'content-type',
      'idempotency-key',
      'authorization',
      'x-claim-secret',
      'last-event-id',
    ],
    exposedHeaders: ['retry-after', 'idempotency-replayed'],
    maxAge: 7200, // seconds; browsers remember it no longer
    strictPreflight: false,
    preflightContinue: true,
  })
  for (const url of OPEN) server.options(url, async (_request, reply) => reply.status(204).send())
}
