/** What happened to a claim: for its recipient, but for `recipient-unclear` and `thanks-said`, which are for its sender. */
export type ClaimFact = {
  kind:
    | 'claim-funded' // it is final on chain
    | 'claim-held' // an account showed the handle, and whether it is who was meant is not sure
    | 'claim-confirmed' // its sender said that this account is meant
    | 'claim-expiring'
    | 'link-renewed'
    | 'recipient-unclear'
    | 'thanks-said' // its recipient was paid, and says thanks
  claimerId: string
}

/** What happened, for one person to be told. Which card or letter says it is for chats and mails to know. */
export type Fact =
  | ClaimFact
  | { kind: 'transaction-ended'; chainUid: string; txHash: string }
  | { kind: 'wallet-linked'; walletId: string }
  | { kind: 'bill-due'; billId: string }
  /** `signId` is the sign request that was made for it, where it could be. */
  | { kind: 'plan-due'; planId: string; signId: string | undefined }
  /** `reached` is the alert with the price that reached it, as one text. */
  | { kind: 'price-reached'; reached: string }
