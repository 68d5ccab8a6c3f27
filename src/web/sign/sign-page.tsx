import { useRef, useState } from 'preact/hooks'

import { canTryAgain } from '../../core/signing/can-try-again.ts'
import { placeOf } from '../../core/terms/identity.ts'
import { paidOut } from '../../core/tracking/outcome-of.ts'
import { hasNothingToCome } from '../../core/tracking/outcomes.ts'
import { isSameInAnyCase } from '../../core/terms/is-same-in-any-case.ts'
import type { SignView } from '../../calls/sign-calls.ts'
import { sentences } from '../../words/sentences.ts'
import { isForGood, problemOf, type Problem, vouch } from '../parts/api-client.ts'
import { FactsView } from '../parts/facts-view.tsx'
import { OnlyPanel, PageFrame } from '../parts/page-frame.tsx'
import { tabStorage } from '../parts/page-storage.ts'
import { PhoneLink } from '../parts/phone-link.tsx'
import { ProblemView } from '../parts/problem-view.tsx'
import { ProgressView } from '../parts/progress-view.tsx'
import { QuoteView } from '../parts/quote-view.tsx'
import { shorten, showAbout, showAmount, showCut } from '../parts/show-amount.ts'
import { useLanguageOf, useWords, type Spoken } from '../parts/spoken.tsx'
import { isWebAddress } from '../parts/steps-view.tsx'
import { SumView } from '../parts/sum-view.tsx'
import { TakeOutButtons } from '../parts/take-out.tsx'
import { usePolling } from '../parts/use-polling.ts'
import { OpenRequest } from './open-request.tsx'
import { nameRecipient } from './message-words.ts'
import { SentRequest, type KeptSent } from './sent-request.tsx'
import type { Sent } from './signing-wallet.ts'

const OPEN_PAUSE_MS = 3000
const SIGNED_PAUSE_MS = 1000
/** What waits to be claimed may wait for weeks. */
const CLAIM_PAUSE_MS = 15_000

/** The sign page: what is asked, what the bytes say, signing it, and its way afterwards. `persona` comes from the playground. */
export function SignPage({ id, persona }: { id: string; persona: string | undefined }) {
  const words = useWords()
  const { sign, page } = words
  const { view, take, problem, sent, isWatched, cancelled, watch, keepSent, refusal, refuse } =
    useSignRequest(id)
  // For the wallet that is connected here, or in the place of a text: the request itself stays as it is until somebody has signed.
  const [prepared, setPrepared] = useState<SignView>()
  const [inPlaceOfText, setInPlaceOfText] = useState<SignView>()

  useLanguageOf(view?.language)

  if (!view) {
    return problem ? (
      <OnlyPanel title={sign.cannotShow}>
        <ProblemView problem={problem} />
      </OnlyPanel>
    ) : (
      <OnlyPanel title={page.moment}>
        <p class="soft">{sign.fetching}</p>
      </OnlyPanel>
    )
  }

  const built = inPlaceOfText ?? prepared
  const shown =
    view.status === 'open' && built
      ? { ...view, sender_address: built.sender_address, build: built.build }
      : view
  // What the wallet put another transaction in the place of may have been told of before, and counts as signed for an hour.
  const isCancelled =
    cancelled !== undefined &&
    (view.status !== 'signed' || isSameInAnyCase(view.tx_hash, cancelled))
  const isNeedless = view.signed_instead !== null && sent === undefined
  const over = (
    <section class="panel">
      <h2>{isNeedless ? sign.signedInstead : sign.expired}</h2>
      <p role="status">
        {isNeedless
          ? sign.notNeeded
          : sent !== undefined
            ? sentences(words, sign.noBlock, hasCard(view) && sign.askAgain)
            : hasCard(view)
              ? sign.askForNew
              : view.status === 'unseen'
                ? sign.mayBeSent
                : sign.notInTime}
      </p>
      {/* While it may have been sent, nobody is led to where an invoice is paid. */}
      {(view.status === 'expired' || hasCard(view)) && <WayBack view={view} />}
    </section>
  )
  return (
    <PageFrame>
      <Summary view={shown} />
      {problem && <ProblemView problem={problem} />}
      {refusal && <ProblemView problem={refusal} />}
      {isCancelled && <Cancelled view={view} />}
      {view.status === 'signed' && !isCancelled && <Signed view={view} />}
      {view.status !== 'signed' && sent !== undefined && (
        <SentRequest
          signId={id}
          isOpen={view.status === 'open'}
          isWatched={isWatched}
          over={over}
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
            isInPlaceOfText={inPlaceOfText !== undefined}
            onInPlaceOfText={setInPlaceOfText}
            onSent={(next) => void watch(next)}
          />
          {hasCard(view) && <p class="aside soft small">{sign.dismiss}</p>}
          <PhoneLink url={`${location.origin}/sign/${id}`} />
        </>
      )}
      {sent === undefined && (view.status === 'expired' || view.status === 'unseen') && over}
    </PageFrame>
  )
}

