import { useEffect, useRef, useState } from 'preact/hooks'

import { TextTerms } from '../../core/signing/text-terms.ts'
import { gapOf } from '../../words/sentences.ts'
import { FactsView } from '../parts/facts-view.tsx'
import { PageFrame } from '../parts/page-frame.tsx'
import {
  leaveKeyPage,
  pagesOrigin,
  readKeyRequest,
  type AskedOfKeyPage,
  type KeyAnswer,
} from '../parts/passkey/key-request.ts'
import { PasskeyElsewhere, usePasskeyAbility } from '../parts/passkey/passkey-choice.tsx'
import { areWordsConfirmed, rememberedPasskey } from '../parts/passkey/remembered-passkey.ts'
import { ProblemView } from '../parts/problem-view.tsx'
import { useLanguageOf, useWords, type Spoken } from '../parts/spoken.tsx'
import { useAttempt } from '../parts/use-attempt.ts'
import { describeSigned } from './describe-signed.ts'
import { describePasskeyError, isRefusal, OtherPasskeyError } from './ask-passkey.ts'
import { addPasskey, importWords, makePasskey, openPasskey } from './open-passkey.ts'
import type { PasskeyAccount } from './passkey-account.ts'
import { EnterWords, WriteDown } from './recovery-words.tsx'
import { usePrompts } from './use-prompts.ts'

/**
 * The page that alone opens accounts of passkeys: it does what another page asks, and goes back there, or shows the account
 * to whoever opened it themselves.
 */
export function KeyPage() {
  const { passkeyProblems } = useWords()
  const [asked] = useState(readKeyRequest)
  useLanguageOf(typeof asked === 'string' ? undefined : asked.language)
  return (
    <PageFrame>
      {asked === 'unknown' && <ProblemView problem={passkeyProblems.unknown} />}
      {typeof asked === 'string' ? <OwnAccount /> : <Asked asked={asked} />}
    </PageFrame>
  )
}

/** What an account of passkeys needs to be told in the reader's language. */
function useKeyWords() {
  const words = useWords()
  return {
    ...words,
    explain: describePasskeyError(words),
    /** Tells several passkeys apart in lists of them. */
    passkeyName: () => words.keyPage.passkeyName(new Date().toLocaleDateString(words.locale)),
  }
}

