import type { ClaimerRecipient } from '../../core/payloads/recipient.ts'
import type { Claimer, CrossChainUser } from '../../core/terms/shapes.ts'

/** Who asked for an operation, where a chat knows it: goes into the claimer's record and to the recipient. */
export type GiftOrigin = {
  /** `telegram:<immutable user id>` of the sender's account. */
  account: string
  /** How the sender is shown to the recipient, for example `@alice`. */
  name: string
  /** The sender's own words, as plain text. */
  note: string | undefined
  /** The chat whose people may take shares that are for whoever comes first, as `chatKey` writes it. */
  chat?: string | undefined
  /** The group whose statistics it counts in, as `groupSubject` writes it. */
  askedIn?: string | undefined
}

/** Value for one person. `amount` is base units. */
export type Gift = {
  recipient: ClaimerRecipient
  /** As the hub keys it: what is not claimed goes back there. */
  sender: CrossChainUser
  token: string
  amount: bigint
  origin: GiftOrigin | undefined
  /** Where it was asked from, when that is all that is known of who asks. */
  client?: string | undefined
}

/**
 * What the core asks of claims: a fresh record for each gift of one sender, in their order, all or none. Each has its own
 * key pair, unless the caller brought a public key. Several are one group of claims on chain, and so are shares for nobody yet.
 */
export type Claimers = {
  create(
    gifts: readonly Gift[],
  ): Promise<{ claimers: Claimer[]; claim_group_id: string | undefined }>
  /**
   * Refuses amounts of a token that could be no claims, as `create` does, and makes nothing. `isLater`: the claims are to be made another time, so what may be
   * otherwise by then is no reason. Units: `amounts` are base units, one for each claim.
   * @throws {ClaimTooSmallError} {InvalidAmountError} {ClaimTooLargeError} {ClaimWithoutPriceError}, and unless `isLater` {ClaimsPausedError} {PayOutHeldError}
   */
  refuseImpossible(
    claims: { token: string; amounts: readonly bigint[] },
    when?: { isLater?: boolean },
  ): Promise<void>
}

/**
 * Who asks: `origin` is in whose name, `client` what tells from others whoever is not proven to be that, such as a network
 * address. What may be asked for how often is counted for the client where there is one, else for the origin's account.
 */
export type Asker = Partial<Pick<Gift, 'origin' | 'client'>>
