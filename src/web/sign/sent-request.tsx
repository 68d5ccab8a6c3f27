import { useEffect, useState } from 'preact/hooks'

import type { SignView } from '../../calls/sign-calls.ts'
import { problemOf, vouch, type Problem } from '../parts/api-client.ts'
import { ProblemView } from '../parts/problem-view.tsx'
import { useWords } from '../parts/spoken.tsx'
import { StepsView } from '../parts/steps-view.tsx'

type Props = {
  signId: string
  hash: string
  family: SignView['chain']['family']
  onReported: (view: SignView) => void
  onReplaced: (hash: string) => void
  /** The chain refused it, so nothing was moved, and the request is as open as before. */
  onRefused: (problem: Problem) => void
}

/** How often a transaction that its chain does not show yet is reported without being asked to. */
const TRIES_UNASKED = 6

/** Sent by the wallet, but Vouch does not follow it yet: reports the hash, again if need be, and never offers to sign twice. */
export function SentRequest({ signId, hash, family, onReported, onReplaced, onRefused }: Props) {
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
    // Once for each hash and each press of the button: the callbacks change with every rendering.
  }, [signId, hash, tries])

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
          <p class="soft small">{sign.notTwice(hash)}</p>
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
        </>
      )}
    </section>
  )
}
