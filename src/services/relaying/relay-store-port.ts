import type { MetaFacts } from '../../core/generations/generation.ts'
import type { Signed } from './settle-sent.ts'

/** What a transaction costs, in base units of the hub's fee coin, and when it was signed. */
export type GasSpent = { fee: bigint; at: Date }

/** What an owner of vouchers signed, in a transaction of ours. */
export type RelayRecord = Signed & {
  /** How its caller asks for it again: an unguessable text. */
  id: string
  /** Whose text it is, as `userKey` writes an owner of vouchers. */
  signer: string
  nonce: string
  /** SHA-256 of what was signed, in hex; `undefined` where an earlier version brought it. */
  textHash: string | undefined
  /** The message of the hub's contract; nothing is left of it once it has ended. */
  message: object | undefined
  /** Unix seconds; nobody can run the text afterwards. */
  expirySec: number
  /** The sign request that it answers, where it answers one. */
  signId: string | undefined
  /** What each of its calls moves. */
  calls: readonly MetaFacts[]
  /** What it costs us in its block, in base units of the hub's fee coin. */
  fee: bigint
  /** `signed`: sent or about to be. */
  status: 'signed' | 'included' | 'failed'
  error: string | undefined
  createdAt: Date
}

/** An owner of vouchers, a chat account whose sign requests were answered, or all that belongs to no account. */
export type Spender = { signer: string } | { account: string } | 'no_account'

/** What relaying asks of the store. Each call is one statement or transaction. */
export type RelayStore = {
  /**
   * Keeps what was signed, and has the sign request that it answers be signed with it. Nothing is changed where its owner's nonce or the account's sequence is kept
   * already (`taken`), and where that request is open no more (`closed`). Tells `sign:<id>`.
   */
  add(relay: RelayRecord, now: Date): Promise<'kept' | 'taken' | 'closed'>
  find(id: string): Promise<RelayRecord | undefined>
  /** The newest one whose transaction has this hash, as its chain writes it. */
  findByHash(txHash: string): Promise<RelayRecord | undefined>
  findByNonce(signer: string, nonce: string): Promise<RelayRecord | undefined>
  /** Notes which sign request a text answers that was brought without one, so that it hears when the text is signed anew. */
  answer(id: string, signId: string): Promise<void>
  /** One above the highest sequence that the account ever held, or 0. */
  nextSequence(relayer: string): Promise<number>
  /** What is signed and has not ended, in the order of its sequences. */
  signed(): Promise<RelayRecord[]>
  /**
   * Puts newly signed bytes in the place of those whose sequence went to another transaction, in its sign request as well: no request names a transaction
   * that nobody knows any more. False where it has ended.
   */
  signAnew(
    id: string,
    signed: Pick<RelayRecord, 'relayer' | 'sequence' | 'txHash' | 'bytes' | 'fee'>,
    now: Date,
  ): Promise<boolean>
  /** Ends it, once. */
  settle(id: string, result: { ok: boolean; error: string }): Promise<void>
  /** What has been signed since then cost, the oldest first: for somebody, or for all. */
  spent(since: Date, whose?: Spender): Promise<GasSpent[]>
}
