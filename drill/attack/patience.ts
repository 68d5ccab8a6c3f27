import { setTimeout as pass } from 'node:timers/promises'

/** For a state that never comes, far above what a busy machine takes. */
const PATIENCE_MS = 180_000
const PAUSE_MS = 120

/** Waits for what comes of itself, until the drill is over. */
export function createPatience(over: AbortSignal) {
  /** Reads until there is a value. @throws {Error} `what` did not come, or the drill is over */
  async function until<Value>(
    what: string,
    read: () => Promise<Value | undefined> | Value | undefined,
  ): Promise<Value> {
    for (const from = performance.now(); ; await pass(PAUSE_MS)) {
      const value = await read()
      if (value !== undefined) return value
      if (over.aborted) throw new Error('the drill is over')
      if (performance.now() - from > PATIENCE_MS) throw new Error(`waited in vain until ${what}`)
    }
  }
  return {
    until,
    /** Reads until it is so. @throws {Error} as `until` does */
    untilSo: (what: string, isSo: () => Promise<boolean> | boolean): Promise<true> =>
      until(what, async () => ((await isSo()) ? true : undefined)),
  }
}
