import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { parseJson } from '../../src/api/parse-json.ts'
import { InvalidRequestError } from '../../src/core/terms/errors.ts'

test('reads whatever JSON says, keys and strings of any kind', () => {
  const noPrototypeKeys = fc
    .jsonValue({ maxDepth: 4 })
    .filter((value) => !/"(__proto__|constructor|prototype)":/.test(JSON.stringify(value)))
  fc.assert(
    fc.property(noPrototypeKeys, fc.constantFrom(undefined, 2, '\t'), (value, space) => {
      const text = JSON.stringify(value, null, space)
      expect(parseJson(text)).toEqual(JSON.parse(text))
    }),
  )
})

describe('refuses', () => {
  test.each([
    ['a field that stands twice', '{"amount_in": "1", "amount_in": "9"}', 'amount_in" twice'],
    [
      'the same with the second one escaped',
      String.raw`{"amount_in": "1", "\u0061mount_in": "9"}`,
      'amount_in" twice',
    ],
    ['twice deep inside', '[{"a": [{"to": 1, "x": {"to": 1}, "to": 2}]}]', 'to" twice'],
    ['a poisoned prototype', '{"__proto__": {"x": 1}}', '__proto__'],
    ['the same escaped', String.raw`{"a": {"_\u005fproto__": 1}}`, '__proto__'],
    ['a way to the prototype', '{"constructor": {"prototype": {}}}', 'constructor'],
    ['33 levels', '['.repeat(33) + ']'.repeat(33), 'deeper than 32'],
    ['ten thousand levels', '{"a":'.repeat(10_000) + '1' + '}'.repeat(10_000), 'deeper than 32'],
    ['a character that no text keeps', String.raw`{"a": ["x\u0000"]}`, 'U+0000'],
    ['the same in a key', String.raw`{"a": {"\u0000": 1}}`, 'U+0000'],
    ['nothing', '', 'not JSON'],
    ['no JSON', "{'a': 1}", 'not JSON'],
    ['an end too early', '{"a": "', 'not JSON'],
    ['two values', '{}{}', 'not JSON'],
  ])('%s', (_what, text, problem) => {
    expect(() => parseJson(text)).toThrow(InvalidRequestError)
    expect(() => parseJson(text)).toThrow(problem)
  })
})

test.each([
  ['equal keys in two objects', '{"a": {"x": 1}, "b": {"x": 1}}'],
  ['a value that looks like a key of before', '{"a": "b", "b": "a"}'],
  [
    'quotes, colons and braces inside of strings',
    String.raw`{"a": "\"a\": {", "b": ["\\", "{", ":"], "c" : "}"}`,
  ],
  ['what only looks like U+0000', String.raw`{"a": "\\u0000"}`],
  ['32 levels', '['.repeat(32) + ']'.repeat(32)],
  ['forbidden words as values', '["__proto__", {"a": "constructor"}]'],
])('takes %s', (_what, text) => {
  expect(parseJson(text)).toEqual(JSON.parse(text))
})

test('costs little beside JSON.parse, and a long body as little in proportion', () => {
  const operation = {
    amount_in: '1000000000000000',
    asset_in: { token: 'eth', token_type: { native: { denom: 'eth' } } },
    sender: { chain_uid: 'base', address: '0x887e4aac216674d2c432798f851c1ea5d505b2e1' },
    recipient: { chain_uid: 'neuron', address: 'euclid1kn4rjnaa6yz9dh53ucep4n3ghghe3fss7u79t6' },
  }
  for (const length of [1, 200]) {
    const body = JSON.stringify(Array.from({ length }, () => operation))
    const rounds = 600 / length
    // The best of many short turns: whatever else the machine does, some of them are not interrupted.
    const best = { ours: Infinity, plain: Infinity }
    for (let turn = 0; turn < 40; turn += 1) {
      best.ours = Math.min(
        best.ours,
        lasting(rounds, () => parseJson(body)),
      )
      best.plain = Math.min(
        best.plain,
        lasting(rounds, () => JSON.parse(body)),
      )
    }
    expect(best.ours / best.plain).toBeLessThan(10)
  }
})

function lasting(rounds: number, work: () => unknown): number {
  const startedAt = performance.now()
  for (let round = 0; round < rounds; round += 1) work()
  return performance.now() - startedAt
}
