import { useState } from 'preact/hooks'

import { canTryAgain } from '../../core/signing/can-try-again.ts'
import { paidOut } from '../../core/tracking/outcome-of.ts'
import { hasNothingToCome } from '../../core/tracking/outcomes.ts'
import type { Outcome } from '../../core/tracking/progress.ts'
import type { SignView } from '../../calls/sign-calls.ts'
import { vouch, problemOf, type Problem } from '../parts/api-client.ts'
import { FactsView } from '../parts/facts-view.tsx'
import { OnlyPanel, PageFrame } from '../parts/page-frame.tsx'
import { PhoneLink } from '../parts/phone-link.tsx'
import { ProblemView } from '../parts/problem-view.tsx'
import { ProgressView } from '../parts/progress-view.tsx'
import { QuoteView } from '../parts/quote-view.tsx'
import { shorten, showAmount } from '../parts/show-amount.ts'
import { usePolling } from '../parts/use-polling.ts'
import { OpenRequest } from './open-request.tsx'
import { SentRequest, type KeptSent } from './sent-request.tsx'
import type { Sent } from './signing-wallet.ts'

const OPEN_PAUSE_MS = 3000
const SIGNED_PAUSE_MS = 1000

/** The sign page: what is asked, what the bytes say, signing it, and its way afterwards. `persona` comes from the playground. */
export function SignPage({ id, persona }: { id: string; persona: string | undefined }) {
  const { view, take, problem, sent, isCancelled, watch, keepSent, refusal, refuse } =
    useSignRequest(id)
  // For the wallet that is connected here: the request itself stays open to any until one has signed.
  const [prepared, setPrepared] = useState<SignView>()

  if (!view) {
    return problem ? (
      <OnlyPanel title="This request cannot be shown">
        <ProblemView problem={problem} />
      </OnlyPanel>
    ) : (
      <OnlyPanel title="One moment…">
        <p class="soft">Fetching the request.</p>
      </OnlyPanel>
    )
  }

  const sum = showAmount({ token: view.token.token, amount: view.amount }, [view.token])
  const shown =
    view.build === null && prepared
      ? { ...view, sender_address: prepared.sender_address, build: prepared.build }
      : view
  return (
    <PageFrame>
      <Summary view={shown} sum={sum} />
      {problem && <ProblemView problem={problem} />}
      {refusal && <ProblemView problem={refusal} />}
      {isCancelled && <Cancelled />}
      {!isCancelled && view.status === 'signed' && <Signed view={view} sum={sum} />}
      {!isCancelled && view.status !== 'signed' && sent !== undefined && (
        <SentRequest
          signId={id}
          sent={sent}
          family={view.chain.family}
          onReported={take}
          onReplaced={(hash) => keepSent({ hash })}
          onRefused={(found) => {
            setPrepared(undefined)
            refuse(found)
          }}
        />
      )}
      {view.status === 'open' && sent === undefined && (
        <>
          <OpenRequest
            view={shown}
            persona={persona}
            onView={take}
            onPrepared={setPrepared}
            onSent={(next) => void watch(next)}
          />
          <PhoneLink url={`${location.origin}/sign/${id}`} />
        </>
      )}
      {view.status === 'expired' && sent === undefined && (
        <section class="panel">
          <h2>This request has expired</h2>
          <p>Nothing was sent. Ask for a new one with the same command in the chat.</p>
        </section>
      )}
    </PageFrame>
  )
}

/** The request as the server has it, read again and again, and under what this browser sent it. */
function useSignRequest(id: string) {
  const [view, setView] = useState<SignView>()
  const [problem, setProblem] = useState<Problem>()
  const [refusal, setRefusal] = useState<Problem>()
  const [isCancelled, setCancelled] = useState(false)
  const [sent, setSent] = useState(() => keptSent.read(id))

  const isSigned = view?.status === 'signed'
  const hasEnded = isSigned && view.progress !== null && hasNothingToCome(view.progress.outcome)
  usePolling(
    async () => {
      try {
        take(await vouch.getSignRequest(id))
        setProblem(undefined)
      } catch (error) {
        setProblem(problemOf(error))
      }
    },
    { pauseMs: isSigned ? SIGNED_PAUSE_MS : OPEN_PAUSE_MS, isActive: !hasEnded, key: id },
  )

  /** Signed is for ever: a slow answer from before must not bring the sign button back. */
  function take(next: SignView): void {
    setView((known) => (known?.status === 'signed' && next.status !== 'signed' ? known : next))
    if (next.status === 'signed') forgetSent()
  }
  function keepSent(next: KeptSent): void {
    setRefusal(undefined)
    keptSent.keep(id, next)
    setSent(next)
  }
  /** A wallet can put another transaction in the place of one: sped up it still is this request's, cancelled it is nothing. */
  async function watch(next: Sent): Promise<void> {
    if ('batch' in next) return keepSent(next)
    const { hash, ended } = next
    keepSent({ hash })
    const end = await ended?.catch(() => undefined) // the wallet is gone: then the chain's own blocks must tell
    if (end?.replaced === 'other') {
      setCancelled(true)
      forgetSent()
    }
    if (end?.replaced !== 'same') return
    keepSent({ hash: end.hash })
    await vouch
      .reportSigned(id, end.hash)
      .then(take, (error: unknown) => setProblem(problemOf(error)))
  }
  function forgetSent(): void {
    keptSent.forget(id)
    setSent(undefined)
  }
  function refuse(found: Problem): void {
    forgetSent()
    setRefusal(found)
  }
  return { view, take, problem, sent, isCancelled, watch, keepSent, refusal, refuse }
}

