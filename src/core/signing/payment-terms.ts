/** The gas of an operation in the chain's own currency: base units of `token`. `usd` is a decimal text, where it has a price. */
export type NetworkFee = { token: string; amount: string; usd?: string }

/** One way to pay: the vouchers of a wallet, or its real tokens. The fee is absent where it is not known. */
export type PaymentWay = {
  kind: 'vouchers' | 'tokens'
  chain_uid: string
  address: string
  fee?: NetworkFee
}

/**
 * How an amount was said, where it was not said in tokens. `of` is what half or all was taken of, `kept` what stays for the
 * network fee: base units. `price` is USD for a whole token, as a decimal text.
 */
export type Understood =
  | { kind: 'usd'; usd: string; price: string }
  | { kind: 'half' | 'all'; of: string; kept?: string }

/** Why a payment was chosen, as its card says it. `asked`: a button of the card. */
export type PaymentReason = 'vouchers' | 'only' | 'named' | 'cheapest' | 'first' | 'asked'

/** What was settled about a payment when its sign request was made. */
export type PaymentTerms = {
  why: PaymentReason
  fee?: NetworkFee
  understood?: Understood
  /** The other ways that were enough, the best first. */
  others: PaymentWay[]
}
