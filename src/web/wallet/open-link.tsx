import { useEffect, useState } from 'preact/hooks'

import { VouchError } from '../../client/call.ts'
import type { WalletLinkView } from '../../calls/wallet-calls.ts'
import { problemOf, vouch, type Problem } from '../parts/api-client.ts'
import { useAttempt } from '../parts/use-attempt.ts'
import { ProblemView } from '../parts/problem-view.tsx'
import { useWords, type Spoken } from '../parts/spoken.tsx'
import { OpenInApp } from '../parts/wallets/open-in-app.tsx'
import {
  useCosmosWallets,
  useInWalletsBrowser,
  useWallets,
  WalletButtons,
} from '../parts/wallets/wallet-buttons.tsx'
import { describeWalletError } from '../parts/wallets/wallet-problem.ts'
import { cosmosKind, getCosmosChain } from '../parts/wallets/cosmos-chain.ts'
import { connectCosmos, signCosmosText, type CosmosWallet } from '../parts/wallets/cosmos-wallet.ts'
import { connectAccounts, signEvmText, type EvmWallet } from '../parts/wallets/evm-wallet.ts'
import { PasskeyChoice } from '../parts/passkey/passkey-choice.tsx'
import type { LinkableWallet } from '../parts/wallets/linkable-wallet.ts'
import {
  askKeyPage,
  takeKeyAnswer,
  type KeyAnswer,
  type WhichPasskey,
} from '../parts/passkey/key-request.ts'
import { rememberedPasskey } from '../parts/passkey/remembered-passkey.ts'

type Kind = WalletLinkView['kinds'][number]
/** `wallet` is `undefined` for a passkey. */
type Connected = {
  wallet: LinkableWallet | undefined
  kind: Kind
  address: string
  text: string
}

/** Connecting a wallet, seeing the text, and signing it. */
export function OpenLink({
  view,
  url,
  onView,
}: {
  view: WalletLinkView
  /** This page's whole link. */
  url: string
  onView: (view: WalletLinkView) => void
}) {
  const words = useWords()
  const { wallets: saying, walletLink, walletProblems } = words
  const evm = useWallets()
  const cosmos = useCosmosWallets()
  const [connected, setConnected] = useState<Connected>()
  const [wordsFirst] = useState(whoseWordsFirst)
  const { isBusy, problem, attempt } = useAttempt()

  const explain = (wallet: LinkableWallet | undefined) => (error: unknown) =>
    wallet === undefined
      ? problemOf(error)
      : describeWalletError(error, words, {
          walletName: wallet.name,
          chainName: saying.itsChain,
          currency: walletProblems.tokens,
        })

  const showText = async (wallet: LinkableWallet | undefined, kind: Kind, address: string) => {
    const { chain_uid } = kind
    const { text } = await vouch.walletLinkText(view.id, { chain_uid, address })
    setConnected({ wallet, kind, address, text })
  }

  const connect = (wallet: LinkableWallet, kind: Kind) =>
    attempt(async () => {
      const address = await wallet.connect()
      if (address === undefined)
        throw new VouchError({
          code: 'NO_ACCOUNT',
          message: saying.noAccount(wallet.name),
          fix: saying.unlock,
        })
      await showText(wallet, kind, address)
    }, explain(wallet))

  /** The address that this browser knows needs no prompt: signing asks for one. */
  const connectPasskey = (which: WhichPasskey, kind: Kind) =>
    attempt(async () => {
      const known = which === 'remembered' ? rememberedPasskey()?.address : undefined
      const isWords = wordsFirst === kind.family
      if (kind.family === 'evm' && known !== undefined && !isWords)
        await showText(undefined, kind, known)
      else
        askKeyPage({
          which,
          chain: await chainOf(kind),
          wordsFirst: isWords,
          context: kind.chain_uid,
        })
    })

  const sign = ({ wallet, kind, address, text }: Connected) =>
    attempt(async () => {
      const { chain_uid } = kind
      if (wallet) {
        const signed = await wallet.sign(address, text)
        onView(await vouch.linkWallet(view.id, { chain_uid, address, ...signed }))
        return
      }
      const which = 'remembered'
      const asked = { text, signer: address }
      askKeyPage({ which, chain: await chainOf(kind), sign: asked, context: chain_uid })
    }, explain(wallet))

  /** What the key page came back with: an address, whose text is shown, or the text's signature. */
  const goOn = ({ address, signed, hasWords, context: chain_uid }: KeyAnswer) =>
    attempt(async () => {
      const kind = view.kinds.find((each) => each.chain_uid === chain_uid)
      const its = { passkey: true, has_words: hasWords }
      if (signed) onView(await vouch.linkWallet(view.id, { chain_uid, address, ...signed, ...its }))
      else if (kind) await showText(undefined, kind, address)
    })
  useEffect(() => {
    const answer = takeKeyAnswer()
    if (answer) void goOn(answer)
  }, [])
  const ways = view.kinds.map((kind) => {
    const wallets =
      kind.family === 'evm'
        ? evm?.map(evmLinkable)
        : cosmos?.map((wallet) => cosmosLinkable(wallet, kind.chain_uid))
    return { kind, wallets }
  })
  const hasWallet = ways.some(({ wallets = [] }) => wallets.length > 0)
  const isLooking = ways.some(({ wallets }) => wallets === undefined)
  useInWalletsBrowser(
    isLooking
      ? undefined
      : ways.flatMap(({ kind, wallets = [] }) => wallets.map((wallet) => ({ kind, wallet }))),
    ({ kind, wallet }) => void connect(wallet, kind),
  )

  if (connected)
    return (
      <TextToSign
        connected={connected}
        problem={problem}
        isBusy={isBusy}
        sign={() => void sign(connected)}
        back={() => setConnected(undefined)}
      />
    )

  return (
    <>
      {problem && <ProblemView problem={problem} />}
      <section class="panel">
        <h2>{walletLink.withoutWallet}</h2>
        <WithPasskey
          view={view}
          url={url}
          isBusy={isBusy}
          first={wordsFirst}
          connect={connectPasskey}
        />
      </section>
      {ways.map(({ kind, wallets }) => {
        const chains = kind.chains.join(', ')
        const heading = walletLink.forChains(chains)
        const apps = <OpenInApp url={url} family={kind.family} isSecret what={chains} />
        // Who has a wallet came to link that one.
        if (hasWallet && wallets?.length === 0)
          return (
            <details class="panel" key={kind.chain_uid}>
              <summary>{heading}</summary>
              <div class="stack">{apps}</div>
            </details>
          )
        return (
          <section class="panel" key={kind.chain_uid}>
            <h2>{heading}</h2>
            <div class="stack">
              <WalletButtons
                wallets={wallets ?? []}
                isBusy={isBusy}
                isPrimary
                label={({ name }) => saying.connect(name)}
                choose={(wallet) => void connect(wallet, kind)}
              />
              {wallets?.length === 0 && apps}
            </div>
          </section>
        )
      })}
    </>
  )
}