function Asked({ asked }: { asked: AskedOfKeyPage }) {
  const said = useKeyWords()
  const { claimSteps, keyPage, page, passkeys, explain, passkeyName } = said
  const { isBusy, problem, attempt } = useAttempt()
  const { waiting, further } = usePrompts()
  // Whoever makes a passkey and declines to use it is not asked to make another one.
  const made = useRef<Uint8Array<ArrayBuffer> | undefined>(undefined)
  const [toWriteDown, setToWriteDown] = useState<PasskeyAccount>()
  const [wantsPress, setWantsPress] = useState(false)

  const finish = async (account: PasskeyAccount, hasWords: boolean) =>
    leaveKeyPage(asked, { ...(await answerOf(account, asked)), hasWords })
  /**
   * A browser may want a press on this page behind each prompt, and refuses one without it as if its owner had declined: so a refusal is no failure while there was
   * none, as when the page opens, or after the prompt that made the passkey.
   */
  const run = (isPressed: boolean) =>
    attempt(async () => {
      setWantsPress(false)
      let hasPress = isPressed
      try {
        if (asked.which === 'new' && !made.current) {
          made.current = await makePasskey(passkeyName())
          hasPress = false
        }
        const known = asked.which === 'remembered' ? rememberedPasskey()?.id : made.current
        const account = await openPasskey(known)
        const hasWords = areWordsConfirmed(account.evmAddress)
        if (asked.wordsFirst && !hasWords) setToWriteDown(account)
        else await finish(account, hasWords)
      } catch (error) {
        if (hasPress || !isRefusal(error)) throw error
        setWantsPress(true)
      }
    }, explain)
  const enter = (words: string) =>
    attempt(
      async () => finish((await importWords(words, passkeyName(), further)).account, true),
      explain,
    )
  const things = asked.sign && describeSigned(knownHere(said), asked.sign)
  // What comes from another host is read before it is signed: its prompt comes when the button below it is pressed. On the pages' own host, the page that asks has
  // had that press, and whatever could forge it there could bring up the prompt by itself.
  useEffect(() => {
    const isForeignText = asked.sign !== undefined && pagesOrigin() !== location.origin
    const isRead = asked.sign === undefined || things !== undefined
    if (asked.which !== 'words' && isRead && !isForeignText) void run(false)
  }, [])

  if (toWriteDown)
    return (
      <section class="panel">
        <h1>{keyPage.headings.writing}</h1>
        <p>{keyPage.writeFirst}</p>
        <WriteDown
          words={toWriteDown.words}
          address={toWriteDown.evmAddress}
          onConfirmed={() => void finish(toWriteDown, true)}
          onBack={() => leaveKeyPage(asked)}
        />
      </section>
    )
  if (asked.which === 'words')
    return (
      <section class="panel">
        <h1>{keyPage.headings.words}</h1>
        {problem && <ProblemView problem={problem} />}
        {waiting ? (
          <NextPrompt {...waiting} />
        ) : (
          <EnterWords
            isBusy={isBusy}
            onWords={(words) => void enter(words)}
            onBack={() => leaveKeyPage(asked)}
          />
        )}
      </section>
    )
  if (asked.sign && !things)
    return (
      <section class="panel">
        <h1>{keyPage.headings.sign}</h1>
        <ProblemView problem={keyPage.unreadable} />
        <div class="stack">
          <TheText text={asked.sign.text} />
          <button type="button" class="button primary wide" onClick={() => leaveKeyPage(asked)}>
            {keyPage.backWithout}
          </button>
        </div>
      </section>
    )
  return (
    <section class="panel">
      <h1>{keyPage.headings[asked.sign ? 'sign' : asked.which]}</h1>
      {asked.sign ? (
        <>
          <p>{keyPage.signsThis(asked.sign.signer)}</p>
          {things?.map(({ title, facts }, index) => (
            <section class="message" key={index}>
              <h2>{title}</h2>
              <FactsView facts={facts} />
            </section>
          ))}
        </>
      ) : (
        <p>{keyPage.confirm}</p>
      )}
      {problem && <ProblemView problem={problem} />}
      <div role="status">{wantsPress && <p>{keyPage.pressToGoOn}</p>}</div>
      <div class="stack">
        {asked.sign && <TheText text={asked.sign.text} />}
        <button
          type="button"
          class="button primary wide"
          disabled={isBusy}
          onClick={() => void run(true)}
        >
          {isBusy
            ? keyPage.waiting
            : wantsPress
              ? claimSteps.continue
              : asked.sign && !problem
                ? passkeys.signWith
                : page.tryAgain}
        </button>
        <button type="button" class="button wide" onClick={() => leaveKeyPage(asked)}>
          {keyPage.backWithout}
        </button>
      </div>
    </section>
  )
}

/** What the page was served with: it can ask nobody else, and takes nothing of this from the page that asks. */
function knownHere(words: Spoken): Parameters<typeof describeSigned>[0] {
  const said = document.querySelector('meta[name="vouch-texts"]')?.getAttribute('content')
  return {
    words,
    terms: TextTerms.safeParse(JSON.parse(said ?? 'null')).data,
  }
}

/** The bytes themselves, for those who want them. */
function TheText({ text }: { text: string }) {
  const { keyPage } = useWords()
  return (
    <details class="small">
      <summary>{keyPage.theText}</summary>
      <pre class="letter">{text}</pre>
    </details>
  )
}

/** @throws {OtherPasskeyError} the account is another than the one that has to sign: another passkey was taken */
async function answerOf(
  account: PasskeyAccount,
  { chain, sign }: AskedOfKeyPage,
): Promise<Pick<KeyAnswer, 'address' | 'signed'>> {
  const address = chain ? account.cosmosAddress(chain) : account.evmAddress
  if (!sign) return { address }
  if (address.toLowerCase() !== sign.signer.toLowerCase()) throw new OtherPasskeyError(address)
  const signed = chain
    ? await account.signCosmosText(chain, sign.text)
    : { signature: await account.signEvmText(sign.text) }
  return { address, signed }
}

/** The press that a browser wants behind each prompt: without a failure, since nobody has declined anything. */
function NextPrompt({ goOn, giveUp }: { goOn: () => void; giveUp: () => void }) {
  const { claimSteps, keyPage } = useWords()
  return (
    <>
      <div role="status">
        <p>{keyPage.pressToGoOn}</p>
      </div>
      <div class="stack">
        <button type="button" class="button primary wide" onClick={goOn}>
          {claimSteps.continue}
        </button>
        <button type="button" class="button wide" onClick={giveUp}>
          {keyPage.notNow}
        </button>
      </div>
    </>
  )
}

