import {
  decodeAbiParameters,
  encodeAbiParameters,
  encodeFunctionData,
  erc20Abi,
  maxUint256,
  stringToHex,
  type Hash,
} from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { ChainAccess } from '../../../src/chains/chain-port.ts'
import { createChainAccess } from '../../../src/chains/chain-access.ts'
import { EvmChain } from '../../../src/core/terms/network.ts'
import { factoryAbi } from '../../../src/core/payloads/factory-abi.ts'
import {
  factoryPacketAbi,
  packetAbi,
  releasePacketAbi,
} from '../../../src/core/tracking/packet-abi.ts'
import { evmAccount } from '../../../src/devnet/accounts.ts'
import { sampleNetwork } from '../../core/sample-network.ts'
import {
  CHAIN_ID,
  config,
  NATIVE,
  recipient,
  startLocalFactory,
} from '../../devnet/evm/local-factory.ts'
import { startCountingNode } from '../node-server.ts'

const alice = evmAccount('alice').address
const bobby = evmAccount('bobby').address

let local: Awaited<ReturnType<typeof startLocalFactory>>
let node: Awaited<ReturnType<typeof startCountingNode>>
let reader: ChainAccess

beforeAll(async () => {
  local = await startLocalFactory()
  node = await startCountingNode(local.chain.rpcUrl)
  reader = readerWith({})
})
afterAll(async () => {
  await node.stop()
  await local.chain.stop()
})

function readerWith(change: Partial<EvmChain>): ChainAccess {
  const chain = EvmChain.parse({
    ...sampleNetwork.chains[0],
    chain_id: `${CHAIN_ID}`,
    factory: local.factory,
    rpc_url: node.url,
    ...change,
  })
  return createChainAccess(chain, sampleNetwork)
}

const depositCall = (amount: bigint) =>
  encodeFunctionData({
    abi: factoryAbi,
    functionName: 'depositToken',
    args: [{ token: 'eth', token_type: NATIVE }, amount, [recipient(amount)], config()],
  })

/** Gas is given, so that no wallet refuses what the chain would revert. */
async function send(name: 'alice' | 'packetRelayer', data: Hash, value = 0n, gas = 600_000n) {
  const { walletOf, factory, mined } = local
  const hash = await walletOf(name).sendTransaction({ to: factory, data, value, gas })
  return mined(hash)
}

describe('a deposit', () => {
  test('is seen by its hash and in its block alike, with its packet to the settlement layer', async () => {
    const receipt = await send('alice', depositCall(7n), 7n)
    const height = Number(receipt.blockNumber)
    const { timestamp } = await local.reader.getBlock({ blockNumber: receipt.blockNumber })

    const [found, ...others] = await reader.block(height)
    expect(others).toEqual([])
    const txId = new RegExp(`^base:${alice.toLowerCase()}:${CHAIN_ID}:${height}:\\d+$`)
    expect(found).toEqual({
      chain_uid: 'base',
      tx_hash: receipt.transactionHash,
      msg_index: 0,
      height,
      timeMs: Number(timestamp) * 1000,
      ok: true,
      sender: alice.toLowerCase(),
      events: [
        {
          kind: 'transaction',
          tx_id: expect.stringMatching(txId),
          sender: alice.toLowerCase(),
          type: 'deposit_token',
        },
        {
          kind: 'escrow_change',
          action: 'increase',
          chain_uid: 'base',
          token: 'eth',
          token_type: '{"native":{}}',
          amount: '7',
        },
        {
          kind: 'send_packet',
          tx_id: expect.stringMatching(txId),
          from_chain_uid: 'base',
          to_chain_uid: 'vsl',
          sequence: expect.stringMatching(/^\d+$/),
          msg: expect.stringMatching(/^0x/),
          timeout_at: `${timestamp + 60n}`,
        },
      ],
    })
    expect(await reader.transaction(receipt.transactionHash)).toEqual([found])
    const sent = found?.events[2]
    if (sent?.kind !== 'send_packet') throw new Error('no packet')
    const [packet] = decodeAbiParameters(factoryPacketAbi, sent.msg as Hash) // matched above
    expect(packet).toMatchObject({ tx_id: sent.tx_id, call: depositCall(7n) })
  })

  test('can be compared with what was built', async () => {
    const { transactionHash } = await send('alice', depositCall(8n), 8n)
    expect(await reader.callsOf(transactionHash)).toEqual([
      {
        sender: alice.toLowerCase(),
        contract: local.factory.toLowerCase(),
        data: depositCall(8n),
        value: '8',
      },
    ])
  })

  test('can be compared while it waits for a block, when it is no observation yet', async () => {
    // A nonce in the future waits until the one before it is used.
    const nonce = await local.reader.getTransactionCount({ address: alice })
    const data = depositCall(9n)
    const request = { to: local.factory, data, value: 9n, gas: 600_000n }
    const hash = await local.walletOf('alice').sendTransaction({ ...request, nonce: nonce + 1 })
    expect(await reader.callsOf(hash)).toMatchObject([{ data, value: '9' }])
    expect(await reader.transaction(hash)).toBeUndefined()
    await local.walletOf('alice').sendTransaction({ ...request, nonce })
    await local.mined(hash)
    expect(await reader.transaction(hash)).toMatchObject([{ tx_hash: hash, ok: true }])
  })
})

