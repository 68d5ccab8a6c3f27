import { useEffect, useState, useMemo } from 'preact/hooks'

import type { SignView } from '../../calls/sign-calls.ts'
import { sentences } from '../../words/sentences.ts'
import { getPersonas, vouch, signAsPersona } from '../parts/api-client.ts'
import { useAttempt } from '../parts/use-attempt.ts'
import { ProblemView } from '../parts/problem-view.tsx'
import { useWords, type Spoken } from '../parts/spoken.tsx'
import type { StepJson } from '../parts/card-shape.ts'
import { StepsView } from '../parts/steps-view.tsx'
import { OpenInApp } from '../parts/wallets/open-in-app.tsx'
import {
  WalletButtons,
  useCosmosWallets,
  useInWalletsBrowser,
  useWallets,
} from '../parts/wallets/wallet-buttons.tsx'
import { shorten, showAmount } from '../parts/show-amount.ts'
import { describeBuild } from './describe-build.ts'
import type { MessageWords } from './message-words.ts'
import { MessageView } from './message-view.tsx'
import type { SendingState, Sent, SignedText, SigningWallet } from './signing-wallet.ts'
import { useWalletSigning } from './use-wallet-signing.ts'
import { PasskeyElsewhere, usePasskeyAbility } from '../parts/passkey/passkey-choice.tsx'
import { askKeyPage, takeKeyAnswer } from '../parts/passkey/key-request.ts'
import { isOfRememberedPasskey } from '../parts/passkey/remembered-passkey.ts'
import { cosmosKind, getCosmosChain } from '../parts/wallets/cosmos-chain.ts'
import { cosmosSigningWallet } from './cosmos-signing-wallet.ts'
import { evmSigningWallet } from './evm-signing-wallet.ts'

type Props = {
  view: SignView
  persona: string | undefined
  onView: (view: SignView) => void
  /** What was built for the wallet that is connected; `undefined` when that wallet is not there any more. */
  onPrepared: (view: SignView | undefined) => void
  /** Whether what is shown is a transaction that its signer would rather send than sign the text. */
  isInPlaceOfText: boolean
  /** Shows such a transaction, or with `undefined` the text again. */
  onInPlaceOfText: (view: SignView | undefined) => void
  onSent: (sent: Sent) => void
}

