import type { WalletLink, WalletStore } from './wallet-store-port.ts'
import { parseAddress, userKey } from '../../core/terms/address.ts'
import { NotFoundError } from '../../core/terms/errors.ts'
import { accountKey, type Account } from '../../core/terms/identity.ts'
import {
  chainOf,
  coinTypeOf,
  type Chain,
  type EvmChain,
  type Network,
} from '../../core/terms/network.ts'
import type { CrossChainUser } from '../../core/terms/shapes.ts'
import {
  checkSignature,
  contractChains,
  type AskContract,
  type SignedText,
} from './check-signature.ts'
import {
  TooManyWalletsError,
  WalletLinkClosedError,
  WrongSignatureError,
} from '../../core/wallets/errors.ts'
import { linkMessage } from '../../core/wallets/link-message.ts'
import { walletAccounts, type LinkedWallet } from '../../core/wallets/linked-wallet.ts'

/** The topic that is told when an account's wallets change. */
export const walletsTopic = (ownerAccount: string) => `wallets:${ownerAccount}`

/** What a wallet answers to be linked. */
export type LinkProof = CrossChainUser & {
  signature: string
  publicKey: string | undefined
  /** Its key is a passkey's. Nothing hangs on it but where its owner's claims go by themselves. */
  isPasskey?: boolean | undefined
  /** Its owner has shown to have the recovery words of that passkey's account. It guards the owner alone, so the page's word is enough. */
  hasWords?: boolean | undefined
}

export type WalletLinks = ReturnType<typeof createWalletLinks>

const LIFETIME_MS = 10 * 60_000
const MOST_WALLETS = 20

type Deps = {
  network: Network
  store: WalletStore
  takesSignature: AskContract
  /** What links begin with: the text to sign names it. */
  publicUrl: string
  newId: () => string
  /** 8 letters and digits or more, from a CSPRNG. */
  newNonce: () => string
  now: () => Date
}

