import { useState } from 'preact/hooks'

import { VouchError } from '../../client/vouch-error.ts'
import type { WalletLinkView } from '../../calls/wallet-calls.ts'
import { problemOf, vouch, type Problem } from '../parts/api-client.ts'
import { useAttempt } from '../parts/use-attempt.ts'
import { ProblemView } from '../parts/problem-view.tsx'
import { useCosmosWallets, useWallets, WalletButtons } from '../parts/wallets/wallet-buttons.tsx'
import { describeWalletError } from '../parts/wallets/wallet-problem.ts'
import { cosmosLinkable, evmLinkable, type LinkableWallet } from './linkable-wallet.ts'

type Kind = WalletLinkView['kinds'][number]
type Connected = { wallet: LinkableWallet; kind: Kind; address: string; text: string }

/** Connecting a wallet, seeing the text, and signing it. */
export function OpenLink({
  view,
  onView,
}: {
  view: WalletLinkView
  onView: (view: WalletLinkView) => void
}) {
  const evm = useWallets()
  const cosmos = useCosmosWallets()
  const [connected, setConnected] = useState<Connected>()
  const { isBusy, problem, attempt } = useAttempt()

  const explain = (walletName: string) => (error: unknown) =>
    error instanceof VouchError
      ? problemOf(error)
      : describeWalletError(error, { walletName, chainName: 'its chain', currency: 'tokens' })

  const connect = (wallet: LinkableWallet, kind: Kind) =>
    attempt(async () => {
      const address = await wallet.connect()
      if (address === undefined)
        throw new VouchError({
          code: 'NO_ACCOUNT',
          message: `${wallet.name} shows no account to this page.`,
          fix: 'Unlock it, allow an account, and try again.',
        })
      const { chain_uid } = kind
      const { text } = await vouch.walletLinkText(view.id, { chain_uid, address })
      setConnected({ wallet, kind, address, text })
    }, explain(wallet.name))

  const sign = ({ wallet, kind: { chain_uid }, address, text }: Connected) =>
    attempt(async () => {
      const signed = await wallet.sign(address, text)
      onView(await vouch.linkWallet(view.id, { chain_uid, address, ...signed }))
    }, explain(wallet.name))

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
      {view.kinds.map((kind) => {
        const wallets =
          kind.family === 'evm'
            ? (evm ?? []).map(evmLinkable)
            : (cosmos ?? []).map((wallet) => cosmosLinkable(wallet, kind.chain_uid))
        const isLooking = (kind.family === 'evm' ? evm : cosmos) === undefined
        return (
          <section class="panel" key={kind.chain_uid}>
            <h2>{`For ${kind.chains.join(', ')}`}</h2>
            <div class="stack">
              <WalletButtons
                wallets={wallets}
                isBusy={isBusy}
                isPrimary
                label={(name) => `Connect ${name}`}
                choose={(wallet) => void connect(wallet, kind)}
              />
              {!isLooking && wallets.length === 0 && (
                <p class="soft">
                  {`No such wallet was found in this browser. Install one such as ${kind.family === 'evm' ? 'MetaMask' : 'Keplr'}, or open this page in your wallet app.`}
                </p>
              )}
            </div>
          </section>
        )
      })}
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
  return (
    <section class="panel">
      <h2>What your wallet will sign</h2>
      <pre class="letter">{text}</pre>
      {problem && <ProblemView problem={problem} />}
      <div class="stack">
        <button type="button" class="button primary wide" disabled={isBusy} onClick={sign}>
          {isBusy ? `Look into ${wallet.name}…` : `Sign in ${wallet.name}`}
        </button>
        <button type="button" class="button wide" disabled={isBusy} onClick={back}>
          Take another wallet
        </button>
      </div>
    </section>
  )
}
