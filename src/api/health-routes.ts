import type { FastifyInstance } from 'fastify'

export type Readiness = { ready: boolean; chains: Record<string, 'ok' | 'unreachable'> }

/** `/health`: the process lives. `/ready`: it can do its work; 503 where it cannot. */
export const healthRoutes = (readiness: () => Promise<Readiness>) => (server: FastifyInstance) => {
  server.get('/health', async () => ({ status: 'ok' }))
  server.get('/ready', async (_request, reply) => {
    const state = await readiness()
    return reply.status(state.ready ? 200 : 503).send(state)
  })
}
