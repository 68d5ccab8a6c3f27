import type { ComponentChildren } from 'preact'

import type { ClaimItem, ClaimView } from '../../calls/claim-calls.ts'
import type { Outcome } from '../../core/tracking/progress.ts'
import { vouch } from '../parts/api-client.ts'
import { ProgressView } from '../parts/progress-view.tsx'
import { paidOut } from '../../core/tracking/outcome-of.ts'
import { shorten, showAbout } from '../parts/show-amount.ts'
import { useWords, type Spoken } from '../parts/spoken.tsx'
import { ExactAmount } from '../parts/sum-view.tsx'
import { TakeOutButtons } from '../parts/take-out.tsx'
import { isOfRememberedPasskey } from '../parts/passkey/remembered-passkey.ts'
import { sayReason } from '../../words/say-reason.ts'
import { sentences } from '../../words/sentences.ts'
import { lastRedemption } from './claim-progress.ts'

const GONE_BACK = ['expired', 'cancelling', 'cancelled', 'returning', 'returned'] as const

const HEADINGS = {
  completed: 'paid',
  released_as_vouchers: 'paidAsVouchers',
  timed_out: 'notPaidYet',
  needs_attention: 'notPaidYet',
} as const satisfies Partial<Record<Outcome, keyof Spoken['claim']>>

/**
 * The way of an item that is being paid out, or was. With the link's `secret`, what a chain could not pay out can be asked for again; of a
 * claim without one, only how. `children` are what can be done once it was paid.
 */
export function RedemptionView({
  view,
  item,
  secret,
  children,
}: {
  view: ClaimView
  item: ClaimItem
  secret?: string | undefined
  children?: ComponentChildren
}) {
  const words = useWords()
  const { claim } = words
  const redemption = lastRedemption(view, item.claim_id)
  const chainName = (uid: string) =>
    view.destinations.find(({ chain_uid }) => chain_uid === uid)?.name ?? uid
  const paid =
    redemption?.release && redemption.progress
      ? paidOut(redemption.progress, item.token)
      : undefined
  const amount = paid === undefined ? item : { ...item, amount: `${paid}` }
  const sum = showAbout(words, amount, view.tokens)
  const outcome = redemption?.progress?.outcome
  const heading =
    outcome !== undefined && outcome in HEADINGS
      ? HEADINGS[outcome as keyof typeof HEADINGS] // it is one of them, as was just asked
      : 'payingOut'
  const isKept = redemption !== undefined && isKeptHere(redemption)
  const back = GONE_BACK.find((status) => status === item.status)
  if (back !== undefined)
    return (
      <section class="panel">
        <h2>{claim.over}</h2>
        <p>{claim[back]}</p>
      </section>
    )
  return (
    <section class="panel">
      <h2>{claim[heading](sum)}</h2>
      <ExactAmount sum={amount} tokens={view.tokens} />
      {redemption && (
        <>
          <p class="soft">
            <span title={redemption.recipient.address}>
              {claim.to(
                shorten(redemption.recipient.address),
                chainName(redemption.recipient.chain_uid),
              )}
            </span>
          </p>
          <ProgressView
            progress={redemption.progress}
            whenCompleted={
              redemption.release
                ? claim.inWallet(sum)
                : isKept
                  ? claim.keptHere(sum)
                  : claim.yoursAsVouchers(sum)
            }
            whenLeft={whoseVouchers(words, redemption, chainName)}
            chainName={chainName}
            explorers={explorersOf(view)}
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
      {!redemption && <p>{item.status === 'paid' ? claim.wasPaid : claim.isBeingPaid}</p>}
      {children}
    </section>
  )
}

const explorersOf = ({ destinations }: ClaimView): Record<string, string> =>
  Object.fromEntries(
    destinations.map(({ chain_uid, explorer_tx_url }) => [chain_uid, explorer_tx_url]),
  )

/** Whether somebody had it kept by the passkey of this browser, which sends no transactions. */
export const isKeptHere = ({ release, recipient }: ClaimView['redemptions'][number]): boolean =>
  !release && isOfRememberedPasskey(recipient.address)

/** Why there are vouchers, and whose they are. */
function whoseVouchers(
  { claim, trouble }: Spoken,
  { recipient, progress }: ClaimView['redemptions'][number],
  chainName: (uid: string) => string,
): string {
  const chain = chainName(recipient.chain_uid)
  const failed = progress?.hops.find(({ state }) => state === 'failed')
  const reason =
    failed === undefined || failed.detail === ''
      ? claim.noReason
      : sayReason(trouble, failed.detail, failed.reason)
  return claim.vouchersOf(chain, reason, shorten(recipient.address))
}

type TakeOutProps = {
  claimerId: string
  secret: string | undefined
  claimId: string
  ways: { chain_uid: string; name: string }[]
}

/** With the link's secret, buttons; else only how it goes. */
function TakeOut({ claimerId, secret, claimId, ways }: TakeOutProps) {
  const words = useWords()
  const { claim } = words
  return (
    <>
      {secret !== undefined && (
        <TakeOutButtons
          ways={ways}
          ask={(chain_uid) =>
            vouch.takeOutClaim(claimerId, secret, { claim_id: claimId, chain_uid })
          }
        />
      )}
      <p class="soft small">
        {sentences(
          words,
          secret === undefined ? claim.buttonOnLink : claim.connectNext,
          claim.otherWays,
        )}
      </p>
    </>
  )
}
