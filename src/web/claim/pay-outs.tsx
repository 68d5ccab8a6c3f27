import { useEffect, useState } from 'preact/hooks'

import type { ClaimView } from '../../calls/claim-calls.ts'
import { VouchError } from '../../client/call.ts'
import type { CrossChainUser } from '../../core/terms/shapes.ts'
import { showNumber, showUsd } from '../../core/terms/show-text.ts'
import { isWorthMore } from '../../core/wallets/is-worth-more.ts'
import { vouch, problemOf, type Problem } from '../parts/api-client.ts'
import {
  askKeyPage,
  holdKeyAnswer,
  takeKeyAnswer,
  type KeyAnswer,
} from '../parts/passkey/key-request.ts'
import { areWordsConfirmed, isOfRememberedPasskey } from '../parts/passkey/remembered-passkey.ts'
import { ProblemView } from '../parts/problem-view.tsx'
import { ChainsWords } from '../parts/progress-view.tsx'
import { chainsWords } from '../../words/say-reason.ts'
import { showAmount } from '../parts/show-amount.ts'
import { useWords, type Spoken } from '../parts/spoken.tsx'
import { AfterPaid } from './after-paid.tsx'
import { lastRedemption, isSettled } from './claim-progress.ts'
import { ConfirmPayOut } from './confirm-pay-out.tsx'
import { isKeepable, keptAt } from './keep-here.tsx'
import { claimSession, isUnproven, UNPROVEN } from './link-secret.ts'
import { OwnKeyOnly } from './own-key-only.tsx'
import { ProveStep } from './prove-step.tsx'
import { RedemptionView } from './redemption-view.tsx'
import { waitingItems, type PayOut, type WaitingItem } from './waiting-items.ts'
import { WhereStep } from './where-step.tsx'
import { usePolling } from '../parts/use-polling.ts'

type Props = { view: ClaimView; secret: string; url: string; onView: (view: ClaimView) => void }

