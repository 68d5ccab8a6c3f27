import { setTimeout as pass } from 'node:timers/promises'

/** How long what is in hand may take after a stop was asked for: what is not finished then goes on at the next start. */
const DRAIN_MS = 8_000

type Stop = () => Promise<void> | void

/** What was started, in that order: how to end each. */
export type Started = {
  /** What does the work. No part needs another one to end. */
  parts: Stop[]
  /** What the parts stand on. */
  below: Stop[]
}

/** Stops the parts side by side, and what they stand on afterwards, the last first. One that fails or hangs keeps no other one from being stopped. */
export async function stopStarted(
  { parts, below }: Started,
  log: { error(details: object, message: string): void },
  drainMs = DRAIN_MS,
): Promise<void> {
  const end = async (stop: Stop) => {
    try {
      await stop()
    } catch (error) {
      log.error({ err: error }, 'a part could not be stopped in order; the others are')
    }
  }
  const enough = new AbortController()
  const late = pass(drainMs, true, { signal: enough.signal }).catch(() => false) // all ended before
  const ended = Promise.all(parts.splice(0).map(end)).then(() => false)
  if (await Promise.race([ended, late]))
    log.error({ drainMs }, 'not all parts ended in time; what was begun goes on at the next start')
  enough.abort()
  for (const stop of below.splice(0).toReversed()) await end(stop)
}
