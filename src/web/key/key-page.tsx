import { useEffect, useRef, useState } from 'preact/hooks'

import { PageFrame } from '../parts/page-frame.tsx'
import {
  leaveKeyPage,
  readKeyRequest,
  type AskedOfKeyPage,
  type KeyAnswer,
} from '../parts/passkey/key-request.ts'
import { rememberedPasskey } from '../parts/passkey/remembered-passkey.ts'
import { ProblemView } from '../parts/problem-view.tsx'
import { useAttempt } from '../parts/use-attempt.ts'
import { describePasskeyError, OtherPasskeyError } from './ask-passkey.ts'
import { makePasskey, openPasskey } from './open-passkey.ts'
import type { PasskeyAccount } from './passkey-account.ts'
import { RecoveryWords } from './recovery-words.tsx'

/**
 * The page that alone opens accounts of passkeys: it does what another page asks, and goes back there, or shows the account
 * to whoever opened it themselves.
 */
export function KeyPage() {
  const [asked] = useState(readKeyRequest)
  return <PageFrame>{asked ? <Asked asked={asked} /> : <OwnAccount />}</PageFrame>
}

function Asked({ asked }: { asked: AskedOfKeyPage }) {
  const { isBusy, problem, attempt } = useAttempt()
  // Whoever makes a passkey and declines to use it is not asked to make another one.
  const made = useRef<Uint8Array<ArrayBuffer> | undefined>(undefined)

  const run = () =>
    attempt(async () => {
      if (asked.which === 'new') made.current ??= await makePasskey()
      const known = asked.which === 'remembered' ? rememberedPasskey()?.id : made.current
      leaveKeyPage(asked, await answerOf(await openPasskey(known), asked))
    }, describePasskeyError)
  useEffect(() => void run(), [])

  return (
    <section class="panel">
      <h1>{HEADINGS[asked.sign ? 'sign' : asked.which]}</h1>
      {asked.sign ? (
        <>
          <p>
            Your account <span class="mono">{asked.sign.signer}</span> signs this text, and nothing
            else:
          </p>
          <pre class="letter">{asked.sign.text}</pre>
        </>
      ) : (
        <p>
          Confirm it with your passkey. The key is made on this page alone, which can send nothing
          to anybody, and is gone when you leave it.
        </p>
      )}
      {problem && <ProblemView problem={problem} />}
      <div class="stack">
        <button
          type="button"
          class="button primary wide"
          disabled={isBusy}
          onClick={() => void run()}
        >
          {isBusy ? 'Waiting for your passkey…' : 'Try again'}
        </button>
        <button type="button" class="button wide" onClick={() => leaveKeyPage(asked)}>
          Go back without it
        </button>
      </div>
    </section>
  )
}

const HEADINGS: Record<AskedOfKeyPage['which'] | 'sign', string> = {
  sign: 'Sign with your passkey',
  new: 'Make your account',
  remembered: 'Open your account',
  any: 'Open your account',
}

/** @throws {OtherPasskeyError} the account is another than the one that has to sign: another passkey was taken */
async function answerOf(
  account: PasskeyAccount,
  { chain, sign }: AskedOfKeyPage,
): Promise<Omit<KeyAnswer, 'context'>> {
  const address = chain ? account.cosmosAddress(chain) : account.evmAddress
  if (!sign) return { address }
  if (address.toLowerCase() !== sign.signer.toLowerCase()) throw new OtherPasskeyError(address)
  const signed = chain
    ? await account.signCosmosText(chain, sign.text)
    : { signature: await account.signEvmText(sign.text) }
  return { address, signed }
}

/** The account of this browser's passkey: its address, what can be done with it, and its words for whoever asks for them. */
function OwnAccount() {
  const address = rememberedPasskey()?.address
  return (
    <section class="panel">
      <h1>Your account</h1>
      {address === undefined ? (
        <p>This browser knows no account of yours. Open one with a passkey that you have.</p>
      ) : (
        <p>
          Your passkey opens it, and nobody else can: <span class="mono">{address}</span>
        </p>
      )}
      <RecoveryWords />
      {history.length > 1 && (
        <p>
          <button type="button" class="button plain" onClick={() => history.back()}>
            Go back
          </button>
        </p>
      )}
    </section>
  )
}
