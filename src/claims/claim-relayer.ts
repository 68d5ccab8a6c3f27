/** What claims ask of the account that pays the gas of redeeming on the hub. */
export type ClaimRelayer = {
  address: string
  /** The account's next sequence as the chain has it. */
  nextSequence(): Promise<number>
  /**
   * Signs a call of the claimer contract, after a trial run on the chain.
   * @throws {TransactionFailedError} the trial run failed; `message` has the contract's reason
   */
  sign(message: object, sequence: number): Promise<SignedTransaction>
  /** What one pay-out usually costs, in base units of the hub's fee coin. */
  usualFee: bigint
  /** What the account has for gas, in base units, and for how many pay-outs that is. */
  funds(): Promise<Funds>
  /** Signs a transaction that moves nothing, to use up a sequence that blocks later ones. */
  signFiller(sequence: number): Promise<SignedTransaction>
  /** Hands signed bytes to the chain. Bytes that it has already are accepted again. */
  broadcast(bytes: Uint8Array): Promise<{ accepted: true } | { accepted: false; reason: string }>
  /** The transaction's result once it is in a block, `undefined` before. */
  result(txHash: string): Promise<{ ok: boolean; error: string } | undefined>
}

export type Funds = { balance: bigint; payOuts: number }
/** `fee` is what it costs in its block, in base units of the hub's fee coin. */
export type SignedTransaction = { bytes: Uint8Array; txHash: string; fee: bigint }