/** The steps of being paid, for what waits: of this claim, and once proven of all others of the same person. */
export function PayOuts({ view, secret, url, onView }: Props) {
  const words = useWords()
  const [session, setSession] = useState(() => claimSession.read(view.id))
  const [draft, setDraft] = useState<PayOut>()
  const [isPinNeeded, setPinNeeded] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Problem>()
  const [started, setStarted] = useState<string[]>([])
  const [opened, setOpened] = useState(takeKeyAnswer)
  const { claims: others, isKnown } = useOtherClaims(view.id, session, started, endSession)

  const waiting = waitingItems([view, ...others], started)
  const own = waiting.filter((each) => each.view === view).map(({ item }) => item)
  const kept =
    session !== undefined && opened
      ? keptAt(opened, { waiting, isAll: isKnown }, view.destinations)
      : undefined
  useEffect(() => {
    if (!kept || !opened) return
    takeKeyAnswer() // what is done now, no reload does again
    setOpened(undefined)
    void keep(kept, opened)
  }, [kept === undefined])
  useEffect(() => {
    // Whoever proves it anew with a sign-in leaves this page.
    if (session === undefined && opened) holdKeyAnswer(opened)
  }, [session, opened])
  if (!view.key_held)
    return own.length === 0 ? null : <OwnKeyOnly view={view} items={own} secret={secret} />

  /** The server knows a session no more: whoever has it has to prove it anew. */
  function endSession(over: string): void {
    claimSession.forget(view.id, over)
    setSession((current) => (current === over ? undefined : current))
  }

  /** Returns whether all of it is on its way; `undefined` where it has to be proven anew. */
  async function redeem(
    payOut: PayOut,
    recipient: CrossChainUser,
    otp: string | undefined,
  ): Promise<boolean | undefined> {
    if (session === undefined) return undefined
    setDraft(payOut)
    setBusy(true)
    setProblem(undefined)
    const onStarted = async ({ view: { id }, item }: WaitingItem) => {
      // The page looks again by itself soon. Looking now has the pay-out stand where this step was without a gap.
      if (id === view.id) await vouch.getClaim(id, secret).then(onView, () => undefined)
      setStarted((before) => [...before, item.claim_id])
    }
    const order = { session, recipient, otp }
    const { paid, failed, isOver } = await redeemEach(words, payOut, order, onStarted)
    setProblem(failed)
    setBusy(false)
    if (failed === undefined) setDraft(undefined)
    if (paid > 0) setPinNeeded(false)
    if (isOver) {
      endSession(session)
      return undefined
    }
    return failed === undefined
  }

  /**
   * Into an account of a passkey. Where that keeps more than a small amount from then on, its words are asked for first; then, where it is
   * asked for, its sender's PIN. What the key page has answered waits while it has to be proven anew.
   */
  async function keep(payOut: PayOut, answer: KeyAnswer): Promise<void> {
    const { hasWords, context } = answer
    const { destination, address, items } = payOut
    if (!hasWords) {
      const its = await keptBy(payOut)
      if (!its) return setOpened(answer)
      if (its.isMuch)
        return askKeyPage({ which: 'remembered', chain: undefined, wordsFirst: true, context })
    }
    if (items.some(({ item }) => item.otp_required)) {
      setDraft(payOut)
      setPinNeeded(true)
      return
    }
    const recipient = { chain_uid: destination.chain_uid, address }
    if ((await redeem(payOut, recipient, undefined)) === undefined) setOpened(answer)
  }

  /** What the account at its address keeps already counts, too. `undefined` where it has to be proven anew. */
  async function keptBy({ items, destination, address }: PayOut) {
    const { chain_uid } = destination
    if (session === undefined) return undefined
    setBusy(true)
    const worth = await vouch
      .keptWorth(view.id, session, { address, chain_uid })
      .catch((error: unknown) => problemOf(error))
    setBusy(false)
    if ('message' in worth && worth.code === UNPROVEN) {
      setProblem(worth)
      endSession(session)
      return undefined
    }
    // What cannot be known now may be much.
    const { usd, words: its } = 'usd' in worth ? worth : UNKNOWN_WORTH
    const worths = [usd, ...items.map(({ item }) => item.usd)]
    return { words: its, isMuch: isWorthMore(worths, view.words_from_usd) }
  }

  /**
   * To an address that somebody has typed. Where it is known for a passkey's, since the account that proved itself has linked it so or this browser remembers it, its words
   * are wanted first as well; *Keep it here* asks for them.
   */
  async function payOutTo(payOut: PayOut, recipient: CrossChainUser, otp: string | undefined) {
    setDraft(payOut)
    setProblem(undefined)
    const worth = await keptBy(payOut)
    if (!worth) return false
    const { words: its, isMuch } = worth
    const isMissing =
      its === 'missing' ||
      (its === null &&
        isOfRememberedPasskey(payOut.address) &&
        !areWordsConfirmed(payOut.address.toLowerCase()))
    if (!isMuch || !isMissing) return (await redeem(payOut, recipient, otp)) === true
    const { message, keepInstead, otherAddress } = words.claimSteps.wordsFirst
    const canBeKept = view.gasless && isKeepable(payOut.items, view.destinations)
    setProblem({
      message: message(showNumber(words, showUsd(view.words_from_usd))),
      fix: canBeKept ? keepInstead : otherAddress,
    })
    return false
  }

  return (
    <>
      {others.flatMap((other) =>
        other.items
          .filter(({ status, claim_id }) => status !== 'funded' && started.includes(claim_id))
          .map((item) => (
            <RedemptionView key={item.claim_id} view={other} item={item}>
              {item === other.items.at(-1) && (
                <AfterPaid view={{ ...other, chat_url: null }} provenFor={view.id} />
              )}
            </RedemptionView>
          )),
      )}
      {waiting.length > 0 && <LastFailure waiting={waiting} />}
      {waiting.length === 0 ? (
        problem && <ProblemView problem={problem} />
      ) : session === undefined ? (
        <>
          {problem && <ProblemView problem={problem} />}
          <ProveStep
            claimerId={view.id}
            secret={secret}
            recipient={view.recipient}
            ways={view.proofs}
            isCodeLate={view.code_late}
            onProven={(proven) => {
              claimSession.keep(view.id, proven)
              setSession(proven.session)
              setProblem(undefined)
            }}
          />
        </>
      ) : isPinNeeded && draft ? (
        <section class="panel">
          <h2>{words.claimSteps.where}</h2>
          <ConfirmPayOut
            payOut={draft}
            isBusy={isBusy}
            problem={problem}
            onConfirm={(recipient, otp) => void redeem(draft, recipient, otp)}
          />
          <p>
            <button
              type="button"
              class="button wide"
              disabled={isBusy}
              onClick={() => {
                setPinNeeded(false)
                setProblem(undefined)
              }}
            >
              {words.claimSteps.changeIt}
            </button>
          </p>
        </section>
      ) : (
        <WhereStep
          wordsFromUsd={view.words_from_usd}
          isGasless={view.gasless}
          destinations={view.destinations}
          items={waiting}
          draft={draft?.release ? draft : undefined}
          url={url}
          isBusy={isBusy}
          problem={problem}
          onChange={() => setProblem(undefined)}
          onConfirm={payOutTo}
        />
      )}
    </>
  )
}

