import { encodeErrorResult, parseAbi, toFunctionSelector } from 'viem'
import { expect, test } from 'vitest'

import { revertAbi, revertReason } from '../../../src/core/tracking/revert-reason.ts'
import factory from '../../../contracts/artifacts/Factory.json' with { type: 'json' }

const other = parseAbi(['error SomethingElse(uint256 value)'])

test.each([
  {
    name: 'a known error with values',
    data: encodeErrorResult({ abi: revertAbi, errorName: 'WrongValue', args: [5n, 10n] }),
    reason: 'WrongValue (sent 5, needed 10)',
  },
  {
    name: 'a known error without values',
    data: encodeErrorResult({ abi: revertAbi, errorName: 'ZeroAmount' }),
    reason: 'ZeroAmount',
  },
  {
    name: 'the text of require',
    data: encodeErrorResult({ abi: revertAbi, errorName: 'Error', args: ['not today'] }),
    reason: 'not today',
  },
  {
    name: 'another contract’s error',
    data: encodeErrorResult({ abi: other, errorName: 'SomethingElse', args: [1n] }),
    reason: undefined,
  },
  { name: 'a cut error', data: '0xf4d678b8', reason: undefined },
  { name: 'no data', data: '0x', reason: undefined },
  { name: 'what is no data at all', data: { message: 'execution reverted' }, reason: undefined },
])('revertReason: $name', ({ data, reason }) => {
  expect(revertReason(data)).toBe(reason)
})

test('every error of the local factory can be read', () => {
  const known = new Set(revertAbi.map((item) => toFunctionSelector(signatureOf(item))))
  // Of the constructor, of libraries' formatting and of a clone's deployment only: no call can meet them.
  const internal = [
    'FailedDeployment',
    'InsufficientBalance',
    'InvalidShortString',
    'StringTooLong',
    'StringsInsufficientHexLength',
  ]
  const errors = factory.abi.filter(({ type }) => type === 'error')
  expect(errors.length).toBeGreaterThan(15)
  const unread = errors.filter((item) => !known.has(toFunctionSelector(signatureOf(item))))
  expect(new Set(unread.map(({ name }) => name))).toEqual(new Set(internal))
})

function signatureOf({
  name = '',
  inputs = [],
}: {
  name?: string
  inputs?: readonly { type: string }[]
}) {
  return `${name}(${inputs.map(({ type }) => type).join(',')})`
}
