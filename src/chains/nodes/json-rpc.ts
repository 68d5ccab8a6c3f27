import { z } from 'zod'

import { ChainUnavailableError, DomainError } from '../../core/terms/errors.ts'
import type { NodeUrls } from '../../core/terms/network.ts'
import { keysIn } from '../../core/terms/public-rpc.ts'
import { readRetryAfterMs } from '../../services/flow/read-retry-after-ms.ts'
import {
  inOrder,
  isLimiting,
  isResting,
  nodesOf,
  sinceStart,
  tryNode,
  type ChainNode,
  type Clock,
} from './chain-nodes.ts'
import { payForCall } from './node-purse.ts'
import { readJson } from '../../core/terms/read-json.ts'

const RPC_DEADLINE_MS = 10_000
/** For what is read as it comes, so many deadlines. */
const LONG_DEADLINES = 12
/** However long a node asks to be left alone, it is tried again after an hour. */
const LONGEST_LIMIT_MS = 3_600_000
/** More than the results of blocks that are filled by their usual use: what goes on after that would fill the memory. */
const MOST_MIB = 64
/** Of what is read in another way where it is long, more than a short one takes: what is still on its way at the deadline is long then, and the node not hung. */
const LONG_BYTES = 65_536
const MAX_DETAIL_CHARACTERS = 200
/** What is shorter may be a word of the node's own. */
const SHORTEST_KEY = 8

/** The node is well and answered with an error of its own. */
export class RpcRefusedError extends Error {
  readonly code: number
  readonly data: unknown

  constructor(code: number, message: string, data: unknown) {
    super(message)
    this.code = code
    this.data = data
  }

  /** Everything it said in words: CometBFT puts the reason into the data. */
  get words(): string {
    return typeof this.data === 'string' ? `${this.message}: ${this.data}` : this.message
  }
}

/** The node answers, and what it says cannot be: it is no block, or does not add up. */
export class OddAnswerError extends ChainUnavailableError {}

/** More than is read: the node is well, and asked for less, it may answer. */
export class TooLongAnswerError extends ChainUnavailableError {}

/** The node wants no more calls of ours for now; `retryAfterMs` is 0 where it does not say for how long. */
class NodeLimitsError extends ChainUnavailableError {
  readonly retryAfterMs: number

  constructor(chainUid: string, detail: string, retryAfterMs: number) {
    super(chainUid, detail)
    this.retryAfterMs = retryAfterMs
  }
}

/** Reads an answer as it comes, and gives what is wanted of it in the form of a whole one; `undefined` where it is no JSON. */
export type ReadAnswer = (text: AsyncIterable<string>) => Promise<unknown>

/**
 * Calls one method of a node and gives its result. What is read by `read` may be of any length, and may take twelve times as long; all
 * else is read at once.
 */
export type JsonRpc = (method: string, params: unknown, read?: ReadAnswer) => Promise<unknown>

const Answer = z.union([
  z.object({
    error: z.object({ code: z.number(), message: z.string(), data: z.unknown().optional() }),
  }),
  z.object({ result: z.unknown() }).refine((answer) => 'result' in answer),
])

/** Nodes that answer 200 to say "too many requests": the code of EIP-1474, and those of large providers. */
const RATE_LIMIT_CODES = new Set([-32005, -32007, 429])

/** How providers say that they would answer for fewer blocks, some with the code of a rate limit, some with HTTP 400. */
const TOO_MUCH =
  /block range|blocks? at (a time|once)|range (is )?(too|exceed|limit)|more than [\d,]+ (results|logs|blocks)|response size|limit exceeded|exceeds? .*limit/i
const TOO_LARGE = /(response|result|content|body|message) (size|length)|too (big|large|long)/i
const TOO_OFTEN = /\brate\b|per second|too many requests|daily|credits|capacity|compute units/i

