import { fromBase64, fromHex, toBase64, toHex } from '@cosmjs/encoding'

import { answerAbciQuery } from './abci-query.ts'
import type { Block, IncludedTx } from './block-store.ts'
import { TxInCacheError, type Chain } from './chain.ts'
import {
  EventQueryError,
  matchesEvents,
  meets,
  parseEventQuery,
  type Condition,
} from './event-query.ts'
import {
  blockJson,
  blockMetaJson,
  blockResultsJson,
  statusJson,
  txJson,
  txResultJson,
} from './rpc-shapes.ts'

/** A refusal with JSON-RPC's code. CometBFT puts the reason into `data`. */
export class RpcError extends Error {
  readonly code: number
  readonly data: string

  constructor(code: number, message: string, data: string) {
    super(message)
    this.code = code
    this.data = data
  }
}

const internal = (reason: string) => new RpcError(-32603, 'Internal error', reason)
const invalid = (reason: string) => new RpcError(-32602, 'Invalid params', reason)

export type RpcMethod = (chain: Chain, params: Params) => unknown | Promise<unknown>

/** Parameters by name. From a POST they are JSON values, from a URI they are text; both are read by the same functions. */
export type Params = { isUri: boolean; values: Readonly<Record<string, unknown>> }

const COMMIT_WAIT_MS = 10_000
const MAX_PER_PAGE = 100
const MAX_METAS = 20

/** The methods of CometBFT 0.38 that clients need, by name. */
export const rpcMethods: Record<string, RpcMethod> = {
  health: () => ({}),
  status: (chain) => statusJson(chain, blockAt(chain, 1), blockAt(chain, chain.blocks.latest())),
  abci_info: (chain) => ({
    response: {
      data: chain.chainId,
      version: '0',
      app_version: '0',
      last_block_height: `${chain.blocks.latest()}`,
      last_block_app_hash: Buffer.from(
        blockAt(chain, chain.blocks.latest()).appHash,
        'hex',
      ).toString('base64'),
    },
  }),
  abci_query(chain, params) {
    const data = bytesParam(params, 'data', 'hex')
    const answer = answerAbciQuery(
      chain,
      textParam(params, 'path'),
      data,
      numberParam(params, 'height') ?? 0,
    )
    return { response: { ...answer, info: '', index: '0', key: null, proofOps: null } }
  },
  broadcast_tx_sync: (chain, params) => broadcast(chain, bytesParam(params, 'tx', 'base64')),
  broadcast_tx_async: (chain, params) => ({
    ...broadcast(chain, bytesParam(params, 'tx', 'base64')),
    code: 0,
    log: '',
    codespace: '',
  }),
  async broadcast_tx_commit(chain, params) {
    const check = broadcast(chain, bytesParam(params, 'tx', 'base64'))
    const included = check.code === 0 ? await waitForTx(chain, check.hash) : undefined
    return {
      check_tx: {
        code: check.code,
        log: check.log,
        codespace: check.codespace,
        data: '',
        gas_wanted: '0',
        gas_used: '0',
        events: [],
      },
      tx_result: included ? txResultJson(included.result) : {},
      hash: check.hash,
      height: `${included?.height ?? 0}`,
    }
  },
  tx(chain, params) {
    const hash = toHex(bytesParam(params, 'hash', 'base64')).toUpperCase()
    const tx = chain.blocks.tx(hash)
    if (!tx) throw internal(`tx (${hash}) not found`)
    return txJson(tx)
  },
  tx_search(chain, params) {
    const found = searchTxs(chain, parseQuery(textParam(params, 'query')))
    const { items, total } = pageOf(found, params)
    return { txs: items.map(txJson), total_count: `${total}` }
  },
  block: (chain, params) => blockJson(chain, blockParam(chain, params)),
  block_results: (chain, params) => blockResultsJson(blockParam(chain, params)),
  block_search(chain, params) {
    const conditions = parseQuery(textParam(params, 'query'))
    if (conditions.some(({ key }) => key !== 'block.height'))
      throw internal('only block.height can be searched: blocks have no events of their own')
    const [from, to] = heightRange(conditions, 'block.height')
    const { items, total } = pageOf(
      heightsBetween(from, Math.min(to, chain.blocks.latest())),
      params,
    )
    return {
      blocks: items.map((height) => blockJson(chain, blockAt(chain, height))),
      total_count: `${total}`,
    }
  },
  blockchain(chain, params) {
    const latest = chain.blocks.latest()
    const max = Math.min(numberParam(params, 'maxHeight') || latest, latest)
    const min = Math.max(numberParam(params, 'minHeight') || 1, max - MAX_METAS + 1, 1)
    if (min > max) throw internal(`min height ${min} can't be greater than max height ${max}`)
    const block_metas = heightsBetween(min, max)
      .reverse()
      .map((height) => blockMetaJson(chain, blockAt(chain, height)))
    return { last_height: `${latest}`, block_metas }
  },
  unconfirmed_txs(chain, params) {
    const limit = Math.min(Math.max(numberParam(params, 'limit') ?? 30, 1), MAX_PER_PAGE)
    const txs = chain
      .waiting()
      .slice(0, limit)
      .map((bytes) => toBase64(bytes))
    return { ...unconfirmed(chain), n_txs: `${txs.length}`, txs }
  },
  num_unconfirmed_txs: (chain) => ({ ...unconfirmed(chain), txs: null }),
}

function unconfirmed(chain: Chain) {
  const waiting = chain.waiting()
  const bytes = waiting.reduce((sum, { length }) => sum + length, 0)
  return { n_txs: `${waiting.length}`, total: `${waiting.length}`, total_bytes: `${bytes}` }
}

