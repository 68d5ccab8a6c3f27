/** How much of what was seen of time a stop without a warning may lose. */
const KEEP_EVERY_MS = 10_000

type Deps = {
  /** What the machine says that the time is, in unix milliseconds. Anybody may set it, to any time. */
  machineMs: () => number
  /** Milliseconds of a count that nobody can set. */
  passedMs: () => number
  /** What was seen of time before this process, and where to keep what is seen now: nobody waits for that. */
  seen: { at: Date | undefined; keep(at: Date): void }
}

/** A time that only goes on, whatever becomes of the machine's clock. */
export type ForwardClock = {
  now: () => Date
  /** Tells the clock the time of the hub's newest final block. */
  hubSays(hub: Date): void
}

/**
 * The clock of everything that waits, expires or is limited. It takes the machine's time once, and from then on counts what passes; it starts no earlier
 * than the time that was seen before. Where the machine is set ahead, it follows as far as the hub's blocks say the same: so it finds
 * back after a machine was asleep. It never follows backwards.
 */
export function createForwardClock({ machineMs, passedMs, seen }: Deps): ForwardClock {
  let keptMs = seen.at?.getTime() ?? 0
  let offsetMs = Math.max(machineMs(), keptMs) - passedMs()
  const nowMs = () => Math.floor(offsetMs + passedMs())
  return {
    now: () => new Date(nowMs()),
    hubSays(hub) {
      const hubMs = hub.getTime()
      offsetMs += Math.max(0, Math.min(machineMs(), hubMs) - nowMs())
      // A machine that started with a wrong clock must not bind those after it: what the hub has not reached yet is not kept.
      const sureMs = Math.min(nowMs(), hubMs)
      if (sureMs < keptMs + KEEP_EVERY_MS) return
      keptMs = sureMs
      seen.keep(new Date(sureMs))
    },
  }
}
