import { z } from 'zod'

import { TooLongAnswerError, type ReadAnswer } from '../nodes/json-rpc.ts'
import { readParts, type Place } from './json-parts.ts'

const Event = z.object({
  type: z.string(),
  attributes: z.array(z.object({ key: z.string(), value: z.string() })),
})
const Result = z.object({ code: z.number(), log: z.string(), events: z.array(Event) })
type Event = z.infer<typeof Event>
type Result = z.infer<typeof Result>

/** The result that `readLongResults` leaves of an answer. */
export const TxResults = z.object({ txs_results: z.array(Result) })

/** Of what is kept: all else may be longer. */
const MOST_CHARACTERS = 64 * 2 ** 20
/** What a result or event takes beside its words: a node could go on with empty ones. */
const OBJECT_CHARACTERS = 100
/** Longer than what is read of a failure's words. */
const MOST_OF_WORDS = 10_000
const CONTRACT = '_contract_address'

/**
 * Reads the answer to `block_results` as it comes. Anybody may have a contract say a gigabyte in one block, for little money, and what others did in that block has to
 * be read all the same. Of a transaction's events are kept what the contracts in `ours` said, what the SDK says of messages, and one event for each other
 * contract that ran, which names it. The result is that of a short answer: `{ result: TxResults }`, or `{ error }`; `undefined` where it is no JSON.
 * wasmd names an event's contract before all that it says: https://github.com/CosmWasm/wasmd/blob/main/x/wasm/keeper/events.go
 * @throws {TooLongAnswerError} what is kept is too long as well
 */
export function readLongResults(chainUid: string, ours: ReadonlySet<string>): ReadAnswer {
  return async (text) => {
    const results: Result[] = []
    const refusal = { code: 0, message: '' }
    let isRefused = false
    let characters = 0

    let result: Result = { code: 0, log: '', events: [] }
    let named = new Set<string>()
    let event: Event = { type: '', attributes: [] }
    let contract: string | undefined
    let attribute = { key: '', value: '' }

    const isKept = () => event.type === 'message' || (contract !== undefined && ours.has(contract))

    function keep(more: number): void {
      characters += more
      if (characters > MOST_CHARACTERS)
        throw new TooLongAnswerError(chainUid, 'what is to be kept of a block is too long')
    }

    function endAttribute(): void {
      const { key, value } = attribute
      const isNaming = key === CONTRACT && contract === undefined
      if (isNaming) contract = value
      if (!isNaming && !isKept()) return
      keep(key.length + value.length)
      event.attributes.push(attribute)
    }

    function endEvent(): void {
      const isNews = contract !== undefined && !named.has(contract)
      if (contract !== undefined) named.add(contract)
      if (!isNews && !isKept()) return
      keep(OBJECT_CHARACTERS + event.type.length)
      result.events.push(event)
    }

    const attributes: Place = {
      each: {
        begin: () => void (attribute = { key: '', value: '' }),
        fields: {
          key: { take: (name) => void (attribute.key = name) },
          value: {
            most: MOST_CHARACTERS,
            isWanted: () => attribute.key === CONTRACT || isKept(),
            take: (said) => void (attribute.value = said),
          },
        },
        end: endAttribute,
      },
    }
    const events: Place = {
      each: {
        begin() {
          event = { type: '', attributes: [] }
          contract = undefined
        },
        fields: {
          type: { take: (type) => void (event.type = type) },
          attributes,
        },
        end: endEvent,
      },
    }
    const txs_results: Place = {
      each: {
        begin() {
          result = { code: 0, log: '', events: [] }
          named = new Set()
          keep(OBJECT_CHARACTERS)
          results.push(result)
        },
        fields: {
          code: { take: (code) => void (result.code = Number(code)) },
          log: {
            most: MOST_OF_WORDS,
            take(log) {
              keep(log.length)
              result.log = log
            },
          },
          events,
        },
      },
    }
    const error: Place = {
      begin: () => void (isRefused = true),
      fields: {
        code: { take: (code) => void (refusal.code = Number(code)) },
        message: { most: MOST_OF_WORDS, take: (message) => void (refusal.message = message) },
      },
    }
    const isWhole = await readParts(text, {
      fields: { result: { fields: { txs_results } }, error },
    })
    if (!isWhole) return undefined
    return isRefused ? { error: refusal } : { result: { txs_results: results } }
  }
}
