import type { FastifyInstance } from 'fastify'

export type Readiness = {
  ready: boolean
  /** `contradiction`: its nodes say different things of what is final. */
  chains: Record<string, 'ok' | 'unreachable' | 'contradiction'>
  /** Blocks of each chain that were not read yet. */
  lag: Record<string, number>
  /** Transactions that are late. */
  stuck: number
}

/** Every chain is asked for it, so who asks sooner gets what was found last. */
const READINESS_MS = 1_000

/** `/health`: the process lives. `/ready`: it can do its work, as of a second ago at most; 503 where it cannot. */
export const healthRoutes =
  ({ readiness, now }: { readiness: () => Promise<Readiness>; now: () => Date }) =>
  (server: FastifyInstance) => {
    let last: { at: number; state: Promise<Readiness> } | undefined
    server.get('/health', async () => ({ status: 'ok' }))
    server.get('/ready', async (_request, reply) => {
      const at = now().getTime()
      if (last === undefined || at - last.at >= READINESS_MS) last = { at, state: readiness() }
      const state = await last.state
      return reply.status(state.ready ? 200 : 503).send(state)
    })
  }
