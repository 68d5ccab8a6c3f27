import type { Account, HandleDoubt, Identity, Platform } from '../core/terms/identity.ts'
import type { UpdateKey } from '../core/terms/made.ts'
import type { CrossChainUser } from '../core/terms/shapes.ts'
import type { GasSpent } from '../services/relaying/relay-store-port.ts'
import type { PayOutAsker, SessionProof } from './audit.ts'
import type { ClaimStatus, PayOutPurpose } from './claim-moves.ts'
import type { Sighting } from './handle-history.ts'

/** The record behind a social recipient. Never deleted, since its payload may be signed at any later time. */
export type ClaimerRecord = {
  id: string
  recipient: Identity
  /** The immutable account that alone may redeem, once it is known. */
  boundUserId: string | undefined
  /** Why nobody is bound until the sender says who is meant. */
  doubt: HandleDoubt | undefined
  /** When the bound account can redeem, where it changed to the handle only a short while before. */
  coolingEndsAt: Date | undefined
  publicKey: string // base64
  /** By what the signer finds the private key; `undefined` where the caller brought a public key. */
  heldKey: Buffer | undefined
  otpHash: string
  sender: CrossChainUser
  senderAccount: string | undefined // `platform:userId`
  senderName: string | undefined
  note: string | undefined
  token: string
  amount: bigint // base units, as asked for
  createdAt: Date
  /** Which of its links opens: grows with every new one. */
  linkVersion: number
  /** The claims that it belongs to, when several people share. */
  groupId: string | undefined
  /** How its account is shown, where it was named by its id; the handle is empty for one that has none, or nobody yet. */
  recipientName: string | undefined
  /** The group whose statistics it counts in, as `groupSubject` writes it. */
  askedIn?: string | undefined
}

/** Claims of one transaction that belong together. */
export type ClaimGroup = {
  id: string
  senderAccount: string | undefined // `platform:userId`
  /** Whether its shares are for whoever takes them first. */
  isOpen: boolean
  /** The chat that an open group was posted in, as `chatKey` writes it: shares are for its people. */
  chat: string | undefined
  /** When its sender took back what was left; from then on nothing can be taken. */
  closedAt: Date | undefined
  createdAt: Date
}

/** One share of a group, with its claim once that exists and the pay-out that is under way or was included. */
export type GroupShare = {
  claimer: ClaimerRecord
  claim: ClaimRecord | undefined
  purpose: PayOutPurpose | undefined
}

export type ClaimRecord = NewClaimRecord & {
  /** Whether operators hold it back: nothing is signed for it, and it does not expire. */
  isFrozen: boolean
  /** Whether it pays a bill: whoever paid cannot take it back. */
  paysBill: boolean
}

/** A claim as it came. */
export type NewClaimRecord = {
  claimId: string
  claimerId: string
  token: string
  amount: bigint // base units, as it really came
  fundedAt: Date
  /** When it goes back to its sender; `undefined` where we cannot give it back. */
  expiresAt: Date | undefined
  status: ClaimStatus
  /** What it was worth then, in US cents; `undefined` where its token had no price. */
  usdCents?: number | undefined
}

/** A pay-out that is signed, to be stored before it is sent. */
export type NewRedemption = {
  claimId: string
  recipient: CrossChainUser
  release: boolean
  purpose: PayOutPurpose
  relayer: string
  sequence: number
  txHash: string
  bytes: Uint8Array
  /** What its transaction costs, in base units of the hub's fee coin. */
  fee: bigint
  /** SHA-256 of the document that the claim's key signed, in hex. */
  documentHash: string
  /** Whether an operator had looked at it. */
  approved: boolean
}

/** `void` means that another transaction took its sequence, so its bytes can never be included. */
export type RedemptionRecord = Omit<NewRedemption, 'documentHash' | 'approved'> & {
  id: number
  claimerId: string
  status: 'signed' | 'included' | 'failed' | 'void'
  error: string | undefined
}

/** Why a redemption came to nothing whose claim was gone. */
export const PAID_BY_ANOTHER = 'The claim was paid by another transaction.'

