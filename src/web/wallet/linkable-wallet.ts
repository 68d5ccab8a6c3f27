import { toHex } from 'viem'

import { getCosmosChain } from '../parts/wallets/cosmos-chain.ts'
import { connectCosmos, signCosmosText, type CosmosWallet } from '../parts/wallets/cosmos-wallet.ts'
import { connectAccounts, type EvmWallet } from '../parts/wallets/evm-wallet.ts'

/** A wallet of this browser as the page for linking uses it, of whichever family. It throws what the wallet throws. */
export type LinkableWallet = {
  id: string
  name: string
  icon: string
  /** Its account on the chain to sign for, `undefined` when it shows none; asks the person where the page has no access yet. */
  connect(): Promise<string | undefined>
  /** Signs a text as the account; Cosmos wallets tell the key too. */
  sign(address: string, text: string): Promise<{ signature: string; pub_key?: string }>
}

export function evmLinkable({ id, name, icon, provider }: EvmWallet): LinkableWallet {
  return {
    id,
    name,
    icon,
    connect: async () => (await connectAccounts(provider))[0],
    async sign(address, text) {
      const call = { method: 'personal_sign', params: [toHex(text), address] }
      return { signature: String(await provider.request(call)) }
    },
  }
}

export function cosmosLinkable(wallet: CosmosWallet, chainUid: string): LinkableWallet {
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
