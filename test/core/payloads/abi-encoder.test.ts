import fc, { type Arbitrary } from 'fast-check'
import {
  encodeFunctionData,
  erc20Abi,
  parseAbiItem,
  type AbiFunction,
  type AbiParameter,
  type Hex,
} from 'viem'
import { describe, expect, test } from 'vitest'

import { compileCall } from '../../../src/core/payloads/abi-encoder.ts'
import { factoryAbi } from '../../../src/core/payloads/factory-abi.ts'

const approve = erc20Abi.filter((item) => item.type === 'function' && item.name === 'approve')
const functions: AbiFunction[] = [
  ...factoryAbi,
  ...approve.flatMap((item) => (item.type === 'function' ? [item] : [])),
  // What the factory does not have, but could: fixed tuples, and lists inside lists and tuples.
  parseAbiItem([
    'function mixed((uint8 a, (bool b, address c) d) fixed_tuple, uint64[][] nested, (string s, bytes[] parts)[] dynamic_tuples, bool flag)',
  ]),
]

/** Any value of a type, as viem takes it. */
function valueOf(parameter: AbiParameter): Arbitrary<unknown> {
  const { type } = parameter
  if (type.endsWith('[]'))
    return fc.array(valueOf({ ...parameter, type: type.slice(0, -2) }), { maxLength: 3 })
  if (type === 'tuple' && 'components' in parameter) {
    const fields = parameter.components.map((part) => [part.name ?? '', valueOf(part)] as const)
    return fc.record(Object.fromEntries(fields))
  }
  if (type === 'string') return fc.string({ unit: 'binary', maxLength: 80 })
  if (type === 'bool') return fc.boolean()
  if (type === 'address') return hexOf(20, 20)
  if (type === 'bytes') return hexOf(0, 80)
  const bits = BigInt(type.replace('uint', ''))
  const units = fc.bigInt({ min: 0n, max: (1n << bits) - 1n })
  return bits <= 48n ? units.map(Number) : units
}

/** A function of one argument; a tuple has one text. */
const taking = (type: string): AbiFunction => ({
  type: 'function',
  name: 'take',
  stateMutability: 'nonpayable',
  outputs: [],
  inputs: [{ name: 'value', type, components: [{ name: 'a', type: 'string' }] }],
})

const hexOf = (minLength: number, maxLength: number): Arbitrary<Hex> =>
  fc
    .uint8Array({ minLength, maxLength })
    .map((bytes): Hex => `0x${Buffer.from(bytes).toString('hex')}`)

describe('a call is encoded as viem encodes it', () => {
  test.each(functions.map((abi) => [abi.name, abi] as const))(
    '%s, for any values',
    (_name, abi) => {
      const encode = compileCall(abi)
      const anyArgs = fc.tuple(...abi.inputs.map(valueOf))
      fc.assert(
        fc.property(anyArgs, (args) => {
          expect(encode(args)).toBe(encodeFunctionData({ abi: [abi], args }))
        }),
      )
    },
  )

  test('text beyond ASCII counts its bytes, not its characters', () => {
    const abi = parseAbiItem('function note(string text)')
    const args = [`${'ü'.repeat(20)}🫖`] as const
    expect(compileCall(abi)(args)).toBe(encodeFunctionData({ abi: [abi], args }))
  })
})

describe('a value that its type cannot hold is an error, never other bytes', () => {
  test.each([
    ['uint8', 256],
    ['uint8', -1],
    ['uint64', 2n ** 64n],
    ['uint256', '1'],
    ['uint256', 2n ** 256n],
    ['address', '0x12'],
    ['address', 7],
    ['bytes', '0x123'],
    ['bytes', 'zz'],
    ['bytes', 5],
    ['bool', 1],
    ['string', 5],
    ['string', undefined],
    ['string[]', 'text'],
    ['tuple', 'text'],
    ['tuple', {}],
    ['tuple', null],
  ])('%s: %s', (type, value) => {
    const encode = compileCall(taking(type))
    expect(() => encode([value])).toThrow(/ is not a /)
  })

  test('a missing argument', () => {
    const abi = parseAbiItem('function note(string text)')
    expect(() => compileCall(abi)([])).toThrow('note takes 1 arguments, not 0')
  })
})

test.each(['int8', 'bytes32', 'uint8[2]'])('the type %s is refused at once', (type) => {
  expect(() => compileCall(taking(type))).toThrow(`does not know the type ${type}`)
})

describe('one call leaves nothing to the next', () => {
  const abi = parseAbiItem('function note(string text, bytes data, uint256 number)')
  const encode = compileCall(abi)
  const expected = (...args: [text: string, data: Hex, number: bigint]) =>
    encodeFunctionData({ abi: [abi], args })

  test.each([
    ['text', 'long '.repeat(5_000), '0x'],
    ['text beyond ASCII', 'länger '.repeat(5_000), '0x'],
    ['bytes', '', `0x${'ab'.repeat(20_000)}`],
  ] as const)('neither one of long %s', (_name, text, data) => {
    const fresh = compileCall(abi)
    expect(fresh([text, data, 2n ** 256n - 1n])).toBe(expected(text, data, 2n ** 256n - 1n))
    expect(fresh(['short', '0xff', 1n])).toBe(expected('short', '0xff', 1n))
  })

  test('nor one that failed half-way', () => {
    expect(() => encode(['a text that was written', '0xff', -1])).toThrow('-1 is not a uint256')
    expect(encode(['', '0x', 0n])).toBe(expected('', '0x', 0n))
  })
})