/** What its owner does with an account: nothing yet, or one of the things below. */
type Doing =
  | { state: 'nothing' | 'warned' | 'entering' | 'adding' }
  | { state: 'writing'; account: PasskeyAccount }
  | { state: 'added'; isWithPasskey: boolean }

const NOTHING: Doing = { state: 'nothing' }

/** The account of this browser's passkey: its address, its words, and passkeys that open it, too. */
function OwnAccount() {
  const { keyPage, page, passkeys, language, explain, passkeyName } = useKeyWords()
  const [doing, setDoing] = useState<Doing>(NOTHING)
  const { isBusy, problem, attempt, forget } = useAttempt()
  const { waiting, further } = usePrompts()
  const ability = usePasskeyAbility()
  const known = rememberedPasskey()
  const turnTo = (next: Doing) => {
    forget()
    setDoing(next)
  }
  const stop = () => turnTo(NOTHING)

  const show = () =>
    attempt(async () => {
      setDoing({ state: 'writing', account: await openPasskey(known?.id) })
    }, explain)
  const enter = (words: string) =>
    attempt(async () => {
      const { isWithPasskey } = await importWords(words, passkeyName(), further)
      setDoing({ state: 'added', isWithPasskey })
    }, explain)
  const add = () =>
    attempt(async () => {
      const { words } = await openPasskey(known?.id)
      const { isWithPasskey } = await addPasskey(words, {
        name: passkeyName(),
        known: rememberedPasskey()?.id,
        isPressed: false,
        further,
      })
      setDoing({ state: 'added', isWithPasskey })
    }, explain)

  return (
    <section class="panel">
      <h1>{page.titles.key}</h1>
      {known?.address === undefined ? (
        waiting === undefined && <p>{keyPage.noAccount}</p>
      ) : (
        <p>
          {passkeys.opens}
          {gapOf({ language })}
          <span class="mono">{known.address}</span>
        </p>
      )}
      {problem && <ProblemView problem={problem} />}
      {ability === undefined ? null : ability !== 'ready' ? (
        <PasskeyElsewhere ability={ability} url={`${location.origin}${location.pathname}`} />
      ) : waiting ? (
        <NextPrompt {...waiting} />
      ) : doing.state === 'writing' ? (
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
          <p>{doing.state === 'warned' ? keyPage.beforeShowing : keyPage.aboutAdding}</p>
          <div class="stack">
            <button
              type="button"
              class="button primary wide"
              disabled={isBusy}
              onClick={() => void (doing.state === 'warned' ? show() : add())}
            >
              {isBusy
                ? keyPage.waiting
                : doing.state === 'warned'
                  ? keyPage.showThem
                  : keyPage.addPasskey}
            </button>
            <button type="button" class="button wide" onClick={stop}>
              {keyPage.notNow}
            </button>
          </div>
        </>
      ) : (
        <div class="stack">
          {doing.state === 'added' && <Added isWithPasskey={doing.isWithPasskey} />}
          {known?.address !== undefined && (
            <p class="soft">
              {areWordsConfirmed(known.address) ? keyPage.wordsConfirmed : keyPage.wordsNeeded}
            </p>
          )}
          <button type="button" class="button wide" onClick={() => turnTo({ state: 'warned' })}>
            {keyPage.showWords}
          </button>
          {known !== undefined && (
            <button type="button" class="button wide" onClick={() => turnTo({ state: 'adding' })}>
              {keyPage.addAnother}
            </button>
          )}
          <button type="button" class="button wide" onClick={() => turnTo({ state: 'entering' })}>
            {passkeys.haveWords}
          </button>
          {history.length > 1 && (
            <button type="button" class="button plain" onClick={() => history.back()}>
              {keyPage.back}
            </button>
          )}
        </div>
      )}
    </section>
  )
}

function Added({ isWithPasskey }: { isWithPasskey: boolean }) {
  const { keyPage } = useWords()
  return (
    <div class="notice success" role="status">
      <p>
        <strong>{keyPage.added}</strong>
      </p>
      <p>{isWithPasskey ? keyPage.onEveryDevice : keyPage.inThisBrowser}</p>
    </div>
  )
}
