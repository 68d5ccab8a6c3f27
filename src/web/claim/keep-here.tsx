import type { Destination } from '../../calls/claim-calls.ts'
import { ProblemView } from '../parts/problem-view.tsx'
import { describePasskeyError } from '../parts/passkey/ask-passkey.ts'
import { openPasskey, type WhichPasskey } from '../parts/passkey/open-passkey.ts'
import { PasskeyChoice } from '../parts/passkey/passkey-choice.tsx'
import { useAttempt } from '../parts/use-attempt.ts'
import { keepableTogether, type PayOut, type WaitingItem } from './waiting-items.ts'

type Props = {
  destinations: readonly Destination[]
  items: readonly WaitingItem[]
  isEverything: boolean
  isBusy: boolean
  /** This page's whole link. */
  url: string
  onKept: (payOut: PayOut) => Promise<void>
}

/**
 * Has what waits belong to an account of a passkey: for whoever has no wallet. It stays on the hub as vouchers of that
 * account, which cost nothing to receive and can go to any chain later; tokens on a chain would need its gas to move.
 */
export function KeepHere({ destinations, items, isEverything, isBusy, url, onKept }: Props) {
  const { isBusy: isAsking, problem, attempt } = useAttempt()
  const kept = keepableTogether(items)
  // One and the same account whatever was sent: on EVM chains it has one address.
  const destination = destinations.find(({ family }) => family === 'evm')
  if (!destination || kept.length === 0) return null

  const keep = (which: WhichPasskey) =>
    attempt(async () => {
      const { evmAddress } = await openPasskey(which)
      await onKept({ items: kept, isEverything, destination, address: evmAddress, release: false })
    }, describePasskeyError)
  return (
    <>
      <p>
        No wallet? Keep it here: it is yours at once, and your phone or computer has the only key.
      </p>
      {problem && <ProblemView problem={problem} />}
      <PasskeyChoice
        label="Keep it here"
        isBusy={isBusy || isAsking}
        url={url}
        choose={(which) => void keep(which)}
      />
    </>
  )
}