describe('packets from the settlement layer', () => {
  const release = (amount: bigint) => ({
    tx_id: 'neuron:euclid1x:neuron-1:5:0:1',
    token: 'eth',
    token_type: NATIVE,
    amount,
    to_address: bobby,
    forwarding_message: '0x' as const,
  })
  const receive = (sequence: bigint, amount: bigint) =>
    encodeFunctionData({
      abi: packetAbi,
      functionName: 'receivePacket',
      args: [sequence, encodeAbiParameters(releasePacketAbi, [release(amount)]), maxUint256],
    })

  test.each([
    { name: 'paid', sequence: 1n, amount: 3n, ok: true, msg: 'released' },
    {
      name: 'not payable',
      sequence: 2n,
      amount: 10n ** 30n,
      ok: false,
      msg: expect.stringContaining('escrow holds'),
    },
  ])('a release that is $name is received and answered', async ({ sequence, amount, ok, msg }) => {
    await send('alice', depositCall(5n), 5n)
    const { blockNumber } = await send('packetRelayer', receive(sequence, amount))
    const [found] = await reader.block(Number(blockNumber))
    const tx_id = release(0n).tx_id
    const way = { tx_id, from_chain_uid: 'vsl', to_chain_uid: 'base', sequence: `${sequence}` }
    expect(found?.events).toEqual([
      { kind: 'recv_packet', ...way, msg: expect.stringMatching(/^0x/) },
      ...(ok ? [expect.objectContaining({ kind: 'escrow_change', action: 'decrease' })] : []),
      { kind: 'write_ack', ...way, ok, msg },
    ])
  })

  test('an acknowledgement ends the packet that was sent, with its text', async () => {
    const sent = await send('alice', depositCall(4n), 4n)
    const [deposit] = await reader.block(Number(sent.blockNumber))
    const packet = deposit?.events[2]
    if (packet?.kind !== 'send_packet') throw new Error('no packet')
    const msg = '{"error":"token eth is not registered"}'
    const data = encodeFunctionData({
      abi: packetAbi,
      functionName: 'acknowledgePacket',
      args: [BigInt(packet.sequence), false, stringToHex(msg)],
    })
    const { transactionHash } = await send('packetRelayer', data)
    const { tx_id, sequence } = packet
    const way = { tx_id, from_chain_uid: 'base', to_chain_uid: 'vsl', sequence }
    expect(await reader.transaction(transactionHash)).toMatchObject([
      {
        ok: true,
        events: [
          { kind: 'recv_ack', ...way, ok: false, msg },
          { kind: 'escrow_change', action: 'decrease', amount: '4' },
        ],
      },
    ])
    // What happened before its blocks were read is found by the packet's number, and told apart by the id.
    const { height } = await reader.head()
    const key = { from_chain_uid: 'base', to_chain_uid: 'vsl', sequence }
    expect(await reader.search(tx_id, [key], height)).toMatchObject([{ tx_hash: transactionHash }])
    expect(await reader.search('base:0xother:1:1:1', [key], height)).toEqual([])
    expect(await reader.search(tx_id, [], height)).toEqual([])
  })
})

describe('what failed', () => {
  test.each([
    {
      name: 'a wrong value',
      data: depositCall(5n),
      value: 4n,
      error: 'WrongValue (sent 4, needed 5)',
    },
    {
      name: 'a nought',
      data: depositCall(0n),
      value: 0n,
      error: 'InvalidLimit (index 0, limit_type equal, value 0)',
    },
    {
      name: 'no gas',
      data: depositCall(5n),
      value: 5n,
      gas: 60_000n,
      error: 'the transaction ran out of gas',
    },
    {
      name: 'no such function',
      data: '0x12345678' as const,
      value: 0n,
      error: 'the transaction was reverted without a reason',
    },
  ])(
    '$name is one observation with the reason and no events',
    async ({ data, value, gas, error }) => {
      const receipt = await send('alice', data, value, gas)
      expect(receipt.status).toBe('reverted')
      const expected = { tx_hash: receipt.transactionHash, ok: false, error, events: [] }
      expect(await reader.block(Number(receipt.blockNumber))).toMatchObject([expected])
      expect(await reader.transaction(receipt.transactionHash)).toMatchObject([expected])
    },
  )
})

