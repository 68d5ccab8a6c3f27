/** A wallet of this browser as far as it signs texts, of whichever family. It throws what the wallet throws. */
export type LinkableWallet = {
  id: string
  name: string
  icon: string
  /** Its account on the chain to sign for, `undefined` when it shows none; asks the person where the page has no access yet. */
  connect(): Promise<string | undefined>
  /** Signs a text as the account; Cosmos wallets tell the key too. */
  sign(address: string, text: string): Promise<{ signature: string; pub_key?: string }>
}
