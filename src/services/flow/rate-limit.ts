type Deps = {
  /** How much each key may take. */
  most: number
  /** In so long, from the first that it takes. */
  withinMs: number
  now: () => Date
}

/** How much was taken with this one, and how long until all of it is free again. */
export type Taken = { count: number; freeInMs: number }

/** Counts what each key takes in a stretch of time, in memory. What is taken beyond `most` counts as well. */
export type RateLimit = { readonly most: number; take(key: string): Taken }

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
    take(key) {
      const nowMs = now().getTime()
      if (nowMs >= sweepAtMs) forget(nowMs)
      const before = counts.get(key)
      const isOpen = before !== undefined && before.endsAtMs > nowMs
      const taken = isOpen ? before : { count: 0, endsAtMs: nowMs + withinMs }
      taken.count += 1
      counts.set(key, taken)
      return { count: taken.count, freeInMs: taken.endsAtMs - nowMs }
    },
  }
}
