import { fromBase64, fromUtf8, toBase64 } from '@cosmjs/encoding'
import { TxRaw } from 'cosmjs-types/cosmos/tx/v1beta1/tx'
import { z } from 'zod'

import { balanceOf, balancesOf, readAccount } from './bank.ts'
import type { IncludedTx } from './block-store.ts'
import { TxInCacheError, type Chain, type CheckResult } from './chain.ts'
import { checkAddress } from './decode-tx.ts'
import { blockJson, eventsJson } from './rpc-shapes.ts'
import { ContractError, TxError } from './tx-error.ts'

/** A REST request as far as routes look at it. `body` is the parsed JSON of a POST. */
export type RestRequest = { method: string; url: URL; body: unknown }
export type RestAnswer = { status: number; body: unknown }

type Route = {
  method: 'GET' | 'POST'
  /** `:name` stands for one segment. */
  path: string
  answer(chain: Chain, params: Record<string, string>, request: RestRequest): object
}

/** A refusal in gRPC's words: 3 is a bad argument, 5 is not found. */
class RestError extends Error {
  readonly status: number
  readonly code: number

  constructor(status: number, code: number, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

const notFound = (message: string) => new RestError(404, 5, message)
const TxBytes = z.object({ tx_bytes: z.base64() })

/** The calls of the Cosmos SDK's REST gateway (LCD) that wallets use. Amounts are base units. */
const routes: Route[] = [
  {
    method: 'GET',
    path: '/cosmos/bank/v1beta1/balances/:address',
    answer(chain, { address = '' }) {
      checkAddress(address, chain.bech32Prefix)
      const balances = balancesOf(chain.state, address).map(showCoin)
      return { balances, pagination: { next_key: null, total: `${balances.length}` } }
    },
  },
  {
    method: 'GET',
    path: '/cosmos/bank/v1beta1/balances/:address/by_denom',
    answer(chain, { address = '' }, { url }) {
      checkAddress(address, chain.bech32Prefix)
      const denom = url.searchParams.get('denom') ?? ''
      return { balance: showCoin({ denom, amount: balanceOf(chain.state, address, denom) }) }
    },
  },
  {
    method: 'GET',
    path: '/cosmos/auth/v1beta1/accounts/:address',
    answer(chain, { address = '' }) {
      checkAddress(address, chain.bech32Prefix)
      const account = readAccount(chain.state, address)
      if (!account) throw notFound(`account ${address} not found`)
      const { accountNumber, sequence, pubKey } = account
      return {
        account: {
          '@type': '/cosmos.auth.v1beta1.BaseAccount',
          address,
          pub_key:
            pubKey === null ? null : { '@type': '/cosmos.crypto.secp256k1.PubKey', key: pubKey },
          account_number: `${accountNumber}`,
          sequence: `${sequence}`,
        },
      }
    },
  },
  {
    method: 'GET',
    path: '/cosmos/base/tendermint/v1beta1/node_info',
    answer: (chain) => ({
      default_node_info: { network: chain.chainId, version: '0.38.17', moniker: 'vouch-devnet' },
      application_version: { name: 'vouch-devnet', app_name: 'vouch-devnet', version: '' },
    }),
  },
  {
    method: 'GET',
    path: '/cosmos/base/tendermint/v1beta1/syncing',
    answer: () => ({ syncing: false }),
  },
  {
    method: 'GET',
    path: '/cosmos/base/tendermint/v1beta1/blocks/latest',
    answer(chain) {
      const block = chain.blocks.block(chain.blocks.latest())
      if (!block) throw notFound('there is no block yet')
      return blockJson(chain, block)
    },
  },
  {
    method: 'POST',
    path: '/cosmos/tx/v1beta1/simulate',
    answer(chain, _, { body }) {
      const result = chain.simulate(fromBase64(readBody(TxBytes, body).tx_bytes))
      if (result.code !== 0) throw new RestError(400, 3, result.log)
      return {
        gas_info: { gas_wanted: result.gasWanted, gas_used: result.gasUsed },
        result: { data: result.data, log: '', events: eventsJson(result.events) },
      }
    },
  },
  {
    method: 'POST',
    path: '/cosmos/tx/v1beta1/txs',
    answer(chain, _, { body }) {
      const bytes = fromBase64(readBody(TxBytes, body).tx_bytes)
      try {
        return { tx_response: checkJson(chain.broadcast(bytes)) }
      } catch (error) {
        if (error instanceof TxInCacheError) throw new RestError(400, 3, error.message)
        throw error
      }
    },
  },
  {
    method: 'GET',
    path: '/cosmos/tx/v1beta1/txs/:hash',
    answer(chain, { hash = '' }) {
      const tx = chain.blocks.tx(hash.toUpperCase())
      if (!tx) throw notFound(`tx not found: ${hash}`)
      return { tx: { signatures: signaturesOf(tx.tx) }, tx_response: includedJson(chain, tx) }
    },
  },
  {
    method: 'GET',
    path: '/cosmwasm/wasm/v1/contract/:address/smart/:query',
    answer(chain, { address = '', query = '' }) {
      return { data: chain.query(address, parseQuery(query)) }
    },
  },
]

/** Answers a REST request, or nothing when the path is not under the gateway's. */
export function answerRest(chain: Chain, request: RestRequest): RestAnswer | undefined {
  const { pathname } = request.url
  if (!pathname.startsWith('/cosmos/') && !pathname.startsWith('/cosmwasm/')) return undefined
  try {
    for (const route of routes) {
      const params = route.method === request.method ? match(route.path, pathname) : undefined
      if (params) return { status: 200, body: route.answer(chain, params, request) }
    }
    return failure(new RestError(501, 12, `${request.method} ${pathname} is not implemented`))
  } catch (error) {
    if (error instanceof RestError) return failure(error)
    // A query that the chain refuses, for whatever reason, is the caller's.
    if (error instanceof TxError || error instanceof ContractError)
      return failure(new RestError(400, 3, error.message))
    throw error
  }
}

function failure({ status, code, message }: RestError): RestAnswer {
  return { status, body: { code, message, details: [] } }
}

function match(pattern: string, pathname: string): Record<string, string> | undefined {
  const names = pattern.split('/')
  const parts = pathname.split('/')
  if (names.length !== parts.length) return undefined
  const params: Record<string, string> = {}
  for (const [index, name] of names.entries()) {
    const part = parts[index] ?? ''
    if (name.startsWith(':')) params[name.slice(1)] = decodeSegment(part)
    else if (name !== part) return undefined
  }
  return params
}

function decodeSegment(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    throw new RestError(400, 3, `${part} is not a path segment`)
  }
}

function readBody<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const parsed = schema.safeParse(body)
  if (!parsed.success) throw new RestError(400, 3, z.prettifyError(parsed.error))
  return parsed.data
}

