import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import { eventually } from '../devnet-clients.ts'
import { startTroubledNetwork, type TroubledNetwork } from './troubled-network.ts'

const USDC = 1_000_000n

let network: TroubledNetwork
beforeAll(async () => {
  network = await startTroubledNetwork()
})
afterAll(async () => {
  await network.settle()
  await network.devnet.stop()
})
afterEach(() => network.end())

const alice = (chainUid: string) => network.books.userOn(chainUid, 'alice')
const vouchers = async () => network.books.vouchersOf(await alice('base'), 'usdc')
const owned = async () => network.books.balanceOf(await alice('base'), 'usdc')
const arrives = (amount: bigint) => eventually('vouchers', vouchers, (now) => now === amount)

async function deposit(amount: bigint) {
  const request = {
    amount_in: `${amount}`,
    asset_in: network.asset('base', 'usdc'),
    recipient: await alice('base'),
  }
  const { tx_hash } = await network.run('deposit', 'base', request)
  return asHash(tx_hash)
}
const receiptOf = (hash: `0x${string}`) =>
  network.base.getTransactionReceipt({ hash }).catch(() => undefined)

describe('a chain that stalls', () => {
  test.each(['base', 'osmosis', 'neuron'])(
    '%s makes no block, and goes on afterwards',
    async (uid) => {
      const other = uid === 'osmosis' ? 'neuron' : 'osmosis'
      await network.start({ kind: 'stall_chain', chain_uid: uid })
      await network.blocks(other, 3) // one that was under way has come by then
      const stalledAt = await network.height(uid)
      await network.blocks(other, 20)
      expect(await network.height(uid)).toBe(stalledAt)
      network.end()
      await eventually(
        'blocks',
        () => network.height(uid),
        (now) => now > stalledAt + 2,
      )
    },
  )

  test('takes transactions for later; what waits for it arrives when it is over', async () => {
    const before = await vouchers()
    await network.start({ kind: 'stall_chain', chain_uid: 'neuron', for_ms: 1_500 })
    await deposit(USDC)
    const isOn = () => Promise.resolve(network.list().active.length)
    await eventually('the end of the stall', isOn, (count) => count === 0)
    expect(await arrives(before + USDC)).toBe(before + USDC)
  })
})

test('blocks come as slow as asked for, and fast again', async () => {
  const { id = '' } =
    (await network.start({ kind: 'slow_blocks', chain_uid: 'neuron', block_time_ms: 700 })) ?? {}
  await network.blocks('neuron', 1)
  const slow = await network.height('neuron')
  await network.blocks('neuron', 1)
  const [made = 0, next = 0] = await Promise.all([slow, slow + 1].map(network.hubTimeMs))
  expect(next - made).toBeGreaterThanOrEqual(690)
  network.end(id)
  await network.blocks('neuron', 5)
  expect(() => network.end(id)).toThrow(`No trouble "${id}" is on.`)
})

