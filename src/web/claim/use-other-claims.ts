import { useState } from 'preact/hooks'

import type { ClaimView } from '../../calls/claim-calls.ts'
import { vouch } from '../parts/api-client.ts'
import { usePolling } from '../parts/use-polling.ts'
import { isSettled } from './claim-progress.ts'

const PAUSE_MS = 1500

/**
 * What else waits for the account that proved itself for a claim, and how the pay-outs of it stand that were begun here.
 * Empty until there is a session. That it cannot be fetched is no problem of the claim itself, so nothing is said then.
 */
export function useOtherClaims(
  claimerId: string,
  session: string | undefined,
  started: readonly string[],
): ClaimView[] {
  const [others, setOthers] = useState<ClaimView[]>()
  const isMoving = (view: ClaimView) =>
    view.items.some((item) => started.includes(item.claim_id) && !isSettled(view, item))

  usePolling(
    async () => {
      if (session === undefined) return
      const look = async (view: ClaimView) =>
        isMoving(view) ? vouch.getProvenClaim(view.id, session).catch(() => view) : view
      const next = others
        ? Promise.all(others.map(look))
        : vouch.getOtherClaims(claimerId, session).then(({ claims }) => claims)
      await next.then(setOthers, () => setOthers(others ?? []))
    },
    {
      pauseMs: PAUSE_MS,
      isActive: session !== undefined && (others === undefined || others.some(isMoving)),
      key: session ?? '',
    },
  )
  return others ?? []
}
