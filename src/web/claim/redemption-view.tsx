import { useState } from 'preact/hooks'

import type { ClaimItem, ClaimView } from '../../calls/claim-calls.ts'
import type { Outcome } from '../../core/tracking/progress.ts'
import { vouch } from '../parts/api-client.ts'
import { ProblemView } from '../parts/problem-view.tsx'
import { ProgressView } from '../parts/progress-view.tsx'
import { paidOut } from '../../core/tracking/outcome-of.ts'
import { shorten, showAmount } from '../parts/show-amount.ts'
import { useAttempt } from '../parts/use-attempt.ts'
import { isOfRememberedPasskey } from '../parts/passkey/remembered-passkey.ts'
import { lastRedemption } from './claim-progress.ts'

const GONE_BACK: Partial<Record<ClaimItem['status'], string>> = {
  expired: 'Nobody claimed it in time, so it goes back to its sender.',
  cancelling: 'Its sender is taking it back.',
  cancelled: 'Its sender took it back.',
  returning: 'Nobody claimed it in time. It is on its way back to its sender.',
  returned: 'Nobody claimed it in time, so it went back to its sender.',
}

const HEADINGS: Partial<Record<Outcome, string>> = {
  completed: 'Paid: ',
  released_as_vouchers: 'Paid as vouchers: ',
  timed_out: 'Not paid out yet: ',
  needs_attention: 'Not paid out yet: ',
}

/**
 * The way of an item that is being paid out, or was. With the link's `secret`, what a chain could not pay out can be asked for again; of a
 * claim without one, only how.
 */
export function RedemptionView({
  view,
  item,
  secret,
}: {
  view: ClaimView
  item: ClaimItem
  secret?: string | undefined
}) {
  const redemption = lastRedemption(view, item.claim_id)
  const chainName = (uid: string) =>
    view.destinations.find(({ chain_uid }) => chain_uid === uid)?.name ?? uid
  const paid =
    redemption?.release && redemption.progress
      ? paidOut(redemption.progress, item.token)
      : undefined
  const sum = showAmount(paid === undefined ? item : { ...item, amount: `${paid}` }, view.tokens)
  const outcome = redemption?.progress?.outcome
  const isKept = redemption !== undefined && isKeptHere(redemption)
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
      <h2>{`${HEADINGS[outcome ?? 'pending'] ?? 'Paying out '}${sum}`}</h2>
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
                : isKept
                  ? `Done. ${sum} is kept here, by your passkey.`
                  : `Paid. ${sum} is yours as vouchers.`
            }
            whenLeft={whoseVouchers(redemption, chainName)}
            chainName={chainName}
          />
          {redemption.ways_out.length > 0 && !isKept && (
            <TakeOut
              claimerId={view.id}
              secret={secret}
              claimId={item.claim_id}
              ways={redemption.ways_out.map(({ chain_uid }) => ({
                chain_uid,
                name: chainName(chain_uid),
              }))}
            />
          )}
        </>
      )}
      {!redemption && (
        <p>{item.status === 'paid' ? 'It was paid out.' : 'It is being paid out.'}</p>
      )}
    </section>
  )
}

/** Whether somebody had it kept by the passkey of this browser, which sends no transactions. */
export const isKeptHere = ({ release, recipient }: ClaimView['redemptions'][number]): boolean =>
  !release && isOfRememberedPasskey(recipient.address)

/** Why there are vouchers, and whose they are. */
function whoseVouchers(
  { recipient, progress }: ClaimView['redemptions'][number],
  chainName: (uid: string) => string,
): string {
  const chain = chainName(recipient.chain_uid)
  const detail = progress?.hops.find(({ state }) => state === 'failed')?.detail ?? ''
  const reason = detail === '' ? 'it gave no reason' : detail
  return `${chain} could not pay out: ${reason}. They are vouchers of your address ${shorten(recipient.address)} on ${chain}. Only its wallet can turn them into tokens.`
}

type TakeOutProps = {
  claimerId: string
  secret: string | undefined
  claimId: string
  ways: { chain_uid: string; name: string }[]
}

/** Leads to the page where the wallet that holds the vouchers signs for tokens. */
function TakeOut({ claimerId, secret, claimId, ways }: TakeOutProps) {
  const { isBusy, problem, attempt } = useAttempt()
  const [isLeaving, setLeaving] = useState(false)
  const take = (chain_uid: string) =>
    attempt(async () => {
      if (secret === undefined) return
      const order = { claim_id: claimId, chain_uid }
      const { sign_id } = await vouch.takeOutClaim(claimerId, secret, order)
      setLeaving(true)
      location.assign(`/sign/${sign_id}`)
    })
  return (
    <>
      {problem && <ProblemView problem={problem} />}
      {secret !== undefined && (
        <p class="row">
          {ways.map(({ chain_uid, name }) => (
            <button
              key={chain_uid}
              type="button"
              class="button"
              disabled={isBusy || isLeaving}
              onClick={() => void take(chain_uid)}
            >
              Take out on {name}
            </button>
          ))}
        </p>
      )}
      <p class="soft small">
        {secret === undefined
          ? 'Open the link of this claim, and there is a button for it. '
          : 'Connect that wallet on the next page. '}
        It also goes with /withdraw in a chat where the wallet is linked, or with{' '}
        <a href="/docs">POST /api/v1/execute/vcoin/withdraw</a>.
      </p>
    </>
  )
}