/** The wallets that chat accounts have linked, and how one is linked: by a signature, for one account, once, in time. */
export function createWalletLinks(deps: Deps) {
  const { network, store, takesSignature, publicUrl, newId, newNonce, now } = deps

  async function find(id: string): Promise<WalletLink> {
    const link = await store.findLink(id)
    if (!link)
      throw new NotFoundError(
        'This link is not known, or a newer one has taken its place.',
        'Ask for a new one in the chat with /wallet link.',
      )
    return link
  }

  async function findOpen(id: string): Promise<WalletLink> {
    const link = await find(id)
    if (link.walletId !== undefined) throw new WalletLinkClosedError('was used already')
    if (now() >= link.expiresAt) throw new WalletLinkClosedError('has expired')
    return link
  }

  function textOf(link: WalletLink, chain: Chain, address: string): string {
    const { account, nonce, createdAt: issuedAt, expiresAt } = link
    const place = { chain, address, publicUrl }
    return linkMessage({ ...place, account, nonce, issuedAt, expiresAt })
  }

  /** By what a wallet is kept: its key, for all chains of its kind; or of a contract its address, for the chains that know it. */
  async function holderOf(signed: SignedText): Promise<Pick<LinkedWallet, 'key' | 'chains'>> {
    try {
      return { key: await checkSignature(signed), chains: undefined }
    } catch (error) {
      if (!(error instanceof WrongSignatureError) || signed.chain.family !== 'evm') throw error
      const evm = network.chains.filter((chain): chain is EvmChain => chain.family === 'evm')
      return { key: signed.address, chains: await contractChains(signed, evm, takesSignature) }
    }
  }

  return {
    /** Makes a request that only this account can use, and ends its earlier one. */
    async start(account: Account): Promise<WalletLink> {
      const createdAt = now()
      const link: WalletLink = {
        id: newId(),
        account,
        nonce: newNonce(),
        createdAt,
        expiresAt: new Date(createdAt.getTime() + LIFETIME_MS),
        walletId: undefined,
      }
      await store.addLink(link)
      return link
    },
    find,
    /**
     * What a wallet has to sign.
     * @throws {NotFoundError} {WalletLinkClosedError} {UnknownChainError} {InvalidAddressError}
     */
    async textFor(id: string, { chain_uid, address }: CrossChainUser): Promise<string> {
      const link = await findOpen(id)
      const chain = chainOf(network, chain_uid)
      return textOf(link, chain, parseAddress(chain, address))
    },
    /**
     * Links the wallet that signed.
     * @throws what `textFor` throws, and {WrongSignatureError} {TooManyWalletsError}
     */
    async link(id: string, { chain_uid, ...proof }: LinkProof): Promise<LinkedWallet> {
      const link = await findOpen(id)
      const chain = chainOf(network, chain_uid)
      const address = parseAddress(chain, proof.address)
      const text = textOf(link, chain, address)
      const { signature, publicKey, isPasskey = false, hasWords = false } = proof
      const { key, chains } = await holderOf({ chain, address, text, signature, publicKey })
      const ownerAccount = accountKey(link.account)
      const linked = await store.walletsOf(ownerAccount)
      const isNew = linked.every((known) => known.family !== chain.family || known.key !== key)
      if (isNew && linked.length >= MOST_WALLETS) throw new TooManyWalletsError(MOST_WALLETS)
      const wallet: LinkedWallet = {
        id: newId(),
        ownerAccount,
        family: chain.family,
        key,
        coinType: chain.family === 'cosmwasm' ? coinTypeOf(chain) : undefined,
        chains,
        isPasskey,
        hasWords: isPasskey && hasWords,
        isDefault: false,
        linkedAt: now(),
      }
      if (!(await store.takeLink(id, wallet))) throw new WalletLinkClosedError('was used already')
      return wallet
    },
    findWallet: store.findWallet,
    walletsOf: (account: Account) => store.walletsOf(accountKey(account)),
    /**
     * The accounts on chains of all linked wallets, the default one's first. `own` are those that somebody has without
     * linking: only a wallet that was made the default comes before them.
     */
    async accountsOf(
      account: Account,
      own: readonly CrossChainUser[] = [],
    ): Promise<CrossChainUser[]> {
      const wallets = await store.walletsOf(accountKey(account))
      const at = (isDefault: boolean) =>
        wallets
          .filter((wallet) => wallet.isDefault === isDefault)
          .flatMap((wallet) => walletAccounts(network, wallet))
      return [...at(true), ...own, ...at(false)]
    },
    /** The account of a passkey that keeps what its owner gets, as vouchers: where it comes before all their other wallets. */
    async keeperOf(
      account: Account,
      own: readonly CrossChainUser[] = [],
    ): Promise<CrossChainUser | undefined> {
      const [first] = await store.walletsOf(accountKey(account))
      const isFirst = first?.isPasskey && (first.isDefault || own.length === 0)
      return isFirst ? walletAccounts(network, first)[0] : undefined
    },
    /** The accounts on chains of those linked wallets that are a passkey's. */
    async passkeysOf(ownerAccount: string): Promise<CrossChainUser[]> {
      const wallets = await store.walletsOf(ownerAccount)
      return wallets
        .filter(({ isPasskey }) => isPasskey)
        .flatMap((wallet) => walletAccounts(network, wallet))
    },
    /**
     * All accounts of the key of one of these that is a passkey's, and whether somebody has shown to have its recovery words; `undefined` for any other account, also
     * where another person has linked it: whoever names an address learns nothing of whose it is.
     */
    async passkeyAt(
      account: Account,
      user: CrossChainUser,
    ): Promise<{ accounts: CrossChainUser[]; hasWords: boolean } | undefined> {
      const wallets = await store.walletsOf(accountKey(account))
      return wallets
        .filter(({ isPasskey }) => isPasskey)
        .map((wallet) => ({
          accounts: walletAccounts(network, wallet),
          hasWords: wallet.hasWords,
        }))
        .find(({ accounts }) => accounts.some((each) => userKey(each) === userKey(user)))
    },
    /** @throws {NotFoundError} */
    async makeDefault(account: Account, walletId: string): Promise<void> {
      if (!(await store.setDefault(accountKey(account), walletId, now()))) throw notLinked()
    },
    /** @throws {NotFoundError} */
    async unlink(account: Account, walletId: string): Promise<void> {
      if (!(await store.remove(accountKey(account), walletId, now()))) throw notLinked()
    },
  }
}

const notLinked = () =>
  new NotFoundError('This wallet is not linked to your account any more.', 'Look with /wallet.', {
    kind: 'wallet_not_linked',
  })
