import type { ClaimItem, ClaimView } from '../../calls/claim-calls.ts'
import { ProgressView } from '../parts/progress-view.tsx'
import { shorten, showAmount } from '../parts/show-amount.ts'
import { lastRedemption } from './claim-progress.ts'

const GONE_BACK: Partial<Record<ClaimItem['status'], string>> = {
  expired: 'Nobody claimed it in time, so it goes back to its sender.',
  cancelling: 'Its sender is taking it back.',
  cancelled: 'Its sender took it back.',
  returning: 'Nobody claimed it in time. It is on its way back to its sender.',
  returned: 'Nobody claimed it in time, so it went back to its sender.',
}

/** The way of an item that is being paid out, or was. */
export function RedemptionView({ view, item }: { view: ClaimView; item: ClaimItem }) {
  const redemption = lastRedemption(view, item.claim_id)
  const chainName = (uid: string) =>
    view.destinations.find(({ chain_uid }) => chain_uid === uid)?.name ?? uid
  const sum = showAmount(item, view.tokens)
  const outcome = redemption?.progress?.outcome
  const back = GONE_BACK[item.status]
  if (back !== undefined)
    return (
      <section class="panel">
        <h2>It is not for claiming any more</h2>
        <p>{back}</p>
      </section>
    )
  return (
    <section class="panel">
      <h2>{outcome === 'completed' ? `Paid: ${sum}` : `Paying out ${sum}`}</h2>
      {redemption && (
        <>
          <p class="soft">
            To{' '}
            <span class="mono" title={redemption.recipient.address}>
              {shorten(redemption.recipient.address)}
            </span>{' '}
            on {chainName(redemption.recipient.chain_uid)}
          </p>
          <ProgressView
            progress={redemption.progress}
            whenCompleted={
              redemption.release
                ? `Paid. ${sum} is in your wallet.`
                : `Paid. ${sum} is yours as vouchers.`
            }
            chainName={chainName}
          />
        </>
      )}
      {!redemption && (
        <p>{item.status === 'paid' ? 'It was paid out.' : 'It is being paid out.'}</p>
      )}
    </section>
  )
}
