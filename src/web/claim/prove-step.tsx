import { useEffect } from 'preact/hooks'

import type { ClaimSession, ProofWay } from '../../calls/claim-calls.ts'
import { placeOf, showIdentity, type Identity } from '../../core/terms/identity.ts'
import { problemOf, vouch } from '../parts/api-client.ts'
import { ProblemView } from '../parts/problem-view.tsx'
import { useWords } from '../parts/spoken.tsx'
import { telegramInitData } from '../parts/telegram-launch.ts'
import { useAttempt } from '../parts/use-attempt.ts'
import { codeAsked } from './link-secret.ts'
import { ProveByCode } from './prove-by-code.tsx'
import { leaveForSignIn, spendReturnedSignIn } from './returned-sign-in.ts'

type Props = {
  claimerId: string
  secret: string
  recipient: Identity
  /** What the server can do for this recipient. */
  ways: readonly ProofWay[]
  /** Whether the last code could not be handed over yet. */
  isCodeLate: boolean
  onProven: (session: ClaimSession) => void
}

/** Shows to be the recipient: as the account itself at its platform, or with a code that goes to the recipient's own channel. */
export function ProveStep({ claimerId, secret, recipient, ways, isCodeLate, onProven }: Props) {
  const { claimSteps, page } = useWords()
  const { isBusy, problem, attempt } = useAttempt()
  const { platform } = recipient
  const place = placeOf(platform)
  const initData = ways.includes('signed_data') ? telegramInitData() : undefined

  const verify = (shown: Parameters<typeof vouch.verifyProof>[2]) =>
    attempt(async () => {
      const session = await vouch.verifyProof(claimerId, secret, shown)
      codeAsked.forget(claimerId)
      onProven(session)
    })
  async function askForCode() {
    let isTooSoon = false
    const isSent = await attempt(
      async () => {
        await vouch.startProof(claimerId, secret, { kind: platform, by: 'code' })
      },
      (error) => {
        const found = problemOf(error)
        isTooSoon = found.code === 'RATE_LIMITED'
        return found
      },
    )
    return isSent ? 'sent' : isTooSoon ? 'too soon' : undefined
  }
  const leave = () =>
    attempt(async () => {
      const how = { kind: platform, by: 'sign_in' as const }
      const { sign_in } = await vouch.startProof(claimerId, secret, how)
      if (sign_in) leaveForSignIn(claimerId, secret, sign_in, new Date())
    })

  useEffect(() => {
    const sign_in = spendReturnedSignIn(claimerId)
    if (sign_in) void verify({ sign_in })
  }, [])

  const canContinue = initData !== undefined || ways.includes('sign_in')
  return (
    <section class="panel">
      <h2>{claimSteps.prove}</h2>
      {problem && <ProblemView problem={problem} />}
      {canContinue && (
        <>
          <p>{claimSteps.continueAs(showIdentity(recipient), place)}</p>
          <button
            type="button"
            class="button primary wide"
            disabled={isBusy}
            onClick={() =>
              void (initData === undefined ? leave() : verify({ signed_data: initData }))
            }
          >
            {isBusy ? page.moment : claimSteps.continueWith(place)}
          </button>
        </>
      )}
      {ways.includes('code') && (
        <ProveByCode
          claimerId={claimerId}
          recipient={recipient}
          isBusy={isBusy}
          isSecond={canContinue}
          isLate={isCodeLate}
          onAsk={askForCode}
          onCode={(code) => void verify({ code })}
        />
      )}
      {ways.length === 0 && <p>{claimSteps.noWay(place)}</p>}
    </section>
  )
}
