import { pino, type Logger } from 'pino'

import type { Config } from '../config.ts'
import { StoreUnavailableError } from '../core/terms/errors.ts'

const FATAL = 60

/**
 * The log of a process: JSON lines on standard output, or where `destination` goes. While the database keeps nothing, whoever wanted to keep something would say so, many times a
 * second; the database itself tells that once, and how often it was (`store/upkeep/store-health.ts`), so those lines are left out.
 */
export function createLog(
  level: Config['logLevel'],
  destination: pino.DestinationStream = pino.destination(1),
): Logger {
  return pino(
    {
      level,
      hooks: {
        logMethod(args, method, lineLevel) {
          if (lineLevel < FATAL && isOfDatabase(errorIn(args[0]))) return
          method.apply(this, args)
        },
      },
    },
    destination,
  )
}

const errorIn = (details: unknown): unknown =>
  typeof details === 'object' && details !== null && 'err' in details ? details.err : details

/** Whether the database's failure is what it comes from. */
const isOfDatabase = (error: unknown): boolean =>
  error instanceof StoreUnavailableError || (error instanceof Error && isOfDatabase(error.cause))
