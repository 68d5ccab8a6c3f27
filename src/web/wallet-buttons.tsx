import { useEffect, useState } from 'preact/hooks'

import { discoverWallets, type EvmWallet } from './evm-wallet.ts'

/** The wallets of this browser; `undefined` while they are looked for. */
export function useWallets(): EvmWallet[] | undefined {
  const [wallets, setWallets] = useState<EvmWallet[]>()
  useEffect(() => discoverWallets(setWallets), [])
  return wallets
}

type Props = {
  wallets: readonly EvmWallet[]
  isBusy: boolean
  isPrimary: boolean
  label: (name: string) => string
  choose: (wallet: EvmWallet) => void
}

export function WalletButtons({ wallets, isBusy, isPrimary, label, choose }: Props) {
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
          {label(wallet.name)}
        </button>
      ))}
    </>
  )
}
