import { z } from 'zod'

import { BaseUnits } from '../../core/terms/amounts.ts'

/** Two token ids, whatever their letters: a contract's word is taken as it is. */
export const AnyPair = z.object({ token_1: z.string(), token_2: z.string() })
export const Vlp = AnyPair.extend({ vlp: z.string() })

/** A part of an answer that not every contract has: `null` where it is absent, or not of that form. */
export const orNull = <Schema extends z.ZodType>(schema: Schema) =>
  schema
    .nullish()
    .catch(null)
    .transform((value) => value ?? null)

/** The protocol's own, for a stable pool that names none. */
const DEFAULT_AMP = 1000n
/** A number or a text, by the contract's age. */
export const AmpFactor = z
  .union([z.int().transform(BigInt), BaseUnits])
  .nullish()
  .transform((amp) => amp ?? DEFAULT_AMP)

export const Liquidity = z.object({
  pair: AnyPair,
  token_1_reserve: BaseUnits,
  token_2_reserve: BaseUnits,
  total_lp_tokens: BaseUnits,
})
