import type { Prepared, SignRequest } from '../../core/signing/sign-request.ts'
import type { Progress } from '../../core/tracking/progress.ts'

/** What sign requests ask of the store. Each call is one statement or transaction. */
export type SignRequestStore = {
  add(request: SignRequest): Promise<void>
  /** Keeps a request that takes left vouchers out. False where `before` is not the newest one that takes the same out: another was kept meanwhile. */
  addTakingOut(
    request: SignRequest & { takesOut: string },
    before: string | undefined,
  ): Promise<boolean>
  /** All requests that take the same left vouchers out, the newest first. */
  takingOut(key: string): Promise<SignRequest[]>
  find(id: string): Promise<SignRequest | undefined>
  /** The PIN that came with the build; `undefined` where it has none. */
  pinOf(id: string): Promise<string | undefined>
  /**
   * Keeps a request in the place of another, which expires at once: both, or neither when that one is signed, expired or
   * replaced. Tells `sign:<id>` of the old one.
   */
  replace(id: string, next: SignRequest, now: Date): Promise<boolean>
  /** The request whose place this one took. */
  replacedBy(id: string): Promise<SignRequest | undefined>
  /** Has a request expire that nobody has signed, for good: `false` where it is not open any more. Tells `sign:<id>`. */
  dismiss(id: string, now: Date): Promise<boolean>
  /**
   * Says what was asked for in the place of a request that came to nothing. False where the last one is not `before` any more: another was asked for
   * meanwhile, and the new one must be shown to nobody.
   */
  askAgain(
    id: string,
    asked: { before: string | undefined; next: string },
    now: Date,
  ): Promise<boolean>
  /**
   * Keeps what was built for a wallet, beside what was built for others; what is there for it already stays. False when this
   * client has `most` wallets at this request.
   */
  addPreparation(
    id: string,
    prepared: Prepared,
    client: string | undefined,
    most: number,
  ): Promise<boolean>
  /** The transactions that were built for the wallets that connected, or in the place of a text for its wallet; `shownHash` as `keepShown` kept it. */
  preparationsOf(id: string): Promise<(Prepared & { shownHash: string | null })[]>
  /**
   * Keeps that a final block has shown what was built for a wallet. What a request of that chain was signed with is kept for no other; the first transaction that is kept
   * stays, until that is so of it, or where it is kept for another request of that wallet as well.
   */
  keepShown(id: string, senderAddress: string, txHash: string): Promise<void>
  /** What was signed to pay a bill, the oldest first. */
  paymentsOf(billId: string): Promise<SignRequest[]>
  /** Whether it pays an invoice: nobody else can pay that any more, once it counts as signed. */
  paysInvoice(id: string): Promise<boolean>
  /** How the transaction stands that brings what was signed, and since when it is followed; `undefined` where none is. */
  followed(id: string): Promise<{ progress: Progress; openedAt: Date } | undefined>
  /**
   * Takes the request, for one of the wallets that connected where `senderAddress` names it: of any number of racing calls, the
   * first hash stays, and a hash stays with the first request. False when another hash than `replaced` is there, or the hash is
   * at another request. Tells `sign:<id>`, and `bill:<id>` of the bill that it pays. From then on its claim pays the bill of the request, unless that was withdrawn before.
   */
  setTxHash(
    id: string,
    txHash: string,
    now: Date,
    by?: { senderAddress?: string; replaced?: string | undefined },
  ): Promise<boolean>
  /**
   * Requests that were built for a wallet, each with that build: of unsigned ones the newest 2,000 that were made for it alone, and as many of those that any wallet
   * could take up; behind them those whose transaction, `replaced`, no final block has shown, since wallets send one anew with a higher fee, and those that were
   * signed as a text that has not arrived, which `replaced` brings to the hub, since a wallet may have sent the transaction as well.
   */
  builtFor(
    chainUid: string,
    senderAddress: string,
  ): Promise<({ id: string; replaced?: string } & Prepared)[]>
  /** An owner's signed requests, the newest first. */
  signedBy(ownerAccount: string, range: { offset: number; limit: number }): Promise<SignRequest[]>
  /** Signed requests whose transaction is not followed yet, after a stop between the two. */
  signedButNotWatched(): Promise<{ id: string; chain_uid: string; txHash: string | null }[]>
}
