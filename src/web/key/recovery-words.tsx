import { useEffect, useState } from 'preact/hooks'

import { rememberedPasskey } from '../parts/passkey/remembered-passkey.ts'
import { ProblemView } from '../parts/problem-view.tsx'
import { useAttempt } from '../parts/use-attempt.ts'
import { describePasskeyError } from './ask-passkey.ts'
import { openPasskey } from './open-passkey.ts'

/** How the words stand on the page: not, behind a warning, or to be read. */
type Shown = { state: 'hidden' | 'warned' } | { state: 'shown'; words: readonly string[] }

const HIDDEN: Shown = { state: 'hidden' }

/** The words of this browser's account, or of another passkey's where it knows none, behind a warning and a prompt. */
export function RecoveryWords() {
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
    }, describePasskeyError)

  if (shown.state === 'hidden')
    return (
      <button type="button" class="button wide" onClick={() => setShown({ state: 'warned' })}>
        Show my recovery words
      </button>
    )
  return (
    <>
      <div class="notice warning">
        <p>
          <strong>Whoever reads these words can take everything.</strong>
        </p>
        <p>
          Nobody who helps you needs them, and no other page should ask for them. Write them on
          paper in their order, and keep that as you keep money. MetaMask and Keplr take them as a
          recovery phrase.
        </p>
      </div>
      {problem && <ProblemView problem={problem} />}
      {shown.state === 'shown' && (
        <ol class="phrase mono" aria-label="Recovery words">
          {shown.words.map((word, index) => (
            <li key={index}>{word}</li>
          ))}
        </ol>
      )}
      <div class="stack">
        {shown.state === 'warned' && (
          <button type="button" class="button wide" disabled={isBusy} onClick={() => void show()}>
            {isBusy ? 'One moment…' : 'I am alone: show them'}
          </button>
        )}
        <button type="button" class="button wide" onClick={() => setShown(HIDDEN)}>
          Hide them
        </button>
      </div>
    </>
  )
}
