const LONGEST_MS = 30_000

/** Remembers what failed and when it may be tried again: twice as long after every failure, 30 s at most. */
export type Backoff = {
  isDue(key: string): boolean
  /** Returns the milliseconds until `key` is due again. */
  failed(key: string): number
  succeeded(key: string): void
}

/** `firstMs` is the wait after the first failure; `now` gives milliseconds. */
export function createBackoff(firstMs: number, now: () => number): Backoff {
  const failures = new Map<string, { count: number; dueAt: number }>()
  return {
    isDue: (key) => now() >= (failures.get(key)?.dueAt ?? 0),
    failed(key) {
      const count = (failures.get(key)?.count ?? 0) + 1
      const waitMs = Math.min(LONGEST_MS, firstMs * 2 ** (count - 1))
      failures.set(key, { count, dueAt: now() + waitMs })
      return waitMs
    },
    succeeded: (key) => void failures.delete(key),
  }
}
