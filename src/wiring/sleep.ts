import { setTimeout as sleepFor } from 'node:timers/promises'

/** Waits, and ends early without an error when the signal does. */
export function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return sleepFor(ms, undefined, { signal }).catch(() => undefined)
}
