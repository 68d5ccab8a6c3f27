import { expect, test } from 'vitest'

import type { EvmProvider } from '../../src/web/evm-wallet.ts'
import {
  ApprovalFailedError,
  ApprovalPendingError,
  sendMessages,
  type SendingState,
} from '../../src/web/sign/send-messages.ts'

const msgs = [
  { chainId: '8453', to: '0xtoken', data: '0x01', value: '0x0', gasLimit: '0x186A0' },
  { chainId: '8453', to: '0xfactory', data: '0x02', value: '0x0' },
]
const hashes = [`0x${'1'.repeat(64)}`, `0x${'2'.repeat(64)}`]

/** A wallet whose receipts come as told; `undefined` is "in no block yet". */
function wallet(receipts: (string | undefined)[]) {
  const calls: [method: string, params: unknown][] = []
  const told: SendingState[] = []
  const provider: EvmProvider = {
    async request({ method, params }) {
      calls.push([method, params])
      if (method === 'eth_sendTransaction')
        return hashes[calls.filter(([name]) => name === method).length - 1]
      const status = receipts.length > 1 ? receipts.shift() : receipts[0]
      return status === undefined ? null : { status }
    },
  }
  return {
    calls,
    told,
    input: {
      provider,
      from: '0xalice',
      msgs,
      tell: (state: SendingState) => void told.push(state),
      sleep: async () => {},
    },
  }
}

test('the approval is in a block before the operation is sent', async () => {
  const { calls, told, input } = wallet([undefined, '0x1'])
  expect(await sendMessages({ ...input, done: 0 })).toBe(hashes[1])
  expect(calls).toEqual([
    [
      'eth_sendTransaction',
      [{ from: '0xalice', to: '0xtoken', data: '0x01', value: '0x0', gas: '0x186A0' }],
    ],
    ['eth_getTransactionReceipt', [hashes[0]]],
    ['eth_getTransactionReceipt', [hashes[0]]],
    ['eth_sendTransaction', [{ from: '0xalice', to: '0xfactory', data: '0x02', value: '0x0' }]],
  ])
  expect(told.map(({ index, state }) => `${index} ${state}`)).toEqual([
    '0 asking',
    '0 mining',
    '0 done',
    '1 asking',
    '1 done',
  ])
})

test('a later try leaves out what is done', async () => {
  const { calls, input } = wallet(['0x1'])
  await sendMessages({ ...input, done: 1 })
  expect(calls).toHaveLength(1)
})

test.each([
  { name: 'refused', receipts: ['0x0'], error: ApprovalFailedError },
  { name: 'never taken', receipts: [undefined], error: ApprovalPendingError },
])('nothing more is sent after an approval that was $name', async ({ receipts, error }) => {
  const { calls, input } = wallet(receipts)
  await expect(sendMessages({ ...input, done: 0 })).rejects.toThrow(error)
  expect(calls.filter(([method]) => method === 'eth_sendTransaction')).toHaveLength(1)
})
