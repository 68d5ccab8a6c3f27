import { useState } from 'preact/hooks'

import type { ClaimView } from '../../calls/claim-calls.ts'
import { placeOf } from '../../core/terms/identity.ts'
import { vouch } from '../parts/api-client.ts'
import { ProblemView } from '../parts/problem-view.tsx'
import { isWebAddress } from '../parts/steps-view.tsx'
import { useWords } from '../parts/spoken.tsx'
import { useAttempt } from '../parts/use-attempt.ts'
import { isPaidOut } from './claim-progress.ts'
import { claimSession, isUnproven } from './link-secret.ts'

/**
 * What is left to do once all of a claim was paid: to thank its sender, with the session of the claim `provenFor` while there is one, and to go
 * back to the chat.
 */
export function AfterPaid({ view, provenFor }: { view: ClaimView; provenFor: string }) {
  const { claim } = useWords()
  const { isBusy, problem, attempt } = useAttempt()
  const [isSaid, setSaid] = useState(false)
  if (!isPaidOut(view)) return null
  const session = claimSession.read(provenFor)
  const say = () =>
    attempt(async () => {
      if (session === undefined) return
      try {
        await vouch.sayThanks(view.id, session, {})
        setSaid(true)
      } catch (error) {
        if (!isUnproven(error)) throw error
        claimSession.forget(provenFor, session)
      }
    })
  const isThanked = isSaid || view.thanks === 'said'
  const canThank = view.thanks === 'open' && !isThanked && session !== undefined
  const { chat_url } = view
  return (
    <>
      {problem && <ProblemView problem={problem} />}
      <p aria-live="polite">{isThanked && claim.saidThanks}</p>
      <p class="row">
        {canThank && (
          <button type="button" class="button" disabled={isBusy} onClick={() => void say()}>
            {claim.sayThanks(view.sender_name)}
          </button>
        )}
        {chat_url !== null && isWebAddress(chat_url) && (
          <a class="button" href={chat_url}>
            {claim.backTo(placeOf(view.recipient.platform))}
          </a>
        )}
      </p>
    </>
  )
}
