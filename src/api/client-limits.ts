import type { FastifyInstance, FastifyRequest } from 'fastify'

import { RateLimitedError } from '../claims/errors.ts'
import { NEW_WATCHES_PER_MINUTE } from '../core/terms/open-limits.ts'
import { MINUTE_MS } from '../core/terms/durations.ts'
import { createRateLimit } from '../services/flow/rate-limit.ts'
import type { AllowNew } from '../services/tracking/tracker.ts'
import { clientOf } from './client-of.ts'

/** Of what a client may have in a minute, so many parts are taken at a time from what all servers count together. */
const PORTIONS = 20
/** Who has none left is not asked about again for so long; the database's minute may begin a little after ours. */
const NONE_LEFT_MS = 5_000

/** Returns what counts a request for its client, and throws {RateLimitedError} once there were more than `most` in a minute. `what` begins its sentence. */
export function minuteLimit(
  most: number,
  what: string,
  now: () => Date,
): (request: FastifyRequest) => void {
  const minute = createRateLimit({ most, withinMs: MINUTE_MS, now })
  return (request) => {
    const { count, freeInMs } = minute.take(clientOf(request))
    if (count > most) throw new RateLimitedError(what, inSec(freeInMs))
  }
}

/** Returns what allows a client so many new watches a minute; see {AllowNew}. */
export function newWatchLimit(now: () => Date): (request: FastifyRequest) => AllowNew {
  const count = minuteLimit(NEW_WATCHES_PER_MINUTE, 'You are having new transactions followed', now)
  return (request) => () => count(request)
}

const inSec = (ms: number) => Math.ceil(ms / 1000)

/** Takes so many of the `most` that a client may have in a minute, whichever server it asks; false where there are not as many left. */
export type TakeCalls = (client: string, calls: number, most: number) => Promise<boolean>

/**
 * Limits what the questions of one client make us ask of nodes. `run` does work whose calls to nodes are taken from the purse
 * that it is handed, which throws {RateLimitedError} once a client has used up its minute. Of several servers, `takeCalls` counts for all.
 */
export const clientLimits =
  ({
    callsPerMinute,
    now,
    run,
    takeCalls,
  }: {
    callsPerMinute: number
    now: () => Date
    run: (purse: () => Promise<void>, work: () => void) => void
    takeCalls?: TakeCalls | undefined
  }) =>
  (server: FastifyInstance) => {
    const busyMs = takeCalls
      ? countTogether(callsPerMinute, now, takeCalls)
      : countHere(callsPerMinute, now)
    // After the body, whose arrival would lose what belongs to the request.
    server.addHook('preHandler', (request, _reply, done) =>
      run(async () => {
        const waitMs = await busyMs(clientOf(request))
        if (waitMs !== undefined) throw new RateLimitedError('You are asking', inSec(waitMs))
      }, done),
    )
  }

/** Takes a call of a client; how long it has none left, where that is so. */
type CountCall = (client: string) => Promise<number | undefined>

function countHere(most: number, now: () => Date): CountCall {
  const minute = createRateLimit({ most, withinMs: MINUTE_MS, now })
  return async (client) => {
    const { count, freeInMs } = minute.take(client)
    return count > most ? freeInMs : undefined
  }
}

/** By the minutes of the clock. What a server has taken of a minute and not used is lost to its client. */
function countTogether(most: number, now: () => Date, takeCalls: TakeCalls): CountCall {
  const portion = Math.max(1, Math.floor(most / PORTIONS))
  let minute = 0
  type Left = { calls: number; noneUntilMs?: number }
  const left = new Map<string, Promise<Left>>()
  return async (client) => {
    const nowMs = now().getTime()
    const current = Math.floor(nowMs / MINUTE_MS)
    if (current !== minute) left.clear()
    minute = current
    const before = left.get(client) ?? Promise.resolve<Left>({ calls: 0 })
    const taken = before.then(async ({ calls, noneUntilMs = 0 }): Promise<Left> => {
      if (calls > 0) return { calls: calls - 1 }
      if (nowMs < noneUntilMs) return { calls, noneUntilMs }
      // While the database is away, which says so itself, whoever only asks nodes is not held up.
      const isTaken = await takeCalls(client, portion, most).catch(() => true)
      return isTaken ? { calls: portion - 1 } : { calls: 0, noneUntilMs: nowMs + NONE_LEFT_MS }
    })
    left.set(client, taken)
    return (await taken).noneUntilMs === undefined ? undefined : (current + 1) * MINUTE_MS - nowMs
  }
}
