import { useState } from 'preact/hooks'

import type { ClaimView } from '../../calls/claim-calls.ts'
import { showIdentity } from '../../core/terms/identity.ts'
import { showDay } from '../../core/terms/show-text.ts'
import { vouch, problemOf, type Problem } from '../parts/api-client.ts'
import { OnlyPanel, PageFrame } from '../parts/page-frame.tsx'
import { PhoneLink } from '../parts/phone-link.tsx'
import { ProblemView } from '../parts/problem-view.tsx'
import { QuoteView } from '../parts/quote-view.tsx'
import { LostToldAbove } from '../parts/reachable.ts'
import { showAmount } from '../parts/show-amount.ts'
import { usePolling } from '../parts/use-polling.ts'
import { isSettled } from './claim-progress.ts'
import { KeptHere } from './keep-here.tsx'
import { PayOuts } from './pay-outs.tsx'
import { isKeptHere, RedemptionView } from './redemption-view.tsx'

const PAUSE_MS = 1500

/** The claim page: what waits and from whom, proving to be the recipient, choosing where, and being paid. */
export function ClaimPage({ id, secret }: { id: string; secret: string | undefined }) {
  const [view, setView] = useState<ClaimView>()
  const [problem, setProblem] = useState<Problem>()
  const hasEnded =
    view !== undefined && view.items.length > 0 && view.items.every((item) => isSettled(view, item))

  usePolling(
    async () => {
      if (secret === undefined) return
      try {
        setView(await vouch.getClaim(id, secret))
        setProblem(undefined)
      } catch (error) {
        setProblem(problemOf(error))
      }
    },
    { pauseMs: PAUSE_MS, isActive: secret !== undefined && !hasEnded, key: id },
  )

  if (secret === undefined) {
    return (
      <OnlyPanel title="This link is not complete">
        <p>
          The end of the link, after the # sign, is missing. Open the whole link from the message
          that you got.
        </p>
      </OnlyPanel>
    )
  }
  if (!view) {
    return problem ? (
      <OnlyPanel title="This claim cannot be shown">
        <ProblemView problem={problem} />
      </OnlyPanel>
    ) : (
      <OnlyPanel title="One moment…">
        <p class="soft">Looking for what waits for you.</p>
      </OnlyPanel>
    )
  }
  const url = `${location.origin}/claim/${id}#${secret}`
  const kept = view.redemptions.find((redemption) => isKeptHere(redemption))
  return (
    <PageFrame>
      <Summary view={view} />
      {problem && <ProblemView problem={problem} />}
      {view.items.length === 0 && (
        <section class="panel" aria-live="polite">
          <h2>It has not arrived yet</h2>
          <p>
            {view.sender_name} announced it. It can be claimed here as soon as it is safely on the
            chain; this page notices by itself.
          </p>
        </section>
      )}
      {view.items.some(({ status, frozen }) => status === 'funded' && frozen) && <Paused />}
      {!hasEnded && <NotYet view={view} />}
      <LostToldAbove.Provider value={problem?.answersBefore !== undefined}>
        {view.claimable_from === null && (
          <PayOuts view={view} secret={secret} url={url} onView={setView} />
        )}
      </LostToldAbove.Provider>
      {view.items
        .filter(({ status }) => status !== 'funded')
        .map((item) => (
          <RedemptionView key={item.claim_id} view={view} item={item} secret={secret} />
        ))}
      {kept && <KeptHere address={kept.recipient.address.toLowerCase()} />}
      {!hasEnded && <PhoneLink url={url} />}
    </PageFrame>
  )
}

function Summary({ view }: { view: ClaimView }) {
  const handle = showIdentity(view.recipient)
  const until = firstDeadline(view)
  const sums = view.items.length > 0 ? view.items : [view.announced]
  return (
    <section class="panel">
      <h1>
        {view.sender_name} sent you
        <span class="hidden">: </span>
      </h1>
      {sums.map((sum, index) => (
        <p key={index} class="sum">
          {showAmount(sum, view.tokens)}
        </p>
      ))}
      <p class="soft">For {handle}</p>
      {until !== undefined && <p class="soft">It waits until {showDay(until)}.</p>}
      {view.note !== null && (
        <QuoteView text={view.note} by={`In ${view.sender_name}'s own words`} />
      )}
    </section>
  )
}

/** Whoever runs the server holds it back. Why is theirs to say. */
function Paused() {
  return (
    <section class="panel" aria-live="polite">
      <h2>It is paused for now</h2>
      <p>
        The people who run this bot have paused it; nothing is lost. Its time is not running
        meanwhile, and this page notices by itself when it goes on.
      </p>
    </section>
  )
}

/** Why nobody can claim it now, and what has to happen first. */
function NotYet({ view: { held, claimable_from, recipient, sender_name } }: { view: ClaimView }) {
  if (held !== null)
    return (
      <section class="panel" aria-live="polite">
        <h2>It waits for a word of {sender_name}</h2>
        <p>
          {held === 'changed'
            ? `@${recipient.handle} was given up, or has belonged to more than one account`
            : `@${recipient.handle} had not been seen for a long time when this was sent`}
          , so {sender_name} was asked who is meant. Until then nobody can claim it; nothing is
          lost, since what is not claimed goes back.
        </p>
      </section>
    )
  if (claimable_from === null) return null
  return (
    <section class="panel" aria-live="polite">
      <h2>It can be claimed from {showDay(new Date(claimable_from))}</h2>
      <p>
        The account of @{recipient.handle} took this name only recently. Until then {sender_name}{' '}
        can take it back, or confirm that you are meant; this page notices by itself.
      </p>
    </section>
  )
}

/** When the first of what waits goes back to its sender, if it does. */
function firstDeadline({ items }: ClaimView): Date | undefined {
  const times = items.flatMap(({ status, expires_at, frozen }) =>
    status === 'funded' && expires_at !== null && !frozen ? [Date.parse(expires_at)] : [],
  )
  return times.length === 0 ? undefined : new Date(Math.min(...times))
}
