import type { RoutesAnswer } from '../../calls/route-calls.ts'
import type { UpdateKey } from '../../core/terms/made.ts'
import type { Understood } from '../../core/signing/payment-terms.ts'

/** What a person asked the price of. `amount` is base units of `tokenIn`. */
export type Question = {
  tokenIn: string
  tokenOut: string
  amount: bigint
  /** The chain to pay from, where they named one. */
  chain_uid: string | undefined
  /** How the amount was said, where it was not said in tokens. */
  understood?: Understood | undefined
}

/** A price that was shown to a person, who alone may go on with it. */
export type SwapQuote = Question & {
  id: string
  ownerAccount: string // `platform:userId`
  answer: RoutesAnswer
  quotedAt: Date
  /** The price is bad, and they were asked whether they mean it. */
  isAskedAgain: boolean
  /** The sign request that was made of it. */
  signId: string | undefined
}

/** What quotes ask of the store. Each call is one statement or transaction. */
export type QuoteStore = {
  add(quote: SwapQuote): Promise<void>
  find(id: string): Promise<SwapQuote | undefined>
  /** Replaces it, and tells `quote:<id>`. False where it was signed meanwhile. `turnedBy` is the update whose press flips it, kept with it. */
  replace(quote: SwapQuote, now: Date, turnedBy?: UpdateKey): Promise<boolean>
}
