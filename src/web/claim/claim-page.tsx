import { useState } from 'preact/hooks'

import type { TokenAmount } from '../../calls/chain-view.ts'
import type { ClaimView } from '../../calls/claim-calls.ts'
import { showIdentity } from '../../core/terms/identity.ts'
import { isForGood, problemOf, type Problem, vouch } from '../parts/api-client.ts'
import { OnlyPanel, PageFrame } from '../parts/page-frame.tsx'
import { PhoneLink } from '../parts/phone-link.tsx'
import { ProblemView } from '../parts/problem-view.tsx'
import { QuoteView } from '../parts/quote-view.tsx'
import { LostToldAbove } from '../parts/reachable.ts'
import { showMoment } from '../parts/show-moment.ts'
import { useLanguageOf, useWords } from '../parts/spoken.tsx'
import { SumView } from '../parts/sum-view.tsx'
import { usePolling } from '../parts/use-polling.ts'
import { AfterPaid } from './after-paid.tsx'
import { isSettled } from './claim-progress.ts'
import { KeptHere } from './keep-here.tsx'
import { PayOuts } from './pay-outs.tsx'
import { isKeptHere, RedemptionView } from './redemption-view.tsx'

const PAUSE_MS = 1500

/** The claim page: what waits and from whom, proving to be the recipient, choosing where, and being paid. */
export function ClaimPage({ id, secret }: { id: string; secret: string | undefined }) {
  const { claim, page } = useWords()
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
    {
      pauseMs: PAUSE_MS,
      isActive: secret !== undefined && !hasEnded && !isForGood(problem),
      key: id,
    },
  )

  useLanguageOf(view?.language)

  if (secret === undefined) {
    return (
      <OnlyPanel title={claim.incomplete}>
        <p>{claim.wholeLink}</p>
      </OnlyPanel>
    )
  }
  if (!view) {
    return problem ? (
      <OnlyPanel title={claim.cannotShow}>
        <ProblemView problem={problem} />
      </OnlyPanel>
    ) : (
      <OnlyPanel title={page.moment}>
        <p class="soft">{claim.looking}</p>
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
          <h2>{claim.notArrived}</h2>
          <p>{claim.announced(view.sender_name)}</p>
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
          <RedemptionView key={item.claim_id} view={view} item={item} secret={secret}>
            {item === view.items.at(-1) && <AfterPaid view={view} provenFor={id} />}
          </RedemptionView>
        ))}
      {kept && <KeptHere address={kept.recipient.address.toLowerCase()} isGasless={view.gasless} />}
      {!hasEnded && <PhoneLink url={url} />}
    </PageFrame>
  )
}

function Summary({ view }: { view: ClaimView }) {
  const { claim, locale } = useWords()
  const handle = showIdentity(view.recipient)
  const until = firstDeadline(view)
  const sums: (TokenAmount & { usd?: string | null })[] =
    view.items.length > 0 ? view.items : [view.announced]
  return (
    <section class="panel">
      <h1>
        {claim.sentYou(view.sender_name)}
        <span class="hidden">: </span>
      </h1>
      {sums.map((sum, index) => (
        <SumView key={index} sum={sum} tokens={view.tokens} usd={sum.usd} />
      ))}
      <p class="soft">{claim.for(handle)}</p>
      {until !== undefined && <p class="soft">{claim.waitsUntil(showMoment(locale, until))}</p>}
      {view.note !== null && <QuoteView text={view.note} by={claim.ownWords(view.sender_name)} />}
    </section>
  )
}

/** Whoever runs the server holds it back. Why is theirs to say. */
function Paused() {
  const { claim } = useWords()
  return (
    <section class="panel" aria-live="polite">
      <h2>{claim.paused}</h2>
      <p>{claim.pausedBy}</p>
    </section>
  )
}

/** Why nobody can claim it now, and what has to happen first. */
function NotYet({ view: { held, claimable_from, recipient, sender_name } }: { view: ClaimView }) {
  const { claim, locale } = useWords()
  const handle = showIdentity(recipient)
  if (held !== null)
    return (
      <section class="panel" aria-live="polite">
        <h2>{claim.waitsForWord(sender_name)}</h2>
        <p>{claim.held[held](handle, sender_name)}</p>
      </section>
    )
  if (claimable_from === null) return null
  return (
    <section class="panel" aria-live="polite">
      <h2>{claim.from(showMoment(locale, new Date(claimable_from)))}</h2>
      <p>{claim.newName(handle, sender_name)}</p>
    </section>
  )
}

/** Where somebody comes back from a sign-in that this browser did not begin. */
export function SignInElsewhere() {
  const { claim } = useWords()
  return (
    <OnlyPanel title={claim.notBegunHere}>
      <p>{claim.beginAnew}</p>
    </OnlyPanel>
  )
}

/** When the first of what waits goes back to its sender, if it does. */
function firstDeadline({ items }: ClaimView): Date | undefined {
  const times = items.flatMap(({ status, expires_at, frozen }) =>
    status === 'funded' && expires_at !== null && !frozen ? [Date.parse(expires_at)] : [],
  )
  return times.length === 0 ? undefined : new Date(Math.min(...times))
}
