import { z } from 'zod'

import { BaseUnits } from '../../core/terms/amounts.ts'
import type { ExecuteContext, QueryContext } from '../cosmwasm/contract.ts'
import { ContractError } from '../cosmwasm/tx-error.ts'
import { HUB_CODE_ID } from './hub-contracts.ts'
import { LpTokenFacts } from './packet-call.ts'

/** As much as the factory needs of what the router answers to liquidity. */
export const LiquidityAnswer = z.object({
  vlp: z.string(),
  lp_allocation: BaseUnits,
  lp_token: LpTokenFacts,
})
export type LiquidityAnswer = z.infer<typeof LiquidityAnswer>

const tokens = (context: QueryContext) => context.collection<string>('lp_tokens')

/** @throws {ContractError} the pool has no LP token here */
export function lpTokenOf(context: QueryContext, vlp: string): string {
  const token = tokens(context).get(vlp)
  if (token === undefined) throw new ContractError(`the pool ${vlp} has no LP token on this chain`)
  return token
}

/** Gives the sender LP tokens; the first time that the chain has any of a pool, their contract is made. */
export function mintLpTokens(
  context: ExecuteContext,
  { vlp, lp_allocation, lp_token }: LiquidityAnswer,
  recipient: string,
): void {
  const known = tokens(context).get(vlp)
  const token =
    known ??
    context.instantiate(HUB_CODE_ID.cw20, `lp ${lp_token.symbol}`, {
      ...lp_token,
      initial_balances: [],
      mint: { minter: context.contract },
    })
  if (known === undefined) tokens(context).set(vlp, token)
  context.execute(token, { mint: { recipient, amount: `${lp_allocation}` } })
}
