import { expect, test } from 'vitest'

import type { TransactionBuild } from '../../../src/core/terms/shapes.ts'
import { matchesBuild, type ChainCall } from '../../../src/core/signing/match-build.ts'

const evm: TransactionBuild = {
  type: 'evm',
  msgs: [
    { chainId: '1', to: '0x01', data: '0xaa', value: '0x0' },
    { chainId: '1', to: '0x02', data: '0xBB', value: '0x5' },
  ],
}
const cosmwasm: TransactionBuild = {
  type: 'cosmwasm',
  sender: { chain_uid: 'neuron', address: 'a' },
  contract: 'f',
  chain_id: 'n',
  rpc_url: '',
  rest_url: '',
  msgs: [
    {
      contractAddress: 'f',
      msg: { deposit: { a: 1, b: [2] } },
      funds: [{ denom: 'u', amount: '5' }],
    },
  ],
}
const call: ChainCall = { sender: '0xME', contract: '0x02', data: '0xbb', value: '5' }
const execute: ChainCall = {
  sender: 'me',
  contract: 'f',
  data: '{"deposit":{"b":[2],"a":1}}',
  value: '[{"amount":"5","denom":"u"}]',
}

test.each([
  ['the operation alone', evm, [call], true],
  ['hex in another case', evm, [{ ...call, data: '0xBb' }], true],
  ['another sender', evm, [{ ...call, sender: '0xyou' }], false],
  ['another contract', evm, [{ ...call, contract: '0x01' }], false],
  ['other data', evm, [{ ...call, data: '0xbc' }], false],
  ['another value', evm, [{ ...call, value: '6' }], false],
  ['only the approval', evm, [{ ...call, contract: '0x01', data: '0xaa', value: '0' }], false],
  ['no call', evm, [], false],
  ['the same JSON with its keys in another order', cosmwasm, [execute], true],
  ['other JSON', cosmwasm, [{ ...execute, data: '{"deposit":{"a":1,"b":[3]}}' }], false],
  ['other funds', cosmwasm, [{ ...execute, value: '[]' }], false],
])('matchesBuild: %s', (_what, build, calls, matches) => {
  expect(matchesBuild(build, build.type === 'evm' ? '0xme' : 'me', calls)).toBe(matches)
})
