import { toEventSelector, toFunctionSelector } from 'viem'
import { expect, test } from 'vitest'

import { factoryAbi } from '../../../src/core/payloads/factory-abi.ts'
import { factoryViewAbi, packetAbi } from '../../../src/core/tracking/packet-abi.ts'

/** As published: what public chains and the protocol's own documents have. */
const EVENTS = {
  SendPacket: '0x28fd299841189e1ff8bb4a89851bb9e8a5de093310275cec6bc96c2ff2cf9074',
  WriteAcknowledgment: '0xef64697c07d2191b50c159ca4dd8c3e6190c667d4aaf02c71658a3463fd320f3',
}
const CALLS = {
  swap: '0x1ec47621',
  depositToken: '0x3c29ede8',
  transferVoucher: '0x1793876b',
  add_liquidity: '0x1d53cc08',
  remove_liquidity: '0xee970de2',
  request_pool_creation: '0x2037cccf',
}
const VIEWS = {
  get_factory_state: '0xbc172cbb',
  get_factory_modules: '0x0eca4a7a',
  get_token_escrow: '0x3ac1235f',
  get_pool_vlp: '0x29c60059',
  get_vlp_lp_address: '0x4e12d285',
}

test('the events are the published ones, and no argument of them is indexed', () => {
  const found = packetAbi.map((event) => [event.name, toEventSelector(event)])
  expect(Object.fromEntries(found)).toEqual(EVENTS)
  const inputs = packetAbi.flatMap((event) => [...event.inputs])
  expect(inputs.filter((input) => 'indexed' in input && input.indexed)).toEqual([])
})

test('the calls are the published ones', () => {
  expect(
    Object.fromEntries(factoryAbi.map((call) => [call.name, toFunctionSelector(call)])),
  ).toEqual(CALLS)
})

test('the views are the published ones', () => {
  expect(
    Object.fromEntries(factoryViewAbi.map((call) => [call.name, toFunctionSelector(call)])),
  ).toEqual(VIEWS)
})
