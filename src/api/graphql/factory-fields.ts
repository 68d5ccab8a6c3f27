import { z } from 'zod'

import { parseAddress } from '../../core/terms/address.ts'
import { hubOf, type Network } from '../../core/terms/network.ts'
import { parseRequest } from '../../core/terms/request.ts'
import { pageOf } from '../../core/reference/page.ts'
import type { BlockReads } from '../../services/market/block-reads.ts'
import { poolsWithSharesOf } from '../../services/market/every-pool.ts'
import type { Denomination } from '../../services/market/hub-reads-port.ts'
import { readPair, type Page, type PairInput, type Resolver } from './resolver.ts'

export type FactoryParent = { chain_uid: string }

export const OfToken = z.object({ token_id: z.string() })

/** The fields of one chain's factory. */
export const factoryFields = (network: Network) =>
  ({
    async all_pools({ chain_uid }: FactoryParent, page: Page, { hub }) {
      const { items, pagination } = pageOf(await poolsOn(chain_uid, await hub()), page)
      return { pools: items, pagination }
    },
    all_tokens({ chain_uid }: FactoryParent, page: Page) {
      const here = network.tokens
        .filter(({ denoms }) => denoms.some((denom) => denom.chain_uid === chain_uid))
        .map((known) => known.token)
      const { items, pagination } = pageOf(here, page)
      return { tokens: items, pagination }
    },
    async allowed_denoms({ chain_uid }: FactoryParent, args: object, { hub }) {
      return denomsOn(chain_uid, parseRequest(OfToken, args).token_id, await hub())
    },
    async escrow({ chain_uid }: FactoryParent, args: object, { hub }) {
      const { token_id } = parseRequest(OfToken, args)
      const reads = await hub()
      const [denoms, escrow_address] = await Promise.all([
        denomsOn(chain_uid, token_id, reads),
        reads.escrowAddress(chain_uid, token_id),
      ])
      return { escrow_address, denoms }
    },
    async get_LpToken_address(
      { chain_uid }: FactoryParent,
      { vlp_address }: { vlp_address: string },
      { hub },
    ) {
      const vlp = parseAddress(hubOf(network), vlp_address)
      const token_address = await (await hub()).lpTokenOf(chain_uid, vlp)
      return token_address === undefined ? null : { token_address }
    },
    async partner_fees_collected({ chain_uid }: FactoryParent, _: unknown, { hub }) {
      const totals = await (await hub()).partnerFees(chain_uid)
      return totals ? { total: { totals } } : null
    },
    async state({ chain_uid }: FactoryParent, _: unknown, { hub }) {
      const state = await (await hub()).factoryState(chain_uid)
      // The router is the same for all chains, also where the factory does not tell it.
      return { ...state, chain_uid, router_contract: state?.router_contract ?? network.hub.router }
    },
    async vlp({ chain_uid }: FactoryParent, { pair }: { pair?: PairInput }, { hub }) {
      const [found] = await poolsOn(chain_uid, await hub(), readPair(pair))
      return found?.vlp
    },
  }) satisfies Record<string, Resolver>

type ListedPool = { pair: { token_1: string; token_2: string }; vlp: string }

/** What the factory lists; where it has no list, the pools with liquidity from its chain. Of all, or of one pair. */
async function poolsOn(
  chainUid: string,
  reads: BlockReads,
  pair?: ListedPool['pair'],
): Promise<ListedPool[]> {
  const isAsked = ({ token_1, token_2 }: ListedPool['pair']) =>
    pair === undefined || (token_1 === pair.token_1 && token_2 === pair.token_2)
  const listed = await reads.factoryPools(chainUid)
  if (listed) return listed.filter((pool) => isAsked(pool.pair))
  const found = await poolsWithSharesOf(chainUid, reads, ({ token1, token2 }) =>
    isAsked({ token_1: token1, token_2: token2 }),
  )
  return found.map(({ id, token1, token2 }) => ({
    pair: { token_1: token1, token_2: token2 },
    vlp: id,
  }))
}

async function denomsOn(
  chainUid: string,
  token: string,
  reads: BlockReads,
): Promise<Denomination[]> {
  const denoms = await reads.tokenDenoms(token)
  return denoms
    .filter(({ chain_uid }) => chain_uid === chainUid)
    .map(({ token_type }) => token_type)
}
