import { useState } from 'preact/hooks'

import type { InvoiceView } from '../../calls/invoice-calls.ts'
import { placeOf } from '../../core/terms/identity.ts'
import { isForGood, problemOf, vouch, type Problem } from '../parts/api-client.ts'
import { FactsView } from '../parts/facts-view.tsx'
import { OnlyPanel, PageFrame } from '../parts/page-frame.tsx'
import { PhoneLink } from '../parts/phone-link.tsx'
import { ProblemView } from '../parts/problem-view.tsx'
import { QuoteView } from '../parts/quote-view.tsx'
import { showMoment } from '../parts/show-moment.ts'
import { useWords } from '../parts/spoken.tsx'
import { StepsView } from '../parts/steps-view.tsx'
import { SumView } from '../parts/sum-view.tsx'
import { useAttempt } from '../parts/use-attempt.ts'
import { usePolling } from '../parts/use-polling.ts'

const PAUSE_MS = 3000
const MAY_CHANGE: readonly InvoiceView['status'][] = ['open', 'sent', 'unseen']

/** What was on its way when it was withdrawn may still arrive. */
const mayChange = ({ status, payers }: InvoiceView): boolean =>
  MAY_CHANGE.includes(status) || payers.some(({ state }) => state === 'sent')

/** The page of `/invoice`: what is to be paid and to whom, who has paid it, and paying it with any wallet. */
export function PayPage({ id }: { id: string }) {
  const { page, pay, naming, locale } = useWords()
  const [view, setView] = useState<InvoiceView>()
  const [problem, setProblem] = useState<Problem>()

  usePolling(
    async () => {
      try {
        setView(await vouch.getInvoice(id))
        setProblem(undefined)
      } catch (error) {
        setProblem(problemOf(error))
      }
    },
    {
      pauseMs: PAUSE_MS,
      isActive: (view === undefined || mayChange(view)) && !isForGood(problem),
      key: id,
    },
  )

  if (!view) {
    return problem ? (
      <OnlyPanel title={pay.cannotShow}>
        <ProblemView problem={problem} />
      </OnlyPanel>
    ) : (
      <OnlyPanel title={page.moment}>
        <p class="soft">{pay.fetching}</p>
      </OnlyPanel>
    )
  }
  const { status, asker, token, amount, note, expires_at, payers } = view
  const until =
    status === 'open' && expires_at !== null
      ? [{ label: pay.until, value: showMoment(locale, new Date(expires_at)) }]
      : []
  return (
    <PageFrame>
      <section class="panel">
        <h1>{pay.titles[status]}</h1>
        <SumView sum={{ token: token.token, amount }} tokens={[token]} usd={view.usd} />
        <FactsView
          facts={[
            {
              label: pay.to,
              value: <strong>{naming.elsewhere(asker.name, placeOf(asker.platform))}</strong>,
            },
            ...until,
          ]}
        />
        {note !== null && <QuoteView text={note} by={asker.name} />}
        {status === 'unseen' && <p role="status">{pay.lookAgain}</p>}
        <div aria-live="polite">
          {payers.length > 0 && (
            <StepsView
              steps={payers.map(({ name, state }) => ({
                label: name ?? pay.byPage,
                state: state === 'paid' ? 'done' : 'active',
                detail: pay.states[state],
              }))}
            />
          )}
        </div>
      </section>
      {problem && <ProblemView problem={problem} />}
      {status === 'open' && (
        <>
          <PayWithWallet view={view} />
          <PhoneLink url={`${location.origin}/pay/${id}`} />
        </>
      )}
    </PageFrame>
  )
}

/** Has the payload made on a chain, and goes on to the sign page, where a wallet is connected. */
function PayWithWallet({ view: { id, chains } }: { view: InvoiceView }) {
  const { pay } = useWords()
  const [chosen, setChosen] = useState(chains[0]?.chain_uid ?? '')
  const { isBusy, problem, attempt } = useAttempt()
  const go = () =>
    attempt(async () => {
      const { sign_id } = await vouch.payInvoice(id, { chain_uid: chosen })
      // What stands behind the sign says who signs in the playground.
      location.assign(`/sign/${sign_id}${location.hash}`)
    })
  return (
    <section class="panel">
      <h2 class="hidden">{pay.withWallet}</h2>
      {problem && <ProblemView problem={problem} />}
      <div class="stack">
        {chains.length > 1 && (
          <p class="field">
            <label for="chain">{pay.fromChain}</label>
            <select
              id="chain"
              value={chosen}
              onChange={(event) => setChosen(event.currentTarget.value)}
            >
              {chains.map(({ chain_uid, name }) => (
                <option key={chain_uid} value={chain_uid}>
                  {name}
                </option>
              ))}
            </select>
          </p>
        )}
        <button
          type="button"
          class="button primary wide"
          disabled={isBusy}
          onClick={() => void go()}
        >
          {pay.withWallet}
        </button>
      </div>
      <p class="soft small">{pay.nothingYet}</p>
    </section>
  )
}
