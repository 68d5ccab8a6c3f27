import type { Account } from '../../core/terms/identity.ts'
import type { LinkedWallet } from '../../core/wallets/linked-wallet.ts'

/** A request to link one wallet to one account. Open while `walletId` is absent and `expiresAt` has not passed. */
export type WalletLink = {
  id: string
  account: Account
  nonce: string
  createdAt: Date
  expiresAt: Date
  /** What was linked with it. */
  walletId: string | undefined
}

/** What linking asks of the store. Each call is one statement or transaction. */
export type WalletStore = {
  /** Keeps a request; the account's earlier one is gone. Tells the account's topic, as all that changes something here. */
  addLink(link: WalletLink): Promise<void>
  findLink(id: string): Promise<WalletLink | undefined>
  /**
   * Uses the request up, keeps the wallet (once, however often it is linked) and tells its owner in private. Of any number
   * of racing calls one is true. False as well for a request that is used or expired.
   */
  takeLink(linkId: string, wallet: LinkedWallet): Promise<boolean>
  /** The default one first, then in the order of linking. */
  walletsOf(ownerAccount: string): Promise<LinkedWallet[]>
  findWallet(id: string): Promise<LinkedWallet | undefined>
  /** False when the account has no such wallet. */
  setDefault(ownerAccount: string, id: string, now: Date): Promise<boolean>
  remove(ownerAccount: string, id: string, now: Date): Promise<boolean>
}
