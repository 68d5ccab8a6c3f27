import { describe, expect, test } from 'vitest'

import { codesOf, type EvmProvider } from '../../src/web/parts/wallets/evm-wallet.ts'
import { batchEnd, sendBatch } from '../../src/web/sign/call-batches.ts'
import { ALICE_EVM, FACTORY, USDC } from '../core/sample-network.ts'

const chain = { name: 'Base', chain_id: '8453', rpc_url: '', explorer_tx_url: '' }
const msgs = [
  { chainId: '8453', to: USDC, data: '0xaa', value: '0x0', gasLimit: '0x1' },
  { chainId: '8453', to: FACTORY, data: '0xbb', value: '0x5' },
]
const HASH = `0x${'a'.repeat(64)}`
const fail = (code: number) => Object.assign(new Error('no'), { code })

/** A wallet that answers by method, or throws what it is given. */
function walletOf(answers: Record<string, unknown>) {
  const asked: { method: string; params?: unknown }[] = []
  const provider: EvmProvider = {
    async request(call) {
      asked.push(call)
      const answer = answers[call.method]
      if (answer === undefined) throw fail(4200)
      if (answer instanceof Error) throw answer
      return answer
    },
  }
  return { asked, provider }
}
const offers = (status: string) => ({
  wallet_getCapabilities: { '0x2105': { atomic: { status } } },
})
const send = (provider: EvmProvider) => sendBatch(provider, { account: ALICE_EVM, chain, msgs })

describe('a batch', () => {
  test.each(['supported', 'ready'])(
    'is sent whole to a wallet whose atomic is %s',
    async (status) => {
      const { asked, provider } = walletOf({
        ...offers(status),
        wallet_sendCalls: { id: '0xba7c4' },
      })
      expect(await send(provider)).toBe('0xba7c4')
      expect(asked.at(-1)).toMatchObject({
        method: 'wallet_sendCalls',
        params: [
          {
            version: '2.0.0',
            chainId: '0x2105',
            from: expect.stringMatching(new RegExp(ALICE_EVM, 'i')),
            atomicRequired: true,
            calls: [
              { to: expect.stringMatching(new RegExp(USDC, 'i')), data: '0xaa' },
              { to: expect.stringMatching(new RegExp(FACTORY, 'i')), data: '0xbb', value: '0x5' },
            ],
          },
        ],
      })
    },
  )

  test.each([
    { name: 'knows no capabilities', answers: {} },
    { name: 'has none on this chain', answers: { wallet_getCapabilities: { '0x1': {} } } },
    { name: 'is not atomic', answers: offers('unsupported') },
  ])('is not even asked for where the wallet $name', async ({ answers }) => {
    const { asked, provider } = walletOf({ ...answers, wallet_sendCalls: { id: '0x1' } })
    expect(await send(provider)).toBeUndefined()
    expect(asked.map(({ method }) => method)).toEqual(['wallet_getCapabilities'])
  })

  test.each([5700, 5710, 5740, 5750, 5760, 4200, -32_601])(
    'that the wallet refuses with %i was not sent, so each may be sent by itself',
    async (code) => {
      const { provider } = walletOf({ ...offers('ready'), wallet_sendCalls: fail(code) })
      expect(await send(provider)).toBeUndefined()
    },
  )

  test.each([4001, 4900, -32_603, 5720])(
    'that ends with %i may have been declined or sent, so nothing else is tried',
    async (code) => {
      const { provider } = walletOf({ ...offers('supported'), wallet_sendCalls: fail(code) })
      await expect(send(provider)).rejects.toSatisfy((error) => codesOf(error).includes(code))
    },
  )
})

const receipt = (transactionHash: string) => ({
  transactionHash,
  status: '0x1',
  blockHash: HASH,
  blockNumber: '0x1',
  gasUsed: '0x1',
  logs: [],
})

test.each([
  { name: 'under way', answer: { status: 100 }, end: undefined },
  { name: 'done', answer: { status: 200, receipts: [receipt(HASH)] }, end: { hash: HASH } },
  {
    name: 'done one by one after all',
    answer: { status: 200, receipts: [receipt('0x1'), receipt(HASH)] },
    end: { hash: HASH },
  },
  {
    name: 'done, by a wallet of the first draft',
    answer: { status: 'CONFIRMED', receipts: [receipt(HASH)] },
    end: { hash: HASH },
  },
  { name: 'never sent', answer: { status: 400 }, end: { failed: 'not_sent' } },
  { name: 'refused by the chain', answer: { status: 500 }, end: { failed: 'refused' } },
  { name: 'done in part', answer: { status: 600 }, end: { failed: 'partly' } },
])('what became of a batch: $name', async ({ answer, end }) => {
  const { provider } = walletOf({ wallet_getCallsStatus: { id: '0x1', ...answer } })
  expect(await batchEnd(provider, '0x1')).toEqual(end)
})

test('a wallet that does not know a batch is no word about it', async () => {
  const { provider } = walletOf({ wallet_getCallsStatus: fail(5730) })
  await expect(batchEnd(provider, '0x1')).rejects.toSatisfy((error) =>
    codesOf(error).includes(5730),
  )
})
