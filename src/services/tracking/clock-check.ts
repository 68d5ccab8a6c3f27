/** Further than a chain's blocks and the reading of them may be apart from a clock that is right. */
const APART_MS = 60_000

type Deps = {
  /** What the machine says that the time is, in unix milliseconds. */
  machineMs: () => number
  log: {
    warn(details: object, message: string): void
    info(details: object, message: string): void
  }
}

/** Whether the machine's clock is right, by the blocks of all chains. */
export type ClockCheck = {
  /** Tells the time of a chain's newest final block. */
  saw(chainUid: string, at: Date): void
  /**
   * How far the machine's clock was ahead of the newest block of all chains when that was seen, in milliseconds; negative where it is
   * behind, `undefined` before the first block.
   */
  aheadMs(): number | undefined
}

/**
 * Holds the machine's clock against the chains' blocks, and says once when they part and once when they meet again. A chain alone may stand
 * still or be late to be final: the one whose newest block is nearest to our future is what counts.
 */
export function createClockCheck({ machineMs, log }: Deps): ClockCheck {
  const newest = new Map<string, { atMs: number; aheadMs: number }>()
  let wasApart = false
  const ahead = () => Math.min(...[...newest.values()].map(({ aheadMs }) => aheadMs))
  return {
    saw(chainUid, at) {
      const atMs = at.getTime()
      if (atMs <= (newest.get(chainUid)?.atMs ?? 0)) return
      newest.set(chainUid, { atMs, aheadMs: machineMs() - atMs })
      const isApart = Math.abs(ahead()) > APART_MS
      if (isApart === wasApart) return
      wasApart = isApart
      const aheadSec = Math.round(ahead() / 1000)
      if (isApart)
        log.warn(
          { aheadSec },
          "this machine's clock and the chains' blocks are apart; set it right and restart",
        )
      else log.info({ aheadSec }, "this machine's clock and the chains' blocks agree again")
    },
    aheadMs: () => (newest.size > 0 ? ahead() : undefined),
  }
}
