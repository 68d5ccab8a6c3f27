import { parseEther, type Hex } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { startAnvil, type Anvil } from '../../src/devnet/evm/anvil-process.ts'
import type { EvmProvider } from '../../src/web/parts/wallets/evm-wallet.ts'
import { waitForTransaction } from '../../src/web/sign/wait-for-transaction.ts'

const FROM = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266' // Anvil's first account, which it signs for
const TO = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const CHAIN_ID = '31337'
const NEVER = '0xfe' // init code that only fails

let anvil: Anvil
let elsewhere: Anvil
beforeAll(async () => {
  const start = (chainId: string) =>
    startAnvil({ args: ['--chain-id', chainId], onExit: () => undefined })
  ;[anvil, elsewhere] = await Promise.all([start(CHAIN_ID), start('8453')])
})
afterAll(() => Promise.all([anvil.stop(), elsewhere.stop()]))

let nonce = 0
/** A transaction of the account's next nonce, which waits for a block. */
async function send(transaction: object, priceGwei = 10n): Promise<Hex> {
  const gasPrice = `0x${(priceGwei * 1_000_000_000n).toString(16)}`
  const call = { from: FROM, gas: '0x30000', gasPrice, nonce: `0x${nonce.toString(16)}` }
  return (await anvil.call('eth_sendTransaction', { ...call, ...transaction })) as Hex // a hash, by the method's definition
}

/** Waits as the page does, and lets `meanwhile` happen after its first look. */
async function ended(hash: Hex, meanwhile: () => Promise<unknown>, timeoutMs = 150_000) {
  let seen = () => {}
  const isSeen = new Promise<void>((resolve) => (seen = resolve))
  const provider: EvmProvider = {
    async request({ method, params }) {
      const answer = await anvil.call(method, ...(Array.isArray(params) ? params : []))
      if (method === 'eth_getBlockByNumber') seen() // the last question of the first look
      return answer
    },
  }
  const waiting = waitForTransaction({ provider, chainId: CHAIN_ID, hash, pollMs: 20, timeoutMs })
  await isSeen
  await meanwhile()
  nonce += 1
  return waiting
}

const mine = () => anvil.call('evm_mine')
const payment = { to: TO, value: `0x${parseEther('1').toString(16)}` as const }

test('a transaction that its block takes is told as it ended', async () => {
  const hash = await send(payment)
  expect(await ended(hash, mine)).toEqual({ hash, ok: true, replaced: 'no' })
  const failing = await send({ data: NEVER })
  expect(await ended(failing, mine)).toEqual({ hash: failing, ok: false, replaced: 'no' })
})

test('one that was sped up is followed to the other hash', async () => {
  const hash = await send(payment)
  let other: Hex = '0x'
  const end = await ended(hash, async () => {
    other = await send(payment, 100n)
    await mine()
  })
  expect(end).toEqual({ hash: other, ok: true, replaced: 'same' })
  expect(other).not.toBe(hash)
})

test('one that was cancelled in the wallet is not taken for sent', async () => {
  const hash = await send(payment)
  const end = await ended(hash, async () => {
    await send({ to: FROM, value: '0x0' }, 100n)
    await mine()
  })
  expect(end?.replaced).toBe('other')
})

test('one that no block takes is given up in time', async () => {
  const hash = await send(payment)
  expect(await ended(hash, async () => undefined, 200)).toBeUndefined()
})

test('what the same account has done on another chain, where the wallet is taken meanwhile, is no replacement', async () => {
  const hash = await send(payment)
  let at = anvil
  let asked = 0
  let seen = () => {}
  const isSeen = new Promise<void>((resolve) => (seen = resolve))
  let seenElsewhere = () => {}
  const isSeenElsewhere = new Promise<void>((resolve) => (seenElsewhere = resolve))
  const provider: EvmProvider = {
    async request({ method, params }) {
      const answer = await at.call(method, ...(Array.isArray(params) ? params : []))
      if (at === anvil && method === 'eth_getBlockByNumber') seen()
      if (at === elsewhere && (asked += 1) === 10) seenElsewhere()
      return answer
    },
  }
  const waiting = waitForTransaction({ provider, chainId: CHAIN_ID, hash, pollMs: 20 })
  await isSeen
  const sameNonce = `0x${nonce.toString(16)}`
  await elsewhere.call('anvil_setNonce', FROM, sameNonce)
  await elsewhere.call('anvil_mine', '0x40') // further than the chain that the wallet came from
  await elsewhere.call('eth_sendTransaction', { from: FROM, to: FROM, nonce: sameNonce })
  at = elsewhere
  await elsewhere.call('evm_mine')
  await Promise.race([isSeenElsewhere, waiting])
  at = anvil
  await mine()
  nonce += 1
  expect(await waiting).toEqual({ hash, ok: true, replaced: 'no' })
})

test('a wallet that stays on another chain is given up in time', async () => {
  const hash = await send(payment)
  const provider: EvmProvider = {
    request: ({ method, params }) =>
      elsewhere.call(method, ...(Array.isArray(params) ? params : [])),
  }
  const waiting = waitForTransaction({
    provider,
    chainId: CHAIN_ID,
    hash,
    pollMs: 20,
    timeoutMs: 200,
  })
  expect(await waiting).toBeUndefined()
  await mine()
  nonce += 1
})
