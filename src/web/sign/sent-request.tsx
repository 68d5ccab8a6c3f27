import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'

import type { SignView } from '../../calls/sign-calls.ts'
import { problemOf, vouch, type Problem } from '../parts/api-client.ts'
import { loadPart } from '../parts/load-part.ts'
import { ProblemView } from '../parts/problem-view.tsx'
import { useWords } from '../parts/spoken.tsx'
import { StepsView } from '../parts/steps-view.tsx'
import { usePolling } from '../parts/use-polling.ts'
import { useWallets } from '../parts/wallets/wallet-buttons.tsx'

/** Under what a wallet has sent a request: a transaction's hash, or the wallet's own id for a batch. */
export type KeptSent = { hash: string } | { batch: string }

type Props = {
  signId: string
  /** Whether it can be signed once more. */
  isOpen: boolean
  /** Whether this page hears from the wallet what becomes of it. */
  isWatched: boolean
  /** What is said once the request has ended and no block knows it. */
  over: ComponentChildren
  family: SignView['chain']['family']
  onReported: (view: SignView) => void
  onReplaced: (hash: string) => void
  /** Nothing was moved, and the request is as open as before. */
  onRefused: (problem: Problem) => void
}

/** Sent by the wallet, but Vouch does not follow it yet: finds its hash, reports it, and never offers to sign twice. */
export function SentRequest({ sent, ...props }: Props & { sent: KeptSent }) {
  return 'batch' in sent ? (
    <SentBatch {...props} batch={sent.batch} />
  ) : (
    <SentTransaction {...props} hash={sent.hash} />
  )
}

const BATCH_PAUSE_MS = 1000

/** A batch is known by its wallet alone until a block has it. */
function SentBatch({ isOpen, over, batch, onReplaced, onRefused }: Props & { batch: string }) {
  const { batches, sign } = useWords()
  const wallets = useWallets()
  const [isUnknown, setUnknown] = useState(false)
  const [problem, setProblem] = useState<Problem>()
  const look = async (among: NonNullable<typeof wallets>) => {
    const { batchEnd } = await loadPart(() => import('./call-batches.ts'))
    const asked = await Promise.allSettled(among.map(({ provider }) => batchEnd(provider, batch)))
    setUnknown(asked.every(({ status }) => status === 'rejected'))
    for (const answer of asked) {
      if (answer.status === 'rejected' || !answer.value) continue
      if ('hash' in answer.value) onReplaced(answer.value.hash)
      else onRefused(batches[answer.value.failed])
      return
    }
  }
  usePolling(
    async () => {
      if (!wallets) return
      try {
        await look(wallets)
        setProblem(undefined)
      } catch (error) {
        setProblem(problemOf(error))
      }
    },
    { pauseMs: BATCH_PAUSE_MS, isActive: wallets !== undefined, key: batch },
  )
  return (
    <section class="panel">
      <h2>{batches.taken}</h2>
      {problem && <ProblemView problem={problem} />}
      <StepsView steps={[{ label: sign.waitForChain, state: 'active' }]} />
      {isUnknown && (
        <>
          <p class="soft small">{batches.unknown}</p>
          <button type="button" class="button" onClick={() => onRefused(batches.denied)}>
            {batches.deny}
          </button>
        </>
      )}
      {!isOpen && over}
    </section>
  )
}

/** How often a transaction that its chain does not show yet is reported without being asked to. */
const TRIES_UNASKED = 6

/** Reports the hash, again if need be. */
function SentTransaction({
  signId,
  isOpen,
  isWatched,
  over,
  hash,
  family,
  onReported,
  onReplaced,
  onRefused,
}: Props & { hash: string }) {
  const { sign } = useWords()
  const [problem, setProblem] = useState<Problem>()
  const [tries, setTries] = useState(1)
  const [replacement, setReplacement] = useState('')

  useEffect(() => {
    setProblem(undefined)
    void vouch.reportSigned(signId, hash).then(onReported, (error: unknown) => {
      const found = problemOf(error)
      // The server has looked for some seconds by then, and a block may take longer.
      if (found.code === 'TRANSACTION_FAILED') onRefused(found)
      else if (found.code === 'NOT_FOUND' && tries < TRIES_UNASKED) setTries(tries + 1)
      else setProblem(found)
    })
    // Once for each hash and each press of the button, and once more when the request ends: the callbacks change with every rendering.
  }, [signId, hash, tries, isOpen])
  const isInNoBlock = problem?.code === 'NOT_FOUND'

  return (
    <section class="panel">
      <h2>{sign.walletSent}</h2>
      {!problem && <StepsView steps={[{ label: sign.telling, state: 'active', detail: hash }]} />}
      {problem && (
        <>
          <ProblemView
            problem={problem}
            retry={{ label: sign.reportAgain, run: () => setTries(tries + 1) }}
          />
          {isInNoBlock && !isOpen ? over : <p class="soft small">{sign.notTwice(hash)}</p>}
          {family === 'evm' && (
            <details>
              <summary>{sign.spedUp}</summary>
              <form
                onSubmit={(event) => {
                  event.preventDefault()
                  onReplaced(replacement.trim())
                }}
              >
                <p class="field">
                  <label for="replacement">{sign.newHash}</label>
                  <input
                    id="replacement"
                    class="mono"
                    required
                    pattern="\s*0x[0-9a-fA-F]{64}\s*"
                    value={replacement}
                    onInput={(event) => setReplacement(event.currentTarget.value)}
                  />
                </p>
                <button class="button">{sign.reportThis}</button>
              </form>
            </details>
          )}
          {family === 'evm' && isOpen && !isWatched && isInNoBlock && (
            <p>
              <button
                type="button"
                class="button"
                onClick={() => onRefused({ message: sign.saidCancelled, fix: sign.onceCancelled })}
              >
                {sign.cancelledIt}
              </button>
            </p>
          )}
        </>
      )}
    </section>
  )
}
