import { z } from 'zod'

import { BaseUnits } from '../../core/terms/amounts.ts'
import { ChainContradictionError, ChainUnavailableError } from '../../core/terms/errors.ts'
import { hubOf, type Network } from '../../core/terms/network.ts'
import { SwapRefusedError } from '../../core/routing/route-errors.ts'
import type { SimulatedSwap } from '../../services/market/simulate-swap.ts'
import { CrossChainUser } from '../../core/terms/shapes.ts'
import { agree, votersOf } from '../nodes/agreement.ts'
import { createComet, QueryRefusedError, type Comet } from '../cosmwasm/comet-client.ts'
import { failureText } from '../cosmwasm/failure-text.ts'
import { orUnavailable } from '../nodes/json-rpc.ts'

const Claim = z.object({
  token: z.string(),
  amount: BaseUnits,
  claimer_pubkey: z.string(),
  pseudo_claim_id: z.string(),
  sender: CrossChainUser,
})

/** A claim as the claimer contract holds it. `amount` is base units. */
export type HubClaim = z.infer<typeof Claim>

const UserBalances = z.object({
  balances: z.array(z.object({ token_id: z.string(), amount: BaseUnits })),
})

const Simulated = z.object({ amount_out: BaseUnits })

const NO_CLAIM = /not found|no such claim/i

/** Reads of the hub's contracts. Every call may throw `ChainUnavailableError`. */
export type Hub = {
  /** What a user holds as vouchers, zero balances left out. `address` is in the form of `parseAddress`. */
  vouchers(user: CrossChainUser): Promise<{ token: string; amount: bigint }[]>
  /** A claim that waits on chain; `undefined` when there is none, or none any more. */
  claim(claimId: string): Promise<HubClaim | undefined>
  /** The same as two nodes say it, where there are several: one alone could call it smaller, or another's. */
  agreedClaim(claimId: string): Promise<HubClaim | undefined>
  /** What the router would pay now. @throws {SwapRefusedError} in its own words */
  simulateSwap(swap: SimulatedSwap): Promise<bigint>
}

export function createHub(network: Network, options: { deadlineMs?: number } = {}): Hub {
  const chain = hubOf(network)
  const comet = createComet(chain, options)
  const ask = <T>(calls: () => Promise<T>) => orUnavailable(chain.chain_uid, calls)

  const voters = votersOf(chain, (node) => createComet(chain, { ...options, node }))

  async function readClaim(from: Comet, claimId: string): Promise<HubClaim | undefined> {
    const claim_id = Number(claimId)
    if (!/^[1-9]\d*$/.test(claimId) || !Number.isSafeInteger(claim_id)) return undefined
    try {
      return Claim.parse(await from.smartQuery(network.hub.claimer, { get_claim: { claim_id } }))
    } catch (error) {
      // Only its own word that it has none: any other refusal must not read as a claim that was redeemed.
      if (error instanceof QueryRefusedError && NO_CLAIM.test(error.message)) return undefined
      throw error
    }
  }

  return {
    vouchers: ({ chain_uid, address }) =>
      ask(async () => {
        const query = { get_user_balances: { user: { chain_uid, address } } }
        const answer = await comet.smartQuery(network.hub.virtual_balance, query)
        return UserBalances.parse(answer)
          .balances.filter(({ amount }) => amount > 0n)
          .map(({ token_id: token, amount }) => ({ token, amount }))
      }),
    claim: (claimId) => ask(() => readClaim(comet, claimId)),
    async agreedClaim(claimId) {
      const { said } = await agree(
        chain,
        voters,
        `claim ${claimId}`,
        (from) => ask(() => readClaim(from, claimId)),
        (claim) => JSON.stringify(claim && Claim.encode(claim)),
      ).catch((error: unknown) => {
        if (!(error instanceof ChainContradictionError)) throw error
        // Most often one of them is only a block behind.
        throw new ChainUnavailableError(chain.chain_uid, 'its nodes do not say the same of it yet')
      })
      return said
    },
    simulateSwap: ({ assetIn, amountIn, assetOut, minAmountOut, swaps }) =>
      ask(async () => {
        const simulate_swap = {
          asset_in: assetIn,
          amount_in: `${amountIn}`,
          asset_out: assetOut,
          min_amount_out: `${minAmountOut}`,
          swaps,
        }
        try {
          const answer = await comet.smartQuery(network.hub.router, { simulate_swap })
          return Simulated.parse(answer).amount_out
        } catch (error) {
          if (!(error instanceof QueryRefusedError)) throw error
          throw new SwapRefusedError(failureText(error.message))
        }
      }),
  }
}
