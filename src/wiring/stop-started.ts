import { setTimeout as pass } from 'node:timers/promises'

/** How long what is in hand may take after a stop was asked for: what is not finished then goes on at the next start. */
const DRAIN_MS = 8_000
/** How long each of what the parts stand on may take: with one that hangs, all of it ends before `TimeoutStopSec` and `stop_grace_period` of `deploy`. */
const STEP_MS = 4_000

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
  { drainMs = DRAIN_MS, stepMs = STEP_MS } = {},
): Promise<void> {
  const end = async (stop: Stop) => {
    try {
      await stop()
    } catch (error) {
      log.error({ err: error }, 'a part could not be stopped in order; the others are')
    }
  }
  if (await isLate(Promise.all(parts.splice(0).map(end)), drainMs))
    log.error({ drainMs }, 'not all parts ended in time; what was begun goes on at the next start')
  for (const stop of below.splice(0).toReversed())
    if (await isLate(end(stop), stepMs))
      log.error(
        { stepMs },
        'what the parts stand on did not end in time; the rest of it is stopped',
      )
}

async function isLate(ended: Promise<unknown>, ms: number): Promise<boolean> {
  const enough = new AbortController()
  const late = pass(ms, true, { signal: enough.signal }).catch(() => false) // it ended before
  const answer = await Promise.race([ended.then(() => false), late])
  enough.abort()
  return answer
}
