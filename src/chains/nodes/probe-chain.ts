import { QueryClientImpl } from 'cosmjs-types/cosmwasm/wasm/v1/query'
import { z } from 'zod'

import type { Chain, CosmWasmChain, EvmChain } from '../../core/terms/network.ts'
import { createComet, ContractRefusedError } from '../cosmwasm/comet-client.ts'
import { createJsonRpc, orUnavailable, RpcRefusedError } from './json-rpc.ts'

/** What a chain's node says of itself, and of contracts. */
export type ChainProbe = {
  chainId: string
  height: number
  /** Of its newest block. */
  headTime: Date
  /** It says itself that it is behind. */
  isCatchingUp: boolean
  /** Whether it says which block is final, where the chain's finality is that word. */
  knowsFinal: boolean
  /** Of the contracts that were asked for, those that are not there. */
  missing: string[]
}

type Options = { contracts: readonly string[]; deadlineMs: number }

/**
 * Asks a chain's node what an operator would: is it this chain, is it up to date, are the contracts there?
 * @throws {ChainUnavailableError}
 */
export function probeChain(chain: Chain, options: Options): Promise<ChainProbe> {
  return orUnavailable(chain.chain_uid, () =>
    chain.family === 'evm' ? probeEvm(chain, options) : probeCosmWasm(chain, options),
  )
}

const Quantity = z.string().regex(/^0x[0-9a-f]+$/i)
const EvmBlock = z.object({ number: Quantity, timestamp: Quantity })

async function probeEvm(chain: EvmChain, { contracts, deadlineMs }: Options): Promise<ChainProbe> {
  const rpc = createJsonRpc(chain, { deadlineMs })
  const [chainId, head, syncing, knowsFinal, missing] = await Promise.all([
    rpc('eth_chainId', []),
    rpc('eth_getBlockByNumber', ['latest', false]),
    rpc('eth_syncing', []).catch(refused),
    chain.finality === 'finalized'
      ? rpc('eth_getBlockByNumber', ['finalized', false])
          .catch(refused)
          .then((block) => EvmBlock.safeParse(block).success)
      : true,
    withoutAnswer(contracts, async (contract) => {
      const code = await rpc('eth_getCode', [contract, 'latest'])
      return typeof code === 'string' && code.length > '0x'.length
    }),
  ])
  const { number, timestamp } = EvmBlock.parse(head)
  return {
    chainId: BigInt(Quantity.parse(chainId)).toString(),
    height: Number(number),
    headTime: new Date(Number(timestamp) * 1000),
    isCatchingUp: typeof syncing === 'object' && syncing !== null,
    knowsFinal,
    missing,
  }
}

const Status = z.object({
  node_info: z.object({ network: z.string() }),
  sync_info: z.object({
    latest_block_height: z.string().regex(/^\d+$/),
    latest_block_time: z.string().transform((text) => new Date(text)),
    catching_up: z.boolean(),
  }),
})

async function probeCosmWasm(
  chain: CosmWasmChain,
  { contracts, deadlineMs }: Options,
): Promise<ChainProbe> {
  const comet = createComet(chain, { deadlineMs })
  const { node_info, sync_info } = Status.parse(await comet.rpc('status', {}))
  const wasm = new QueryClientImpl(comet.queries)
  return {
    chainId: node_info.network,
    height: Number(sync_info.latest_block_height),
    headTime: sync_info.latest_block_time,
    isCatchingUp: sync_info.catching_up,
    knowsFinal: true,
    missing: await withoutAnswer(contracts, async (address) => {
      try {
        return (await wasm.ContractInfo({ address })).contractInfo !== undefined
      } catch (error) {
        if (error instanceof ContractRefusedError) return false
        throw error
      }
    }),
  }
}

/** Those of the contracts for which `isThere` says no. */
async function withoutAnswer(
  contracts: readonly string[],
  isThere: (contract: string) => Promise<boolean>,
): Promise<string[]> {
  const found = await Promise.all(contracts.map(isThere))
  return contracts.filter((_, index) => found[index] !== true)
}

/** A node that knows no such call or tag has said enough. */
function refused(error: unknown): undefined {
  if (error instanceof RpcRefusedError) return undefined
  throw error
}

const LatestBlock = z.object({
  block: z.object({
    header: z.object({ chain_id: z.string(), height: z.string().regex(/^\d+$/) }),
  }),
})

/**
 * Asks the REST address of a CosmWasm chain, which wallets are told, for its newest block.
 * @throws {ChainUnavailableError}
 */
export function probeRest(
  { chain_uid, rest_url }: CosmWasmChain,
  deadlineMs: number,
): Promise<{ chainId: string; height: number }> {
  return orUnavailable(chain_uid, async () => {
    const url = `${rest_url.replace(/\/+$/, '')}/cosmos/base/tendermint/v1beta1/blocks/latest`
    const signal = AbortSignal.timeout(deadlineMs)
    const answer = await fetch(url, { redirect: 'error', signal }).catch(() => undefined)
    if (!answer?.ok) throw new Error(answer ? `HTTP ${answer.status}` : 'no connection') // the error's own words may hold the address
    const { chain_id, height } = LatestBlock.parse(await answer.json()).block.header
    return { chainId: chain_id, height: Number(height) }
  })
}