describe('a re-org', () => {
  /** A deposit in a block that is not final and stays so, with the chain standing still. */
  async function depositThatIsNotFinal() {
    await network.start({ kind: 'stall_finality', chain_uid: 'base' })
    const final = await network.base.getBlock({ blockTag: 'finalized' })
    const hash = await deposit(USDC)
    const receipt = await network.base.waitForTransactionReceipt({ hash, pollingInterval: 20 })
    await network.start({ kind: 'stall_chain', chain_uid: 'base' })
    // Some hub blocks in which the relayer could have carried the packet.
    await network.blocks('neuron', 10)
    const depth = Number((await network.base.getBlockNumber()) - final.number)
    return { hash, receipt, depth }
  }

  test('that drops a deposit: the money never left, and the hub never heard of it', async () => {
    const before = { vouchers: await vouchers(), owned: await owned() }
    const { hash, receipt, depth } = await depositThatIsNotFinal()
    expect(await owned()).toBe(before.owned - USDC)
    const head = await network.base.getBlock()

    await network.start({ kind: 'reorg', chain_uid: 'base', depth, transactions: 'dropped' })
    expect(await receiptOf(hash)).toBeUndefined()
    expect(await owned()).toBe(before.owned)
    const logs = { address: receipt.to ?? '0x', fromBlock: receipt.blockNumber } as const
    expect(await network.base.getLogs(logs)).toEqual([])
    const replaced = await network.base.getBlock({ blockNumber: head.number })
    expect(replaced.hash).not.toBe(head.hash)
    expect(await network.base.getBlockNumber()).toBe(head.number + 1n)

    network.end()
    const finalAt = async () => (await network.base.getBlock({ blockTag: 'finalized' })).number
    await eventually('new blocks to be final', finalAt, (number) => number > head.number + 1n)
    await network.blocks('neuron', 10)
    expect(await vouchers()).toBe(before.vouchers)

    await deposit(2n * USDC)
    await arrives(before.vouchers + 2n * USDC)
    expect(await owned()).toBe(before.owned - 2n * USDC)
  })

  test('that keeps a deposit puts it into the mempool, and it happens once, in a later block', async () => {
    const before = { vouchers: await vouchers(), owned: await owned() }
    const { hash, receipt, depth } = await depositThatIsNotFinal()
    await network.start({ kind: 'reorg', chain_uid: 'base', depth, transactions: 'kept' })
    expect(await receiptOf(hash)).toBeUndefined()
    expect(await network.base.getTransaction({ hash })).toMatchObject({ hash, blockNumber: null })

    network.end()
    const again = await network.base.waitForTransactionReceipt({ hash, pollingInterval: 20 })
    expect(again.blockNumber).toBeGreaterThan(receipt.blockNumber)
    expect(again.blockHash).not.toBe(receipt.blockHash)
    await arrives(before.vouchers + USDC)
    expect(await owned()).toBe(before.owned - USDC)
  })

  test('leaves the relayer able to pay out: what it had sent comes again', async () => {
    const before = { vouchers: await vouchers(), owned: await owned() }
    await network.start({ kind: 'stall_finality', chain_uid: 'base' })
    const final = await network.base.getBlock({ blockTag: 'finalized' })
    const user = await alice('base')
    // From another chain, so that no packet of base has to become final before the release.
    const asset_in = network.asset('osmosis', 'usdc')
    const recipient = await alice('osmosis')
    const had = await network.books.vouchersOf(recipient, 'usdc')
    await network.run('deposit', 'osmosis', { amount_in: '1000000', asset_in, recipient })
    const onOsmosis = () => network.books.vouchersOf(recipient, 'usdc')
    await eventually('vouchers', onOsmosis, (now) => now === had + USDC)
    const request = { token: 'usdc', amount: '1000000', cross_chain_addresses: [{ user }] }
    await network.run('withdrawVoucher', 'osmosis', request)
    await eventually('the payout', owned, (now) => now === before.owned + USDC)

    await network.start({ kind: 'stall_chain', chain_uid: 'base' })
    const depth = Number((await network.base.getBlockNumber()) - final.number)
    await network.start({ kind: 'reorg', chain_uid: 'base', depth, transactions: 'dropped' })
    expect(await owned()).toBe(before.owned)
    network.end()
    await eventually('the payout again', owned, (now) => now === before.owned + USDC)
    expect(await vouchers()).toBe(before.vouchers)
  })

  test.each([
    { chain_uid: 'base', depth: 100, problem: 'depth is 100, and only the newest' },
    { chain_uid: 'osmosis', depth: 1, problem: 'blocks are final at once' },
    { chain_uid: 'moon', depth: 1, problem: 'There is no chain "moon"' },
  ])('of $depth blocks on $chain_uid is refused', async ({ chain_uid, depth, problem }) => {
    const request = { kind: 'reorg', chain_uid, depth, transactions: 'kept' }
    await expect(network.start(request)).rejects.toThrow(problem)
  })
})

test('finality that stalls leaves what was final as it is, under every name of it', async () => {
  await network.start({ kind: 'stall_finality', chain_uid: 'base' })
  const before = await network.base.getBlock({ blockTag: 'finalized' })
  const to = '0x000000000000000000000000000000000000dEaD'
  const balance = () => network.base.getBalance({ address: to, blockTag: 'finalized' })
  await deposit(USDC)
  await eventually(
    'blocks',
    () => network.height('base'),
    (now) => now > Number(before.number) + 5,
  )
  expect(await network.base.getBlock({ blockTag: 'finalized' })).toEqual(before)
  expect(await network.base.getBlock({ blockTag: 'safe' })).toEqual(before)
  expect(await balance()).toBe(0n)
  const logs = await network.base.getLogs({ fromBlock: before.number + 1n, toBlock: 'finalized' })
  expect(logs).toEqual([])
})

function asHash(text: string): `0x${string}` {
  return `0x${text.slice(2)}`
}