export type CodeRequest = {
  claimerId: string
  /** Whom resends are counted for. */
  recipient: string
  /** The account that the code goes to. */
  sentTo: string | undefined
  codeHash: string
  expiresAt: Date
}

/** A session as it is kept. `account`: the chat account that it belongs to, where a code was typed in a chat. */
export type NewSession = {
  tokenHash: string
  expiresAt: Date
  account?: string | undefined
  proof: SessionProof
}
/** A session that has not expired: whose claimer it is of, and how that was proven. */
export type OpenSession = { claimerId: string; proof: SessionProof }

/** At most `most` in the last `withinMs`. */
export type RateLimit = { withinMs: number; most: number }

/** What claims ask of the store. Each call is one statement or one transaction; what a claim's topic shows is told with it. */
export type ClaimStore = ClaimerStore &
  GroupStore &
  CodeStore &
  ChatProofStore &
  SignInStore &
  RedemptionStore

export type ClaimerStore = {
  /**
   * Keeps claimers of one sender and their group, all of them, unless whoever asks made too many: then the answer is false.
   * `askedBy` is a `platform:userId`, or a keyed hash of a client.
   * One that names a handle is bound, or held, by who has shown that until this moment; bound only where `isMet` says that accounts of the platform are met as they
   * are called now. Who shows a handle that nobody has shown yet is bound in the transaction that keeps it.
   */
  addClaimers(
    claimers: readonly ClaimerRecord[],
    group: ClaimGroup | undefined,
    limit: RateLimit & { askedBy: string },
    isMet: (platform: Platform) => boolean,
  ): Promise<boolean>
  claimer(id: string): Promise<ClaimerRecord | undefined>
  /**
   * Binds a claimer to the account that its sender means, which may redeem at once, and tells it. False when another is
   * bound, this one never showed the handle, or something of it is held back. `hashes` are keyed: of the sender who says so, and of the account.
   */
  confirmClaimer(
    id: string,
    userId: string,
    hashes: { by: string; account: string },
    now: Date,
  ): Promise<boolean>
  /** Has the cards of a claimer rendered again, where something changed that is stored nowhere. */
  showAnew(id: string, now: Date): Promise<void>
  /** Whether its recipient has said thanks. */
  isThanked(id: string): Promise<boolean>
  /** Has its sender told of the recipient's thanks, once. False when nothing of it was paid to this account, or its sender has none. */
  thankSender(id: string, account: Account, now: Date): Promise<boolean>
  /** Every account that has shown a handle, the last seen first. */
  sightingsOf(handle: Identity): Promise<Sighting[]>

  /**
   * Keeps claims that exist on chain, all of them at once, notifies their recipients, and has them reminded before a claim
   * expires. A share that nobody has taken yet has nobody to tell.
   * Nothing is told of one that is known; false when all of them are.
   */
  addClaims(
    added: readonly { claim: NewClaimRecord; claimer: ClaimerRecord }[],
    now: Date,
  ): Promise<boolean>
  claim(claimId: string): Promise<{ claim: ClaimRecord; claimer: ClaimerRecord } | undefined>
  claimsOf(claimerId: string): Promise<ClaimRecord[]>
  /** The numbers of claims in the books behind `after`, in order. */
  bookedClaims(after: bigint, most: number): Promise<bigint[]>
  /** The highest number of a claim in the books. */
  newestClaim(): Promise<bigint | undefined>
  /** Funded claims by their numbers, those behind `after`. */
  waitingClaims(after: bigint, most: number): Promise<string[]>
  /** Claims in time, or held back, that can be redeemed with a held key, bound to the account or unbound and named by its handle, oldest first. */
  waitingFor(
    account: Account,
    claimTime: Date,
  ): Promise<{ claim: ClaimRecord; claimer: ClaimerRecord }[]>
  /** The claims of a sender that are in no group, newest first: of those that wait the oldest `most`, of those that have ended the newest. */
  sentBy(
    senderAccount: string,
    which: SentState,
    most: number,
  ): Promise<{ claimerId: string; claimId: string; createdAt: Date }[]>
  /** Sealed keys of claimers, by id from after `after` on. */
  sealedKeys(after: string, most: number): Promise<{ id: string; heldKey: Buffer }[]>
  /** Puts a sealed key in the place of another. False when it is not there any more. */
  replaceSealedKey(id: string, old: Buffer, sealed: Buffer): Promise<boolean>
  /** Funded claims whose time is over and that nobody holds back, the longest over first; those behind `after`, which was one of them. */
  expired(
    claimTime: Date,
    most: number,
    after?: ClaimRecord,
  ): Promise<{ claim: ClaimRecord; claimer: ClaimerRecord }[]>
  /**
   * Gives the claimer a new link and tells its recipient, unless that was done since `notSince`, or `most` times: then it answers how
   * often it was, and when last.
   */
  renewLink(
    claimer: ClaimerRecord,
    limit: { notSince: Date; most: number },
    now: Date,
    from?: UpdateKey,
  ): Promise<'renewed' | { times: number; lastAt: Date | undefined }>
}

