import { z } from 'zod'

/** Two token ids, whatever their letters: a contract's word is taken as it is. */
export const AnyPair = z.object({ token_1: z.string(), token_2: z.string() })
export const Vlp = AnyPair.extend({ vlp: z.string() })

/** A part of an answer that not every contract has: `null` where it is absent, or not of that form. */
export const orNull = <Schema extends z.ZodType>(schema: Schema) =>
  schema
    .nullish()
    .catch(null)
    .transform((value) => value ?? null)
