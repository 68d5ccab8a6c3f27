import { cpSync, mkdirSync, rmSync } from 'node:fs'

import { afterEach, expect, test } from 'vitest'

import { evmAccount } from '../../../src/devnet/accounts.ts'
import { ReorgTooDeepError, type EvmChain } from '../../../src/devnet/evm/evm-chain.ts'
import { eventually } from '../devnet-clients.ts'
import { clientsOf, startLocalChain, temporaryFolder } from './local-factory.ts'

const bobby = evmAccount('bobby').address

const folders: { remove(): void }[] = []
const folder = () => {
  const made = temporaryFolder()
  folders.push(made)
  return made.path
}
const chains: EvmChain[] = []
const start = async (path: string) => {
  const chain = await startLocalChain(path)
  chains.push(chain)
  return { chain, ...clientsOf(chain.rpcUrl) }
}
afterEach(async () => {
  for (const chain of chains.splice(0)) await chain.stop()
  for (const made of folders.splice(0)) made.remove()
})

/** How many blocks are not final. The refusal tells it in its turn, so that a block that is just being made counts too. */
const deepestReorg = (chain: EvmChain) =>
  chain.reorg({ depth: Infinity, transactions: 'kept' }).then(
    () => expect.unreachable('so deep a re-org is refused'),
    (error: unknown) =>
      error instanceof ReorgTooDeepError ? error.deepest : Promise.reject(error as Error),
  )

/** A chain with a payment to bobby that is not final, and how deep a re-org takes it away. */
async function startWithPayment(path: string) {
  const local = await start(path)
  const { reader, walletOf, mined, chain } = local
  chain.holdFinality(true)
  const before = await reader.getBalance({ address: bobby })
  const hash = await walletOf('alice').sendTransaction({ to: bobby, value: 5n })
  await mined(hash)
  const takeBack = async (transactions: 'kept' | 'dropped') => {
    await chain.reorg({ depth: await deepestReorg(chain), transactions })
  }
  return { ...local, hash, before, takeBack }
}

test.each([
  { transactions: 'kept', paid: 5n },
  { transactions: 'dropped', paid: 0n },
] as const)(
  'a kill right after a re-org with transactions $transactions loses nothing of it',
  async ({ transactions, paid }) => {
    const path = folder()
    const { chain, reader, hash, before, takeBack } = await startWithPayment(path)
    // Nothing may be mined between the re-org and the copy, which is what a kill would leave.
    chain.setBlockTime(undefined)
    await takeBack(transactions)
    const head = await reader.getBlock()
    const killed = folder()
    cpSync(path, killed, { recursive: true })

    const again = await start(killed)
    expect((await again.reader.getBlock({ blockNumber: head.number })).hash).toBe(head.hash)
    if (transactions === 'kept') await again.mined(hash)
    else await expect(again.reader.getTransaction({ hash })).rejects.toThrow('could not be found')
    const next = await again.walletOf('alice').sendTransaction({ to: bobby, value: 7n })
    expect((await again.mined(next)).blockNumber).toBeGreaterThan(head.number)
    expect(await again.reader.getBalance({ address: bobby })).toBe(before + paid + 7n)
  },
)

test('nobody sees a chain that is in the middle of a re-org', async () => {
  const { chain, reader, takeBack } = await startWithPayment(folder())
  chain.setBlockTime(undefined)
  const before = await reader.getBlockNumber()
  const heights: bigint[] = []
  const over = new AbortController()
  const watching = (async () => {
    while (!over.signal.aborted) heights.push(await reader.getBlockNumber())
  })()
  await takeBack('dropped')
  over.abort()
  await watching
  expect(await reader.getBlockNumber()).toBeGreaterThan(before)
  expect(heights).toEqual(heights.toSorted((a, b) => Number(a - b)))
})

test('a re-org that cannot be recorded stops the chain until it can be', async () => {
  const path = folder()
  const { reader, takeBack, walletOf, mined } = await startWithPayment(path)
  rmSync(path, { recursive: true })
  await expect(takeBack('dropped')).rejects.toThrow('ENOENT')
  const stoppedAt = await reader.getBlockNumber()
  await expect(walletOf('alice').sendTransaction({ to: bobby, value: 1n })).rejects.toThrow(
    'ENOENT',
  )
  expect(await reader.getBlockNumber()).toBe(stoppedAt)
  mkdirSync(path)
  await eventually(
    'blocks',
    () => reader.getBlockNumber(),
    (now) => now > stoppedAt,
  )
  await mined(await walletOf('alice').sendTransaction({ to: bobby, value: 1n }))
})
