import { useEffect, useRef, useState } from 'preact/hooks'

import { isPhone } from '../phone-link.tsx'
import { discoverCosmosWallets, type CosmosWallet } from './cosmos-wallet.ts'
import { discoverWallets, type EvmWallet } from './evm-wallet.ts'

/** The EVM wallets of this browser; `undefined` while they are looked for. */
export function useWallets(): EvmWallet[] | undefined {
  const [wallets, setWallets] = useState<EvmWallet[]>()
  useEffect(() => discoverWallets(setWallets), [])
  return wallets
}

/** The wallets of this browser that have Keplr's interface; `undefined` while they are looked for. */
export function useCosmosWallets(): CosmosWallet[] | undefined {
  const [wallets, setWallets] = useState<CosmosWallet[]>()
  useEffect(() => discoverCosmosWallets(setWallets), [])
  return wallets
}

/** Goes on by itself, once, where a phone's browser has one wallet and no other: that is the wallet's own browser. */
export function useInWalletsBrowser<Wallet>(
  wallets: readonly Wallet[] | undefined,
  goOn: (wallet: Wallet) => unknown,
): void {
  const hasGone = useRef(false)
  const [only, ...others] = wallets ?? []
  const isOnly = only !== undefined && others.length === 0
  useEffect(() => {
    if (!isOnly || hasGone.current || !isPhone()) return
    hasGone.current = true
    goOn(only)
  }, [isOnly])
}

type Button = { id: string; name: string; icon: string }

type Props<Wallet extends Button> = {
  wallets: readonly Wallet[]
  isBusy: boolean
  isPrimary: boolean
  label: (wallet: Wallet) => string
  choose: (wallet: Wallet) => void
}

export function WalletButtons<Wallet extends Button>({
  wallets,
  isBusy,
  isPrimary,
  label,
  choose,
}: Props<Wallet>) {
  return (
    <>
      {wallets.map((wallet, index) => (
        <button
          key={wallet.id}
          type="button"
          class={`button wide ${isPrimary && index === 0 ? 'primary' : ''}`}
          disabled={isBusy}
          onClick={() => choose(wallet)}
        >
          {wallet.icon !== '' && <img src={wallet.icon} alt="" width={22} height={22} />}
          {label(wallet)}
        </button>
      ))}
    </>
  )
}
