import { useEffect } from 'preact/hooks'

import type { ClaimSession, ProofWay } from '../../calls/claim-calls.ts'
import { placeOf, type Identity } from '../../core/terms/identity.ts'
import { vouch } from '../parts/api-client.ts'
import { ProblemView } from '../parts/problem-view.tsx'
import { telegramInitData } from '../parts/telegram-launch.ts'
import { useAttempt } from '../parts/use-attempt.ts'
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
  const { isBusy, problem, attempt } = useAttempt()
  const { platform, handle } = recipient
  const place = placeOf(platform)
  const initData = ways.includes('signed_data') ? telegramInitData() : undefined

  const verify = (shown: Parameters<typeof vouch.verifyProof>[2]) =>
    attempt(async () => onProven(await vouch.verifyProof(claimerId, secret, shown)))
  const leave = () =>
    attempt(async () => {
      const how = { kind: platform, by: 'sign_in' as const }
      const { sign_in } = await vouch.startProof(claimerId, secret, how)
      if (sign_in) leaveForSignIn(claimerId, secret, sign_in)
    })

  useEffect(() => {
    const sign_in = spendReturnedSignIn(claimerId)
    if (sign_in) void verify({ sign_in })
  }, [])

  const canContinue = initData !== undefined || ways.includes('sign_in')
  return (
    <section class="panel">
      <h2>1. Show that it is you</h2>
      {problem && <ProblemView problem={problem} />}
      {canContinue && (
        <>
          <p>
            Continue as @{handle}: {place} tells us the name of your account and nothing else.
          </p>
          <button
            type="button"
            class="button primary wide"
            disabled={isBusy}
            onClick={() =>
              void (initData === undefined ? leave() : verify({ signed_data: initData }))
            }
          >
            {isBusy ? 'One moment…' : `Continue with ${place}`}
          </button>
        </>
      )}
      {ways.includes('code') && (
        <ProveByCode
          recipient={recipient}
          isBusy={isBusy}
          isSecond={canContinue}
          isLate={isCodeLate}
          onAsk={() =>
            attempt(async () => {
              await vouch.startProof(claimerId, secret, { kind: platform, by: 'code' })
            })
          }
          onCode={(code) => void verify({ code })}
        />
      )}
      {ways.length === 0 && (
        <p>
          This server has no way to check {place} accounts yet, so nothing can be paid out. Nothing
          is lost: what nobody claims goes back to its sender.
        </p>
      )}
    </section>
  )
}
