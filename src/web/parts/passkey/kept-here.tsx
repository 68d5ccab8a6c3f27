import { useEffect, useState } from 'preact/hooks'

import { useAttempt } from '../use-attempt.ts'
import { ProblemView } from '../problem-view.tsx'
import { describePasskeyError, OtherPasskeyError } from './ask-passkey.ts'
import { openPasskey } from './open-passkey.ts'

/** The account of this browser's passkey: its address, what can be done with it, and its words for whoever asks for them. */
export function KeptHere({ address }: { address: string }) {
  return (
    <section class="panel">
      <h2>Your account here</h2>
      <p>
        Your passkey opens it, and nobody else can: <span class="mono">{address}</span>
      </p>
      <p class="soft">
        Link it to your chat account with /wallet link, and it is paid from then on. To move what it
        keeps yourself, put its recovery words into a wallet app, and pay the network's fee there.
      </p>
      <RecoveryWords address={address} />
    </section>
  )
}

/** How the words stand on the page: not, behind a warning, or to be read. */
type Shown = { state: 'hidden' | 'warned' } | { state: 'shown'; words: readonly string[] }

const HIDDEN: Shown = { state: 'hidden' }

function RecoveryWords({ address }: { address: string }) {
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
      const account = await openPasskey('remembered')
      if (account.evmAddress !== address) throw new OtherPasskeyError(account.evmAddress)
      setShown({ state: 'shown', words: account.words.split(' ') })
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
          Nobody who helps you needs them, and no page should ask for them. Write them on paper in
          their order, and keep that as you keep money. MetaMask and Keplr take them as a recovery
          phrase.
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