/** Whether a claim can still be paid or given back, however long that is held. */
export type SentState = 'waiting' | 'ended'

export type GroupStore = {
  group(id: string): Promise<ClaimGroup | undefined>
  /** Its shares, in the order in which they were made. */
  sharesOf(groupId: string): Promise<GroupShare[]>
  /** The groups of a sender that have claims on chain, as `sentBy` has claims: one waits as long as any of its claims does. */
  groupsSentBy(
    senderAccount: string,
    which: SentState,
    most: number,
  ): Promise<{ groupId: string; createdAt: Date }[]>
  /**
   * Binds a free share, any of them, to an account of the group's chat that has none yet, and has it reminded before the share expires. One
   * UPDATE: of any number of racing calls each free share goes to one account, and no account gets two. `undefined`: there
   * is none for it.
   */
  takeShare(
    groupId: string,
    account: Account,
    name: string,
    chat: string,
    now: Date,
    claimTime: Date,
  ): Promise<ClaimerRecord | undefined>
  /** Ends the taking, for good. False when it had ended, or is another sender's group. `by` is the sender's keyed hash. */
  closeGroup(groupId: string, senderAccount: string, by: string, now: Date): Promise<boolean>
  /**
   * Funded claims of closed groups that go back: of an open group what nobody took, of any other all; none that is held back. Oldest first; those behind
   * `after`, which was one of them.
   */
  leftOver(
    most: number,
    after?: ClaimRecord,
  ): Promise<{ claim: ClaimRecord; claimer: ClaimerRecord }[]>
}

export type CodeStore = {
  /** Keeps a new code and kills the claimer's older ones, unless the recipient got too many; then says when it may be. */
  addCode(code: CodeRequest, limits: readonly RateLimit[], now: Date): Promise<Date | undefined>
  /** Counts a try against the claimer and its open code, before anybody compares. */
  countTry(
    claimerId: string,
    most: { perCode: number; perClaimer: number },
    now: Date,
  ): Promise<
    { codeId: number; codeHash: string } | 'no code' | 'too many for code' | 'too many for claimer'
  >
  /** Counts a try of the sender's PIN against the claimer, before anybody compares. False when there were too many. */
  countPinTry(claimerId: string, most: number): Promise<boolean>
  /**
   * Counts a try to cancel for its client and for the claimer, before anybody compares. False, and nothing counted, when
   * either had too many.
   */
  countCancelTry(
    claimerId: string,
    clientHash: string,
    most: { perClient: number; perClaimer: number },
  ): Promise<boolean>
  /** Takes a try back that turned out to be right. */
  forgiveTry(claimerId: string): Promise<void>
  forgiveCancelTry(claimerId: string, clientHash: string): Promise<void>
  /** Uses a code: once, however many try. Opens the session and binds the claimer to the account that got the code. */
  useCode(codeId: number, session: NewSession, now: Date): Promise<boolean>
  /**
   * Opens the session of an account that has proven itself, of which the newest `most` of a claimer stay: whoever proves themselves over and over closes their own. False when the
   * claimer is not bound to it.
   */
  proveClaimer(
    claimerId: string,
    userId: string,
    session: NewSession,
    most: number,
  ): Promise<boolean>
  openSession(tokenHash: string, now: Date): Promise<OpenSession | undefined>
  /** Keeps whether a code is late: it could not be handed over yet, and is tried again. */
  markLate(code: Pick<CodeRequest, 'claimerId' | 'codeHash'>, isLate: boolean): Promise<void>
  /** Whether a code still opens a session. */
  isCodeOpen(code: Pick<CodeRequest, 'claimerId' | 'codeHash'>, now: Date): Promise<boolean>
  /** Whether the claimer's open code is late. */
  isCodeLate(claimerId: string, now: Date): Promise<boolean>
}