/** A request that nobody has signed yet: what its bytes say, and the ways to sign it. */
export function OpenRequest(props: Props) {
  const { view, persona, onView, onPrepared, isInPlaceOfText, onInPlaceOfText, onSent } = props
  const words = useWords()
  const { sign, wallets: saying } = words
  const wallets = useSigningWallets(view)
  const signing = useWalletSigning(view, onPrepared, onSent, onView)
  const playground = usePlaygroundPersona(view.id, persona, onView)
  const messages = describeBuild({ ...view, words })
  const isAsAsked = messages.every((message) => message.isAsAsked)
  const isBusy = signing.isBusy || playground.isBusy
  useKeyAnswer((signed) => void signing.handIn(signed))
  const isText = view.build?.type === 'meta'
  const isPasskeys = isOfPasskey(view)
  const ability = usePasskeyAbility()
  const elsewhere = isText && isPasskeys && ability !== 'ready' ? ability : undefined
  const isForPasskey = isText && isPasskeys && ability === 'ready'
  const canBeSigned = isForPasskey || playground.isOffered || wallets?.length !== 0
  useInWalletsBrowser(persona === undefined && !isText ? wallets : undefined, (wallet) =>
    signing.connect(wallet),
  )
  const problem = signing.problem ?? playground.problem
  const pageUrl = `${location.origin}${location.pathname}`
  /** What went wrong with one of the two says nothing of the other. */
  const turnTo = (next: SignView | undefined) => {
    signing.forget()
    onInPlaceOfText(next)
  }

  return (
    <>
      {!isAsAsked && <NotAsAsked messages={messages} />}
      <section class={`panel ${canBeSigned && !signing.takeBack ? 'in-sight' : ''}`}>
        <h2 class="hidden">{sign.heading}</h2>
        {signing.wasAsked && !isText && (
          <p class="notice" role="status">
            {sign.wasAsked(view.chain.name)}
          </p>
        )}
        <div aria-live="polite">
          {signing.sending && (
            <StepsView
              steps={sendingSteps(words, messages, signing.sending, signing.problem !== undefined)}
            />
          )}
        </div>
        {problem && <ProblemView problem={problem} />}
        {problem && signing.takeBack && (
          <div class="notice">
            <p>
              {sign.approvalStands(
                shorten(view.chain.factory),
                view.chain.name,
                showAmount(words, { token: view.token.token, amount: view.amount }, [view.token]),
              )}
            </p>
            <button
              type="button"
              class="button"
              disabled={isBusy}
              onClick={() => void signing.takeBack?.()}
            >
              {sign.takeApprovalBack}
            </button>
          </div>
        )}
        <div role="status">
          {signing.hasTakenBack && <p class="soft">{sign.approvalTakenBack}</p>}
        </div>
        <div class="stack">
          {playground.isOffered && (
            <button
              type="button"
              class="button primary wide"
              disabled={isBusy || !isAsAsked}
              onClick={() => void playground.sign()}
            >
              {playground.isBusy ? sign.signing : sign.asPersona(persona ?? '')}
            </button>
          )}
          {view.build?.type === 'meta' ? (
            <TextSigners
              wallets={wallets ?? []}
              view={view}
              hasPasskey={ability === 'ready'}
              isBusy={isBusy}
              isPrimary={canBeSigned && !playground.isOffered}
              isAsAsked={isAsAsked}
              sign={(wallet) => void signing.signText(wallet)}
            />
          ) : signing.connected ? (
            <>
              <p class="soft small">
                {sign.connected(shorten(signing.connected.account), signing.connected.wallet.name)}
              </p>
              <button
                type="button"
                class={`button wide ${playground.isOffered ? '' : 'primary'}`}
                disabled={isBusy || !isAsAsked || messages.length === 0}
                onClick={() => void signing.sign()}
              >
                {signing.isBusy
                  ? saying.lookInto(signing.connected.wallet.name)
                  : signing.problem
                    ? saying.againIn(signing.connected.wallet.name)
                    : saying.signIn(signing.connected.wallet.name)}
              </button>
            </>
          ) : (
            <WalletButtons
              wallets={wallets ?? []}
              isBusy={isBusy}
              isPrimary={!playground.isOffered}
              label={({ name }) => saying.connect(name)}
              choose={(wallet) => void signing.connect(wallet)}
            />
          )}
          {elsewhere !== undefined && (
            <PasskeyElsewhere ability={elsewhere} url={pageUrl} isToSign />
          )}
          {isPasskeys && view.build !== null && !isText && <p>{sign.passkeySendsNothing}</p>}
          {wallets?.length === 0 &&
            !isPasskeys &&
            (playground.isOffered ? (
              <p class="soft">{sign.onlyPlayground(view.chain.name)}</p>
            ) : (
              <OpenInApp
                url={pageUrl}
                family={view.chain.family}
                chainId={view.chain.chain_id}
                isSecret={false}
                what={view.chain.name}
              />
            ))}
        </div>
        {view.build?.type === 'meta' ? (
          <NoFee view={view} isBusy={isBusy} onTransaction={turnTo} />
        ) : (
          !isPasskeys && (
            <p class="soft small">
              {sentences(words, messages.length === 0 && sign.connectFirst, sign.walletShowsFee)}
            </p>
          )
        )}
        {isInPlaceOfText && (
          <button
            type="button"
            class="button plain"
            disabled={isBusy}
            onClick={() => turnTo(undefined)}
          >
            {sign.signText}
          </button>
        )}
      </section>
      {isAsAsked && messages.length > 0 && <Checked messages={messages} />}
    </>
  )
}

/** A text is there before its wallet is: whoever has the account signs it with one press, and a passkey can. */
function TextSigners({
  wallets,
  view,
  hasPasskey,
  isBusy,
  isPrimary,
  isAsAsked,
  sign,
}: {
  wallets: readonly SigningWallet[]
  view: SignView
  /** Whether this browser can sign by a passkey: it cannot send transactions, but signs texts. */
  hasPasskey: boolean
  isBusy: boolean
  isPrimary: boolean
  isAsAsked: boolean
  sign: (wallet: SigningWallet) => void
}) {
  const { page, wallets: saying, passkeys: texts } = useWords()
  const { isBusy: isLeaving, problem, attempt } = useAttempt()
  const passkeys = hasPasskey ? [{ ...PASSKEY, label: texts.signWith }] : []
  const others = wallets.map((wallet) => ({
    ...wallet,
    wallet,
    label: saying.signWith(wallet.name),
  }))
  const offered = isOfPasskey(view) ? [...passkeys, ...others] : [...others, ...passkeys]
  return (
    <>
      {problem && <ProblemView problem={problem} />}
      <WalletButtons
        wallets={offered}
        isBusy={isBusy || isLeaving || !isAsAsked}
        isPrimary={isPrimary}
        label={({ label }) => (isBusy ? page.moment : label)}
        choose={({ wallet }) => (wallet ? sign(wallet) : void attempt(() => askForSignature(view)))}
      />
    </>
  )
}

const PASSKEY = { id: 'passkey', name: '', icon: '', wallet: undefined }

/** Whether the account that has to sign is a passkey's: as its owner has said, or of the one that this browser knows. */
const isOfPasskey = ({ passkey, sender_address }: SignView) =>
  passkey || isOfRememberedPasskey(sender_address ?? '')

/** Leaves for the key page, with the text that stands here. */
async function askForSignature(view: SignView): Promise<void> {
  const { build, chain, sender_address } = view
  if (build?.type !== 'meta' || sender_address === null) return
  askKeyPage({
    which: isOfRememberedPasskey(sender_address) ? 'remembered' : 'any',
    chain: chain.family === 'evm' ? undefined : cosmosKind(await getCosmosChain(chain.chain_uid)),
    sign: { text: build.sign.text, signer: sender_address },
    context: '',
  })
}

