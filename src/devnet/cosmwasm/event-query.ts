import type { ChainEvent } from './chain-event.ts'

export type Operator = '=' | '<' | '<=' | '>' | '>=' | 'CONTAINS' | 'EXISTS'
export type Condition = { key: string; operator: Operator; value: string }

export class EventQueryError extends Error {}

const CONDITION =
  /^\s*([^\s<>=']+)\s*(<=|>=|=|<|>|CONTAINS\b|EXISTS\b)\s*(?:'([^']*)'|([^\s']+))?\s*/
const AND = /^AND\s+/

/**
 * Reads a query in CometBFT's language: conditions joined by AND, values in single quotes or as numbers.
 * @throws {EventQueryError} not in that language
 * @example parseEventQuery("tx.height>=5 AND wasm-euclid.tx_id CONTAINS 'base:0x'")
 */
export function parseEventQuery(text: string): Condition[] {
  const conditions: Condition[] = []
  let rest = text.trim()
  while (rest !== '') {
    const match = CONDITION.exec(rest)
    const [whole, key, operator, quoted, plain] = match ?? []
    if (whole === undefined || key === undefined || operator === undefined)
      throw new EventQueryError(`failed to parse query: near "${rest}"`)
    const value =
      operator === 'EXISTS' && quoted === undefined && plain === 'AND'
        ? undefined
        : (quoted ?? plain)
    if (value === undefined && operator !== 'EXISTS')
      throw new EventQueryError(`failed to parse query: ${key} has no value`)
    conditions.push({ key, operator: operator as Operator, value: value ?? '' }) // the pattern knows no other
    rest = rest.slice(whole.length)
    if (operator === 'EXISTS' && plain === 'AND') continue
    if (rest === '') break
    const and = AND.exec(rest)
    if (!and || rest.length === and[0].length)
      throw new EventQueryError(`failed to parse query: expected AND before "${rest}"`)
    rest = rest.slice(and[0].length)
  }
  if (conditions.length === 0) throw new EventQueryError('failed to parse query: it is empty')
  return conditions
}

/** Whether some attribute `<event type>.<key>` meets the condition. */
export function matchesEvents(
  { key, operator, value }: Condition,
  events: readonly ChainEvent[],
): boolean {
  return events.some(({ type, attributes }) =>
    attributes.some((held) => `${type}.${held.key}` === key && meets(held.value, operator, value)),
  )
}

/** Compares as CometBFT does: equality and CONTAINS on text, order on whole numbers. */
export function meets(held: string, operator: Operator, value: string): boolean {
  if (operator === 'EXISTS') return true
  if (operator === '=') return held === value
  if (operator === 'CONTAINS') return held.includes(value)
  const digits = /^\d+/.exec(held)?.[0]
  if (digits === undefined || !/^\d+$/.test(value)) return false
  const [left, right] = [BigInt(digits), BigInt(value)]
  if (operator === '<') return left < right
  if (operator === '<=') return left <= right
  if (operator === '>') return left > right
  return left >= right
}
