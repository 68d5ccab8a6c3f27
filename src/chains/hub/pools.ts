import { z } from 'zod'

import { chainOf, hubOf, type CosmWasmChain, type Network } from '../../core/terms/network.ts'
import { Pair } from '../../core/payloads/pair.ts'
import type { Pools } from '../../services/operations/pools-port.ts'
import { createComet, QueryRefusedError } from '../cosmwasm/comet-client.ts'
import { orUnavailable } from '../nodes/json-rpc.ts'

const VlpState = z.object({ pair: Pair })
const RegisteredVlp = z.object({ vlp: z.string() })
const LpToken = z.object({ token_address: z.string().min(1) })

type Options = {
  deadlineMs?: number
  /** Pools that are known already, so that nobody has to be asked. */
  pairOf?: (vlpAddress: string) => Pair | undefined
}

/** Reads of pools from the hub and from the factories of CosmWasm chains. Every call may throw `ChainUnavailableError`. */
export function createPools(network: Network, options: Options = {}): Pools {
  const hub = hubOf(network)
  const comets = new Map(
    network.chains
      .filter((chain) => chain.family === 'cosmwasm')
      .map((chain) => [chain.chain_uid, createComet(chain, options)]),
  )

  /** A contract's answer; `undefined` where the chain says that there is none, or the answer has another shape. */
  async function ask<Schema extends z.ZodType>(
    chain: CosmWasmChain,
    contract: string,
    query: object,
    schema: Schema,
  ): Promise<z.output<Schema> | undefined> {
    const comet = comets.get(chain.chain_uid)
    if (!comet) throw new Error(`${chain.chain_uid} is not on network ${network.name}`)
    return orUnavailable(chain.chain_uid, async () => {
      try {
        return schema.safeParse(await comet.smartQuery(contract, query)).data
      } catch (error) {
        if (error instanceof QueryRefusedError) return undefined
        throw error
      }
    })
  }

  return {
    async pairOf(vlpAddress) {
      const known = options.pairOf?.(vlpAddress)
      if (known) return known
      const state = await ask(hub, vlpAddress, { state: {} }, VlpState)
      if (!state) return undefined
      // Any contract can say that it is a pool: it is one when the router has it for that pair.
      const { pair } = state
      const registered = await ask(hub, network.hub.router, { get_vlp: { pair } }, RegisteredVlp)
      return registered?.vlp === vlpAddress ? pair : undefined
    },
    async lpTokenOf(chainUid, vlpAddress) {
      const chain = chainOf(network, chainUid)
      if (chain.family !== 'cosmwasm') return undefined
      const query = { get_l_p_token: { vlp: vlpAddress } }
      return (await ask(chain, chain.factory, query, LpToken))?.token_address
    },
  }
}
