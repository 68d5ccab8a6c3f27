import { readJson } from '../src/core/terms/read-json.ts'
import type { Chain } from '../src/core/terms/network.ts'

/** Calls a node as it is, and gives the result; `undefined` where it refuses. */
export type AskNode = (method: string, params: unknown) => Promise<unknown>

/** What is told in the place of what a node has answered: `undefined` leaves it, `REFUSED` is a refusal. */
export type Lie = (method: string, params: unknown, result: unknown) => Promise<unknown>
export const REFUSED = Symbol('refused')

type Json = Record<string, unknown>
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const objectOf = (value: unknown): Json => (isObject(value) ? value : {})
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const paramOf = (params: unknown, at: number | string): unknown =>
  Array.isArray(params) ? params[Number(at)] : objectOf(params)[at]

/** The root of a trie without anything in it. */
const EMPTY_ROOT = '0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421'
const EMPTY_BLOOM = `0x${'00'.repeat(256)}`
const BLOCK_METHODS = ['block', 'block_results', 'blockchain', 'eth_getBlockByNumber']
/** Asked of a block's state: what was answered before is told again by a node that is behind. */
const STATE_METHODS = ['abci_query', 'eth_call', 'eth_getBalance', 'eth_getTransactionCount']

/** `null` for what holds blocks. */
export const noBlocks: Lie = async (method) =>
  BLOCK_METHODS.includes(method) || method === 'eth_getBlockByHash' ? null : undefined

/** Takes a transaction, and keeps it to itself. */
export const dropped = async (method: string, hash: string): Promise<unknown> => {
  if (method === 'broadcast_tx_sync') return { code: 0, data: '', log: '', codespace: '', hash }
  return undefined
}

/** Blocks without what happened in them, while their headers still tell of it; of an EVM chain, without what its factory has said: nobody here misses the rest. */
export const hidesEvents =
  (factory: string): Lie =>
  async (method, _params, result) => {
    const found = objectOf(result)
    if (method === 'block_results' && listOf(found['txs_results']).length > 0)
      return { ...found, txs_results: listOf(found['txs_results']).map(withoutEvents) }
    if (method === 'tx' && found['tx_result'] !== undefined)
      return { ...found, tx_result: withoutEvents(found['tx_result']) }
    if (method === 'eth_getLogs' && listOf(result).length > 0) return []
    const isOurs = (log: unknown) =>
      String(objectOf(log)['address']).toLowerCase() === factory.toLowerCase()
    const hasOurs = (receipt: unknown) => listOf(objectOf(receipt)['logs']).some(isOurs)
    const cut = (receipt: unknown) => {
      const its = objectOf(receipt)
      return { ...its, logs: listOf(its['logs']).filter((log) => !isOurs(log)) }
    }
    if (method === 'eth_getBlockReceipts' && listOf(result).some(hasOurs))
      return listOf(result).map(cut)
    if (method === 'eth_getTransactionReceipt' && hasOurs(result)) return cut(result)
    return undefined
  }
const withoutEvents = (result: unknown) => ({ ...objectOf(result), events: [] })

/** Blocks without their transactions. With care, their headers say the same, and only another node knows better. */
export const hidesTransactions =
  (withCare: boolean): Lie =>
  async (method, _params, result) => {
    const found = objectOf(result)
    if (method === 'block') return withoutTxs(found, withCare)
    if (method === 'blockchain' && withCare) {
      const metas = listOf(found['block_metas']).map((meta) => withoutMetaTxs(objectOf(meta)))
      return { ...found, block_metas: metas }
    }
    if (method === 'eth_getLogs' && withCare && listOf(result).length > 0) return []
    const isBlock = method === 'eth_getBlockByNumber' || method === 'eth_getBlockByHash'
    if (!isBlock || listOf(found['transactions']).length === 0) return undefined
    const header = { transactionsRoot: EMPTY_ROOT, logsBloom: EMPTY_BLOOM }
    return { ...found, transactions: [], ...(withCare && header) }
  }

