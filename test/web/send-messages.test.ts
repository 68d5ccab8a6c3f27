import { expect, test } from 'vitest'

import type { EvmProvider } from '../../src/web/parts/wallets/evm-wallet.ts'
import {
  ApprovalCancelledError,
  ApprovalFailedError,
  ApprovalPendingError,
  sendMessages,
} from '../../src/web/sign/send-messages.ts'
import { RequestClosedError, type SendingState } from '../../src/web/sign/signing-wallet.ts'
import type { Step } from '../../src/web/sign/steps-due.ts'
import type { Ended } from '../../src/web/sign/wait-for-transaction.ts'

const approval = { chainId: '8453', to: '0xtoken', data: '0x01', value: '0x0', gasLimit: '0x186A0' }
const operation = { chainId: '8453', to: '0xfactory', data: '0x02', value: '0x0' }
const steps: Step[] = [
  { index: 0, message: approval },
  { index: 1, message: operation },
]
const hashes = [`0x${'1'.repeat(64)}`, `0x${'2'.repeat(64)}`, `0x${'3'.repeat(64)}`] as const
const included: Ended = { hash: hashes[0], ok: true, replaced: 'no' }

/** A wallet that sends, and a chain that does with approvals as told. */
function wallet(end: Ended | undefined) {
  const happened: unknown[] = []
  const told: SendingState[] = []
  let sent = 0
  const provider: EvmProvider = {
    async request({ params }) {
      happened.push(params)
      sent += 1
      return hashes[sent - 1]
    },
  }
  return {
    happened,
    told,
    input: {
      provider,
      from: '0xalice',
      steps,
      tell: (state: SendingState) => void told.push(state),
      ask: <Answer>(send: () => Promise<Answer>) => send(),
      async ready() {},
      async waitFor(hash: string) {
        happened.push(`waited for ${hash}`)
        return end
      },
    },
  }
}

test('the approval is in a block before the operation is sent, and each names its chain', async () => {
  const { happened, told, input } = wallet(included)
  expect(await sendMessages(input)).toBe(hashes[1])
  expect(happened).toEqual([
    [
      {
        chainId: '0x2105',
        from: '0xalice',
        to: '0xtoken',
        data: '0x01',
        value: '0x0',
        gas: '0x186A0',
      },
    ],
    `waited for ${hashes[0]}`,
    [{ chainId: '0x2105', from: '0xalice', to: '0xfactory', data: '0x02', value: '0x0' }],
  ])
  expect(told.map(({ index, state }) => `${index} ${state}`)).toEqual([
    '0 asking',
    '0 mining',
    '0 done',
    '1 asking',
    '1 done',
  ])
})

test('a revocation is in a block before its approval is sent, and the approval alone ends their message', async () => {
  const { happened, told, input } = wallet(included)
  const revoked: Step[] = [
    { index: 0, message: { ...approval, data: '0x00' }, revocation: 'now' },
    { index: 0, message: approval, revocation: 'done' },
    { index: 1, message: operation },
  ]
  await sendMessages({ ...input, steps: revoked })
  expect(happened.slice(0, 2)).toMatchObject([[{ data: '0x00' }], `waited for ${hashes[0]}`])
  expect(told.map(({ index, revocation, state }) => [index, revocation, state])).toEqual([
    [0, 'now', 'asking'],
    [0, 'now', 'mining'],
    [0, 'done', 'asking'],
    [0, 'done', 'mining'],
    [0, 'done', 'done'],
    [1, undefined, 'asking'],
    [1, undefined, 'done'],
  ])
})

test('an approval that was sped up in the wallet is as good', async () => {
  const { input } = wallet({ ...included, hash: hashes[1], replaced: 'same' })
  expect(await sendMessages(input)).toBe(hashes[1])
})

test.each([
  { name: 'refused', end: { ...included, ok: false }, error: ApprovalFailedError },
  { name: 'never taken', end: undefined, error: ApprovalPendingError },
  {
    name: 'cancelled in the wallet',
    end: { ...included, hash: hashes[1], replaced: 'other' as const },
    error: ApprovalCancelledError,
  },
])('nothing more is sent after an approval that was $name', async ({ end, error }) => {
  const { happened, input } = wallet(end)
  await expect(sendMessages(input)).rejects.toThrow(error)
  expect(happened).toHaveLength(2)
})

test('a request that was closed while its approval waited for its block sends no operation', async () => {
  const { happened, input } = wallet(included)
  const ready = async () => {
    if (happened.length > 0) throw new RequestClosedError()
  }
  await expect(sendMessages({ ...input, ready })).rejects.toThrow(RequestClosedError)
  expect(happened).toHaveLength(2)
})
