import type { ClaimState, ProofWay } from '../calls/claim-calls.ts'
import type { DomainError } from '../core/terms/errors.ts'
import type { Account, HandleDoubt, Identity, Platform } from '../core/terms/identity.ts'
import type { Language } from '../core/terms/language.ts'
import type { UpdateKey } from '../core/terms/made.ts'
import type { PayOutPurpose } from './claim-moves.ts'
import type { Sighting } from './handle-history.ts'
import type { Session } from './proofs/sessions.ts'
import type { BegunSignIn, EndedSignIn } from './proofs/sign-ins.ts'
import type { CrossChainUser } from '../core/terms/shapes.ts'
import type { Observation } from '../core/tracking/observation.ts'

/** A claim as its recipient sees it. Amounts are base units. */
export type ClaimerView = {
  /** The claimer's `_id`. */
  id: string
  recipient: Identity
  /** The account that alone can redeem it; `undefined` while nobody is known, and for a mailbox. */
  boundUserId: string | undefined
  /** Why it is held: nobody can redeem it until its sender says who is meant. */
  doubt: HandleDoubt | undefined
  /** When its account can redeem it, where that is not yet. */
  coolingEndsAt: Date | undefined
  /** Whether the code that was asked for last could not be handed over yet, and is tried again. */
  isCodeLate: boolean
  senderAccount: string | undefined // `platform:userId`
  /** The group where it was given, `chat:surface:id`. */
  askedIn: string | undefined
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
    /** What it was worth when it came, in US cents; `undefined` where its token had no price. */
    usdCents?: number | undefined
    /** When it goes back to its sender unless it is claimed; `undefined` where we cannot give it back. */
    expiresAt: Date | undefined
    /** Whether operators hold it back: until they let it go on, nobody can redeem it or take it back, and it does not expire. */
    isFrozen: boolean
    /** Whether it pays a bill: whoever paid cannot take it back. */
    paysBill?: boolean
    /** Why its time is over and it is not on its way back yet, where something holds that. */
    returnHeld?: DomainError | undefined
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

/** One share of a group. `amount` is base units. */
export type ShareView = Pick<
  ClaimerView,
  'recipient' | 'boundUserId' | 'doubt' | 'coolingEndsAt' | 'keyHeld'
> & {
  claimerId: string
  /** `undefined` while it is not on chain yet. */
  claimId: string | undefined
  token: string
  amount: bigint
  /** What it was worth when it came, in US cents; `undefined` before that, and where its token had no price. */
  usdCents?: number | undefined
  /** Whose it is: the name that a chat shows of them, or whom the sender named; `undefined` while nobody has taken it. */
  taker: string | Identity | undefined
  /** `coming`: not on chain yet. */
  state: ClaimState | 'coming'
  /** By the hub's clock; `undefined` while it is coming. */
  fundedAt?: Date | undefined
  expiresAt: Date | undefined
  /** Whether operators hold it back. */
  isFrozen: boolean
  /** Why it is to go back to its sender and is not on its way, where something holds that. */
  returnHeld?: DomainError | undefined
}

/** An amount that several people share. */
export type GroupView = {
  id: string
  senderAccount: string | undefined // `platform:userId`
  /** The wallet that it was made for, and that what is left goes back to. */
  sender: CrossChainUser | undefined
  /** Whether its shares are for whoever takes them first. */
  isOpen: boolean
  /** Whether its sender took back what was left. */
  isClosed: boolean
  shares: ShareView[]
}

/** One claim that waits for a person, ready to be redeemed. */
export type WaitingClaim = {
  claimId: string
  claimerId: string
  token: string
  amount: bigint
  senderAccount: string | undefined // `platform:userId`
  senderName: string
  note: string | undefined
  fundedAt: Date
  /** Whether the sender's PIN is asked for as well. */
  needsPin: boolean
  /** Whether its sender has to say first who is meant. */
  isHeld: boolean
  /** Whether operators hold it back. */
  isFrozen: boolean
  /** When it can be redeemed, where that is not yet. */
  coolingEndsAt: Date | undefined
}

/**
 * How somebody shows to be the recipient: as the account itself, which may have proven a mailbox in a chat, or with the session
 * that a verification code gave. `pin` is the sender's `otp`, for claims that need it as well.
 */
export type Proof = ({ account: Account } | { session: string }) & { pin?: string | undefined }

/**
 * How somebody shows to be the sender: as the account itself; with the `otp` that the payload came with, where `client` says who
 * tries; or by a signature of the wallet that the payload was made for, under `cancelText` of the claim.
 */
export type SenderProof =
  | { account: Account }
  | { pin: string; client: string }
  | { signature: string; publicKey: string | undefined }

export type Redemption = { claimId: string; claimerId: string; chain_uid: string; txHash: string }

/** Claims for whoever has their link, or a session that one of them gave. All methods throw `DomainError`s that say what to do, as those below. */
export type LinkedClaims = {
  /** What whoever has its link may see, for whoever proved to be its recipient, by this claim or by another one of the same account. */
  viewProven(claimerId: string, session: string): Promise<ClaimerView>
  /** What else waits for the account that proved itself, the longest waiting first. */
  othersOf(session: string): Promise<ClaimerView[]>
  /** How an account of a platform can be proven here, the usual way first; none where it is switched off. */
  proofWays(platform: Platform): ProofWay[]
  /**
   * Sends a verification code to the recipient's own channel, with the same answer whether it can be delivered or not; or
   * begins a sign-in, and says where. `by` is one of `proofWays`, their first unless told; `language` is what whoever asks speaks.
   */
  startProof(
    claimerId: string,
    linkSecret: string,
    how?: { kind?: Platform; by?: ProofWay | undefined; language?: Language | undefined },
  ): Promise<BegunSignIn | undefined>
  verifyProof(claimerId: string, linkSecret: string, code: string): Promise<Session>
  /** Once for each sign-in that was begun, in the browser that began it. Binds the claimer to the account. */
  endSignIn(claimerId: string, linkSecret: string, ended: EndedSignIn): Promise<Session>
  /** With what the platform has signed for the person, such as a Mini App's `initData`. Binds the claimer to the account. */
  proveBySignedData(claimerId: string, linkSecret: string, data: string): Promise<Session>
  /** The claim of a session that is meant where none was named: the only one that waits. */
  onlyClaim(claimerId: string, session: string): Promise<string>
  /**
   * What the holder of a claim's key signs to redeem it, for whoever has the link. Nothing is signed or sent here.
   * @throws {NotFoundError} {InvalidRequestError} {UnknownChainError} {InvalidAddressError}
   */
  documentFor(
    claimerId: string,
    linkSecret: string,
    order: { claimId: string | undefined; recipient: CrossChainUser; release: boolean },
  ): Promise<string>
  /**
   * `sayThanks` of chats, for whoever proved to be the recipient by this claim or by another one of the same account, or of the same mailbox.
   * @throws {ProofRequiredError} {NotFoundError} {NotYoursError} nothing of it was paid, or its sender has no account
   */
  sayThanksProven(claimerId: string, session: string): Promise<void>
}

/** A claim that was paid to its recipient. */
export type ReceivedClaim = {
  claimId: string
  token: string
  amount: bigint
  senderAccount: string | undefined // `platform:userId`
  senderName: string
  note: string | undefined
  /** Where to, as real tokens there or, without `release`, as vouchers. */
  recipient: CrossChainUser
  release: boolean
  /** The pay-out's, on the hub. */
  txHash: string
  paidAt: Date
}

/** One thing that somebody sent: a claim, or claims that several people share. */
export type Sent = { claimerId: string; claimId: string } | { groupId: string }

/** Claims for accounts of chats, where the platform says who speaks. */
export type ChatClaims = {
  /** For our own cards, which know the claimer by their sign request. */
  viewOwn(claimerId: string): Promise<ClaimerView | undefined>
  /** Claims that wait for an account, oldest first; behind them those of the mailboxes that it proved in a chat. */
  waitingFor(account: Account): Promise<WaitingClaim[]>
  /** What was paid to an account, and to the mailboxes that it proved in a chat, by us: the newest first. */
  receivedBy(account: Account, most: number): Promise<ReceivedClaim[]>
  /** What an account has sent and is on chain: all that waits, then what has ended last, the newest first. */
  sentBy(account: Account): Promise<Sent[]>
  /** Sends a code to the mailbox of a claim, for a chat account that showed its link. */
  startProofInChat(
    claimerId: string,
    linkSecret: string,
    account: Account,
    language?: Language,
  ): Promise<void>
  /**
   * Takes a code for the link that the account showed last; false when there is none. For half an hour, what waits for that
   * mailbox then waits for the account, and for no other.
   */
  verifyProofInChat(account: Account, code: string): Promise<boolean>
  /**
   * The accounts among which the sender of a held claim decides: all that have shown the handle, the last seen first. Of one that
   * cools off, the account that it is bound to; none of any other.
   */
  candidatesOf(claimerId: string): Promise<Sighting[]>
  /**
   * The sender's word that a claim is for this account, which can redeem it at once.
   * @throws {NotFoundError} unknown, or not this sender's {NotYoursError} it never showed the handle, or another is bound {ClaimFrozenError}
   */
  confirmRecipient(claimerId: string, sender: Account, userId: string): Promise<void>
  /** Whether a claim's recipient has said thanks for it. */
  isThanked(claimerId: string): Promise<boolean>
  /**
   * Has the sender of a paid claim told in private that its recipient says thanks. Repeats change nothing.
   * @throws {NotFoundError} unknown {NotYoursError} not paid to this account, or its sender has none
   */
  sayThanks(claimerId: string, account: Account): Promise<void>
}

/** Links to claims: what they show, and who can be sent one. */
export type ClaimLinks = {
  /** What whoever has the link may see. The same answer for an unknown claim and a wrong secret. */
  view(claimerId: string, linkSecret: string): Promise<ClaimerView>
  /** The secret of a claimer's newest link; it stands in the URL's fragment only. */
  linkSecret(claimerId: string): Promise<string>
  /** Makes a new link, for its sender or recipient; it goes to the recipient's own channel, and the old one dies. `from` is the update that asks for it, kept with it. */
  renewLink(claimerId: string, by: Account, from?: UpdateKey): Promise<void>
  /** Whether this server can write to accounts of a platform, by mail or in a chat. If not, a sender passes the link on. */
  canReach(platform: Platform): boolean
}

/** What moves money: to the recipient, or back to the sender. */
export type PayOuts = {
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
  /** Gives a claim back to its sender, as vouchers of the wallet that paid. Without `claimId`, the only one that waits. */
  cancel(claimerId: string, claimId: string | undefined, by: SenderProof): Promise<Redemption>
}

/** Amounts that several people share. */
export type ClaimGroups = {
  /**
   * Takes a share of an open group for an account, and gives its claimer; who has one already gets that one again. `name` is
   * how the account is shown to the others, `chat` where it asked, as `chatKey` writes it: shares are for the people of the chat
   * that they were posted in, since a group's id stands on chain for all to read. Of any number of calls, each share goes to
   * one account.
   * @throws {NoShareError} asked for in another chat, none is left, none has arrived yet, it is over, or it is the account's own
   * @throws {NotFoundError} no such group {NotYoursError} it is for accounts of another platform
   */
  takeShare(groupId: string, account: Account, name: string, chat: string): Promise<string>
  /**
   * Gives back to its sender what is left of a group: what nobody took of an open one, what nobody claimed of any other. Repeats
   * change nothing.
   * @throws {NotFoundError} there is no such group of this sender
   */
  closeGroup(groupId: string, sender: Account): Promise<void>
  group(groupId: string): Promise<GroupView | undefined>
}

/** What keeps claims going, whoever asks or does not. */
export type ClaimWork = {
  /** Takes in what the hub's final blocks say about claims. Repeats change nothing. */
  observe(observations: readonly Observation[]): Promise<void>
  /** Settles redemptions: sends again, waits for inclusion, gives failed ones back. Returns what has expired. */
  start(): void
  stop(): Promise<void>
}

/** The topic that is told when a claimer's claims change. */
export const claimTopic = (claimerId: string) => `claim:${claimerId}`
