import type { WalletLinkView } from '../../../calls/wallet-calls.ts'
import { describePasskeyError, OtherPasskeyError } from './ask-passkey.ts'
import { openPasskey, type WhichPasskey } from './open-passkey.ts'
import type { CosmosKind, PasskeyAccount } from './passkey-account.ts'
import { rememberedPasskey } from './remembered-passkey.ts'
import { getCosmosChain } from '../wallets/cosmos-chain.ts'
import type { LinkableWallet } from '../wallets/linkable-wallet.ts'

type Kind = Pick<WalletLinkView['kinds'][number], 'chain_uid' | 'family'>

/**
 * An account of a passkey as the page for linking uses wallets. Each signature is a prompt of its own, after its text was
 * shown; connecting is one too, unless this browser knows the address.
 */
export function passkeyLinkable(which: WhichPasskey, { chain_uid, family }: Kind): LinkableWallet {
  const common = { id: 'passkey', name: 'your passkey', icon: '', explain: describePasskeyError }
  if (family === 'evm')
    return {
      ...common,
      async connect() {
        const known = which === 'remembered' ? rememberedPasskey()?.address : undefined
        return known ?? (await openPasskey(which)).evmAddress
      },
      async sign(address, text) {
        const account = await openPasskey('remembered')
        expectAddress(account.evmAddress, address)
        return { signature: await account.signEvmText(text) }
      },
    }
  const open = async (wanted: WhichPasskey): Promise<[PasskeyAccount, CosmosKind]> => {
    const { bip44, bech32Config } = await getCosmosChain(chain_uid)
    const kind = { coinType: bip44.coinType, prefix: bech32Config.bech32PrefixAccAddr }
    return [await openPasskey(wanted), kind]
  }
  return {
    ...common,
    async connect() {
      const [account, kind] = await open(which)
      return account.cosmosAddress(kind)
    },
    async sign(address, text) {
      const [account, kind] = await open('remembered')
      expectAddress(account.cosmosAddress(kind), address)
      return account.signCosmosText(kind, text)
    },
  }
}

/** The text names an address, and another passkey may have been taken meanwhile, or in another tab. */
function expectAddress(opened: string, address: string): void {
  if (opened !== address) throw new OtherPasskeyError(opened)
}
