import { useEffect, useRef, useState } from 'preact/hooks'

import type { Identity, Platform } from '../../core/identity.ts'
import type { ClaimSession } from '../../core/claim-calls.ts'
import { problemOf, vouch, type Problem } from '../api-client.ts'
import { ProblemView } from '../problem-view.tsx'

const CODE_LENGTH = 8
const RESEND_SEC = 60
const CHANNELS: Record<Platform, (handle: string) => string> = {
  telegram: (handle) => `to @${handle} in Telegram`,
  email: (handle) => `by e-mail to ${handle}`,
  twitter: (handle) => `to @${handle} on X`,
  discord: (handle) => `to @${handle} on Discord`,
}

type Props = {
  claimId: string
  secret: string
  recipient: Identity
  onProven: (session: ClaimSession) => void
}

/** Shows to be the recipient: a code goes to the recipient's own channel, and the person types it here. */
export function ProveStep({ claimId, secret, recipient, onProven }: Props) {
  const [isSent, setSent] = useState(false)
  const [waitSec, setWaitSec] = useState(0)
  const [isBusy, setBusy] = useState(false)
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<Problem>()
  const input = useRef<HTMLInputElement>(null)
  const channel = CHANNELS[recipient.platform](recipient.handle)

  useEffect(() => {
    if (waitSec <= 0) return undefined
    const timer = setTimeout(() => setWaitSec(waitSec - 1), 1000)
    return () => clearTimeout(timer)
  }, [waitSec])
  useEffect(() => {
    if (isSent) input.current?.focus()
  }, [isSent])

  async function attempt(work: () => Promise<void>): Promise<void> {
    setBusy(true)
    setProblem(undefined)
    try {
      await work()
    } catch (error) {
      setProblem(problemOf(error))
    } finally {
      setBusy(false)
    }
  }
  const send = () =>
    attempt(async () => {
      await vouch.startProof(claimId, secret, { kind: recipient.platform })
      setSent(true)
      setCode('')
      setWaitSec(RESEND_SEC)
    })
  const verify = () =>
    attempt(async () => onProven(await vouch.verifyProof(claimId, secret, { code })))

  return (
    <section class="panel">
      <h2>1. Show that it is you</h2>
      {problem && <ProblemView problem={problem} />}
      {!isSent ? (
        <>
          <p>We send a code {channel}. Opening this page has changed nothing yet.</p>
          <button
            type="button"
            class="button primary wide"
            disabled={isBusy}
            onClick={() => void send()}
          >
            {isBusy ? 'Sending…' : 'Send me a code'}
          </button>
        </>
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            void verify()
          }}
        >
          <p role="status">
            If this is yours, a code is on its way {channel}. It is valid for 10 minutes.
          </p>
          <p class="field">
            <label for="code">The code ({CODE_LENGTH} characters)</label>
            <input
              id="code"
              ref={input}
              class="code"
              required
              autocomplete="one-time-code"
              autocapitalize="characters"
              spellcheck={false}
              value={code}
              onInput={(event) => setCode(readCode(event.currentTarget.value))}
            />
          </p>
          <div class="stack">
            <button class="button primary wide" disabled={isBusy || code.length !== CODE_LENGTH}>
              {isBusy ? 'One moment…' : 'Continue'}
            </button>
            <button
              type="button"
              class="button plain"
              disabled={isBusy || waitSec > 0}
              onClick={() => void send()}
            >
              {waitSec > 0 ? `Send another code (in ${waitSec} s)` : 'Send another code'}
            </button>
          </div>
        </form>
      )}
    </section>
  )
}

/** People copy codes with spaces and dashes around them. */
function readCode(text: string): string {
  return text
    .replace(/[^0-9a-zA-Z]/g, '')
    .toUpperCase()
    .slice(0, CODE_LENGTH)
}
