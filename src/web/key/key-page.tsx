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
import { useWords } from '../parts/spoken.tsx'
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
  const { keyPage, page, passkeys } = useWords()
  const { isBusy, problem, attempt } = useAttempt()
  // Whoever makes a passkey and declines to use it is not asked to make another one.
  const made = useRef<Uint8Array<ArrayBuffer> | undefined>(undefined)

  const run = () =>
    attempt(async () => {
      if (asked.which === 'new') made.current ??= await makePasskey()
      const known = asked.which === 'remembered' ? rememberedPasskey()?.id : made.current
      leaveKeyPage(asked, await answerOf(await openPasskey(known), asked))
    }, describePasskeyError(passkeys))
  useEffect(() => void run(), [])

  return (
    <section class="panel">
      <h1>{keyPage.headings[asked.sign ? 'sign' : asked.which]}</h1>
      {asked.sign ? (
        <>
          <p>{keyPage.signsText(asked.sign.signer)}</p>
          <pre class="letter" lang="en">
            {asked.sign.text}
          </pre>
        </>
      ) : (
        <p>{keyPage.confirm}</p>
      )}
      {problem && <ProblemView problem={problem} />}
      <div class="stack">
        <button
          type="button"
          class="button primary wide"
          disabled={isBusy}
          onClick={() => void run()}
        >
          {isBusy ? keyPage.waiting : page.tryAgain}
        </button>
        <button type="button" class="button wide" onClick={() => leaveKeyPage(asked)}>
          {keyPage.backWithout}
        </button>
      </div>
    </section>
  )
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
  const { keyPage, passkeys } = useWords()
  const address = rememberedPasskey()?.address
  return (
    <section class="panel">
      <h1>{keyPage.account}</h1>
      {address === undefined ? (
        <p>{keyPage.unknown}</p>
      ) : (
        <p>
          {passkeys.opens} <span class="mono">{address}</span>
        </p>
      )}
      <RecoveryWords />
      {history.length > 1 && (
        <p>
          <button type="button" class="button plain" onClick={() => history.back()}>
            {keyPage.back}
          </button>
        </p>
      )}
    </section>
  )
}
