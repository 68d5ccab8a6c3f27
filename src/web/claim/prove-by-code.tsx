import { useEffect, useRef, useState } from 'preact/hooks'

import { placeOf, showIdentity, type Identity } from '../../core/terms/identity.ts'
import { sentences } from '../../words/sentences.ts'
import { useWords } from '../parts/spoken.tsx'
import { codeAsked } from './link-secret.ts'

const CODE_LENGTH = 8
const RESEND_SEC = 60
type Props = {
  claimerId: string
  recipient: Identity
  isBusy: boolean
  /** Whether there is a way without a code above it. */
  isSecond: boolean
  /** Whether the last code could not be handed over yet. */
  isLate: boolean
  /** Asks for a code. `too soon`: there has been one already, here or elsewhere; `undefined`: it did not work. */
  onAsk: () => Promise<'sent' | 'too soon' | undefined>
  onCode: (code: string) => void
}

/** A code goes to the recipient's own channel, and the person types it here; complete, it is handed in by itself. */
export function ProveByCode({
  claimerId,
  recipient,
  isBusy,
  isSecond,
  isLate,
  onAsk,
  onCode,
}: Props) {
  const words = useWords()
  const { claimSteps, page } = words
  const [askedMs] = useState(() => codeAsked.agoMs(claimerId, new Date()))
  const [isSent, setSent] = useState(askedMs !== undefined)
  // One that this tab has not asked for, as on a second device.
  const [hasCode, setHasCode] = useState(false)
  const isTyping = isSent || hasCode
  const [waitSec, setWaitSec] = useState(() =>
    askedMs === undefined ? 0 : Math.max(0, Math.ceil(RESEND_SEC - askedMs / 1000)),
  )
  const [code, setCode] = useState('')
  // Each try counts, so what was handed in by itself is not a second time.
  const handedIn = useRef(new Set<string>())
  const input = useRef<HTMLInputElement>(null)
  const to = showIdentity(recipient)
  const isMail = recipient.platform === 'email'
  const place = placeOf(recipient.platform)

  useEffect(() => {
    if (waitSec <= 0) return undefined
    const timer = setTimeout(() => setWaitSec(waitSec - 1), 1000)
    return () => clearTimeout(timer)
  }, [waitSec])
  useEffect(() => {
    if (isTyping) input.current?.focus()
  }, [isTyping])

  function type(text: string): void {
    const characters = readCode(text)
    const typed = characters.slice(0, CODE_LENGTH)
    setCode(typed)
    if (isBusy || characters.length !== CODE_LENGTH || handedIn.current.has(typed)) return
    handIn(typed)
  }
  function handIn(complete: string): void {
    handedIn.current.add(complete)
    onCode(complete)
  }

  async function ask(): Promise<void> {
    const answer = await onAsk()
    if (answer === 'too soon') setHasCode(true)
    if (answer !== 'sent') return
    codeAsked.keep(claimerId, new Date())
    setSent(true)
    setCode('')
    setWaitSec(RESEND_SEC)
  }

  if (!isTyping)
    return (
      <>
        <p>
          {sentences(
            words,
            isSecond
              ? isMail
                ? claimSteps.orByMail(to)
                : claimSteps.orByChat(to, place)
              : isMail
                ? claimSteps.byMail(to)
                : claimSteps.byChat(to, place),
            claimSteps.unchanged,
          )}
        </p>
        <div class="stack">
          <button
            type="button"
            class={isSecond ? 'button wide' : 'button primary wide'}
            disabled={isBusy}
            onClick={() => void ask()}
          >
            {isBusy ? page.moment : claimSteps.sendCode}
          </button>
          <button
            type="button"
            class="button plain"
            disabled={isBusy}
            onClick={() => setHasCode(true)}
          >
            {claimSteps.haveCode}
          </button>
        </div>
      </>
    )
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        handIn(code)
      }}
    >
      {isSent && (
        <p role="status">
          {sentences(
            words,
            isMail ? claimSteps.codeByMail(to) : claimSteps.codeByChat(to, place),
            isLate && claimSteps.codeLate,
          )}
        </p>
      )}
      <p class="field">
        <label for="code">{claimSteps.code(CODE_LENGTH)}</label>
        <input
          id="code"
          ref={input}
          class="code"
          required
          autocomplete="one-time-code"
          autocapitalize="characters"
          spellcheck={false}
          value={code}
          onInput={(event) => type(event.currentTarget.value)}
        />
      </p>
      <div class="stack">
        <button class="button primary wide" disabled={isBusy || code.length !== CODE_LENGTH}>
          {isBusy ? page.moment : claimSteps.continue}
        </button>
        <button
          type="button"
          class="button plain"
          disabled={isBusy || waitSec > 0}
          onClick={() => void ask()}
        >
          {waitSec > 0 ? claimSteps.anotherCodeIn(waitSec) : claimSteps.anotherCode}
        </button>
      </div>
    </form>
  )
}

/** People copy codes with spaces and dashes around them. */
function readCode(text: string): string {
  return text.replace(/[^0-9a-zA-Z]/g, '').toUpperCase()
}
