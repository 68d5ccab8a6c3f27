import { z } from 'zod'

import { BaseUnits } from '../../core/terms/amounts.ts'
import { TokenType } from '../../core/terms/network.ts'
import { parseTimeout } from '../../core/payloads/timeout.ts'
import { DomainError } from '../../core/terms/errors.ts'
import { Timeout } from '../../core/terms/shapes.ts'
import { Marketing } from '../cosmwasm-contracts/cw20-messages.ts'
import { ContractError } from '../cosmwasm/tx-error.ts'

/**
 * The messages of a factory, read as far as the factory itself acts on them: what it takes, and how long the packet lives.
 * Everything else in them is the hub's business and goes there as it came.
 */

const terms = {
  timeout: Timeout,
  cross_chain_config: z.looseObject({ timeout: Timeout }).nullish(),
}
type Terms = {
  timeout?: Timeout
  cross_chain_config?: { timeout?: Timeout } | null | undefined
}

/** What goes into an operation: real tokens, which are taken into escrow, or vouchers, which are at the hub. */
export const Asset = z.union([
  TokenType,
  z.strictObject({ voucher: z.strictObject({}) }).transform(() => 'voucher' as const),
])

export const DepositToken = z.looseObject({
  asset_in: z.looseObject({ token: z.string(), token_type: TokenType }),
  amount_in: BaseUnits,
  ...terms,
})

export const SwapRequest = z.looseObject({
  asset_in: z.looseObject({ token: z.string(), token_type: Asset }),
  amount_in: BaseUnits,
  ...terms,
})

const Side = z.looseObject({ token: z.string(), token_type: Asset, amount: BaseUnits })
const Sides = z.looseObject({ token_1: Side, token_2: Side })
export type Side = z.infer<typeof Side>

const bothSides = ({ token_1, token_2 }: z.infer<typeof Sides>) => [token_1, token_2] as const

/** Pairs go by several names in the two message sets. */
export const AddLiquidity = z.union([
  z
    .looseObject({ pair_info: Sides, ...terms })
    .transform(({ pair_info, ...rest }) => ({ sides: bothSides(pair_info), terms: rest })),
  z
    .looseObject({ pair_with_denom_and_amount: Sides, ...terms })
    .transform(({ pair_with_denom_and_amount: pair, ...rest }) => ({
      sides: bothSides(pair),
      terms: rest,
    })),
])

const creation = { ...terms, lp_token_marketing: Marketing.nullish() }
export const PoolCreation = z.union([
  z
    .looseObject({ pair: Sides, ...creation })
    .transform(({ pair, ...rest }) => ({ sides: bothSides(pair), terms: rest })),
  z
    .looseObject({ pair_with_denom_and_amount: Sides, ...creation })
    .transform(({ pair_with_denom_and_amount: pair, ...rest }) => ({
      sides: bothSides(pair),
      terms: rest,
    })),
])

export const VoucherOperation = z.looseObject({ amount: BaseUnits, ...terms })

/** What comes with a cw20 `send`: its amount and asset are the hook's. */
export const HookMessage = z.union([
  z.strictObject({ fund_escrow: z.strictObject({ token: z.string() }) }),
  z.strictObject({ deposit: z.looseObject({ token: z.string(), ...terms }) }),
  z.strictObject({
    swap: z.looseObject({ asset_in: z.looseObject({ token: z.string() }), ...terms }),
  }),
  z.strictObject({
    remove_liquidity: z.looseObject({
      pair: z.strictObject({ token_1: z.string(), token_2: z.string() }),
      lp_allocation: BaseUnits.nullish(),
      ...terms,
    }),
  }),
])

/** Seconds until the packet is late. @throws {ContractError} out of range */
export function secondsOf({ timeout, cross_chain_config }: Terms, maxSec?: number): number {
  try {
    return parseTimeout(cross_chain_config?.timeout ?? timeout, maxSec).seconds
  } catch (error) {
    if (error instanceof DomainError) throw new ContractError(error.message)
    throw error
  }
}