/** Whether a node refuses the length of a range of logs, and not that it is asked at all. */
const isTooLong = (method: string, words: string) =>
  method === 'eth_getLogs' && TOO_MUCH.test(words) && !TOO_OFTEN.test(words)

const isOfReceipts = (method: string) =>
  method === 'eth_getBlockReceipts' || method === 'eth_getTransactionReceipt'

/** Whether a node refuses the length of its own answer, which a shorter one would not have. */
const isTooLarge = (method: string, words: string) =>
  isOfReceipts(method) && TOO_LARGE.test(words) && !TOO_OFTEN.test(words)

type HttpAnswer = { status: number; answer: unknown; retryAfterMs: number }

/** How nodes are asked: `deadlineMs` is for one call, 10 s by default; with `node`, no other one is asked. */
export type RpcOptions = { deadlineMs?: number; node?: ChainNode; now?: Clock }

/**
 * JSON-RPC over HTTP with a deadline, for both families of chains. Where one of the chain's nodes is unavailable, the next is
 * asked; nothing is tried twice: whoever calls knows whether that is worth it. Of several, one that was unavailable is not asked
 * again at once, and not at all meanwhile where it is the one `node`; one that limits our calls is left alone by everybody for as long as it says, or
 * longer with each time in a row. Only the network's own addresses are ever
 * fetched, so redirects are refused.
 * Every call throws:
 * - {TooLongAnswerError} its answer is longer than is read or, of receipts, than the node gives; of these and of a block's results, also in time
 * - {ChainUnavailableError} of each node: no connection, no answer in time, an HTTP error, an answer that is not JSON-RPC
 * - {RpcRefusedError} a node answered with an error
 */
export function createJsonRpc(
  chain: NodeUrls & { chain_uid: string },
  { deadlineMs = RPC_DEADLINE_MS, node: only, now = sinceStart }: RpcOptions = {},
): JsonRpc {
  const nodes = nodesOf(chain)
  const unavailable = (detail: string) => new ChainUnavailableError(chain.chain_uid, detail)
  const tooLong = (detail: string) => new TooLongAnswerError(chain.chain_uid, detail)

  async function post(
    { url }: ChainNode,
    method: string,
    body: string,
    read: ReadAnswer | undefined,
  ): Promise<HttpAnswer> {
    const come = { bytes: 0 }
    const waitMs = read ? deadlineMs * LONG_DEADLINES : deadlineMs
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
        redirect: 'error',
        signal: AbortSignal.timeout(waitMs),
      })
      const { status, headers } = response
      return {
        status,
        answer: await (read ?? readAtOnce)(textOf(response.body, come)),
        retryAfterMs: readRetryAfterMs(headers, LONGEST_LIMIT_MS),
      }
    } catch (error) {
      if (error instanceof DomainError) throw error
      // The text of these errors may hold the address, which may hold a provider's key.
      const isLate = error instanceof Error && error.name === 'TimeoutError'
      if (!isLate) throw unavailable('no connection to its node')
      if ((isOfReceipts(method) || method === 'block_results') && come.bytes > LONG_BYTES)
        throw tooLong(`its node's answer takes longer than ${waitMs} ms`)
      throw unavailable(`no answer within ${waitMs} ms`)
    }
  }

  /** @throws {TooLongAnswerError} it does not end */
  async function readAtOnce(text: AsyncIterable<string>): Promise<unknown> {
    let whole = ''
    for await (const piece of text) {
      whole += piece
      if (whole.length > MOST_MIB * 2 ** 20)
        throw tooLong(`its node answers with more than ${MOST_MIB} MiB`)
    }
    return readJson(whole)
  }

  async function askOne(
    node: ChainNode,
    method: string,
    body: string,
    read?: ReadAnswer,
  ): Promise<unknown> {
    const { status, answer: said, retryAfterMs } = await post(node, method, body, read)
    const answer = Answer.safeParse(said)
    const error = answer.success && 'error' in answer.data ? answer.data.error : undefined
    if (error && isTooLarge(method, error.message))
      throw tooLong('its node refuses an answer of that length')
    const isRange = error !== undefined && isTooLong(method, error.message)
    const isFine = (status >= 200 && status < 300) || (status === 400 && isRange)
    if (!isFine) {
      const detail = `its node answered HTTP ${status}`
      if (status !== 429 && retryAfterMs === 0) throw unavailable(detail)
      throw new NodeLimitsError(chain.chain_uid, detail, retryAfterMs)
    }
    if (!answer.success) throw unavailable('its node did not answer in JSON-RPC')
    if (!('error' in answer.data)) return answer.data.result
    const { code, message, data } = answer.data.error
    if (RATE_LIMIT_CODES.has(code) && !isRange)
      throw new NodeLimitsError(chain.chain_uid, 'its node limits our calls', 0)
    const hide = hiderOf(node.url)
    throw new RpcRefusedError(code, hide(message), typeof data === 'string' ? hide(data) : data)
  }

  function candidates(): readonly ChainNode[] {
    if (!only) return inOrder(nodes, now())
    if (isLimiting(only, now())) return []
    if (nodes.length > 1 && isResting(only, now())) throw unavailable('one of its nodes is away')
    return [only]
  }

  return async (method, params, read) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    let trouble = unavailable('its node has asked for fewer calls of ours')
    for (const node of candidates()) {
      const attempt = tryNode(node, now)
      try {
        await payForCall()
      } catch (error) {
        attempt.wasNotAsked()
        throw error
      }
      try {
        const result = await askOne(node, method, body, read)
        attempt.wasWell()
        return result
      } catch (error) {
        if (error instanceof RpcRefusedError || error instanceof TooLongAnswerError)
          attempt.wasWell()
        if (!(error instanceof ChainUnavailableError)) throw error
        if (error instanceof NodeLimitsError) attempt.wasLimited(error.retryAfterMs)
        else if (!(error instanceof TooLongAnswerError)) attempt.wasAway()
        trouble = error
      }
    }
    throw trouble
  }
}