function broadcast(chain: Chain, bytes: Uint8Array) {
  try {
    return { ...chain.broadcast(bytes), data: '' }
  } catch (error) {
    if (error instanceof TxInCacheError) throw internal(error.message)
    throw error
  }
}

async function waitForTx(chain: Chain, hash: string): Promise<IncludedTx> {
  for (let waitedMs = 0; waitedMs < COMMIT_WAIT_MS; waitedMs += 20) {
    const tx = chain.blocks.tx(hash)
    if (tx) return tx
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw internal('timed out waiting for tx to be included in a block')
}

function parseQuery(text: string): Condition[] {
  try {
    return parseEventQuery(text)
  } catch (error) {
    if (error instanceof EventQueryError) throw internal(error.message)
    throw error
  }
}

/** Looks at no more transactions than the conditions on hash and height leave, one after another. */
function searchTxs(chain: Chain, conditions: Condition[]): IncludedTx[] {
  const [from, to] = heightRange(conditions, 'tx.height')
  const hash = conditions.find(({ key, operator }) => key === 'tx.hash' && operator === '=')?.value
  const candidates =
    hash === undefined
      ? chain.blocks.txs(from, to, textsOf(conditions))
      : [chain.blocks.tx(hash)].filter((tx) => tx !== undefined)
  const found: IncludedTx[] = []
  for (const tx of candidates)
    if (conditions.every((condition) => matchesTx(condition, tx))) found.push(tx)
  return found
}

/** What a transaction that meets the conditions has in its events, word for word: most of a long chain needs no other look. */
const textsOf = (conditions: readonly Condition[]) =>
  conditions
    .filter(({ key, operator }) => !/^t[xm]\./.test(key) && /^(?:=|CONTAINS)$/.test(operator))
    .map(({ value }) => value)

function matchesTx(condition: Condition, tx: IncludedTx): boolean {
  const { key, operator, value } = condition
  if (key === 'tx.height') return meets(`${tx.height}`, operator, value)
  if (key === 'tx.hash') return meets(tx.hash, operator, value.toUpperCase())
  if (key === 'tm.event') return meets('Tx', operator, value)
  return matchesEvents(condition, tx.result.events)
}

function heightRange(conditions: Condition[], key: string): [from: number, to: number] {
  let from = 1
  let to = Number.MAX_SAFE_INTEGER
  for (const condition of conditions) {
    const height = Number(condition.value)
    if (condition.key !== key || !Number.isSafeInteger(height)) continue
    if (condition.operator === '=') [from, to] = [Math.max(from, height), Math.min(to, height)]
    else if (condition.operator === '>') from = Math.max(from, height + 1)
    else if (condition.operator === '>=') from = Math.max(from, height)
    else if (condition.operator === '<') to = Math.min(to, height - 1)
    else if (condition.operator === '<=') to = Math.min(to, height)
  }
  return [from, to]
}

function heightsBetween(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index)
}

function pageOf<Item>(ascending: Item[], params: Params): { items: Item[]; total: number } {
  const order = optionalText(params, 'order_by') || 'asc'
  if (order !== 'asc' && order !== 'desc')
    throw internal('expected order_by to be either `asc` or `desc` or empty')
  const perPage = Math.min(Math.max(numberParam(params, 'per_page') ?? 30, 1), MAX_PER_PAGE)
  const page = numberParam(params, 'page') ?? 1
  const pages = Math.max(1, Math.ceil(ascending.length / perPage))
  if (page < 1 || page > pages)
    throw internal(`page should be within [1, ${pages}] range, given ${page}`)
  const items = order === 'asc' ? ascending : [...ascending].reverse()
  return { items: items.slice((page - 1) * perPage, page * perPage), total: ascending.length }
}

function blockParam(chain: Chain, params: Params): Block {
  return blockAt(chain, numberParam(params, 'height') || chain.blocks.latest())
}

function blockAt(chain: Chain, height: number): Block {
  const block = chain.blocks.block(height)
  if (block) return block
  const latest = chain.blocks.latest()
  throw internal(
    height < 1
      ? 'height must be greater than 0'
      : `height ${height} must be less than or equal to the current blockchain height ${latest}`,
  )
}

function optionalText({ values }: Params, name: string): string | undefined {
  const value = values[name]
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'string') throw invalid(`${name} must be text`)
  return value
}

function textParam(params: Params, name: string): string {
  const value = optionalText(params, name)
  if (value === undefined) throw invalid(`${name} is missing`)
  return value
}

function numberParam({ values }: Params, name: string): number | undefined {
  const value = values[name]
  if (value === undefined || value === null || value === '') return undefined
  const number =
    typeof value === 'number' || (typeof value === 'string' && /^-?\d+$/.test(value))
      ? Number(value)
      : Number.NaN
  if (!Number.isSafeInteger(number)) throw invalid(`${name} must be a whole number`)
  return number
}

/** Bytes: in a POST in the method's own encoding, in a URI as 0x hex or quoted text. */
function bytesParam(params: Params, name: string, encoding: 'hex' | 'base64'): Uint8Array {
  const text = textParam(params, name)
  try {
    if (!params.isUri) return encoding === 'hex' ? fromHex(text) : fromBase64(text)
    return text.startsWith('0x') ? fromHex(text.slice(2)) : new Uint8Array(Buffer.from(text))
  } catch {
    throw invalid(`${name} is not ${params.isUri ? '0x hex' : encoding}`)
  }
}
