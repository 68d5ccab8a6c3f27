type Deps = {
  /** How much each key may take. */
  most: number
  /** In so long, from the first that it takes. */
  withinMs: number
  now: () => Date
}

/** How much was taken with this one, and how long from now until all of it is free again. */
export type Taken = { count: number; freeInMs: number }

/** Counts what each key takes in a stretch of time, in memory. What is taken beyond `most` counts as well. */
export type RateLimit = {
  readonly most: number
  /**
   * @param asked when it was asked for, where that was not just now: what waited for us counts in its own time
   * @param amount how much of it; 0 only tells how much was taken
   */
  take(key: string, asked?: Date, amount?: number): Taken
}

/** Returns a count that is empty for every key. */
export function createRateLimit({ most, withinMs, now }: Deps): RateLimit {
  const counts = new Map<string, { count: number; endsAtMs: number }>()
  let sweepAtMs = 0

  function forget(nowMs: number): void {
    sweepAtMs = nowMs + withinMs
    for (const [key, { endsAtMs }] of counts) if (endsAtMs <= nowMs) counts.delete(key)
  }

  return {
    most,
    take(key, asked, amount = 1) {
      const nowMs = now().getTime()
      if (nowMs >= sweepAtMs) forget(nowMs)
      const atMs = Math.min(asked?.getTime() ?? nowMs, nowMs)
      const before = counts.get(key)
      const isOpen = before !== undefined && before.endsAtMs > atMs
      const taken = isOpen ? before : { count: 0, endsAtMs: atMs + withinMs }
      taken.count += amount
      counts.set(key, taken)
      return { count: taken.count, freeInMs: Math.max(0, taken.endsAtMs - nowMs) }
    },
  }
}
