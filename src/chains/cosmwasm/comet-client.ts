import { fromUtf8, toUtf8 } from '@cosmjs/encoding'
import {
  Comet1Client,
  Comet38Client,
  Tendermint37Client,
  type CometClient,
  type RpcClient,
} from '@cosmjs/tendermint-rpc'
import { QueryClientImpl } from 'cosmjs-types/cosmwasm/wasm/v1/query'
import { z } from 'zod'

import type { CosmWasmChain } from '../../core/terms/network.ts'
import {
  createJsonRpc,
  RpcRefusedError,
  TooLongAnswerError,
  type JsonRpc,
  type RpcOptions,
} from '../nodes/json-rpc.ts'
import { readLongResults, TxResults } from './long-results.ts'

/** A query that the chain answered with a failure, for example because the contract refused it. */
export class ContractRefusedError extends Error {}

/** What cosmjs's protobuf clients (`new QueryClientImpl(queries)`) ask their queries through. */
export type Queries = {
  request(service: string, method: string, data: Uint8Array): Promise<Uint8Array>
}

/** A transaction in a block. */
export type CometTx = Awaited<ReturnType<CometClient['tx']>>

/** What came of a transaction, as far as it is read. */
export type TxResult = Pick<CometTx['result'], 'code' | 'log' | 'events'>

export type Comet = {
  rpc: JsonRpc
  /** The client for the node's version, found out on first use. */
  client(): Promise<CometClient>
  /** @throws {ContractRefusedError} */
  queries: Queries
  /**
   * Asks a contract. An answer from before the block `sinceHeight` is an error: nodes behind one address can lag.
   * @throws {ContractRefusedError}
   */
  smartQuery(contract: string, query: object, sinceHeight?: number): Promise<unknown>
  /** What a contract has stored under a key; empty where there is nothing. @throws {ContractRefusedError} no such contract */
  rawState(contract: string, key: Uint8Array): Promise<Uint8Array>
  /**
   * What came of a block's transactions. Of what is too long to be read at once, what contracts that are not in `ours` said is left out, but for their names.
   */
  blockResults(height: number, ours: ReadonlySet<string>): Promise<readonly TxResult[]>
  /** A transaction by its hash, once it is in a block. */
  findTx(hash: Uint8Array): Promise<CometTx | undefined>
}

const Status = z.object({ node_info: z.object({ version: z.string() }) })

/**
 * cosmjs over our own transport, which has a deadline and tells trouble from refusals. Its methods throw what
 * `createJsonRpc` throws, so the parts that use it wrap their calls in `orUnavailable`.
 */
export function createComet(chain: CosmWasmChain, options: RpcOptions = {}): Comet {
  const rpc = createJsonRpc(chain, options)
  const transport: RpcClient = {
    execute: async ({ id, method, params }) => ({
      jsonrpc: '2.0',
      id,
      result: await rpc(method, params),
    }),
    disconnect() {},
  }

  let known: CometClient | undefined
  async function client(): Promise<CometClient> {
    if (known) return known
    const { version } = Status.parse(await rpc('status', {})).node_info
    if (version.startsWith('0.38.')) known = Comet38Client.create(transport)
    else if (version.startsWith('1.')) known = Comet1Client.create(transport)
    else known = Tendermint37Client.create(transport)
    return known
  }

  const queriesSince = (sinceHeight: number): Queries => ({
    async request(service, method, data) {
      const path = `/${service}/${method}`
      const answer = await (await client()).abciQuery({ path, data, prove: false })
      if ((answer.height ?? sinceHeight) < sinceHeight)
        throw new Error(`it is at block ${answer.height}, not yet at ${sinceHeight}`)
      if (answer.code !== undefined && answer.code !== 0) {
        throw new ContractRefusedError(answer.log ?? `code ${answer.code}`)
      }
      return answer.value
    },
  })
  const queries = queriesSince(0)

  return {
    rpc,
    client,
    queries,
    async smartQuery(address, query, sinceHeight = 0) {
      const wasm = new QueryClientImpl(queriesSince(sinceHeight))
      const queryData = toUtf8(JSON.stringify(query))
      const { data } = await wasm.SmartContractState({ address, queryData })
      const answer: unknown = JSON.parse(fromUtf8(data))
      return answer
    },
    async rawState(address, queryData) {
      return (await new QueryClientImpl(queries).RawContractState({ address, queryData })).data
    },
    async blockResults(height, ours) {
      try {
        return (await (await client()).blockResults(height)).results
      } catch (error) {
        if (!(error instanceof TooLongAnswerError)) throw error
        const read = readLongResults(chain.chain_uid, ours)
        return TxResults.parse(await rpc('block_results', { height: `${height}` }, read))
          .txs_results
      }
    },
    async findTx(hash) {
      try {
        return await (await client()).tx({ hash })
      } catch (error) {
        if (error instanceof RpcRefusedError && /not found/i.test(error.words)) return undefined
        throw error
      }
    },
  }
}
