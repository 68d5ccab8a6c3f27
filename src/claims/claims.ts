import type { ClaimState } from '../core/claim-calls.ts'
import type { Account, Identity } from '../core/identity.ts'
import type { Claimers } from '../core/operations.ts'
import type { PayOutPurpose } from './claim-moves.ts'
import type { CrossChainUser } from '../core/shapes.ts'
import type { Observation } from '../core/tracking/observation.ts'

/** A claim as its recipient sees it. Amounts are base units. */
export type ClaimView = {
  /** The claimer's `_id`. */
  id: string
  recipient: Identity
  /** The wallet that the payload was made for. */
  sender: CrossChainUser
  senderName: string
  note: string | undefined
  /** What really waits on chain; before anything arrived, what was announced. */
  items: {
    claimId: string
    token: string
    amount: bigint
    status: ClaimState
    /** When it goes back to its sender unless it is claimed; `undefined` where we cannot give it back. */
    expiresAt: Date | undefined
  }[]
  announced: { token: string; amount: bigint }
  /** False for a `pub_key` claim: only the holder of that key can redeem it. */
  keyHeld: boolean
  redemptions: {
    claimId: string
    recipient: CrossChainUser
    purpose: PayOutPurpose
    /** False: not tokens, but vouchers of the recipient. */
    release: boolean
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

/** How somebody shows to be the sender: as the account itself, or with the `otp` that the payload came with. */
export type SenderProof = { account: Account } | { pin: string }

export type Redemption = { claimId: string; claimerId: string; chain_uid: string; txHash: string }

/** Claims: who may redeem what, and the redeeming itself. All methods throw `DomainError`s that say what to do. */
export type Claims = Claimers & {
  /** Takes in what the hub's final blocks say about claims. Repeats change nothing. */
  observe(observations: readonly Observation[]): Promise<void>
  /** The secret of a claimer's newest link; it stands in the URL's fragment only. */
  linkSecret(claimerId: string): Promise<string>
  /** Makes a new link, for its sender or recipient; it goes to the recipient's own channel, and the old one dies. */
  renewLink(claimerId: string, by: Account): Promise<void>
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
  /**
   * Redeems one claim: signs, stores, broadcasts. Of any number of calls, one redeems it. `release`: real tokens, the
   * default, or else vouchers of the recipient.
   */
  redeem(
    claimId: string,
    proof: Proof,
    recipient: CrossChainUser,
    release?: boolean,
  ): Promise<Redemption>
  /** The claim of a session that is meant where none was named: the only one that waits. */
  onlyClaim(claimerId: string, session: string): Promise<string>
  /** Gives a claim back to its sender, as vouchers of the wallet that paid. Without `claimId`, the only one that waits. */
  cancel(claimerId: string, claimId: string | undefined, by: SenderProof): Promise<Redemption>
  /**
   * What the holder of a claim's key signs to redeem it, for whoever has the link. Nothing is signed or sent here.
   * @throws {NotFoundError} {InvalidRequestError} {UnknownChainError} {InvalidAddressError}
   */
  documentFor(
    claimerId: string,
    linkSecret: string,
    order: { claimId: string | undefined; recipient: CrossChainUser; release: boolean },
  ): Promise<string>
  /** What an account has sent and is on chain, the newest first. */
  sentBy(account: Account): Promise<ClaimView[]>
  /** The account that a held claim is held from: it shows the handle now, but the handle was another's before. */
  heldFrom(claimerId: string): Promise<Account | undefined>
  /**
   * The sender's word that a held claim is for this account.
   * @throws {NotFoundError} unknown, or not this sender's {NotYoursError} it does not show the handle, or another is bound
   */
  confirmRecipient(claimerId: string, sender: Account, userId: string): Promise<void>
  /** Settles redemptions: sends again, waits for inclusion, gives failed ones back. Returns what has expired. */
  start(): void
  stop(): Promise<void>
}

/** The topic that is told when a claimer's claims change. */
export const claimTopic = (claimerId: string) => `claim:${claimerId}`
