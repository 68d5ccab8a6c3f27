import { z } from 'zod'

import { BaseUnits } from '../../core/terms/amounts.ts'
import { TokenType } from '../../core/terms/network.ts'
import { Marketing } from '../cosmwasm-contracts/cw20-messages.ts'

/**
 * The messages of a factory, read as far as the factory itself acts on them: what it takes. Everything else in
 * them is read as the generation has it.
 */

/** What goes into an operation: real tokens, which are taken into escrow, or vouchers, which are at the hub. */
const Asset = z.union([
  TokenType,
  z.strictObject({ voucher: z.strictObject({}) }).transform(() => 'voucher' as const),
])

export const DepositToken = z.looseObject({
  asset_in: z.looseObject({ token: z.string(), token_type: TokenType }),
  amount_in: BaseUnits,
})

export const SwapRequest = z.looseObject({
  asset_in: z.looseObject({ token: z.string(), token_type: Asset }),
  amount_in: BaseUnits,
})

const Side = z.looseObject({ token: z.string(), token_type: Asset, amount: BaseUnits })
const Sides = z.looseObject({ token_1: Side, token_2: Side })
export type Side = z.infer<typeof Side>

const bothSides = ({ token_1, token_2 }: z.infer<typeof Sides>) => [token_1, token_2] as const

/** Pairs go by several names in the two message sets. */
export const AddLiquidity = z.union([
  z.looseObject({ pair_info: Sides }).transform(({ pair_info }) => bothSides(pair_info)),
  z
    .looseObject({ pair_with_denom_and_amount: Sides })
    .transform(({ pair_with_denom_and_amount: pair }) => bothSides(pair)),
])

const creation = { lp_token_marketing: Marketing.nullish() }
export const PoolCreation = z.union([
  z
    .looseObject({ pair: Sides, ...creation })
    .transform(({ pair, lp_token_marketing }) => ({ sides: bothSides(pair), lp_token_marketing })),
  z
    .looseObject({ pair_with_denom_and_amount: Sides, ...creation })
    .transform(({ pair_with_denom_and_amount: pair, lp_token_marketing }) => ({
      sides: bothSides(pair),
      lp_token_marketing,
    })),
])

export const VoucherOperation = z.looseObject({ amount: BaseUnits })

/** What comes with a cw20 `send`: its amount and asset are the hook's. */
export const HookMessage = z.union([
  z.strictObject({ fund_escrow: z.strictObject({ token: z.string() }) }),
  z.strictObject({ deposit: z.looseObject({ token: z.string() }) }),
  z.strictObject({
    swap: z.looseObject({ asset_in: z.looseObject({ token: z.string() }) }),
  }),
  z.strictObject({
    remove_liquidity: z.looseObject({
      pair: z.strictObject({ token_1: z.string(), token_2: z.string() }),
      lp_allocation: BaseUnits.nullish(),
    }),
  }),
])
