/** What is asked of an account of ours on the hub that sends to one contract there, and pays the gas: one for claims, another for what owners of vouchers sign. */
export type HubAccount = {
  address: string
  /**
   * An account's next sequence as the chain has it: its own, or that of one which signed before it.
   * @throws {TransactionFailedError} there is no such account on the chain
   */
  nextSequence(of?: string): Promise<number>
  /**
   * Runs a call of its contract on the chain for trial.
   * @throws {TransactionFailedError} it fails; `message` has the contract's reason
   */
  tryOut(message: object): Promise<Trial>
  /** Signs a call of its contract: at once after its trial run, else after one. @throws as `tryOut` */
  sign(message: object, sequence: number, trial?: Trial): Promise<SignedTransaction>
  /** What one transaction usually costs, in base units of the hub's fee coin. */
  usualFee: bigint
  /** What the account has for gas, in base units, and for how many usual transactions that is. */
  funds(): Promise<Funds>
  /** Signs a transaction that moves nothing, to use up a sequence that blocks later ones. */
  signFiller(sequence: number): Promise<SignedTransaction>
  /** Hands signed bytes to the chain. Bytes that it has already are accepted again. */
  broadcast(bytes: Uint8Array): Promise<{ accepted: true } | { accepted: false; reason: string }>
  /** The transaction's result once it is in a block, `undefined` before. */
  result(txHash: string): Promise<{ ok: boolean; error: string } | undefined>
}

/** What signing needs to know of the chain: the gas that a call may use, and the account's number there. */
export type Trial = { gas: number; accountNumber: number }
export type Funds = { balance: bigint; payOuts: number }
/** `fee` is what it costs in its block, in base units of the hub's fee coin. */
export type SignedTransaction = { bytes: Uint8Array; txHash: string; fee: bigint }