/** A smart query is base64 of its JSON, in either alphabet. */
function parseQuery(text: string): unknown {
  try {
    const standard = text.replaceAll('-', '+').replaceAll('_', '/')
    return JSON.parse(fromUtf8(fromBase64(standard), true)) as unknown // the contract checks the shape
  } catch {
    throw new RestError(400, 3, 'the query is not base64 of JSON')
  }
}

const showCoin = ({ denom, amount }: { denom: string; amount: bigint }) => ({
  denom,
  amount: `${amount}`,
})

function checkJson({ hash, code, codespace, log }: CheckResult) {
  return { height: '0', txhash: hash, codespace, code, data: '', raw_log: log, logs: [] }
}

function includedJson(chain: Chain, { hash, height, result }: IncludedTx) {
  const timeMs = chain.blocks.block(height)?.timeMs ?? 0
  return {
    height: `${height}`,
    txhash: hash,
    codespace: result.codespace,
    code: result.code,
    data: result.data,
    raw_log: result.log,
    logs: [],
    gas_wanted: result.gasWanted,
    gas_used: result.gasUsed,
    timestamp: new Date(timeMs).toISOString(),
    events: eventsJson(result.events),
  }
}

function signaturesOf(tx: string): string[] {
  return TxRaw.decode(fromBase64(tx)).signatures.map((signature) => toBase64(signature))
}
