import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'

import { serviceCalls } from '../../calls/service-calls.ts'
import { serve } from '../serve.ts'

export type Readiness = z.infer<(typeof serviceCalls)['ready']['answer']>

/** The disk is written to for it, so who asks sooner gets what was found last. */
const READINESS_MS = 1_000

/** `/health`: the process lives. */
export const livesRoute = (server: FastifyInstance) =>
  serve(server, serviceCalls.health, async () => ({ status: 'ok' as const }))

/** `/health`, and `/ready`: the process can do its work, as of a second ago at most; 503 where it cannot. */
export const healthRoutes =
  ({ readiness, now }: { readiness: () => Promise<Readiness>; now: () => Date }) =>
  (server: FastifyInstance) => {
    let last: { at: number; state: Promise<Readiness> } | undefined
    livesRoute(server)
    serve(server, serviceCalls.ready, async ({ reply }) => {
      const at = now().getTime()
      if (last === undefined || at - last.at >= READINESS_MS) last = { at, state: readiness() }
      const state = await last.state
      if (!state.ready) void reply.status(503)
      return state
    })
  }
