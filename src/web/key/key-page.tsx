import { useEffect, useRef, useState } from 'preact/hooks'

import { PageFrame } from '../parts/page-frame.tsx'
import {
  leaveKeyPage,
  readKeyRequest,
  type AskedOfKeyPage,
  type KeyAnswer,
} from '../parts/passkey/key-request.ts'
import { areWordsConfirmed, rememberedPasskey } from '../parts/passkey/remembered-passkey.ts'
import { ProblemView } from '../parts/problem-view.tsx'
import { useAttempt } from '../parts/use-attempt.ts'
import { describePasskeyError, OtherPasskeyError } from './ask-passkey.ts'
import { addPasskey, importWords, makePasskey, openPasskey } from './open-passkey.ts'
import type { PasskeyAccount } from './passkey-account.ts'
import { EnterWords, WriteDown } from './recovery-words.tsx'

/**
 * The page that alone opens accounts of passkeys: it does what another page asks, and goes back there, or shows the account
 * to whoever opened it themselves.
 */
export function KeyPage() {
  const [asked] = useState(readKeyRequest)
  return (
    <PageFrame>
      <div lang="en">{asked ? <Asked asked={asked} /> : <OwnAccount />}</div>
    </PageFrame>
  )
}

function Asked({ asked }: { asked: AskedOfKeyPage }) {
  const { isBusy, problem, attempt } = useAttempt()
  // Whoever makes a passkey and declines to use it is not asked to make another one.
  const made = useRef<Uint8Array<ArrayBuffer> | undefined>(undefined)
  const [toWriteDown, setToWriteDown] = useState<PasskeyAccount>()

  const finish = async (account: PasskeyAccount) =>
    leaveKeyPage(asked, await answerOf(account, asked))
  const run = () =>
    attempt(async () => {
      if (asked.which === 'new') made.current ??= await makePasskey()
      const known = asked.which === 'remembered' ? rememberedPasskey()?.id : made.current
      const account = await openPasskey(known)
      if (asked.wordsFirst && !areWordsConfirmed(account.evmAddress)) setToWriteDown(account)
      else await finish(account)
    }, describePasskeyError)
  const enter = (words: string) =>
    attempt(async () => finish((await importWords(words)).account), describePasskeyError)
  useEffect(() => {
    if (asked.which !== 'words') void run()
  }, [])

  if (toWriteDown)
    return (
      <section class="panel">
        <h1>First write down your words</h1>
        <p>
          This is more than a small amount. These words are the only way to it once no device of
          yours has the passkey any more.
        </p>
        <WriteDown
          words={toWriteDown.words}
          address={toWriteDown.evmAddress}
          onConfirmed={() => void finish(toWriteDown)}
          onBack={() => leaveKeyPage(asked)}
        />
      </section>
    )
  if (asked.which === 'words')
    return (
      <section class="panel">
        <h1>{HEADINGS.words}</h1>
        {problem && <ProblemView problem={problem} />}
        <EnterWords
          isBusy={isBusy}
          onWords={(words) => void enter(words)}
          onBack={() => leaveKeyPage(asked)}
        />
      </section>
    )
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
  words: 'Open an account by its words',
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

/** What its owner does with an account: nothing yet, or one of the things below. */
type Doing =
  | { state: 'nothing' | 'warned' | 'entering' | 'adding' }
  | { state: 'writing'; account: PasskeyAccount }
  | { state: 'added'; isWithPasskey: boolean }

const NOTHING: Doing = { state: 'nothing' }

/** The account of this browser's passkey: its address, its words, and passkeys that open it, too. */
function OwnAccount() {
  const [doing, setDoing] = useState<Doing>(NOTHING)
  const { isBusy, problem, attempt } = useAttempt()
  const known = rememberedPasskey()
  const stop = () => setDoing(NOTHING)

  const show = () =>
    attempt(async () => {
      setDoing({ state: 'writing', account: await openPasskey(known?.id) })
    }, describePasskeyError)
  const enter = (words: string) =>
    attempt(async () => {
      const { isWithPasskey } = await importWords(words)
      setDoing({ state: 'added', isWithPasskey })
    }, describePasskeyError)
  const add = () =>
    attempt(async () => {
      const { words } = await openPasskey(known?.id)
      const { isWithPasskey } = await addPasskey(words, rememberedPasskey()?.id)
      setDoing({ state: 'added', isWithPasskey })
    }, describePasskeyError)

  return (
    <section class="panel">
      <h1>Your account</h1>
      {known?.address === undefined ? (
        <p>This browser knows no account of yours.</p>
      ) : (
        <p>
          Your passkey opens it, and nobody else can: <span class="mono">{known.address}</span>
        </p>
      )}
      {problem && <ProblemView problem={problem} />}
      {doing.state === 'writing' ? (
        <WriteDown
          words={doing.account.words}
          address={doing.account.evmAddress}
          onConfirmed={stop}
          onBack={stop}
        />
      ) : doing.state === 'entering' ? (
        <EnterWords isBusy={isBusy} onWords={(words) => void enter(words)} onBack={stop} />
      ) : doing.state === 'warned' || doing.state === 'adding' ? (
        <>
          <p>
            {doing.state === 'warned'
              ? 'Whoever sees your recovery words can take everything. Is nobody looking, and no camera?'
              : 'It opens this same account: a key on your keyring, or another phone, in case you lose this one. You confirm with the passkey that you have, then make the new one and confirm with that.'}
          </p>
          <div class="stack">
            <button
              type="button"
              class="button primary wide"
              disabled={isBusy}
              onClick={() => void (doing.state === 'warned' ? show() : add())}
            >
              {isBusy
                ? 'Waiting for your passkey…'
                : doing.state === 'warned'
                  ? 'I am alone: show them'
                  : 'Add a passkey'}
            </button>
            <button type="button" class="button wide" onClick={stop}>
              Not now
            </button>
          </div>
        </>
      ) : (
        <div class="stack">
          {doing.state === 'added' && <Added isWithPasskey={doing.isWithPasskey} />}
          {known?.address !== undefined && (
            <p class="soft">
              {areWordsConfirmed(known.address)
                ? 'You have confirmed its recovery words in this browser.'
                : 'Write down its recovery words: without them it is lost with the last device that has the passkey.'}
            </p>
          )}
          <button type="button" class="button wide" onClick={() => setDoing({ state: 'warned' })}>
            Show my recovery words
          </button>
          {known !== undefined && (
            <button type="button" class="button wide" onClick={() => setDoing({ state: 'adding' })}>
              Add another passkey
            </button>
          )}
          <button type="button" class="button wide" onClick={() => setDoing({ state: 'entering' })}>
            I have recovery words
          </button>
          {history.length > 1 && (
            <button type="button" class="button plain" onClick={() => history.back()}>
              Go back
            </button>
          )}
        </div>
      )}
    </section>
  )
}

function Added({ isWithPasskey }: { isWithPasskey: boolean }) {
  return (
    <div class="notice success" role="status">
      <p>
        <strong>The new passkey opens this account.</strong>
      </p>
      <p>
        {isWithPasskey
          ? 'It does so on every device that has it.'
          : 'It does so in this browser, until its data are cleared: what keeps the passkey has no room for more. On another one, use your recovery words.'}
      </p>
    </div>
  )
}
