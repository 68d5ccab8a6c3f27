/** A call that was made with an idempotency key. `fingerprint` tells its request from any other. */
export type EarlierCall = {
  fingerprint: string
  /** Absent while the call is running. `sealed` is the body, readable only with the vault's key. */
  answer: { status: number; sealed: Buffer } | undefined
}

/** What the idempotency of calls asks of the store. Each call is one transaction. */
export type IdempotencyStore = {
  /**
   * Takes the key for this call, or tells of the call that has it. Of any number of racing calls one takes it. A call that ran on a server that has ended never answers, and gives
   * its key up; so does one of this server whose end, or whose beginning, could not be kept.
   */
  begin(call: {
    key: string
    fingerprint: string
    now: Date
    expiresAt: Date
  }): Promise<EarlierCall | undefined>
  /** Keeps the answer of a call that took the key on this server. Where that fails, the next call finds the answer or is made anew. */
  finish(key: string, answer: { status: number; sealed: Buffer }): Promise<void>
  /** Gives back a key that was taken on this server: the call changed nothing, so the next one is made anew. */
  release(key: string): Promise<void>
}