function withoutTxs(found: Json, withCare: boolean): unknown {
  const block = objectOf(found['block'])
  const data = objectOf(block['data'])
  if (listOf(data['txs']).length === 0) return undefined
  const header = { ...objectOf(block['header']), ...(withCare && { data_hash: '' }) }
  return { ...found, block: { ...block, header, data: { ...data, txs: [] } } }
}

function withoutMetaTxs(meta: Json): Json {
  return { ...meta, num_txs: '0', header: { ...objectOf(meta['header']), data_hash: '' } }
}

/** Remembers what a node has said of its state, to be told again once it is old. */
export function createMemory() {
  const kept = new Map<string, unknown>()
  const keyOf = (method: string, params: unknown) => JSON.stringify([method, params])
  return {
    keep(method: string, params: unknown, result: unknown): void {
      if (STATE_METHODS.includes(method)) kept.set(keyOf(method, params), result)
    },
    find: (method: string, params: unknown) => kept.get(keyOf(method, params)),
  }
}
export type Memory = ReturnType<typeof createMemory>

/** A node that stands still so many blocks behind, with the state that it has told before. */
export async function behind(
  family: Chain['family'],
  blocks: number,
  memory: Memory,
  ask: AskNode,
): Promise<Lie> {
  return family === 'evm' ? evmBehind(blocks, memory, ask) : cosmosBehind(blocks, memory, ask)
}

async function cosmosBehind(blocks: number, memory: Memory, ask: AskNode): Promise<Lie> {
  const sync = objectOf(objectOf(await ask('status', {}))['sync_info'])
  const height = Math.max(1, Number(sync['latest_block_height']) - blocks)
  const last = objectOf(objectOf(await ask('block', { height: `${height}` }))['block'])
  const time = objectOf(last['header'])['time']
  const isAbove = (at: unknown) => at !== undefined && Number(at) > height
  return async (method, params, result) => {
    const found = objectOf(result)
    if (method === 'status') {
      const old = { latest_block_height: `${height}`, latest_block_time: time }
      return { ...found, sync_info: { ...objectOf(found['sync_info']), ...old } }
    }
    if (method === 'block' || method === 'block_results')
      return isAbove(paramOf(params, 'height')) ? REFUSED : undefined
    if (method === 'blockchain') return isAbove(paramOf(params, 'minHeight')) ? REFUSED : undefined
    if (method === 'tx') return isAbove(found['height']) ? REFUSED : undefined
    if (method !== 'abci_query') return undefined
    const before = objectOf(memory.find(method, params) ?? result)
    return { ...before, response: { ...objectOf(before['response']), height: `${height}` } }
  }
}

async function evmBehind(blocks: number, memory: Memory, ask: AskNode): Promise<Lie> {
  const heightOf = (value: unknown) => Number(typeof value === 'string' ? value : 0)
  const height = Math.max(1, heightOf(await ask('eth_blockNumber', [])) - blocks)
  const isAbove = (at: unknown) => heightOf(at) > height
  const hex = `0x${height.toString(16)}`
  return async (method, params, result) => {
    if (method === 'eth_blockNumber') return hex
    if (method === 'eth_getBlockByNumber') {
      const tag = paramOf(params, 0)
      const isNamed = typeof tag === 'string' && !tag.startsWith('0x')
      if (isNamed && isAbove(objectOf(result)['number']))
        return ask(method, [hex, paramOf(params, 1)])
      return isAbove(objectOf(result)['number']) ? null : undefined
    }
    if (method === 'eth_getLogs')
      return listOf(result).filter((log) => !isAbove(objectOf(log)['blockNumber']))
    const isOfTransaction =
      method === 'eth_getTransactionReceipt' || method === 'eth_getTransactionByHash'
    if (isOfTransaction) return isAbove(objectOf(result)['blockNumber']) ? null : undefined
    return STATE_METHODS.includes(method) ? memory.find(method, params) : undefined
  }
}

/** A call as JSON-RPC has it. */
export function readCall(body: string): { id: unknown; method: string; params: unknown } {
  const { id = null, method, params } = objectOf(readJson(body))
  return { id, method: String(method), params }
}

/** What an answer in JSON-RPC gives. */
export function readResult(text: string): { answer: Json; hasResult: boolean } {
  const answer = objectOf(readJson(text))
  return { answer, hasResult: 'result' in answer }
}
