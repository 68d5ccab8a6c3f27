import { z } from 'zod'

import { BaseUnits } from '../../core/terms/amounts.ts'
import type { Marketing } from '../cosmwasm-contracts/cw20-messages.ts'
import type { ExecuteContext, QueryContext } from '../cosmwasm/contract.ts'
import { ContractError } from '../cosmwasm/tx-error.ts'
import type { FactoryConfig } from './factory-config.ts'

export type Pair = { token_1: string; token_2: string }
type LpToken = { vlp: string; token_address: string; pair: Pair }

export type LpTokenFacts = { name: string; symbol: string; decimals: number }

/** What the hub answers where liquidity came into a pool: the shares to issue. It has two names for the pool. */
export const LiquidityAdded = z.object({
  ok: z.union([
    z.object({ mint_lp_tokens: BaseUnits, vlp_address: z.string() }),
    z
      .object({ mint_lp_tokens: BaseUnits, vlp_contract: z.string() })
      .transform(({ vlp_contract, ...rest }) => ({ ...rest, vlp_address: vlp_contract })),
  ]),
})

/** What a pool's LP token is called that was not created from here: answers do not name it. */
function defaultFacts({ token_1, token_2 }: Pair): LpTokenFacts {
  const name = `${token_1}-${token_2} LP`
  return { name: name.slice(0, 64), symbol: name.slice(0, 32), decimals: 6 }
}

const byVlp = (context: QueryContext) => context.collection<LpToken>('lp_tokens')
const vlpOfToken = (context: QueryContext) => context.collection<string>('lp_token_vlps')
const vlpOfPair = (context: QueryContext) => context.collection<string>('pair_vlps')

/** Whichever way round: the hub has one pool per pair. */
const pairKey = ({ token_1, token_2 }: Pair) => [token_1, token_2].sort().join(',')

/** The pool's LP token here. @throws {ContractError} nobody ever added to that pool from this chain */
export function lpTokenOf(context: QueryContext, vlp: string): LpToken {
  const found = byVlp(context).get(vlp)
  if (!found) throw new ContractError(`the pool ${vlp} has no LP token on this chain`)
  return found
}

/** The pool of a pair, as far as this chain knows it. @throws {ContractError} it knows none */
export function vlpOf(context: QueryContext, pair: Pair): LpToken {
  const vlp = vlpOfPair(context).get(pairKey(pair))
  if (vlp === undefined)
    throw new ContractError(`no pool of ${pair.token_1} and ${pair.token_2} is known here`)
  return lpTokenOf(context, vlp)
}

/** Checks that `token` is the LP token of the pair's pool. @throws {ContractError} it is not */
export function checkLpToken(context: QueryContext, token: string, pair: Pair): void {
  const vlp = vlpOfToken(context).get(token)
  if (vlp === undefined) throw new ContractError(`${token} is not an LP token of this factory`)
  const own = lpTokenOf(context, vlp).pair
  if (pairKey(own) !== pairKey(pair))
    throw new ContractError(`${token} is the LP token of ${own.token_1} and ${own.token_2}`)
}

/**
 * Issues the shares that the hub's answer allocates to `owner`, in the pool's LP token, which is made when it is the first
 * time. `answer` is the acknowledgement's text.
 */
export function issueShares(
  context: ExecuteContext,
  config: FactoryConfig,
  issue: {
    answer: string
    owner: string
    pair: Pair
    lpToken?: LpTokenFacts
    marketing?: Marketing
  },
): void {
  const added = LiquidityAdded.parse(JSON.parse(issue.answer)).ok
  const { mint_lp_tokens: lp_allocation, vlp_address: vlp } = added
  const token = byVlp(context).get(vlp)?.token_address ?? createLpToken()
  if (lp_allocation === 0n) return
  context.execute(token, { mint: { recipient: issue.owner, amount: `${lp_allocation}` } })

  function createLpToken(): string {
    const token_address = context.instantiate(config.cw20CodeId, `lp token of ${vlp}`, {
      ...(issue.lpToken ?? defaultFacts(issue.pair)),
      initial_balances: [],
      mint: { minter: context.contract },
      marketing: issue.marketing ?? null,
    })
    byVlp(context).set(vlp, { vlp, token_address, pair: issue.pair })
    vlpOfToken(context).set(token_address, vlp)
    vlpOfPair(context).set(pairKey(issue.pair), vlp)
    return token_address
  }
}
