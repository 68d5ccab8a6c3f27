import type { Chain } from '../../core/terms/network.ts'
import type { Notice } from '../../core/tracking/notice.ts'

/** A chain that brings nothing new for so long is said to be waited for. */
const STALL_MS = 60_000
const STALL_BLOCKS = 30

/** Whether a chain moves on, by our own clock: it does not, whether it makes no blocks or its node does not answer. */
export type ChainHealth = {
  /** A head was read; a chain whose blocks are not taken in does not move on, however many it makes. */
  saw(height: number, isTakenIn: boolean): void
  /** Whether the chain has begun or ceased to stall since it was asked last; true the first time. */
  hasChanged(): boolean
  /** The newest height that was seen, -1 before the first. */
  height(): number
  /** What to tell those who wait for it; `undefined` while it moves on. */
  notice(): Notice | undefined
}

export function createChainHealth(
  { chain_uid, block_time_ms }: Pick<Chain, 'chain_uid' | 'block_time_ms'>,
  now: () => Date,
): ChainHealth {
  let height = -1
  let movedAt = now()
  let told: Date | undefined | null = null
  const notice = (): Notice | undefined => {
    const stillMs = now().getTime() - movedAt.getTime()
    if (stillMs < Math.max(STALL_MS, STALL_BLOCKS * block_time_ms)) return undefined
    const since = movedAt.toISOString().slice(11, 16)
    return { kind: 'stalled', chain_uid, since }
  }
  return {
    saw(seen, isTakenIn) {
      if (seen <= height) return
      height = seen
      if (isTakenIn) movedAt = now()
    },
    hasChanged() {
      const current = notice() && movedAt
      if (current === told) return false
      told = current
      return true
    },
    height: () => height,
    notice,
  }
}
