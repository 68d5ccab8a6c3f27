import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { readLongResults } from '../../../src/chains/cosmwasm/long-results.ts'
import { TooLongAnswerError } from '../../../src/chains/nodes/json-rpc.ts'

const OURS = ['router', 'factory']
const read = readLongResults('neuron', new Set(OURS))

async function* inPieces(text: string, ...lengths: number[]): AsyncGenerator<string> {
  let from = 0
  for (let nth = 0; from < text.length; nth += 1) {
    const length = lengths[nth % lengths.length] ?? text.length
    yield text.slice(from, from + length)
    from += length
  }
}

type Event = { type: string; attributes: { key: string; value: string; index?: boolean }[] }
type Result = { code: number; log: string; events: Event[] }

/** What is kept of results, worked out from the whole of them. */
function keptOf(results: readonly Result[]) {
  return results.map(({ code, log, events }) => {
    const named = new Set<string>()
    const kept = events.flatMap(({ type, attributes }) => {
      const all = attributes.map(({ key, value }) => ({ key, value }))
      const contract = all.find(({ key }) => key === '_contract_address')
      const isNews = contract !== undefined && !named.has(contract.value)
      if (contract) named.add(contract.value)
      if (type === 'message' || (contract && OURS.includes(contract.value)))
        return [{ type, attributes: all }]
      return isNews ? [{ type, attributes: [contract] }] : []
    })
    return { code, log, events: kept }
  })
}

const attribute = fc.record({
  key: fc.string(),
  value: fc.string({ unit: 'binary' }),
  index: fc.boolean(),
})
const event = fc
  .record({
    type: fc.oneof(
      fc.constantFrom('wasm', 'message', 'wasm-euclid', 'execute', 'transfer'),
      fc.string(),
    ),
    contract: fc.option(fc.constantFrom('router', 'factory', 'foreign', 'another')),
    attributes: fc.array(attribute),
  })
  .map(({ type, contract, attributes }) => ({
    type,
    attributes: [
      ...(contract === null ? [] : [{ key: '_contract_address', value: contract, index: true }]),
      ...attributes,
    ],
  }))
const result = fc.record({
  code: fc.nat(40),
  data: fc.option(fc.base64String()),
  log: fc.string({ unit: 'binary' }),
  gas_used: fc.nat().map(String),
  events: fc.array(event),
  codespace: fc.string(),
})

test('what is kept of an answer is the same in whatever pieces it comes', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(result),
      fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 }),
      fc.constantFrom(undefined, 1, '\t'),
      async (txs_results, lengths, indent) => {
        const events = [
          { type: 'wasm', attributes: [{ key: '_contract_address', value: 'router' }] },
        ]
        const whole = {
          jsonrpc: '2.0',
          id: 1,
          result: {
            begin_block_events: events,
            height: '5',
            txs_results,
            finalize_block_events: events,
            consensus_param_updates: { block: { max_bytes: '1' }, txs_results: [] },
          },
        }
        const text = JSON.stringify(whole, undefined, indent)
        const kept = { result: { txs_results: keptOf(txs_results) } }
        expect(await read(inPieces(text, ...lengths))).toEqual(kept)
      },
    ),
  )
})

describe('an answer without results', () => {
  test.each([
    { name: 'a page', text: '<html></html>', read: undefined },
    { name: 'nothing', text: '', read: undefined },
    { name: 'a part of one', text: '{"result":{"txs_results":[{"code":0', read: undefined },
    { name: 'one and more', text: '{"result":{}}x', read: undefined },
    { name: 'a list', text: '[1,"x",{"result":{}}]', read: { result: { txs_results: [] } } },
    { name: 'a word', text: '"x"', read: { result: { txs_results: [] } } },
    {
      name: 'a refusal',
      text: '{"jsonrpc":"2.0","error":{"code":-32603,"message":"pruned","data":{"x":["y"]}},"id":1}',
      read: { error: { code: -32603, message: 'pruned' } },
    },
    {
      name: 'null in every place',
      text: '{"result":{"txs_results":[null,{"code":null,"log":null,"events":null},{"events":[{"type":null,"attributes":null}]}]}}',
      read: {
        result: {
          txs_results: [
            { code: 0, log: '', events: [] },
            { code: 0, log: '', events: [] },
          ],
        },
      },
    },
  ])('$name', async ({ text, read: wanted }) => {
    expect(await read(inPieces(text, 7))).toEqual(wanted)
  })
})

describe('a node that goes on for ever is given up before the memory is full', () => {
  const tx = '{"code":0,"events":['
  const ours = '{"type":"wasm","attributes":[{"key":"_contract_address","value":"router"}'
  test.each([
    {
      name: 'in what our own contract says',
      begin: `${tx}${ours}`,
      each: `,{"key":"x","value":"${'y'.repeat(2 ** 20)}"}`,
    },
    { name: 'in empty results', begin: `${tx}]}`, each: ',{}'.repeat(2 ** 15) },
    {
      name: 'in failures',
      begin: `${tx}]}`,
      each: `,{"log":"${'y'.repeat(2 ** 15)}"}`.repeat(2 ** 5),
    },
    {
      name: 'in events of messages',
      begin: `${tx}{}`,
      each: ',{"type":"message"}'.repeat(2 ** 13),
    },
    {
      name: 'in contracts, each another',
      begin: `${tx}{}`,
      each: (nth: number) =>
        Array.from(
          { length: 2 ** 10 },
          (_, of) =>
            `,{"type":"wasm","attributes":[{"key":"_contract_address","value":"${nth}-${of}"}]}`,
        ).join(''),
    },
  ])('$name', async ({ begin, each }) => {
    async function* endless() {
      yield `{"result":{"txs_results":[${begin}`
      for (let nth = 0; ; nth += 1) yield typeof each === 'string' ? each : each(nth)
    }
    await expect(read(endless())).rejects.toThrow(TooLongAnswerError)
  })

  test('in what is nested', async () => {
    async function* endless() {
      for (;;) yield '[{"a":'.repeat(2 ** 8)
    }
    expect(await read(endless())).toBeUndefined()
  })

  test.each([
    { name: 'a key', begin: '{"', each: 'k', end: '":0,' },
    { name: 'a number', begin: '{"id":1', each: '1', end: ',' },
    { name: 'a word of others', begin: '{"id":"', each: 'x', end: '",' },
  ])('$name is passed over without being kept', async ({ begin, each, end }) => {
    async function* long() {
      yield begin
      // More than one text of JavaScript can be.
      for (let left = 520; left > 0; left -= 1) yield each.repeat(2 ** 20)
      yield `${end}"result":{"txs_results":[{}]}}`
    }
    const empty = { code: 0, log: '', events: [] }
    expect(await read(long())).toEqual({ result: { txs_results: [empty] } })
  })
})
