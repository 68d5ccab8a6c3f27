import { useEffect, useState } from 'preact/hooks'

import { rememberedPasskey } from '../parts/passkey/remembered-passkey.ts'
import { ProblemView } from '../parts/problem-view.tsx'
import { useWords } from '../parts/spoken.tsx'
import { useAttempt } from '../parts/use-attempt.ts'
import { describePasskeyError } from './ask-passkey.ts'
import { openPasskey } from './open-passkey.ts'

/** How the words stand on the page: not, behind a warning, or to be read. */
type Shown = { state: 'hidden' | 'warned' } | { state: 'shown'; words: readonly string[] }

const HIDDEN: Shown = { state: 'hidden' }

/** The words of this browser's account, or of another passkey's where it knows none, behind a warning and a prompt. */
export function RecoveryWords() {
  const { page, passkeys } = useWords()
  const [shown, setShown] = useState<Shown>(HIDDEN)
  const { isBusy, problem, attempt } = useAttempt()

  useEffect(() => {
    // Whoever comes back to this tab later may be somebody else.
    const hide = () => document.hidden && setShown(HIDDEN)
    document.addEventListener('visibilitychange', hide)
    return () => document.removeEventListener('visibilitychange', hide)
  }, [])

  const show = () =>
    attempt(async () => {
      const { words } = await openPasskey(rememberedPasskey()?.id)
      setShown({ state: 'shown', words: words.split(' ') })
    }, describePasskeyError(passkeys))

  if (shown.state === 'hidden')
    return (
      <button type="button" class="button wide" onClick={() => setShown({ state: 'warned' })}>
        {passkeys.showWords}
      </button>
    )
  return (
    <>
      <div class="notice warning">
        <p>
          <strong>{passkeys.takesAll}</strong>
        </p>
        <p>{passkeys.nobodyNeeds}</p>
      </div>
      {problem && <ProblemView problem={problem} />}
      {shown.state === 'shown' && (
        <ol class="phrase mono" lang="en" aria-label={passkeys.recoveryWords}>
          {shown.words.map((word, index) => (
            <li key={index}>{word}</li>
          ))}
        </ol>
      )}
      <div class="stack">
        {shown.state === 'warned' && (
          <button type="button" class="button wide" disabled={isBusy} onClick={() => void show()}>
            {isBusy ? page.moment : passkeys.alone}
          </button>
        )}
        <button type="button" class="button wide" onClick={() => setShown(HIDDEN)}>
          {passkeys.hide}
        </button>
      </div>
    </>
  )
}