/** The text of an answer as it comes; `come` counts what came of it. */
async function* textOf(answer: Response['body'], come: { bytes: number }): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  for await (const chunk of answer ?? []) {
    come.bytes += chunk.byteLength
    yield decoder.decode(chunk, { stream: true })
  }
  yield decoder.decode()
}

/** Nodes may repeat the key that they were asked with. */
function hiderOf(url: string): (text: string) => string {
  const keys = keysIn(url).filter(({ length }) => length >= SHORTEST_KEY)
  return (text) => keys.reduce((shown, key) => shown.replaceAll(key, '<key>'), text)
}

/**
 * Runs calls of a client library, whose errors wrap ours or complain about the node's answer.
 * @throws {DomainError} the one behind the failure; otherwise {ChainUnavailableError}, an {OddAnswerError} where no node refused
 */
export async function orUnavailable<T>(chainUid: string, calls: () => Promise<T>): Promise<T> {
  try {
    return await calls()
  } catch (error) {
    const behind = causesOf(error)
    const known = behind.find((cause) => cause instanceof DomainError)
    if (known) throw known
    const refusal = behind.find((cause) => cause instanceof RpcRefusedError)
    const short = (detail: string) => detail.slice(0, MAX_DETAIL_CHARACTERS)
    if (refusal)
      throw new ChainUnavailableError(chainUid, short(`its node refused: ${refusal.words}`))
    const words = error instanceof Error ? error.message : String(error)
    throw new OddAnswerError(chainUid, short(`its node's answer cannot be used: ${words}`))
  }
}

/** An error and everything it says it was caused by, outermost first. */
export function causesOf(error: unknown): Error[] {
  const causes: Error[] = []
  for (let cause = error; cause instanceof Error && !causes.includes(cause); cause = cause.cause) {
    causes.push(cause)
  }
  return causes
}
