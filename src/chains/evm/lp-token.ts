import { createPublicClient, custom, getAddress, zeroAddress } from 'viem'

import type { EvmChain } from '../../core/terms/network.ts'
import { factoryViewAbi } from '../../core/tracking/packet-abi.ts'
import { createJsonRpc, orUnavailable, type RpcOptions } from '../nodes/json-rpc.ts'
import { isTransient } from './transient.ts'

/**
 * The LP token of a pool as a chain's factory names it, checksummed; `undefined` while there is none. `pair` is `<token_1>:<token_2>`.
 * Under which key the factory knows a pool is not published, so it is asked with the hub's address first, then with its own key of the pair.
 * @throws {ChainUnavailableError}
 */
export function createLpTokenReader(chain: EvmChain, options: RpcOptions = {}) {
  const rpc = createJsonRpc(chain, options)
  const request = ({ method, params }: { method: string; params?: unknown }) =>
    rpc(method, params ?? [])
  const client = createPublicClient({
    transport: custom({ request }, { retryCount: 0 }),
    cacheTime: 0,
  })
  const view = { address: getAddress(chain.factory), abi: factoryViewAbi } as const

  async function tokenAt(key: string): Promise<string | undefined> {
    const query = { ...view, functionName: 'get_vlp_lp_address', args: [key] } as const
    const token = await orNothing(client.readContract(query))
    return token === undefined || token === zeroAddress ? undefined : getAddress(token)
  }

  return (vlp: string, pair: string): Promise<string | undefined> =>
    orUnavailable(chain.chain_uid, async () => {
      const token = await tokenAt(vlp)
      if (token !== undefined) return token
      const query = { ...view, functionName: 'get_pool_vlp', args: [pair] } as const
      const key = await orNothing(client.readContract(query))
      return key ? tokenAt(key) : undefined
    })
}

/** What a view says; nothing where the contract has no such view, or refuses. */
async function orNothing<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer
  } catch (error) {
    if (isTransient(error)) throw error
    return undefined
  }
}
