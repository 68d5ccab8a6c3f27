import { setTimeout as pass } from 'node:timers/promises'

/** What a start waits for others: who answers at all takes far less, and who waits for us to start gives up later. */
const PATIENCE_MS = 4_000
/** Many short waits: what came while our machine stood still is not late. */
const WAIT_MS = 500

/** Returns whether what others have to answer for takes longer than we wait for it; it goes on then. @throws what it throws before that */
export async function isLate(work: Promise<unknown>, patienceMs = PATIENCE_MS): Promise<boolean> {
  const enough = new AbortController()
  try {
    return await Promise.race([work.then(() => false), waited(patienceMs, enough.signal)])
  } finally {
    enough.abort()
  }
}

async function waited(ms: number, signal: AbortSignal): Promise<boolean> {
  for (let left = ms; left > 0 && !signal.aborted; left -= WAIT_MS)
    await pass(Math.min(left, WAIT_MS), undefined, { signal }).catch(() => undefined)
  return true
}
