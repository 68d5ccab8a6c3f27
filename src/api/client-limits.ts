import type { FastifyInstance } from 'fastify'

import { RateLimitedError } from '../claims/errors.ts'
import { createRateLimit } from '../services/flow/rate-limit.ts'
import { clientOf } from './client-of.ts'

/**
 * Limits what the questions of one client make us ask of nodes. `run` does work whose calls to nodes are taken from the purse
 * that it is handed, which throws {RateLimitedError} once a client has used up its minute.
 */
export const clientLimits =
  ({
    callsPerMinute,
    now,
    run,
  }: {
    callsPerMinute: number
    now: () => Date
    run: (purse: () => Promise<void>, work: () => void) => void
  }) =>
  (server: FastifyInstance) => {
    const minute = createRateLimit({ most: callsPerMinute, withinMs: 60_000, now })
    // After the body, whose arrival would lose what belongs to the request.
    server.addHook('preHandler', (request, _reply, done) =>
      run(async () => {
        const { count, freeInMs } = minute.take(clientOf(request))
        if (count > minute.most)
          throw new RateLimitedError('You are asking', Math.ceil(freeInMs / 1000))
      }, done),
    )
  }