test('a transaction of no concern is in a block and says nothing', async () => {
  const { usdc, walletOf, factory, mined } = local
  const approval = { address: usdc, abi: erc20Abi, functionName: 'approve' } as const
  const hash = await walletOf('alice').writeContract({ ...approval, args: [factory, 1n] })
  const { blockNumber } = await mined(hash)
  expect(await reader.transaction(hash)).toEqual([])
  expect(await reader.block(Number(blockNumber))).toEqual([])
})

test.each(['0x', `0x${'ab'.repeat(32)}`, 'AB'.repeat(32), '../status'])(
  'nothing is known of %s',
  async (hash) => {
    expect(await reader.transaction(hash)).toBeUndefined()
    expect(await reader.callsOf(hash)).toBeUndefined()
  },
)

test('a block costs the same number of calls however many transactions it holds', async () => {
  const { walletOf, factory, mined } = local
  const nonce = await local.reader.getTransactionCount({ address: alice })
  const data = depositCall(2n)
  // The first nonce comes last, so that all of them go into one block.
  const hashes: Hash[] = []
  for (const offset of [5, 4, 3, 2, 1, 0]) {
    const request = { to: factory, data, value: 2n, gas: 600_000n, nonce: nonce + offset }
    hashes.push(await walletOf('alice').sendTransaction(request))
  }
  const receipts = await Promise.all(hashes.map(mined))
  const height = Number(receipts[0]?.blockNumber)
  node.takeMethods()
  const found = await reader.block(height)
  expect(found.map(({ tx_hash }) => tx_hash)).toEqual(hashes.toReversed())
  expect(
    new Set(found.map(({ events }) => events[0] && 'tx_id' in events[0] && events[0].tx_id)).size,
  ).toBe(6)
  expect(node.takeMethods().length).toBe(3)
})

test('calls that fail cannot make a block expensive: reasons are asked for the first of them only', async () => {
  const { walletOf, factory, mined } = local
  const nonce = await local.reader.getTransactionCount({ address: alice })
  const hashes: Hash[] = []
  for (const offset of [7, 6, 5, 4, 3, 2, 1, 0]) {
    const request = { to: factory, data: depositCall(2n), value: 1n, gas: 600_000n }
    hashes.push(await walletOf('alice').sendTransaction({ ...request, nonce: nonce + offset }))
  }
  const receipts = await Promise.all(hashes.map(mined))
  node.takeMethods()
  const found = await reader.block(Number(receipts[0]?.blockNumber))
  expect(node.takeMethods().length).toBe(3 + 5)
  const reason = 'WrongValue (sent 1, needed 2)'
  const withoutReason = 'the transaction was reverted without a reason'
  expect(found.map(({ error }) => error)).toEqual([
    ...Array.from({ length: 5 }, () => reason),
    ...Array.from({ length: 3 }, () => withoutReason),
  ])
})

test.each([
  { name: 'one confirmation is the newest block', finality: 1, behind: 0 },
  { name: 'five confirmations have four blocks on top', finality: 5, behind: 4 },
])('final by a count: $name', async ({ finality, behind }) => {
  const { height, finalHeight } = await readerWith({ finality }).head()
  expect(height - finalHeight).toBe(behind)
})

test('final by the chain’s own word', async () => {
  const before = await local.reader.getBlock({ blockTag: 'finalized' })
  const { height, finalHeight } = await reader.head()
  const after = await local.reader.getBlock({ blockTag: 'finalized' })
  expect(finalHeight).toBeGreaterThanOrEqual(Number(before.number))
  expect(finalHeight).toBeLessThanOrEqual(Number(after.number))
  expect(height).toBeGreaterThan(finalHeight)
})

test('balances are the chain’s, native and ERC-20', async () => {
  const eth = await reader.balanceOf(alice, { native: { denom: 'eth' } })
  expect(eth).toBe(await local.reader.getBalance({ address: alice }))
  const usdc = { smart: { contract_address: local.usdc.toLowerCase() } }
  expect(await reader.balanceOf(alice.toLowerCase(), usdc)).toBe(10_000_000_000n)
  expect(await reader.balanceOf(bobby, usdc)).toBe(0n)
})

test('gas costs what the chain asks for it now', async () => {
  const cost = await reader.gasCost(300_000n)
  expect(cost).toBeGreaterThan(0n)
  expect(cost % 300_000n).toBe(0n)
})

test('a factory of the same kind that is not the network’s is not believed', async () => {
  const { blockNumber, transactionHash } = await send('alice', depositCall(3n), 3n)
  const other = readerWith({ factory: local.usdc })
  expect(await other.block(Number(blockNumber))).toEqual([])
  expect(await other.transaction(transactionHash)).toEqual([])
})
