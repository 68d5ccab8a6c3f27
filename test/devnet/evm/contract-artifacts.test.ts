import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

import { getAbiItem, toEventSelector, toFunctionSelector, type Abi } from 'viem'
import { expect, test } from 'vitest'

import factoryJson from '../../../contracts/artifacts/Factory.json' with { type: 'json' }
import { factoryAbi } from '../../../src/core/payloads/factory-abi.ts'
import { factoryViewAbi, packetAbi } from '../../../src/core/tracking/packet-abi.ts'
import { localFactoryAbi } from '../../../src/devnet/evm/local-factory-abi.ts'

// The JSON's type is a union of every entry's own shape, which no ABI type accepts; viem checks it while it reads.
const built = factoryJson.abi as Abi

const functionsOf = (abi: Abi) =>
  abi.flatMap((item) => (item.type === 'function' ? [toFunctionSelector(item)] : [])).sort()
const eventsOf = (abi: Abi) =>
  abi.flatMap((item) => (item.type === 'event' ? [toEventSelector(item)] : [])).sort()

test('the committed artifacts are those that the sources were compiled to last', async () => {
  const check = promisify(execFile)('node', ['scripts/build-contracts.mjs', '--check'])
  await expect(check).resolves.toMatchObject({ stderr: '' })
})

test('the factory has exactly the functions and events that the core speaks', () => {
  const spoken = [...factoryAbi, ...factoryViewAbi, ...localFactoryAbi]
  expect(functionsOf(built)).toEqual(functionsOf(spoken))
  expect(eventsOf(built)).toEqual(eventsOf(packetAbi))
})

test.each([
  ['swap', '0x1ec47621'],
  ['depositToken', '0x3c29ede8'],
  ['transferVoucher', '0x1793876b'],
  ['add_liquidity', '0x1d53cc08'],
  ['remove_liquidity', '0xee970de2'],
  ['request_pool_creation', '0x2037cccf'],
])('%s has the live selector %s', (name, selector) => {
  const item = getAbiItem({ abi: built, name })
  if (item?.type !== 'function') throw new Error(`no function ${name}`)
  expect(toFunctionSelector(item)).toBe(selector)
  expect(item.stateMutability).toBe('payable')
})
