import { z } from 'zod'

import { BaseUnits } from '../../core/terms/amounts.ts'
import { ChainUnavailableError } from '../../core/terms/errors.ts'
import type { Network } from '../../core/terms/network.ts'
import { CrossChainUser } from '../../core/terms/shapes.ts'
import { ContractRefusedError, type Comet } from '../cosmwasm/comet-client.ts'
import { isNotThere } from './ask-contract.ts'
import type { HubNodes } from './hub-nodes.ts'

const Claim = z.object({
  token: z.string(),
  amount: BaseUnits,
  claimer_pubkey: z.string(),
  pseudo_claim_id: z.codec(z.string().nullable(), z.string(), {
    decode: (id) => id ?? '',
    encode: (id) => id,
  }),
  sender: CrossChainUser,
})
/** A claim as the claimer contract holds it. `amount` is base units, `pseudo_claim_id` empty where there is none. */
export type HubClaim = z.infer<typeof Claim>

/** How many transactions an index is asked for. */
const INDEX_PAGE = 100

/** Reads of the claimer contract. */
export type ClaimReads = {
  /**
   * A claim that waits on chain; `undefined` when there is none, or none any more. As two nodes say it, where there are several: one alone could call it
   * smaller, another's, or gone.
   */
  claim(claimId: string): Promise<HubClaim | undefined>
  /** The greatest number of a claim that some node's index of transactions has; `undefined` where none keeps an index, or none that reaches back to a claim. */
  newestClaim(): Promise<bigint | undefined>
}

export function createClaimReads({ hub: { claimer } }: Network, nodes: HubNodes): ClaimReads {
  async function readClaim(from: Comet, claimId: string): Promise<HubClaim | undefined> {
    const claim_id = Number(claimId)
    if (!/^(0|[1-9]\d*)$/.test(claimId) || !Number.isSafeInteger(claim_id)) return undefined
    try {
      return Claim.parse(await from.smartQuery(claimer, { get_claim: { claim_id } }))
    } catch (error) {
      // Only its own word that it has none: any other refusal must not read as a claim that was redeemed.
      if (error instanceof ContractRefusedError && isNotThere(error)) return undefined
      throw error
    }
  }
  return {
    claim: (claimId) =>
      nodes.askAlike(
        `claim ${claimId}`,
        (from) => readClaim(from, claimId),
        (claim) => JSON.stringify(claim && Claim.encode(claim)),
      ),
    async newestClaim() {
      try {
        const told = await nodes.askSome(Infinity, (comet) => newestIndexed(comet, claimer))
        const newest = told.reduce((one, other) => (one > other ? one : other))
        return newest < 0n ? undefined : newest
      } catch (error) {
        if (error instanceof ChainUnavailableError) return undefined
        throw error
      }
    },
  }
}

/** The greatest number in the newest transactions that made claims; -1 where the node's index has none. A stranger's contract may say that it made one, too: hence several. */
async function newestIndexed(comet: Comet, claimer: string): Promise<bigint> {
  const query = `wasm._contract_address = '${claimer}' AND wasm.create_claim EXISTS`
  const { txs } = await (
    await comet.client()
  ).txSearch({ query, per_page: INDEX_PAGE, order_by: 'desc' })
  return txs
    .flatMap(({ result }) => result.events)
    .filter(({ attributes }) =>
      attributes.some(({ key, value }) => key === '_contract_address' && value === claimer),
    )
    .flatMap(({ attributes }) => attributes.filter(({ key }) => key === 'create_claim'))
    .map(({ value }) => BigInt(value))
    .reduce((one, other) => (one > other ? one : other), -1n)
}
