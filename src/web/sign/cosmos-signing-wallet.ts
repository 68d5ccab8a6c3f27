import { loadPart } from '../parts/load-part.ts'
import { BroadcastRefusedError, NoPublicNodeError } from '../parts/wallets/errors.ts'
import { getCosmosChain } from '../parts/wallets/cosmos-chain.ts'
import type { SignedTransaction } from '../parts/wallets/cosmos-signing.ts'
import { connectCosmos, signCosmosText, type CosmosWallet } from '../parts/wallets/cosmos-wallet.ts'
import type { SigningWallet } from './signing-wallet.ts'

/** A wallet with Keplr's interface: all messages go in one transaction, which it signs and this page sends. */
export function cosmosSigningWallet(wallet: CosmosWallet, chainUid: string): SigningWallet {
  const { id, name, icon, accountEvent } = wallet
  // By account: what one has signed and may be on its way pays for no other, and is kept for when it is that one's turn again.
  const kept = new Map<string, SignedTransaction & { wasSent: boolean }>()
  return {
    id,
    name,
    icon,
    async accounts() {
      const chain = await getCosmosChain(chainUid)
      const { address } = await connectCosmos(wallet, chain)
      return [address]
    },
    onAccountChange(tell) {
      window.addEventListener(accountEvent, tell)
      return () => window.removeEventListener(accountEvent, tell)
    },
    async send(address, build, { tell, checkOpen, ask }) {
      if (build.type !== 'cosmwasm') throw new Error('this build is for another family of chains')
      const chain = await getCosmosChain(chainUid)
      if (chain.rpc === '') throw new NoPublicNodeError() // this page asks for the gas and sends, not the wallet
      const { signExecute, broadcast } = await loadPart(
        () => import('../parts/wallets/cosmos-signing.ts'),
      )
      tell({ index: 0, state: 'asking' })
      const signed = kept.get(address) ?? {
        ...(await signExecute(wallet, chain, { address, msgs: build.msgs })),
        wasSent: false,
      }
      kept.set(address, signed)
      await checkOpen() // the wallet may have waited for its owner, and only what is sent counts
      tell({ index: 0, state: 'mining' })
      kept.set(address, { ...signed, wasSent: true })
      try {
        await ask(() => broadcast(chain, signed))
      } catch (error) {
        // Only what was certainly not sent may be signed anew; after any other failure the same bytes go out again.
        if (error instanceof BroadcastRefusedError) kept.delete(address)
        throw error
      }
      tell({ index: build.msgs.length - 1, state: 'done' })
      return { hash: signed.hash }
    },
    async signText(address, text) {
      const { chainId } = await getCosmosChain(chainUid)
      const { signature, publicKey } = await signCosmosText(wallet, { chainId, address, text })
      return { signature, signer_pubkey: publicKey }
    },
  }
}
