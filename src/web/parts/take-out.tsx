import { useEffect, useState } from 'preact/hooks'

import { ProblemView } from './problem-view.tsx'
import { useWords } from './spoken.tsx'
import { useAttempt } from './use-attempt.ts'

type Props = {
  ways: readonly { chain_uid: string; name: string }[]
  /** Has the sign request made that takes them out on a chain. */
  ask: (chainUid: string) => Promise<{ sign_id: string }>
  /** What stands behind the sign of the address that it leads to. */
  behind?: string
}

/** Leads to the page where the wallet that holds vouchers signs for tokens. */
export function TakeOutButtons({ ways, ask, behind = '' }: Props) {
  const { claim } = useWords()
  const { isBusy, problem, attempt } = useAttempt()
  const [isLeaving, setLeaving] = useState(false)
  useEffect(() => {
    // Back from there, browsers may show the page as it was left.
    const comeBack = ({ persisted }: PageTransitionEvent) => persisted && setLeaving(false)
    addEventListener('pageshow', comeBack)
    return () => removeEventListener('pageshow', comeBack)
  }, [])
  const take = (chainUid: string) =>
    attempt(async () => {
      const { sign_id } = await ask(chainUid)
      setLeaving(true)
      location.assign(`/sign/${sign_id}${behind}`)
    })
  return (
    <>
      {problem && <ProblemView problem={problem} />}
      <p class="row">
        {ways.map(({ chain_uid, name }) => (
          <button
            key={chain_uid}
            type="button"
            class="button"
            disabled={isBusy || isLeaving}
            onClick={() => void take(chain_uid)}
          >
            {claim.takeOut(name)}
          </button>
        ))}
      </p>
    </>
  )
}