/** Hands over the signature that the key page has come back with, once. */
function useKeyAnswer(handIn: (signed: SignedText) => void): void {
  useEffect(() => {
    const signed = takeKeyAnswer()?.signed
    if (!signed) return
    const { signature, pub_key } = signed
    handIn(pub_key === undefined ? { signature } : { signature, signer_pubkey: pub_key })
  }, [])
}

/** What it costs, and the way for whoever wants to pay it, or whose wallet signs no texts. */
function NoFee({
  view,
  isBusy,
  onTransaction,
}: {
  view: SignView
  isBusy: boolean
  onTransaction: (view: SignView) => void
}) {
  const { sign } = useWords()
  const { isBusy: isAsking, problem, attempt } = useAttempt()
  const payOwnGas = () => attempt(async () => onTransaction(await vouch.payOwnGas(view.id, {})))
  return (
    <>
      <p class="soft small">{sign.costsNothing(view.sent_on.name)}</p>
      {problem && <ProblemView problem={problem} />}
      {!isOfPasskey(view) && view.operation !== 'swap' && (
        <button
          type="button"
          class="button plain"
          disabled={isBusy || isAsking}
          onClick={() => void payOwnGas()}
        >
          {sign.payOwnGas}
        </button>
      )}
    </>
  )
}

/** What the bytes say, folded away where it is what was asked: the summary above says that already. */
function Checked({ messages }: { messages: readonly MessageWords[] }) {
  const { sign } = useWords()
  return (
    <details class="panel">
      <summary>{sign.checked}</summary>
      <Messages messages={messages} />
    </details>
  )
}

/** What must not be signed stands before everything else. */
function NotAsAsked({ messages }: { messages: readonly MessageWords[] }) {
  const { sign } = useWords()
  return (
    <section class="panel">
      <h2>{sign.wouldSign}</h2>
      <Messages messages={messages} />
      <div class="notice error" role="alert">
        <p>
          <strong>{sign.doNotSign}</strong>
        </p>
        <p>{sign.askAgain}</p>
      </div>
    </section>
  )
}

function Messages({ messages }: { messages: readonly MessageWords[] }) {
  return (
    <>
      {messages.map((words, index) => (
        <MessageView key={words.raw} words={words} number={index + 1} total={messages.length} />
      ))}
    </>
  )
}

function sendingSteps(
  { sign }: Spoken,
  messages: readonly MessageWords[],
  { index, state, revocation }: SendingState,
  isStopped: boolean,
): StepJson[] {
  const current = (label: string): StepJson =>
    isStopped
      ? { label, state: 'failed' }
      : {
          label,
          state: 'active',
          detail: state === 'asking' ? sign.confirmInWallet : sign.waitForChain,
        }
  return messages.flatMap(({ title: label }, at): StepJson[] => {
    if (at < index) return [{ label, state: 'done' }]
    if (at > index) return [{ label, state: 'waiting' }]
    const before = sign.takeApprovalBack
    if (revocation === 'now') return [current(before), { label, state: 'waiting' }]
    const own: StepJson = state === 'done' ? { label, state } : current(label)
    return revocation === 'done' ? [{ label: before, state: 'done' }, own] : [own]
  })
}

/** The local network's own way to sign: offered only where the playground answers and knows the persona. */
function usePlaygroundPersona(
  signId: string,
  persona: string | undefined,
  onView: (view: SignView) => void,
) {
  const [isOffered, setOffered] = useState(false)
  const { isBusy, problem, attempt } = useAttempt()
  useEffect(() => {
    if (persona === undefined) return
    void getPersonas().then(
      ({ personas }) => setOffered(personas.some(({ name }) => name === persona)),
      () => setOffered(false), // no playground on this network
    )
  }, [persona])
  return {
    isOffered,
    isBusy,
    problem,
    sign: () =>
      attempt(async () => {
        if (persona === undefined) return
        await signAsPersona(persona, signId)
        onView(await vouch.getSignRequest(signId))
      }),
  }
}

type Found = { id: string; provider: object }

/** The wallets of this browser that can sign on the request's chain; `undefined` while they are looked for. */
function useSigningWallets({ id, chain }: SignView): SigningWallet[] | undefined {
  const evm = useWallets()
  const cosmos = useCosmosWallets()
  // They remember how far a try came, so they live as long as the request, whose chain never changes, also where others are found later.
  const made = useMemo(() => new Map<unknown, SigningWallet>(), [id])
  const keep = ({ id: walletId, provider }: Found, make: () => SigningWallet): SigningWallet => {
    const known = made.get(provider)
    const kept = known?.id === walletId ? known : make()
    made.set(provider, kept)
    return kept
  }
  return useMemo(
    () =>
      chain.family === 'evm'
        ? evm?.map((wallet) => keep(wallet, () => evmSigningWallet(wallet, chain)))
        : cosmos?.map((wallet) => keep(wallet, () => cosmosSigningWallet(wallet, chain.chain_uid))),
    [evm, cosmos, id],
  )
}