/** Linking the account of a passkey, for one kind of chains at a time as with any wallet. */
function WithPasskey({
  view: { kinds },
  url,
  isBusy,
  first,
  connect,
}: {
  view: WalletLinkView
  url: string
  isBusy: boolean
  /** Of which kind the account is that is meant, if any. */
  first: Kind['family'] | undefined
  connect: (which: WhichPasskey, kind: Kind) => Promise<boolean>
}) {
  const { walletLink } = useWords()
  const [chosen, setChosen] = useState<string>()
  const kind =
    kinds.find(({ chain_uid, family }) =>
      chosen === undefined ? family === first : chain_uid === chosen,
    ) ?? kinds[0]
  if (!kind) return null
  return (
    <>
      {kinds.length > 1 && (
        <fieldset>
          <legend>{walletLink.for}</legend>
          <div class="choices">
            {kinds.map(({ chain_uid, chains }) => (
              <label key={chain_uid} class="choice">
                <input
                  type="radio"
                  name="kind"
                  checked={chain_uid === kind.chain_uid}
                  onChange={() => setChosen(chain_uid)}
                />
                {chains.join(', ')}
              </label>
            ))}
          </div>
        </fieldset>
      )}
      <PasskeyChoice
        label={walletLink.withPasskey}
        isBusy={isBusy}
        url={url}
        choose={(which) => void connect(which, kind)}
      />
    </>
  )
}

function TextToSign({
  connected: { wallet, text },
  problem,
  isBusy,
  sign,
  back,
}: {
  connected: Connected
  problem: Problem | undefined
  isBusy: boolean
  sign: () => void
  back: () => void
}) {
  const words = useWords()
  return (
    <section class="panel">
      <h2>{wallet ? words.walletLink.walletSigns : words.walletLink.passkeySigns}</h2>
      <pre class="letter" lang="en">
        {text}
      </pre>
      {problem && <ProblemView problem={problem} />}
      <div class="stack">
        <button type="button" class="button primary wide" disabled={isBusy} onClick={sign}>
          {labelOf(words, wallet, isBusy)}
        </button>
        <button type="button" class="button wide" disabled={isBusy} onClick={back}>
          {words.walletLink.another}
        </button>
      </div>
    </section>
  )
}

/** A passkey is no place to look into: its prompt comes by itself. */
function labelOf(
  { page, wallets, passkeys }: Spoken,
  wallet: LinkableWallet | undefined,
  isBusy: boolean,
): string {
  if (!wallet) return isBusy ? page.moment : passkeys.signWith
  return isBusy ? wallets.lookInto(wallet.name) : wallets.signIn(wallet.name)
}

/** A chat leads here by such an address where an account of a passkey is to get more than a small amount: its recovery words are confirmed before it is linked anew. */
function whoseWordsFirst(): Kind['family'] | undefined {
  const family = new URLSearchParams(location.search).get('words')
  return family === 'evm' || family === 'cosmwasm' ? family : undefined
}

/** Which key an account of a passkey has for a kind of chains; `undefined` for the one of EVM. */
const chainOf = async ({ family, chain_uid }: Kind) =>
  family === 'evm' ? undefined : cosmosKind(await getCosmosChain(chain_uid))

function evmLinkable({ id, name, icon, provider }: EvmWallet): LinkableWallet {
  return {
    id,
    name,
    icon,
    connect: async () => (await connectAccounts(provider))[0],
    sign: async (address, text) => ({ signature: await signEvmText(provider, address, text) }),
  }
}

function cosmosLinkable(wallet: CosmosWallet, chainUid: string): LinkableWallet {
  const { id, name, icon } = wallet
  return {
    id: `${id}/${chainUid}`,
    name,
    icon,
    connect: async () => (await connectCosmos(wallet, await getCosmosChain(chainUid))).address,
    async sign(address, text) {
      const { chainId } = await getCosmosChain(chainUid)
      const { signature, publicKey } = await signCosmosText(wallet, { chainId, address, text })
      return { signature, pub_key: publicKey }
    },
  }
}
