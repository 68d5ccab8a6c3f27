import { toUtf8 } from '@cosmjs/encoding'
import fc from 'fast-check'
import { encodeAbiParameters, encodeFunctionData, hexToBytes, parseAbi, toHex } from 'viem'
import { expect, test } from 'vitest'

import { relayedAnswers } from '../../../src/core/tracking/relayed-answers.ts'

const tx_id = 'base:0xabc:8453:7:1'
const packetOf = (from: string, id: string, token = 'usdc') =>
  JSON.stringify({
    transfer_voucher: {
      sender: { chain_uid: from, address: '0xabc' },
      token,
      amount: '5',
      from: null,
      recipients: [],
      tx_id: id,
    },
  })
const PACKET = packetOf('base', tx_id)
const GOOD = '{"ok":{"token":"usdc","tx_id":"base:0xabc:8453:7:1"}}'
const REFUSAL = '{"error":"no \\"such\\" {token}"}'

const abi = parseAbi([
  'function one(uint256 sequence, bytes message, bytes acknowledgment)',
  'function other(bytes proof, string message, uint64 height, string acknowledgment, bool ok)',
  'function many((bytes message, bytes acknowledgment)[] all)',
])
const found = (chainUid: string, data: `0x${string}`) =>
  relayedAnswers(chainUid, hexToBytes(data)).map(({ packet, ok, msg }) => [packet.tx_id, ok, msg])
const one = (packet: string, answer: string) =>
  encodeFunctionData({ abi, functionName: 'one', args: [7n, toHex(packet), toHex(answer)] })

test.each([
  { name: 'a call like the local one', data: one(PACKET, GOOD) },
  {
    name: 'another order, other types and a proof before it',
    data: encodeFunctionData({
      abi,
      functionName: 'other',
      args: [`0x${'7b22'.repeat(40)}`, PACKET, 9n, GOOD, true],
    }),
  },
])('an answer is found in $name', ({ data }) => {
  expect(found('base', data)).toEqual([[tx_id, true, GOOD]])
})

test('several in one call are told apart, each with its own answer', () => {
  const later = packetOf('base', 'base:0xabc:8453:8:2')
  const data = encodeFunctionData({
    abi,
    functionName: 'many',
    args: [
      [
        { message: toHex(PACKET), acknowledgment: toHex(GOOD) },
        { message: toHex(later), acknowledgment: toHex(REFUSAL) },
      ],
    ],
  })
  expect(found('base', data)).toEqual([
    [tx_id, true, GOOD],
    ['base:0xabc:8453:8:2', false, REFUSAL],
  ])
})

const RELEASE = JSON.stringify({
  release_escrow: {
    sender: { chain_uid: 'base', address: '0xabc' },
    token: 'usdc',
    recipient: PACKET + GOOD,
    amount: '5',
    denom: { native: { denom: 'eth' } },
    forwarding_message: PACKET + REFUSAL,
    tx_id,
  },
})

test.each([
  { name: "a packet of another chain's factory", data: one(packetOf('polygon', tx_id), GOOD) },
  { name: "the hub's own packet, whatever its texts hold", data: one(RELEASE, GOOD) },
  {
    name: 'a packet whose texts hold another with its answer',
    data: one(packetOf('base', tx_id, PACKET + REFUSAL), 'x'),
  },
  { name: 'an answer without a packet', data: one('', GOOD) },
  { name: 'a packet without an answer', data: one(PACKET, '') },
  { name: 'an answer before its packet', data: one(GOOD, PACKET) },
  { name: 'a packet that is cut short', data: one(PACKET.slice(0, -1), GOOD) },
])('nothing is found in $name', ({ data }) => {
  expect(found('base', data)).toEqual([])
})

test('what stands in the texts of a packet changes nothing of its answer', () => {
  fc.assert(
    fc.property(
      fc.string({ maxLength: 60 }),
      fc.constantFrom('', PACKET, REFUSAL, '{"', '\\"}'),
      (text, more) => {
        const packet = packetOf('base', tx_id, text + more)
        expect(found('base', one(packet, GOOD))).toEqual([[tx_id, true, GOOD]])
      },
    ),
  )
})

test.each([
  { name: 'in one another that never end', text: '{"a":{' },
  { name: 'in one another that end all at once', text: '{"a":', end: '}' },
  { name: 'that begin within strings', text: '{"":{{",' },
  { name: 'that begin between escaped quotes', text: '{"\\"' },
])('very many objects $name are passed over with so many looks at a byte', ({ text, end = '' }) => {
  const most = 40
  for (const times of [1_000, 4_000]) {
    // To look from each of them to the end takes some thousand.
    const bytes = toUtf8(`{"${text.repeat(times)}x${end.repeat(times)}`)
    const alone = counted(bytes)
    expect(relayedAnswers('base', alone.bytes)).toEqual([])
    expect(alone.looks()).toBeLessThan(most * bytes.length)
    const answered = Uint8Array.of(...toUtf8(PACKET), 0, ...toUtf8(GOOD), ...bytes)
    const behind = counted(answered)
    expect(relayedAnswers('base', behind.bytes)).toHaveLength(1)
    expect(behind.looks()).toBeLessThan(most * answered.length)
  }
})

/** Bytes that count how often one of them is looked at, by itself, in a search, or as a part of what is read as a text. */
function counted(all: Uint8Array) {
  let looks = 0
  const bytes = new Proxy(all, {
    get(of, key) {
      if (key === 'indexOf')
        return (byte: number, from = 0) => {
          const at = of.indexOf(byte, from)
          looks += (at < 0 ? of.length : at + 1) - from
          return at
        }
      if (key === 'subarray')
        return (from: number, to: number) => {
          looks += to - from
          return of.subarray(from, to)
        }
      if (key !== 'length') looks += 1
      const value: unknown = Reflect.get(of, key, of)
      if (typeof value === 'function')
        throw new Error(`what ${String(key)} looks at is not counted`)
      return value
    },
  })
  return { bytes, looks: () => looks }
}

test('any bytes are read without an error', () => {
  const braces = fc.array(fc.constantFrom('{"', '}', '"', '\\', '{"ok":', 'x'), { maxLength: 60 })
  fc.assert(
    fc.property(
      fc.oneof(
        fc.uint8Array({ maxLength: 300 }),
        braces.map((all) => toUtf8(all.join(''))),
      ),
      (bytes) => {
        expect(() => relayedAnswers('base', bytes)).not.toThrow()
      },
    ),
  )
  expect(found('base', encodeAbiParameters([{ type: 'bytes' }], ['0x']))).toEqual([])
})
