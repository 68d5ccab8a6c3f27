import type { FastifyInstance } from 'fastify'

export type Readiness = {
  ready: boolean
  chains: Record<string, 'ok' | 'unreachable'>
  /** Blocks of each chain that were not read yet. */
  lag: Record<string, number>
  /** Transactions that are late. */
  stuck: number
}

/** `/health`: the process lives. `/ready`: it can do its work; 503 where it cannot. */
export const healthRoutes = (readiness: () => Promise<Readiness>) => (server: FastifyInstance) => {
  server.get('/health', async () => ({ status: 'ok' }))
  server.get('/ready', async (_request, reply) => {
    const state = await readiness()
    return reply.status(state.ready ? 200 : 503).send(state)
  })
}
