import { z } from 'zod'

/** Parts that the sign page's and the claim page's answers share. */

export const NativeCurrency = z
  .object({ name: z.string(), symbol: z.string(), decimals: z.int() })
  .nullable()
  .meta({ description: 'What an EVM chain counts gas in; null on CosmWasm chains.' })

export const TokenDecimals = z.object({ token: z.string(), decimals: z.int() })
export type TokenDecimals = z.infer<typeof TokenDecimals>

/** `amount` is base units, as a decimal string. */
export const TokenAmount = z.object({ token: z.string(), amount: z.string() })
export type TokenAmount = z.infer<typeof TokenAmount>

export const Family = z.enum(['evm', 'cosmwasm'])
