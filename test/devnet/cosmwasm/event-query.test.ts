import { expect, test } from 'vitest'

import { chainEvent } from '../../../src/devnet/cosmwasm/chain-event.ts'
import {
  EventQueryError,
  matchesEvents,
  parseEventQuery,
} from '../../../src/devnet/cosmwasm/event-query.ts'

const events = [
  chainEvent('transfer', { recipient: 'bobby', amount: '25utok' }),
  chainEvent('wasm-euclid', { tx_id: 'base:0xab:31337:7:1', note: 'a AND b', 'dotted.key': 'x' }),
]

test.each([
  { query: "transfer.recipient='bobby'", matches: true },
  { query: "transfer.recipient = 'bob'", matches: false },
  { query: "transfer.recipient CONTAINS 'obb'", matches: true },
  { query: "transfer.recipient CONTAINS 'Obb'", matches: false },
  { query: "wasm-euclid.tx_id CONTAINS '0xab:31337'", matches: true },
  { query: "wasm-euclid.note='a AND b'", matches: true },
  { query: "wasm-euclid.dotted.key='x'", matches: true },
  { query: 'transfer.recipient EXISTS', matches: true },
  { query: "transfer.sender EXISTS AND transfer.recipient='bobby'", matches: false },
  { query: "transfer.recipient EXISTS AND transfer.recipient='bobby'", matches: true },
  { query: "transfer.recipient='bobby' AND wasm-euclid.tx_id CONTAINS 'base'", matches: true },
  { query: "transfer.recipient='bobby' AND wasm-euclid.tx_id CONTAINS 'polygon'", matches: false },
  { query: 'transfer.amount>24', matches: true },
  { query: 'transfer.amount>25', matches: false },
  { query: 'transfer.amount >= 25', matches: true },
  { query: 'transfer.amount<=24', matches: false },
  { query: 'transfer.amount<26', matches: true },
  { query: 'transfer.recipient>1', matches: false },
])('$query is $matches', ({ query, matches }) => {
  expect(parseEventQuery(query).every((condition) => matchesEvents(condition, events))).toBe(
    matches,
  )
})

test.each([
  '',
  'transfer',
  "='x'",
  "a.b='x' OR c.d='y'",
  "a.b='x' AND",
  'a.b=',
  "a.b='x",
  'a.b CONTAINS',
])('%j is no query', (query) => {
  expect(() => parseEventQuery(query)).toThrow(EventQueryError)
})
