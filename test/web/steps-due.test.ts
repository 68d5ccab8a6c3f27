import { encodeAbiParameters, encodeFunctionData, erc20Abi, type Hex } from 'viem'
import { expect, test } from 'vitest'

import { readApproval } from '../../src/web/sign/read-approval.ts'
import { stepsDue } from '../../src/web/sign/steps-due.ts'

const FROM = `0x${'a'.repeat(40)}`
const TOKEN = `0x${'b'.repeat(40)}`
const FACTORY: Hex = `0x${'f'.repeat(40)}`

const approve = (amount: bigint) =>
  encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [FACTORY, amount] })
const approval = { chainId: '1', to: TOKEN, data: approve(5n), value: '0x0', gasLimit: '0x186A0' }
const operation = { chainId: '1', to: FACTORY, data: '0x02', value: '0x0' }
const msgs = [approval, operation]

type Chain = {
  /** What the factory may take, if the token says so. */
  allowed?: bigint
  /** Whether the token takes an approval as it is. */
  takes?: boolean
  /** Transactions of the account that wait for their block. */
  underWay?: number
}

/** A wallet's node with one token; what it is asked beyond that, it does not know. */
function wallet({ allowed, takes = true, underWay = 0 }: Chain) {
  const asked: unknown[] = []
  return {
    asked,
    provider: {
      async request({ method, params }: { method: string; params?: unknown }) {
        asked.push(params)
        const [first, block] = Array.isArray(params) ? params : []
        if (method === 'eth_getTransactionCount')
          return `0x${(3 + (block === 'pending' ? underWay : 0)).toString(16)}`
        if (method !== 'eth_call' || allowed === undefined) throw new Error(`no ${method}`)
        if (first.data !== approval.data)
          return encodeAbiParameters([{ type: 'uint256' }], [allowed])
        if (!takes) throw new Error('execution reverted')
        return '0x' // USDT answers nothing
      },
    },
  }
}

const due = async (chain: Chain, done = 0) => {
  const steps = await stepsDue({ provider: wallet(chain).provider, from: FROM, msgs, done })
  return steps.map(({ index, revocation, message }) => ({
    index,
    ...(revocation && { revocation }),
    does: readApproval(message.data)?.amount ?? 'operation',
  }))
}

const own = { index: 0, does: 5n }
const last = { index: 1, does: 'operation' }

test.each<{ name: string; chain: Chain; steps: unknown }>([
  { name: 'nothing was allowed', chain: { allowed: 0n }, steps: [own, last] },
  { name: 'as much is allowed already', chain: { allowed: 5n }, steps: [last] },
  { name: 'any amount is allowed', chain: { allowed: 2n ** 256n - 1n }, steps: [last] },
  { name: 'less is allowed, and may be changed', chain: { allowed: 4n }, steps: [own, last] },
  {
    name: 'less is allowed, and has to be zero first',
    chain: { allowed: 4n, takes: false },
    steps: [
      { index: 0, revocation: 'now', does: 0n },
      { index: 0, revocation: 'done', does: 5n },
      last,
    ],
  },
  {
    name: 'a transaction under way may use up what is allowed',
    chain: { allowed: 5n, underWay: 1 },
    steps: [own, last],
  },
  { name: 'the wallet cannot say what is allowed', chain: {}, steps: [own, last] },
])('what is sent where $name', async ({ chain, steps }) => {
  expect(await due(chain)).toEqual(steps)
})

test('a later try leaves out what is done', async () => {
  expect(await due({ allowed: 0n }, 1)).toEqual([last])
})

test('an operation without an approval is asked nothing about', async () => {
  const { provider, asked } = wallet({})
  const steps = await stepsDue({ provider, from: FROM, msgs: [operation], done: 0 })
  expect(steps).toEqual([{ index: 0, message: operation }])
  expect(asked).toEqual([])
})