const UNKNOWN_WORTH = { usd: null, words: null }

/**
 * Redeems one after another, so that what fails says so and holds nothing else up. Tells of each at once; returns how many are on their way, and
 * whether the session is over, which ends it.
 */
async function redeemEach(
  words: Spoken,
  { items, release }: PayOut,
  {
    session,
    recipient,
    otp,
  }: { session: string; recipient: CrossChainUser; otp: string | undefined },
  onStarted: (started: WaitingItem) => Promise<void>,
): Promise<{ paid: number; failed: Problem | undefined; isOver: boolean }> {
  let paid = 0
  let failed: Problem | undefined
  for (const each of items) {
    const { view, item } = each
    const { claim_id } = item
    const order = { claim_id, recipient, release, ...(otp !== undefined && { otp }) }
    try {
      await vouch.redeemClaim(view.id, session, order)
      paid += 1
      await onStarted(each)
    } catch (error) {
      const found = problemOf(error)
      const sum = showAmount(words, item, view.tokens)
      failed ??= items.length > 1 ? { ...found, message: `${sum}: ${found.message}` } : found
      if (found.code === UNPROVEN) return { paid, failed, isOver: true }
    }
  }
  return { paid, failed, isOver: false }
}

/** That an earlier try of something that waits again was refused, and why. */
function LastFailure({ waiting }: { waiting: PayOut['items'] }) {
  const { claim, trouble } = useWords()
  const failed = waiting
    .map(({ view, item }) => lastRedemption(view, item.claim_id))
    .find((redemption) => redemption?.status === 'failed')
  if (!failed) return null
  const { error } = failed
  const message = error === null ? claim.lastTry : claim.lastTryBecause(trouble.because(error))
  return (
    <>
      <ProblemView problem={{ message, fix: claim.nothingLost }} />
      <ChainsWords said={[chainsWords(error ?? '', undefined)]} />
    </>
  )
}

const PAUSE_MS = 1500

/**
 * What else waits for the account that proved itself for a claim, and how the pay-outs of it stand that were begun here.
 * All of it `isKnown` once there is an answer to the session; until then, there are those that were begun here. That it cannot be fetched is no
 * problem of the claim itself, so nothing is said then, and it is asked for again; where it is refused for good, there is nothing else, unless
 * the session is over, which `onOver` is told.
 */
function useOtherClaims(
  claimerId: string,
  session: string | undefined,
  started: readonly string[],
  onOver: (session: string) => void,
): { claims: ClaimView[]; isKnown: boolean } {
  const [answered, setAnswered] = useState<{ session: string; claims: ClaimView[] }>()
  const isAnswered = session === undefined || session === answered?.session
  const isStarted = ({ items }: ClaimView) =>
    items.some(({ claim_id }) => started.includes(claim_id))
  const isMoving = (view: ClaimView) =>
    view.items.some((item) => started.includes(item.claim_id) && !isSettled(view, item))
  const claims = answered?.claims.filter((view) => isAnswered || isStarted(view)) ?? []
  const isKnown = isAnswered && answered !== undefined
  /** What is on its way waits no more, so an answer to another session has it no more. */
  const withStarted = (found: ClaimView[]) => [
    ...claims.filter((view) => isStarted(view) && !found.some(({ id }) => id === view.id)),
    ...found,
  ]

  usePolling(
    async () => {
      if (session === undefined) return
      const look = async (view: ClaimView) =>
        isMoving(view)
          ? vouch.getProvenClaim(view.id, session).catch((error: unknown) => {
              if (isUnproven(error)) throw error
              return view
            })
          : view
      const next = isKnown
        ? Promise.all(claims.map(look))
        : vouch.getOtherClaims(claimerId, session).then((answer) => withStarted(answer.claims))
      await next.then(
        (found) => setAnswered({ session, claims: found }),
        (error: unknown) => {
          if (isUnproven(error)) onOver(session)
          else if (!canPass(error)) setAnswered({ session, claims: withStarted([]) })
        },
      )
    },
    {
      pauseMs: PAUSE_MS,
      isActive: session !== undefined && (!isKnown || claims.some(isMoving)),
      key: session ?? '',
    },
  )
  return { claims, isKnown }
}

/** Whether a call may be answered a moment later: nobody answered, too many asked, or the server or a proxy cannot now. */
const canPass = (error: unknown): boolean =>
  error instanceof VouchError &&
  (error.status === undefined || error.status === 429 || error.status >= 500)
