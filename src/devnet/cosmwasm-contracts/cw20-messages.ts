import { z } from 'zod'

import { BaseUnits } from '../../core/terms/amounts.ts'

/** 128 bits, as every cw20 amount. */
const Uint128 = BaseUnits.refine((units) => units < 1n << 128n, {
  message: 'must be below 2^128',
})

/** When an allowance ends: from that height or time (unix nanoseconds) on, or never. */
export const Expiration = z.union([
  z.strictObject({ at_height: z.int().nonnegative() }),
  z.strictObject({ at_time: z.string().regex(/^\d{1,20}$/) }),
  z.strictObject({ never: z.strictObject({}) }),
])
export type Expiration = z.infer<typeof Expiration>

export const Marketing = z.strictObject({
  project: z.string().nullish(),
  description: z.string().nullish(),
  marketing: z.string().nullish(),
  logo: z.strictObject({ url: z.string() }).nullish(),
})
export type Marketing = z.infer<typeof Marketing>

/** What a cw20 token is made with. `decimals` is how many places of `amount` are shown after the point. */
export const Cw20Instantiate = z.strictObject({
  name: z.string().min(1).max(64),
  symbol: z.string().min(1).max(32),
  decimals: z.int().min(0).max(255),
  initial_balances: z.array(z.strictObject({ address: z.string(), amount: Uint128 })),
  mint: z.strictObject({ minter: z.string(), cap: Uint128.nullish() }).nullish(),
  marketing: Marketing.nullish(),
})

const amount = Uint128
const msg = z.base64()

export const Transfer = z.strictObject({ recipient: z.string(), amount })
export const Burn = z.strictObject({ amount })
export const Send = z.strictObject({ contract: z.string(), amount, msg })
export const ChangeAllowance = z.strictObject({
  spender: z.string(),
  amount,
  expires: Expiration.nullish(),
})
export const TransferFrom = z.strictObject({ owner: z.string(), recipient: z.string(), amount })
export const BurnFrom = z.strictObject({ owner: z.string(), amount })
export const SendFrom = z.strictObject({ owner: z.string(), contract: z.string(), amount, msg })
export const Mint = z.strictObject({ recipient: z.string(), amount })

/** What a contract gets as `receive` for tokens that were sent to it. `msg` is base64 of its own message. */
export const Cw20Receive = z.strictObject({ sender: z.string(), amount, msg })
export type Cw20Receive = z.infer<typeof Cw20Receive>
