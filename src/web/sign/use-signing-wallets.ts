import { useMemo } from 'preact/hooks'

import type { SignView } from '../../calls/sign-calls.ts'
import { useCosmosWallets, useWallets } from '../parts/wallets/wallet-buttons.tsx'
import { cosmosSigningWallet } from './cosmos-signing-wallet.ts'
import { evmSigningWallet } from './evm-signing-wallet.ts'
import type { SigningWallet } from './signing-wallet.ts'

/** The wallets of this browser that can sign on the request's chain; `undefined` while they are looked for. */
export function useSigningWallets({ id, chain }: SignView): SigningWallet[] | undefined {
  const evm = useWallets()
  const cosmos = useCosmosWallets()
  // They remember how far a try came, so they live as long as the request: its chain never changes.
  return useMemo(
    () =>
      chain.family === 'evm'
        ? evm?.map((wallet) => evmSigningWallet(wallet, chain))
        : cosmos?.map((wallet) => cosmosSigningWallet(wallet, chain.chain_uid)),
    [evm, cosmos, id],
  )
}
