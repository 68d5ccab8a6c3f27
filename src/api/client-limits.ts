import type { FastifyInstance } from 'fastify'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'

import { RateLimitedError } from '../claims/errors.ts'
import { clientOf } from './client-of.ts'

/**
 * Limits what the questions of one client make us ask of nodes. `run` does work whose calls to nodes are taken from the purse
 * that it is handed, which throws {RateLimitedError} once a client has used up its minute.
 */
export const clientLimits =
  ({
    callsPerMinute,
    run,
  }: {
    callsPerMinute: number
    run: (purse: () => Promise<void>, work: () => void) => void
  }) =>
  (server: FastifyInstance) => {
    const minute = new RateLimiterMemory({ points: callsPerMinute, duration: 60 })
    // After the body, whose arrival would lose what belongs to the request.
    server.addHook('preHandler', (request, _reply, done) =>
      run(async () => {
        try {
          await minute.consume(clientOf(request))
        } catch (full) {
          if (!(full instanceof RateLimiterRes)) throw full
          throw new RateLimitedError('You are asking', Math.ceil(full.msBeforeNext / 1000))
        }
      }, done),
    )
  }
