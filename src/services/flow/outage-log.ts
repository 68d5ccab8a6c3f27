/** How long an outage lasts until it is told again. */
const TOLD_AGAIN_MS = 10 * 60_000
/** Soon after another one was told, an outage is told once it has lasted so long: what fails every other time would fill the log. */
const PASSING_MS = 60_000

type Deps = {
  log: { warn(details: object, message: string): void }
  now: () => Date
  /** Of what is tried again and again: goes with each line. */
  details: object
  failing: string
  wellAgain: string
}

/** What is said of something that is tried again and again. */
export type OutageLog = { failed(error: unknown): void; worked(): void }

/** Says that something fails when it begins, every ten minutes while it lasts, and once when it is over; with how long it has lasted. */
export function createOutageLog({ log, now, details, failing, wellAgain }: Deps): OutageLog {
  let sinceMs: number | undefined
  let toldMs = -Infinity
  const seconds = (ms: number) => Math.round(ms / 1000)
  return {
    failed(error) {
      const nowMs = now().getTime()
      sinceMs ??= nowMs
      const lastedMs = nowMs - sinceMs
      const isTold = toldMs >= sinceMs
      const isDue = nowMs - toldMs >= TOLD_AGAIN_MS || (!isTold && lastedMs >= PASSING_MS)
      if (!isDue) return
      toldMs = nowMs
      log.warn({ ...details, err: error, ...(isTold && { lastedSec: seconds(lastedMs) }) }, failing)
    },
    worked() {
      if (sinceMs !== undefined && toldMs >= sinceMs)
        log.warn({ ...details, lastedSec: seconds(now().getTime() - sinceMs) }, wellAgain)
      sinceMs = undefined
    },
  }
}