/** The request as the server has it, read again and again, and under what this browser sent it. */
function useSignRequest(id: string) {
  const [view, setView] = useState<SignView>()
  const [problem, setProblem] = useState<Problem>()
  const [refusal, setRefusal] = useState<Problem>()
  const [cancelled, setCancelled] = useState<string>()
  const [sent, setSent] = useState(() => keptSent.read(id))
  /** The transaction whose end this page waits for, from its wallet. */
  const [watched, setWatched] = useState<string>()
  /** What was sent last: the end of one before it says nothing of it. */
  const latest = useRef<KeptSent | undefined>(undefined)

  const isSigned = view?.status === 'signed'
  const hasArrived = isSigned && view.progress !== null && hasNothingToCome(view.progress.outcome)
  const hasEnded =
    (hasArrived && !isClaimUnderWay(view) && !view.sent_beside) ||
    (view?.status === 'expired' && sent === undefined) ||
    isForGood(problem)
  usePolling(
    async () => {
      try {
        take(await vouch.getSignRequest(id))
        setProblem(undefined)
      } catch (error) {
        setProblem(problemOf(error))
      }
    },
    {
      pauseMs:
        hasArrived || view?.status === 'expired' || typeof view?.signed_instead === 'string'
          ? CLAIM_PAUSE_MS
          : isSigned
            ? SIGNED_PAUSE_MS
            : OPEN_PAUSE_MS,
      isActive: !hasEnded,
      key: id,
    },
  )

  /** Signed is for ever: a slow answer from before must not bring the sign button back. */
  function take(next: SignView): void {
    setView((known) => (known?.status === 'signed' && next.status !== 'signed' ? known : next))
    if (next.status === 'signed') forgetSent()
  }
  function keepSent(next: KeptSent): void {
    latest.current = next
    setRefusal(undefined)
    setCancelled(undefined)
    keptSent.keep(id, next)
    setSent(next)
  }
  /** A wallet can put another transaction in the place of one: sped up it still is this request's, cancelled it is nothing. */
  async function watch(next: Sent): Promise<void> {
    if ('batch' in next) return keepSent(next)
    const { hash, ended } = next
    const its = { hash }
    keepSent(its)
    setWatched(hash)
    const end = await ended?.catch(() => undefined) // the wallet is gone: then the chain's own blocks must tell
    setWatched((current) => (current === hash ? undefined : current))
    if (latest.current !== its) return
    if (end?.replaced === 'other') {
      setCancelled(hash)
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
    latest.current = undefined
    forgetSent()
    setRefusal(found)
  }
  const isWatched = sent !== undefined && 'hash' in sent && sent.hash === watched
  return { view, take, problem, sent, isWatched, cancelled, watch, keepSent, refusal, refuse }
}

function Summary({ view }: { view: SignView }) {
  const words = useWords()
  const { sign } = words
  const recipient = nameRecipient(words, view.payee)
  const isSwap = view.receive !== null
  const facts = [
    { label: sign.to, value: <strong>{recipient}</strong> },
    {
      label: sign.from,
      value:
        view.sender_address === null ? (
          view.owner_name === '' ? (
            sign.youConnect
          ) : (
            sign.anyWallet(view.owner_name)
          )
        ) : (
          <span title={view.sender_address}>
            {view.owner_name === ''
              ? shorten(view.sender_address)
              : sign.ofWallet(view.owner_name, shorten(view.sender_address))}
          </span>
        ),
    },
    { label: sign.chain, value: view.chain.name },
    {
      label: isSwap ? sign.youGet : sign.how,
      value: view.receive
        ? sign.aboutAtLeast(
            showCut(words, { token: view.receive.token.token, amount: view.receive.expected }, [
              view.receive.token,
            ]),
            received(words, view.receive),
          )
        : sign.hows[view.operation],
    },
    ...(view.build?.type === 'meta' ? [{ label: sign.fee, value: sign.noFee }] : []),
    ...payoutFacts(words, view),
  ]
  return (
    <section class="panel">
      <h1>{isSwap ? sign.swap : view.status === 'signed' ? sign.sent : sign.send}</h1>
      <SumView
        sum={{ token: view.token.token, amount: view.amount }}
        tokens={[view.token]}
        usd={view.usd}
        isSigned
      />
      <FactsView facts={facts} />
      {view.note !== null && <QuoteView text={view.note} by={sign.yourNote(recipient)} />}
    </section>
  )
}

const showUnits = (words: Spoken, token: SignView['token'], amount: string) =>
  showAmount(words, { token: token.token, amount }, [token])

const aboutUnits = (words: Spoken, token: SignView['token'], amount: string) =>
  showAbout(words, { token: token.token, amount }, [token])

/** What the hub keeps of a payout, or that it pays nothing there. */
function payoutFacts(words: Spoken, { payout, receive, token }: SignView) {
  if (!payout) return []
  const { chain, fee, locked } = payout
  if (locked)
    return [
      {
        label: words.sign.payout,
        value: words.sign.locked(chain),
      },
    ]
  if (fee === '0') return []
  const paid = receive?.token ?? token
  const kept = showUnits(words, paid, fee)
  return [{ label: words.sign.payoutFee, value: words.sign.kept(kept, chain) }]
}

/** What a swap brings at least: it is signed. */
const received = (words: Spoken, { token, minimum }: NonNullable<SignView['receive']>): string =>
  showUnits(words, token, minimum)

/** Whoever pays an invoice has no card in a chat. */
const hasCard = ({ owner_name }: SignView): boolean => owner_name !== ''

/** Whether something is still to come of what its recipient claims. */
const isClaimUnderWay = ({ progress, claim_state: state }: SignView): boolean =>
  progress?.outcome === 'completed' &&
  state !== null &&
  state !== 'paid' &&
  state !== 'cancelled' &&
  state !== 'returned'

/** Back to where it was asked for, which says what can be done about it now. */
function WayBack({ view: { invoice_id, chat } }: { view: SignView }) {
  const { sign, claim } = useWords()
  const isChat = chat !== null && isWebAddress(chat.url)
  if (invoice_id === null && !isChat) return null
  return (
    <p class="row">
      {invoice_id !== null && (
        // What stands behind the sign says who signs in the playground.
        <a class="button" href={`/pay/${invoice_id}${location.hash}`}>
          {sign.toInvoice}
        </a>
      )}
      {isChat && (
        <a class="button" href={chat.url}>
          {claim.backTo(placeOf(chat.platform))}
        </a>
      )}
    </p>
  )
}

function Cancelled({ view }: { view: SignView }) {
  const words = useWords()
  const { sign, batches } = words
  return (
    <section class="panel" role="alert">
      <h2>{sign.cancelled}</h2>
      {view.status === 'open' ? (
        <p>{sentences(words, sign.replacedAlone, batches.denied.fix)}</p>
      ) : (
        <>
          <p>{hasCard(view) ? sign.askAnew : sign.replacedAlone}</p>
          <WayBack view={view} />
        </>
      )}
    </section>
  )
}

function Signed({ view }: { view: SignView }) {
  const words = useWords()
  const { sign, claim } = words
  const { progress, ways_out: ways } = view
  const token = view.receive?.token ?? view.token
  const paid = progress && paidOut(progress, token.token)
  const arrived =
    paid === null || paid === undefined ? undefined : aboutUnits(words, token, `${paid}`)
  const sum = aboutUnits(words, view.token, view.amount)
  const claimed = saidOfClaim(words, view)
  const whenCompleted = view.receive
    ? sign.atLeastArrived(arrived ?? received(words, view.receive))
    : view.payee.kind === 'wallet' || view.payee.kind === 'signer'
      ? sign.arrived(arrived ?? sum)
      : (claimed?.said ?? sign.canClaim(nameRecipient(words, view.payee), sum))
  const outcome = progress?.outcome ?? 'pending'
  const isBack = outcome === 'completed' && claimed?.isBack === true
  return (
    <section class="panel">
      <h2>{isBack ? claim.over : sign.headings[outcome]}</h2>
      <ProgressView
        progress={progress}
        whenCompleted={whenCompleted}
        isCompletedInVain={isBack}
        whenLeft={sign.leftAsVouchers}
        chainName={(uid) => (uid === view.chain.chain_uid ? view.chain.name : uid)}
        explorers={{ [view.chain.chain_uid]: view.chain.explorer_tx_url }}
      />
      {view.overpaid && <p>{sign.paidTooMuch(nameRecipient(words, view.payee))}</p>}
      {ways.length > 0 && (
        <>
          <TakeOutButtons
            ways={ways}
            ask={(chain_uid) => vouch.takeOutSigned(view.id, { chain_uid })}
            behind={location.hash}
          />
          <p class="soft small">
            {sentences(words, isBack && sign.backAsVouchers, claim.connectNext)}
          </p>
        </>
      )}
      <p class="soft small">{closeOf(words, view)}</p>
      {canGoBack(view) && <WayBack view={view} />}
    </section>
  )
}

/** What became of it for whoever it is for, and whether it is its sender's again, or will be. */
function saidOfClaim({ claim }: Spoken, { claim_state: state }: SignView) {
  if (state === null || state === 'funded') return undefined
  if (state === 'redeeming') return { said: claim.isBeingPaid, isBack: false }
  return state === 'paid'
    ? { said: claim.wasPaid, isBack: false }
    : { said: claim[state], isBack: true }
}

function closeOf({ sign }: Spoken, view: SignView): string {
  const { progress } = view
  const isPending = (progress?.outcome ?? 'pending') === 'pending'
  if (view.sent_beside) return sign.sentBeside(view.chain.name)
  if (!hasCard(view)) return isPending ? sign.closeAlone.pending : sign.closeAlone.over
  if (isPending) return sign.close.pending
  return progress && canTryAgain(progress) ? sign.close.again : sign.close.over
}

/** While it may still be on its way, nobody is led to where an invoice is paid. */
function canGoBack({ progress, invoice_id, sent_beside: isUnseen }: SignView): boolean {
  if (!progress || progress.outcome === 'pending') return false
  if (invoice_id === null) return true
  return canTryAgain(progress) && progress.outcome !== 'not_found' && !isUnseen
}

const key = (signId: string) => `vouch:sent:${signId}`
const BATCH = 'batch:'

/** Under what something was sent for a sign request but not reported yet, so that a reload never asks for a second signature. */
const keptSent = {
  read(signId: string): KeptSent | undefined {
    const kept = tabStorage.getItem(key(signId)) ?? undefined
    if (kept === undefined) return undefined
    return kept.startsWith(BATCH) ? { batch: kept.slice(BATCH.length) } : { hash: kept }
  },
  keep: (signId: string, sent: KeptSent): void =>
    tabStorage.setItem(key(signId), 'batch' in sent ? BATCH + sent.batch : sent.hash),
  forget: (signId: string): void => tabStorage.removeItem(key(signId)),
}
