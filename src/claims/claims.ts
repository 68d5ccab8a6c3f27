import type { Account, Identity } from '../core/identity.ts'
import type { Claimers } from '../core/operations.ts'
import type { CrossChainUser } from '../core/shapes.ts'
import type { Observation } from '../core/tracking/observation.ts'

/** A claim as its recipient sees it. Amounts are base units. */
export type ClaimView = {
  /** The claimer's `_id`. */
  id: string
  recipient: Identity
  senderName: string
  note: string | undefined
  /** What really waits on chain; before anything arrived, what was announced. */
  items: {
    claimId: string
    token: string
    amount: bigint
    status: 'funded' | 'redeeming' | 'paid'
  }[]
  announced: { token: string; amount: bigint }
  /** False for a `pub_key` claim: only the holder of that key can redeem it. */
  keyHeld: boolean
  redemptions: {
    claimId: string
    recipient: CrossChainUser
    txHash: string
    status: 'signed' | 'included' | 'failed'
    error: string | undefined
  }[]
}

/** One claim that waits for a person, ready to be redeemed. */
export type WaitingClaim = {
  claimId: string
  claimerId: string
  token: string
  amount: bigint
  senderName: string
  note: string | undefined
  fundedAt: Date
}

/**
 * How somebody shows to be the recipient: as the account itself, or with the session that a verification code gave.
 * `pin` is the sender's `otp`, for claims that need it as well.
 */
export type Proof = { account: Account } | { session: string; pin?: string | undefined }

export type Redemption = { claimId: string; claimerId: string; chain_uid: string; txHash: string }

/** Claims: who may redeem what, and the redeeming itself. All methods throw `DomainError`s that say what to do. */
export type Claims = Claimers & {
  /** Takes in what the hub's final blocks say about claims. Repeats change nothing. */
  observe(observations: readonly Observation[]): Promise<void>
  /** The secret of a claimer's link; it stands in the URL's fragment only. */
  linkSecret(claimerId: string): string
  /** What whoever has the link may see. The same answer for an unknown claim and a wrong secret. */
  view(claimerId: string, linkSecret: string): Promise<ClaimView>
  /** For our own cards, which know the claimer by their sign request. */
  viewOwn(claimerId: string): Promise<ClaimView | undefined>
  /** Sends a verification code to the recipient's own channel. The same answer whether it can be delivered or not. */
  startProof(claimerId: string, linkSecret: string): Promise<void>
  verifyProof(
    claimerId: string,
    linkSecret: string,
    code: string,
  ): Promise<{ session: string; expiresAt: Date }>
  /** Claims that wait for an account, oldest first. */
  waitingFor(account: Account): Promise<WaitingClaim[]>
  /** Redeems one claim: signs, stores, broadcasts. Of any number of calls, one redeems it. */
  redeem(claimId: string, proof: Proof, recipient: CrossChainUser): Promise<Redemption>
  /** Settles redemptions: sends again, waits for inclusion, gives failed ones back. */
  start(): void
  stop(): Promise<void>
}

/** The topic that is told when a claimer's claims change. */
export const claimTopic = (claimerId: string) => `claim:${claimerId}`