/** Mailboxes that chat accounts prove. An `account` is `platform:userId`. */
export type ChatProofStore = {
  /**
   * Keeps which claim link an account opened, in the place of the one before. What has expired of anybody's proofs in chats
   * is forgotten: it says which account has which mailbox.
   */
  openLink(
    link: { account: string; claimerId: string; linkVersion: number; expiresAt: Date },
    now: Date,
  ): Promise<void>
  /** The claimer of the link that an account opened last, unless that was too long ago or there is a newer link. */
  openedLink(account: string, now: Date): Promise<ClaimerRecord | undefined>
  /** The e-mail addresses that an account has proven, by its sessions that have not expired. */
  provenMailboxes(account: string, now: Date): Promise<string[]>
}

export type SignInStore = {
  /** Keeps a sign-in that was begun, unless `most` of this claimer are open: then the answer is false. */
  addSignIn(
    signIn: { keyHash: string; claimerId: string; expiresAt: Date },
    most: number,
    now: Date,
  ): Promise<boolean>
  /** Takes an open sign-in: of any number of tries, one gets it. */
  takeSignIn(keyHash: string, now: Date): Promise<boolean>
}

export type RedemptionStore = {
  /** Final pay-outs to a recipient, which is an account or a mailbox, and when they were signed. The newest first. */
  paidTo(
    account: Account,
    most: number,
  ): Promise<
    { redemption: RedemptionRecord; claim: ClaimRecord; claimer: ClaimerRecord; at: Date }[]
  >
  /** The sequence after the highest that a redemption of this account holds; 0 when there is none. */
  nextSequence(relayer: string): Promise<number>
  /**
   * Keeps signed bytes and makes the claim's move of their purpose, all or nothing. False when the move is not legal (any
   * more); for a recipient's also when the claimer is bound to another account than `userId`, or cools off still. A mailbox
   * is bound to none.
   */
  addRedemption(
    redemption: NewRedemption,
    asker: PayOutAsker & { userId: string | undefined },
    now: Date,
    claimTime: Date,
  ): Promise<boolean>
  /** What giving claims back to a sender, as the hub keys it, has cost since then, the oldest first. What can never be in a block cost nothing. */
  returnsTo(sender: CrossChainUser, since: Date): Promise<GasSpent[]>
  /** What all transactions since then have cost, by what they were for. */
  gasSpent(since: Date): Promise<{ purpose: PayOutPurpose; fee: bigint }[]>
  /**
   * Puts newly signed bytes in the place of a redemption whose sequence went to another transaction, which becomes
   * `void`. False, and nothing changed, when the redemption or its claim has ended.
   */
  replaceRedemption(id: number, redemption: NewRedemption, now: Date): Promise<boolean>
  /** Redemptions with the status `signed`, by sequence. */
  signedRedemptions(): Promise<RedemptionRecord[]>
  /** In the order in which they were signed; the one that has paid a claim is its last. */
  redemptionsOf(claimerId: string): Promise<RedemptionRecord[]>
  /** Ends a signed redemption: the claim is paid, or given back with the reason. */
  settleRedemption(id: number, result: { ok: boolean; error: string }, now: Date): Promise<void>
  /**
   * Marks a claim paid by a final transaction of the hub. Where that is one of our redemptions, it is included, also one that was given up because no
   * node found it. `undefined` when nothing changed: it is unknown, or was so already.
   */
  markPaid(
    claimId: string,
    txHash: string,
    now: Date,
  ): Promise<{ claimerId: string; isOurs: boolean } | undefined>
}
