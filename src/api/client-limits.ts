import type { FastifyInstance } from 'fastify'
import ipaddr from 'ipaddr.js'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'

import { RateLimitedError } from '../claims/errors.ts'

/** How much of an IPv6 address is a customer's own to choose from. */
const IPV6_CLIENT_PARTS = 4

/** What counts as one client: an IPv4 address, or the /64 that an IPv6 address is of. */
export function clientOf(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address) // IPv4 in IPv6's clothes is IPv4
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString()
  const own = parsed.parts.slice(0, IPV6_CLIENT_PARTS).map((part) => part.toString(16))
  return `${own.join(':')}::/64`
}

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
          await minute.consume(clientOf(request.ip))
        } catch (full) {
          if (!(full instanceof RateLimiterRes)) throw full
          throw new RateLimitedError('You are asking', Math.ceil(full.msBeforeNext / 1000))
        }
      }, done),
    )
  }
