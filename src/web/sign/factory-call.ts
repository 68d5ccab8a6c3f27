import type { TokenType } from '../../core/terms/network.ts'
import type { CrossChainUser } from '../../core/terms/shapes.ts'

/** What a message has the factory do, read from the message alone, on whichever family of chains. Amounts are base units. */
export type FactoryCall = {
  amount: bigint
  recipients: CallRecipient[]
  timeoutSec: bigint | undefined
} & (
  | { kind: 'deposit'; token: string; asset: TokenType }
  /** `from` is absent where the message takes it from whoever signs. */
  | { kind: 'vouchers'; token: string; from: CrossChainUser | undefined }
  | {
      kind: 'swap'
      token: string
      from?: CrossChainUser | undefined
      /** The form that is spent; `undefined` where vouchers are. */
      asset: TokenType | undefined
      /** Every token on the way, from the one that is spent to the one that is paid. */
      path: string[]
      assetOut: string
      minimum: bigint
      partnerFeeBps: bigint
    }
)

export type CallRecipient = {
  user: CrossChainUser
  limit: { kind: string; value: bigint }
  /** What it is paid in: `own` is the token's form on the recipient's chain; absent where it is nothing that exists. */
  form: TokenType | 'own' | 'voucher' | undefined
  /** What the recipient's contract is told, as text. */
  message: string | undefined
  /** What cannot be delivered stays as vouchers instead of coming back. */
  keepsAsVoucher: boolean
}

/** The tokens along the hops, or `undefined` when one hop does not begin where the last one ended. */
export function pathOf(
  first: string,
  hops: readonly { token_in: string; token_out: string }[],
): string[] | undefined {
  const path = [first, ...hops.map(({ token_out }) => token_out)]
  return hops.every(({ token_in }, index) => token_in === path[index]) ? path : undefined
}
