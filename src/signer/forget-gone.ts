import type { ClaimOnChain } from '../claims/signer.ts'
import { ChainUnavailableError } from '../core/terms/errors.ts'

/** Claims that the hub is asked about at a time. */
const AT_ONCE = 8
/** It is asked about each of them no sooner again. */
const AGAIN_MS = 60_000

type Deps = {
  ledger: { waiting(): readonly { claimId: string }[]; drop(claimId: string): void }
  claimOnChain(claimId: string): Promise<ClaimOnChain | undefined>
  log: { warn(details: object, message: string): void }
  now: () => Date
}

/**
 * Returns what has the ledger forget what waits for claims that are gone. It answers at once, and asks the hub afterwards: nobody who looks at what waits waits for it, however much
 * that is.
 */
export function createForgetGone({ ledger, claimOnChain, log, now }: Deps): () => void {
  /** When the hub was asked about each claim that waits. */
  let askedMs = new Map<string, number>()
  let isLooking = false

  async function look(): Promise<void> {
    const nowMs = now().getTime()
    const claimIds = new Set(ledger.waiting().map(({ claimId }) => claimId))
    askedMs = new Map([...askedMs].filter(([claimId]) => claimIds.has(claimId)))
    const due = [...claimIds].filter(
      (claimId) => nowMs - (askedMs.get(claimId) ?? -Infinity) >= AGAIN_MS,
    )
    for (const claimId of due) askedMs.set(claimId, nowMs)
    for (let first = 0; first < due.length; first += AT_ONCE)
      await Promise.all(
        due.slice(first, first + AT_ONCE).map(async (claimId) => {
          if (await isGone(claimId)) ledger.drop(claimId)
        }),
      )
  }

  /** While the hub cannot be asked, nothing counts as gone. */
  async function isGone(claimId: string): Promise<boolean> {
    try {
      return (await claimOnChain(claimId)) === undefined
    } catch (error) {
      if (error instanceof ChainUnavailableError) return false
      throw error
    }
  }

  return () => {
    if (isLooking) return
    isLooking = true
    look()
      .catch((error: unknown) => log.warn({ err: error }, 'claims that are gone wait on'))
      .finally(() => (isLooking = false))
  }
}