function Summary({ view, sum }: { view: SignView; sum: string }) {
  const isSwap = view.receive !== null
  const facts = [
    { label: 'To', value: <strong>{view.recipient}</strong> },
    {
      label: 'From',
      value:
        view.sender_address === null ? (
          `${view.owner_name}, with the wallet you connect`
        ) : (
          <span
            title={view.sender_address}
          >{`${view.owner_name} (${shorten(view.sender_address)})`}</span>
        ),
    },
    { label: 'Chain', value: view.chain.name },
    {
      label: isSwap ? 'You get' : 'How',
      value: view.receive
        ? `about ${received(view.receive, 'expected')}, at least ${received(view.receive, 'minimum')}`
        : HOW[view.operation],
    },
    ...(view.build?.type === 'meta'
      ? [{ label: 'Fee', value: 'None: you only sign, and this service pays the gas' }]
      : []),
    ...payoutFacts(view),
  ]
  return (
    <section class="panel">
      <h1>{isSwap ? 'Swap' : view.status === 'signed' ? 'Sent' : 'Send'}</h1>
      <p class="sum">{sum}</p>
      <FactsView facts={facts} />
      {view.note !== null && <QuoteView text={view.note} by={`Your note to ${view.recipient}`} />}
    </section>
  )
}

const showUnits = (token: SignView['token'], amount: string) =>
  showAmount({ token: token.token, amount }, [token])

/** What the hub keeps of a payout, or that it pays nothing there. */
function payoutFacts({ payout, receive, token }: SignView) {
  if (!payout) return []
  const { chain, fee, locked } = payout
  if (locked)
    return [
      {
        label: 'Payout',
        value: `The hub has locked ${chain} and pays nothing out there right now. Do not sign this before it is opened again.`,
      },
    ]
  if (fee === '0') return []
  const paid = receive?.token ?? token
  const kept = showUnits(paid, fee)
  return [{ label: 'Payout fee', value: `${kept}, which the hub keeps for paying out on ${chain}` }]
}

const HOW: Record<SignView['operation'], string> = {
  deposit: 'It arrives as vouchers that only the recipient can turn into money',
  transferVoucher: 'Your vouchers move to the recipient',
  withdrawVoucher: 'Your vouchers are paid out as real tokens',
  swap: 'One token is traded for another',
}

function received(
  { token, ...amounts }: NonNullable<SignView['receive']>,
  which: 'expected' | 'minimum',
): string {
  return showAmount({ token: token.token, amount: amounts[which] }, [token])
}

function Cancelled() {
  return (
    <section class="panel" role="alert">
      <h2>Cancelled in your wallet</h2>
      <p>
        Your wallet sent another transaction in its place, so nothing was sent. Ask for a new
        request with the same command in the chat.
      </p>
    </section>
  )
}

const HEADINGS: Record<Outcome, string> = {
  pending: 'On its way',
  completed: 'Arrived',
  failed: 'Refused',
  refunded: 'Refunded',
  released_as_vouchers: 'Held as vouchers',
  not_found: 'Never arrived',
  timed_out: 'Timed out',
  needs_attention: 'Needs attention',
}

function Signed({ view, sum }: { view: SignView; sum: string }) {
  const token = view.receive?.token ?? view.token
  const paid = view.progress && paidOut(view.progress, token.token)
  const arrived = paid === null || paid === undefined ? undefined : showUnits(token, `${paid}`)
  const whenCompleted = view.receive
    ? `At least ${arrived ?? received(view.receive, 'minimum')} arrived.`
    : view.recipient.includes(' on ')
      ? `${arrived ?? sum} arrived.`
      : `${view.recipient} can claim ${sum}.`
  const outcome = view.progress?.outcome ?? 'pending'
  return (
    <section class="panel">
      <h2>{HEADINGS[outcome]}</h2>
      <ProgressView
        progress={view.progress}
        whenCompleted={whenCompleted}
        whenLeft="The last chain could not pay it out, so it is in the vouchers of the wallet that signed. The card in the chat has a button to take them out."
        chainName={(uid) => (uid === view.chain.chain_uid ? view.chain.name : uid)}
        explorers={{ [view.chain.chain_uid]: view.chain.explorer_tx_url }}
      />
      <p class="soft small">
        {outcome === 'pending'
          ? 'You can close this page: the chat shows the same, until it has arrived.'
          : canTryAgain(view.progress ?? { outcome })
            ? 'You can close this page: the card in the chat has a button to try again.'
            : 'You can close this page: the card in the chat says the same.'}
      </p>
    </section>
  )
}

const key = (signId: string) => `vouch:sent:${signId}`
const BATCH = 'batch:'

/** Under what something was sent for a sign request but not reported yet, so that a reload never asks for a second signature. */
const keptSent = {
  read(signId: string): KeptSent | undefined {
    const kept = sessionStorage.getItem(key(signId)) ?? undefined
    if (kept === undefined) return undefined
    return kept.startsWith(BATCH) ? { batch: kept.slice(BATCH.length) } : { hash: kept }
  },
  keep: (signId: string, sent: KeptSent): void =>
    sessionStorage.setItem(key(signId), 'batch' in sent ? BATCH + sent.batch : sent.hash),
  forget: (signId: string): void => sessionStorage.removeItem(key(signId)),
}
