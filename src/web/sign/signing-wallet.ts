import type { TransactionBuild } from '../../core/terms/shapes.ts'
import type { Place } from './steps-due.ts'
import type { Ended } from './wait-for-transaction.ts'

/** How far the messages of a build are: which one is meant, and what it waits for. */
export type SendingState = Place & { state: 'asking' | 'mining' | 'done' }

/**
 * The operation as it was sent. `ended`, where the family allows another transaction in its place: what became of it. Of a batch that a
 * wallet has taken, the wallet's id for it: its transaction is known once it is in a block.
 */
export type Sent = { hash: string; ended?: Promise<Ended | undefined> } | { batch: string }

/** What a page hears and answers while a wallet sends. */
export type SendingPage = {
  tell: (state: SendingState) => void
  /** Asked before each message, since the wallet or a block may have been waited for. @throws {RequestClosedError} */
  checkOpen: () => Promise<void>
  /** Does what may send a message, and nothing else. The page remembers it until it is clear whether that was sent. */
  ask: <Answer>(send: () => Promise<Answer>) => Promise<Answer>
}

/** The request was signed, put away or replaced elsewhere, or its account is connected no more: what has not been sent of it must not be. */
export class RequestClosedError extends Error {}

/** A wallet of this browser as the sign page uses it, of whichever family of chains. It throws what the wallet throws. */
export type SigningWallet = {
  id: string
  name: string
  icon: string
  /** Its accounts on the request's chain; asks the person where the page has no access yet. */
  accounts(): Promise<string[]>
  /** Tells when the person takes another account. Returns how to stop listening. */
  onAccountChange(tell: () => void): () => void
  /** Signs and sends the messages of a build. A try that stopped half-way goes on there: what was sent is not sent anew. */
  send(account: string, build: TransactionBuild, page: SendingPage): Promise<Sent>
  /** Where approvals go before the operation: takes back those that an earlier try has made. */
  takeBack?(account: string, build: TransactionBuild): Promise<void>
  /** Signs a text as the account; Cosmos wallets tell the key too. */
  signText(account: string, text: string): Promise<SignedText>
}

export type SignedText = { signature: string; signer_pubkey?: string }
