import { createRequire } from 'node:module'

import type { FastifyInstance } from 'fastify'

/** What is used of mercurius. Its installation is its own: it takes graphql 16, the service another one. */
type Plugin = Parameters<FastifyInstance['register']>[0]

/** Bare mercurius at `/bare`, which answers each field of Query with the same constant every time. */
export function createMercurius(schema: string, answers: Record<string, object>) {
  // The package is CommonJS, and its types are not installed here.
  const mercurius = createRequire(import.meta.url)('mercurius') as Plugin
  const Query = Object.fromEntries(
    Object.entries(answers).map(([field, answer]) => [field, () => answer]),
  )
  return (server: FastifyInstance) =>
    void server.register(mercurius, { schema, resolvers: { Query }, jit: 1, path: '/bare' })
}
