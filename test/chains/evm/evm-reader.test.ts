import {
  encodeFunctionData,
  erc20Abi,
  maxUint256,
  numberToHex,
  stringToHex,
  type Hash,
  type Hex,
  type TransactionReceipt,
} from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'

import type { ChainAccess } from '../../../src/chains/chain-port.ts'
import { createChainAccess } from '../../../src/chains/chain-access.ts'
import { accountsFor, haveTheirLogs, tellsOf } from '../../../src/chains/evm/block-contents.ts'
import { createEvmReader } from '../../../src/chains/evm/evm-reader.ts'
import type { RpcOptions } from '../../../src/chains/nodes/json-rpc.ts'
import { EvmChain } from '../../../src/core/terms/network.ts'
import { factoryAbi } from '../../../src/core/payloads/factory-abi.ts'
import { txIdOf } from '../../../src/core/tracking/observation.ts'
import { evmAccount } from '../../../src/devnet/accounts.ts'
import { localFactoryAbi } from '../../../src/devnet/evm/local-factory-abi.ts'
import { sampleNetwork } from '../../core/sample-network.ts'
import {
  CHAIN_ID,
  config,
  NATIVE,
  recipient,
  sentPacket,
  startLocalFactory,
} from '../../devnet/evm/local-factory.ts'
import {
  callNode,
  Refusal,
  startCountingNode,
  startLiar,
  startNodeServer,
  type Lie,
} from '../node-server.ts'
import { PATIENT } from '../../devnet/patient.ts'

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

function readerWith(change: Partial<EvmChain>, options: RpcOptions = {}): ChainAccess {
  const chain = EvmChain.parse({
    ...sampleNetwork.chains[0],
    chain_id: `${CHAIN_ID}`,
    factory: local.factory,
    rpc_url: node.url,
    ...change,
  })
  return createChainAccess(chain, sampleNetwork, { ...PATIENT, ...options })
}

const depositCall = (amount: bigint) =>
  encodeFunctionData({
    abi: factoryAbi,
    functionName: 'depositToken',
    args: [{ token: 'eth', token_type: NATIVE }, amount, [recipient(amount)], config()],
  })

/** A provider that gives no receipts, as if somebody had filled each with logs. */
const refuseReceipts: Lie = (method, _params, result) => {
  if (method.endsWith('Receipt') || method.endsWith('Receipts'))
    throw new Refusal('response size exceeded')
  return result
}

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
          kind: 'deposit_token',
          tx_id: expect.stringMatching(txId),
          asset_in: 'eth',
          amount_in: '7',
        },
        {
          kind: 'escrow_change',
          action: 'increase',
          chain_uid: 'base',
          token: 'eth',
          token_type: '{"native":{"denom":"eth"}}',
          amount: '7',
        },
        {
          kind: 'send_packet',
          tx_id: expect.stringMatching(txId),
          from_chain_uid: 'base',
          to_chain_uid: 'vsl',
          sequence: expect.stringMatching(/^\d+$/),
          msg: sentPacket(receipt).text,
          timeout_at: `${timestamp + 60n}`,
        },
      ],
    })
    expect(await reader.transaction(receipt.transactionHash)).toEqual([found])
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

const TX_ID = 'neuron:euclid1x:neuron-1:5:0:1'
const release = (amount: bigint) =>
  JSON.stringify({
    release_escrow: {
      sender: { chain_uid: 'neuron', address: 'euclid1x' },
      token: 'eth',
      recipient: bobby,
      amount: `${amount}`,
      denom: { native: { denom: 'eth' } },
      forwarding_message: null,
      tx_id: TX_ID,
    },
  })
const receive = (sequence: bigint, amount: bigint) =>
  encodeFunctionData({
    abi: localFactoryAbi,
    functionName: 'receivePacket',
    args: [sequence, stringToHex(release(amount)), maxUint256],
  })

/** One that was paid, with the sequence 77. */
let paid: Promise<TransactionReceipt> | undefined
const answeredRelease = () => (paid ??= send('packetRelayer', receive(77n, 1n)))

describe('packets from the settlement layer', () => {
  test.each([
    { name: 'paid', sequence: 1n, amount: 3n, ok: true, says: '{"ok":{"amount":"3"' },
    { name: 'not payable', sequence: 2n, amount: 10n ** 30n, ok: false, says: 'escrow holds' },
  ])('a release that is $name is received and answered', async ({ sequence, amount, ok, says }) => {
    await send('alice', depositCall(5n), 5n)
    const { blockNumber, blockHash } = await send('packetRelayer', receive(sequence, amount))
    const [found] = await reader.block(Number(blockNumber))
    const way = {
      tx_id: TX_ID,
      from_chain_uid: 'vsl',
      to_chain_uid: 'base',
      sequence: `${sequence}`,
    }
    expect(found?.events).toEqual([
      { kind: 'recv_packet', ...way, msg: release(amount) },
      { kind: 'write_ack', ...way, ok, msg: expect.stringContaining(says) },
    ])
    // Old ones are found by when they were sent.
    const { timestamp } = await local.reader.getBlock({ blockHash })
    const { height } = await reader.head()
    const key = { ...way, sentMs: Number(timestamp) * 1000 }
    expect(await reader.search([TX_ID], [key], height)).toEqual([found])
    // It may have an id of its own, beside that of the transaction that ordered it.
    expect(await reader.search(['base:0xabc:8453:7:1'], [key], height)).toEqual([found])
    const other = 'neuron:other'
    expect(await reader.search([other], [{ ...key, tx_id: other }], height)).toEqual([])
    expect(await reader.search([TX_ID], [], height)).toEqual([])
  })
})

describe("the hub's answer to a packet that was sent from here", () => {
  const REFUSAL = '{"error":"token eth is not registered"}'
  const bring = (packet: { sequence: bigint; text: string }, answer: string) =>
    encodeFunctionData({
      abi: localFactoryAbi,
      functionName: 'acknowledgePacket',
      args: [packet.sequence, stringToHex(packet.text), stringToHex(answer)],
    })
  const txIdIn = (text: string) => /"tx_id":"([^"]+)"/.exec(text)?.[1] ?? ''

  test.each([
    { name: 'good', answer: '{"ok":[49]}', ok: true },
    { name: 'a refusal', answer: REFUSAL, ok: false },
  ])("is seen in the relayer's own call: $name", async ({ answer, ok }) => {
    const packet = sentPacket(await send('alice', depositCall(4n), 4n))
    const { transactionHash, blockNumber } = await send('packetRelayer', bring(packet, answer))
    const tx_id = txIdIn(packet.text)
    const way = { tx_id, from_chain_uid: 'base', to_chain_uid: 'vsl', sequence: '' }
    const found = await reader.transaction(transactionHash)
    expect(found).toMatchObject([
      { ok: true, events: [{ kind: 'recv_ack', ...way, ok, msg: answer }] },
    ])
    expect(await reader.block(Number(blockNumber))).toEqual(found)
    // What happened before its blocks were read is found from the block on that the packet was sent in.
    const { height } = await reader.head()
    const key = { ...way, sequence: `${packet.sequence}` }
    expect(await reader.search([tx_id], [key], height)).toEqual(found)
    expect(await reader.search([tx_id], [key], Number(blockNumber) - 1)).toEqual([])
    const other = `${tx_id}0`
    expect(await reader.search([other], [{ ...key, tx_id: other }], height)).toEqual([])
    expect(await reader.search([tx_id], [], height)).toEqual([])
  })

  test('is not believed of anybody else, whatever they put into a call', async () => {
    const packet = sentPacket(await send('alice', depositCall(4n), 4n))
    const forged = stringToHex(`${packet.text}${REFUSAL}`)
    const cfg = { timeout: 0n, ack_response: forged, meta: `${packet.text}${REFUSAL}` }
    const recipients = [recipient(6n, forged)]
    const data = encodeFunctionData({
      abi: factoryAbi,
      functionName: 'depositToken',
      args: [{ token: 'eth', token_type: NATIVE }, 6n, recipients, cfg],
    })
    for (const calldata of [data, `${data}${forged.slice(2)}` as const]) {
      const receipt = await send('alice', calldata, 6n, 1_000_000n)
      expect(receipt.status).toBe('success')
      const [found, ...others] = (await reader.transaction(receipt.transactionHash)) ?? []
      expect(others).toEqual([])
      expect(found?.events.map(({ kind }) => kind)).toEqual([
        'transaction',
        'deposit_token',
        'escrow_change',
        'send_packet',
      ])
      expect(JSON.stringify(found)).not.toContain('recv_ack')
      expect(found && txIdOf(found)).not.toBe(txIdIn(packet.text))
    }
    // The relayer brings that packet's own answer, and with it what its texts hold.
    const carrying = sentPacket(await send('alice', data, 6n, 1_000_000n))
    const { transactionHash } = await send('packetRelayer', bring(carrying, '{"ok":[49]}'))
    const answered = await reader.transaction(transactionHash)
    expect(
      answered?.map((one) => one.events.map((event) => 'tx_id' in event && event.tx_id)),
    ).toEqual([[txIdIn(carrying.text)]])
  })

  test('is seen in a block of whose receipts the node gives none, since they are too large', async () => {
    const sent = await send('alice', depositCall(4n), 4n)
    const brought = await send('packetRelayer', bring(sentPacket(sent), REFUSAL))
    const liar = await startLiar(local.chain.rpcUrl)
    try {
      liar.lie = refuseReceipts
      const reading = readerWith({ rpc_url: liar.url })
      for (const { blockNumber } of [sent, brought]) {
        const found = await reading.block(Number(blockNumber))
        expect(found).toHaveLength(1)
        expect(found).toEqual(await reader.block(Number(blockNumber)))
      }
    } finally {
      await liar.stop()
    }
  })

  test('is in a block that a survey finds, although it leaves no log', async () => {
    const chain = EvmChain.parse({
      ...sampleNetwork.chains[0],
      chain_id: `${CHAIN_ID}`,
      factory: local.factory,
      rpc_url: node.url,
    })
    const { survey } = createEvmReader(chain, sampleNetwork, PATIENT)
    const sent = await send('alice', depositCall(4n), 4n)
    const brought = await send('packetRelayer', bring(sentPacket(sent), REFUSAL))
    expect(brought.logs).toEqual([])
    const heights = [sent, brought].map(({ blockNumber }) => Number(blockNumber))
    const [from = 0, to = 0] = heights
    expect(await survey?.(from, to)).toMatchObject({ from, to, heights: new Set(heights) })
    // What the chain does not know any more may have been in any of them.
    const liar = await startLiar(local.chain.rpcUrl)
    try {
      liar.lie = (method, _, result) => {
        if (method === 'eth_getTransactionCount') throw new Refusal('missing trie node')
        return result
      }
      const forgetful = createEvmReader({ ...chain, rpc_url: liar.url }, sampleNetwork, PATIENT)
      const all = Array.from({ length: to - from + 1 }, (_, index) => from + index)
      expect((await forgetful.survey?.(from, to))?.heights).toEqual(new Set(all))
    } finally {
      await liar.stop()
    }
  })

  test('counts only where the call has succeeded', async () => {
    const packet = sentPacket(await send('alice', depositCall(4n), 4n))
    const wrong = { ...packet, sequence: packet.sequence + 1n }
    const receipt = await send('packetRelayer', bring(wrong, REFUSAL))
    expect(receipt.status).toBe('reverted')
    expect(await reader.transaction(receipt.transactionHash)).toMatchObject([
      { ok: false, events: [] },
    ])
  })

  test.each([
    { name: 'that has no such view', answer: '0x' },
    { name: 'whose view says something else', answer: `0x${'00'.repeat(31)}20` },
  ])('is awaited of no factory $name', async ({ answer }) => {
    const liar = await startLiar(local.chain.rpcUrl)
    try {
      liar.instead = (method) => (method === 'eth_call' ? answer : undefined)
      const blind = readerWith({ rpc_url: liar.url })
      const sent = await send('alice', depositCall(4n), 4n)
      const packet = sentPacket(sent)
      const seen = await blind.transaction(sent.transactionHash)
      expect(seen?.[0]?.events.at(-1)).toMatchObject({ kind: 'send_packet', way_back: 'unseen' })
      const { transactionHash } = await send('packetRelayer', bring(packet, REFUSAL))
      expect(await blind.transaction(transactionHash)).toMatchObject([{ ok: true, events: [] }])
    } finally {
      await liar.stop()
    }
  })

  test('is seen also once the factory has been given another relayer', async () => {
    const liar = await startLiar(local.chain.rpcUrl)
    try {
      let nowMs = 0
      const patient = readerWith({ rpc_url: liar.url }, { now: () => nowMs })
      const packet = sentPacket(await send('alice', depositCall(4n), 4n))
      const { transactionHash } = await send('packetRelayer', bring(packet, REFUSAL))
      const own = evmAccount('packetRelayer').address.slice(2).toLowerCase()
      const earlier = bobby.slice(2).toLowerCase()
      liar.lie = (method, _, result) =>
        method === 'eth_call' ? String(result).replace(own, earlier) : result
      const seen = async () => {
        const [found] = (await patient.transaction(transactionHash)) ?? []
        return found?.events.map(({ kind }) => kind)
      }
      expect(await seen()).toEqual([])
      liar.lie = undefined
      nowMs += 10 * 60_000
      expect(await seen()).toEqual(['recv_ack'])
    } finally {
      await liar.stop()
    }
  })

  test('who the relayer is, is asked again after a node was away', async () => {
    const liar = await startLiar(local.chain.rpcUrl)
    try {
      const patient = readerWith({ rpc_url: liar.url })
      const sent = await send('alice', depositCall(4n), 4n)
      liar.lie = (method, _, result) => {
        if (method === 'eth_call') throw new Refusal('header not found')
        return result
      }
      await expect(patient.transaction(sent.transactionHash)).rejects.toThrow('header not found')
      liar.lie = undefined
      const seen = await patient.transaction(sent.transactionHash)
      expect(seen?.[0]?.events.at(-1)).not.toHaveProperty('way_back')
    } finally {
      await liar.stop()
    }
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
      error: 'ZeroAmount',
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

test.each([
  { name: 'a chain of two seconds a block', block_time_ms: 2_000, againMs: 2_000 },
  { name: 'a chain of ten blocks a second', block_time_ms: 100, againMs: 1_000 },
])('what is final is asked for once a block, $name', async ({ block_time_ms, againMs }) => {
  const chain = { height: 100, final: 90 }
  const liar = await startLiar(local.chain.rpcUrl)
  try {
    liar.instead = (method) =>
      ({
        eth_blockNumber: numberToHex(chain.height),
        eth_getBlockByNumber: { number: numberToHex(chain.final), timestamp: '0x1' },
      })[method]
    let nowMs = 0
    const options = { now: () => nowMs }
    const asked = readerWith({ rpc_url: liar.url, block_time_ms }, options)
    const headAt = async (atMs: number) => {
      nowMs = atMs
      liar.takeMethods()
      const { height, finalHeight } = await asked.head()
      const calls = liar.takeMethods().filter((method) => method !== 'eth_chainId')
      return { height, finalHeight, calls: calls.length }
    }
    expect(await headAt(0)).toEqual({ height: 100, finalHeight: 90, calls: 2 })
    expect(await headAt(againMs / 2)).toEqual({ height: 100, finalHeight: 90, calls: 1 })
    chain.height += 1
    chain.final += 1
    expect(await headAt(againMs - 1)).toEqual({ height: 101, finalHeight: 91, calls: 2 })
    // It makes no block any more, and goes on to be final all the same.
    chain.final += 5
    expect(await headAt(2 * againMs - 2)).toEqual({ height: 101, finalHeight: 91, calls: 1 })
    expect(await headAt(2 * againMs - 1)).toEqual({ height: 101, finalHeight: 96, calls: 2 })
    // A node that is behind says what it knows.
    chain.height -= 2
    chain.final -= 7
    expect(await headAt(2 * againMs)).toEqual({ height: 99, finalHeight: 89, calls: 2 })
  } finally {
    await liar.stop()
  }
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

describe('a block that does not add up is not taken in, and is read once it does', () => {
  type Method = 'eth_getBlockByNumber' | 'eth_getLogs' | 'eth_getBlockReceipts'
  const LOST: { what: string; lost: Method[]; says: RegExp }[] = [
    { what: 'its transactions', lost: ['eth_getBlockByNumber'], says: /without its transactions/ },
    { what: "the factory's logs", lost: ['eth_getLogs'], says: /without the factory's logs/ },
    {
      what: "the factory's logs, and the receipts too",
      lost: ['eth_getLogs', 'eth_getBlockReceipts'],
      says: /without the factory's logs|without the receipt of 0x/,
    },
  ]
  test.each(LOST)('without $what', async ({ lost, says }) => {
    const height = Number((await send('alice', depositCall(11n), 11n)).blockNumber)
    const liar = await startLiar(local.chain.rpcUrl)
    try {
      const deceived = readerWith({ rpc_url: liar.url })
      liar.lie = (method, _params, result) => {
        if (!lost.some((each) => each === method)) return result
        return method === 'eth_getBlockByNumber' ? { ...Object(result), transactions: [] } : []
      }
      await expect(deceived.block(height)).rejects.toThrow(says)
      liar.lie = undefined
      expect(await deceived.block(height)).toHaveLength(1)
    } finally {
      await liar.stop()
    }
  })

  test.each([
    { what: 'that left a log', amount: 15n, value: 15n, status: 'success' },
    { what: 'that was reverted', amount: 16n, value: 15n, status: 'reverted' },
  ] as const)('without one of its transactions, $what', async ({ amount, value, status }) => {
    const { walletOf, factory, mined } = local
    const nonce = await local.reader.getTransactionCount({ address: alice })
    // The one that comes first waits for the other, so that both are in one block.
    const common = { to: factory, gas: 600_000n }
    const hash = await walletOf('alice').sendTransaction({
      ...common,
      data: depositCall(amount),
      value,
      nonce: nonce + 1,
    })
    await walletOf('alice').sendTransaction({
      ...common,
      data: depositCall(17n),
      value: 17n,
      nonce,
    })
    const lost = await mined(hash)
    expect(lost.status).toBe(status)
    const height = Number(lost.blockNumber)
    const Block = z.object({ transactions: z.array(z.looseObject({ hash: z.string() })) })
    const liar = await startLiar(local.chain.rpcUrl)
    try {
      const deceived = readerWith({ rpc_url: liar.url })
      liar.lie = (method, _params, result) => {
        if (method !== 'eth_getBlockByNumber') return result
        const { transactions } = Block.parse(result)
        return {
          ...Object(result),
          transactions: transactions.filter((each) => each.hash !== hash),
        }
      }
      await expect(deceived.block(height)).rejects.toThrow(/without some of its transactions/)
      liar.lie = undefined
      expect(await deceived.block(height)).toHaveLength(2)
    } finally {
      await liar.stop()
    }
  })

  test.each([
    { what: 'called by somebody', lie: {} },
    { what: 'called by a contract, as smart accounts do', lie: { to: bobby } },
  ])('where only the blooms tell of the factory, $what', async ({ lie }) => {
    const height = Number((await send('alice', depositCall(18n), 18n)).blockNumber)
    const liar = await startLiar(local.chain.rpcUrl)
    const All = z.array(z.looseObject({}))
    const Block = z.looseObject({ transactions: All })
    try {
      const deceived = readerWith({ rpc_url: liar.url })
      liar.lie = (method, _params, result) => {
        if (method === 'eth_getLogs') return []
        if (method === 'eth_getBlockReceipts')
          return All.parse(result).map((receipt) => ({ ...receipt, ...lie, logs: [] }))
        if (method !== 'eth_getBlockByNumber') return result
        const found = Block.parse(result)
        return { ...found, transactions: found.transactions.map((call) => ({ ...call, ...lie })) }
      }
      await expect(deceived.block(height)).rejects.toThrow(/without the factory's logs/)
      liar.lie = undefined
      expect(await deceived.block(height)).toHaveLength(1)
    } finally {
      await liar.stop()
    }
  })

  test('but one that somebody filled with more logs than are read is, by the receipts of what called the factory', async () => {
    const height = Number((await send('alice', depositCall(19n), 19n)).blockNumber)
    const liar = await startLiar(local.chain.rpcUrl)
    const All = z.array(z.looseObject({}))
    try {
      const reading = readerWith({ rpc_url: liar.url })
      const logs = 'f'.repeat(65 * 2 ** 20)
      liar.lie = (method, _params, result) =>
        method === 'eth_getBlockReceipts'
          ? All.parse(result).map((receipt) => ({ ...receipt, logs }))
          : result
      expect(await reading.block(height)).toEqual(await reader.block(height))
      expect(await reading.block(height)).toHaveLength(1)
      // A call that left no logs of the factory may have been reverted, and a receipt of another block does not stand for its own.
      const reverted = await send('alice', depositCall(19n), 18n)
      expect(reverted.status).toBe('reverted')
      const failedAt = Number(reverted.blockNumber)
      const withoutAll: Lie = (method, params, result) =>
        method === 'eth_getBlockReceipts' ? refuseReceipts(method, params, result) : result
      liar.lie = withoutAll
      expect(await reading.block(failedAt)).toEqual(await reader.block(failedAt))
      liar.lie = (method, params, result) =>
        method === 'eth_getTransactionReceipt'
          ? { ...Object(result), blockHash: `0x${'ab'.repeat(32)}` }
          : withoutAll(method, params, result)
      await expect(reading.block(failedAt)).rejects.toThrow(/without the receipt of 0x/)
    } finally {
      await liar.stop()
    }
  })

  test('and so it is where the chain has several nodes, each of which is asked on', async () => {
    const height = Number((await send('alice', depositCall(20n), 20n)).blockNumber)
    const liars = await Promise.all([local.chain.rpcUrl, local.chain.rpcUrl].map(startLiar))
    try {
      const [first, ...others] = liars.map(({ url }) => url)
      const reading = readerWith({ rpc_url: first ?? '', rpc_urls: others }, { now: () => 0 })
      const tooLong = 'f'.repeat(65 * 2 ** 20)
      for (const liar of liars)
        liar.lie = (method, _params, result) =>
          method === 'eth_getBlockReceipts' ? tooLong : result
      expect(await reading.block(height)).toEqual(await reader.block(height))
      for (const liar of liars) expect(liar.takeMethods()).toContain('eth_getBlockReceipts')
    } finally {
      await Promise.all(liars.map(({ stop }) => stop()))
    }
  })

  test('nor does it matter that a provider refuses so much', async () => {
    const height = Number((await send('alice', depositCall(21n), 21n)).blockNumber)
    const liar = await startLiar(local.chain.rpcUrl)
    try {
      liar.lie = refuseReceipts
      const reading = readerWith({ rpc_url: liar.url })
      expect(await reading.block(height)).toEqual(await reader.block(height))
    } finally {
      await liar.stop()
    }
  })

  test('and neither is a receipt without the logs that its bloom tells of', async () => {
    const { transactionHash: hash } = await send('alice', depositCall(13n), 13n)
    const liar = await startLiar(local.chain.rpcUrl)
    try {
      const deceived = readerWith({ rpc_url: liar.url })
      // As if it were a call of somebody else's contract.
      liar.lie = (method, _params, result) =>
        method === 'eth_getTransactionReceipt'
          ? { ...Object(result), to: bobby, logs: [] }
          : method === 'eth_getTransactionByHash'
            ? { ...Object(result), to: bobby }
            : result
      await expect(deceived.transaction(hash)).rejects.toThrow(/without the factory's logs/)
      await expect(deceived.callsOf(hash)).rejects.toThrow(/without the factory's logs/)
      liar.lie = undefined
      expect(await deceived.transaction(hash)).toHaveLength(1)
    } finally {
      await liar.stop()
    }
  })

  test('what a receipt tells of a contract is there, or looks the same', async () => {
    const { factory } = local
    const { logsBloom, logs } = await send('alice', depositCall(14n), 14n)
    expect(haveTheirLogs([{ logsBloom, logs }], factory)).toBe(true)
    expect(haveTheirLogs([{ logsBloom, logs: [] }], factory)).toBe(false)
    const others = logs.filter(({ address }) => address.toLowerCase() !== factory.toLowerCase())
    expect(haveTheirLogs([{ logsBloom, logs: others }], factory)).toBe(false)
    const lookalike = [{ address: bobby, topics: [factory] }]
    expect(haveTheirLogs([{ logsBloom, logs: lookalike }], factory)).toBe(true)
    expect(haveTheirLogs([{ logsBloom, logs: [] }], bobby)).toBe(true)
    // What is empty or nearly full tells nothing.
    for (const none of [
      null,
      undefined,
      `0x${'00'.repeat(256)}` as const,
      `0x${'ff'.repeat(256)}` as const,
    ])
      expect(haveTheirLogs([{ logsBloom: none, logs: [] }], factory)).toBe(true)
  })

  test('of many logs, what they look like is found out within a bound', async () => {
    const { factory } = local
    const { logsBloom } = await send('alice', depositCall(15n), 15n)
    const none: Hex[] = []
    const cheap = Array.from({ length: 40_000 }, () => ({ address: bobby, topics: none }))
    expect(haveTheirLogs([{ logsBloom, logs: cheap }], factory)).toBe(false)
    const different = (from: number, count: number) =>
      Array.from({ length: count }, (_, index) => ({
        address: bobby,
        topics: [numberToHex(from + index, { size: 32 })],
      }))
    // Of so many no bloom is as thin as this one: somebody made it, and a block that holds it has to be read all the same.
    expect(haveTheirLogs([{ logsBloom, logs: different(0, 100) }], factory)).toBe(false)
    const lookalike = { address: bobby, topics: [factory] }
    let read = 0
    const watched = different(0, 5000).map(({ address, topics }) => ({
      address,
      get topics() {
        read += 1
        return topics
      },
    }))
    const many = [{ logsBloom, logs: [lookalike, ...watched] }]
    expect(haveTheirLogs(many, factory)).toBe(true)
    expect(read).toBe(0)
    expect(haveTheirLogs([{ logsBloom, logs: watched }], factory)).toBe(true)
    expect(read).toBeLessThan(1100)
    // Those of a block share it, and one without logs is found beside any.
    const block = (busy: number, logs: typeof cheap) => [
      ...Array.from({ length: busy }, (_, index) => ({
        logsBloom,
        logs: [...different(index * 100, 90), lookalike],
      })),
      { logsBloom, logs },
    ]
    expect(haveTheirLogs(block(40, different(0, 90)), factory)).toBe(true)
    expect(haveTheirLogs(block(5, different(0, 90)), factory)).toBe(false)
    expect(haveTheirLogs(block(40, []), factory)).toBe(false)
  })

  test('by what its header says of the factory', async () => {
    const { factory } = local
    const { logsBloom } = await send('alice', depositCall(12n), 12n)
    const header = { transactionsRoot: '0x', logsBloom } as const
    const empty: Hex = `0x${'00'.repeat(256)}`
    expect(tellsOf(header, factory)).toBe(true)
    expect(tellsOf({ ...header, logsBloom: empty }, factory)).toBe(false)
    // What is nearly full tells nothing, and neither does a chain without blooms.
    expect(tellsOf({ ...header, logsBloom: `0x${'ff'.repeat(256)}` }, factory)).toBe(false)
    for (const none of [null, undefined])
      expect(tellsOf({ ...header, logsBloom: none }, factory)).toBe(false)

    const logs = [{ address: factory.toLowerCase() }]
    expect(accountsFor([{ logsBloom: empty, logs }], factory)).toBe(true)
    expect(accountsFor([{ logsBloom, logs: [] }], factory)).toBe(true) // others' logs, by chance
    expect(accountsFor([{ logsBloom: empty, logs: [] }], factory)).toBe(false)
    expect(accountsFor([], factory)).toBe(false)
  })
})

describe('a provider that gives only so many logs', () => {
  const LIMITS = [
    {
      blocks: 10,
      status: 200,
      error: { code: -32005, message: 'query returned more than 10 results' },
    },
    {
      blocks: 10,
      status: 400,
      error: {
        code: -32600,
        message:
          'Under the Free tier plan, you can make eth_getLogs requests with up to a 10 block range.',
      },
    },
    {
      blocks: 1_000,
      status: 200,
      error: { code: -32000, message: 'exceed maximum block range: 1000' },
    },
    { blocks: 1_000, status: 200, error: { code: -32005, message: 'limit exceeded' } },
    {
      blocks: 10_000,
      status: 200,
      error: { code: -32602, message: 'range is too large, max is 10k blocks' },
    },
  ]

  const PLACE = 24_000
  const hashAt = (height: number) => numberToHex(height, { size: 32 })

  /** A node at height 30,000 with a block a second, which has an answer of the factory's in one of them. */
  async function startProvider({ blocks, status, error }: (typeof LIMITS)[number]) {
    const { transactionHash, blockNumber } = await answeredRelease()
    const ask = (method: string, params: unknown[]) => callNode(local.chain.rpcUrl, method, params)
    const there = { blockNumber: numberToHex(PLACE), blockHash: hashAt(PLACE) }
    const receipt = await ask('eth_getTransactionReceipt', [transactionHash])
    const logs = receipt.logs.map((log: object) => ({ ...log, ...there }))
    const call = { ...(await ask('eth_getTransactionByHash', [transactionHash])), ...there }
    const header = await ask('eth_getBlockByNumber', [numberToHex(blockNumber), false])
    const headerAt = (height: number) => ({
      ...header,
      number: numberToHex(height),
      hash: hashAt(height),
      timestamp: numberToHex(height),
    })
    const answers: Record<string, (params: unknown[]) => unknown> = {
      eth_getBlockByNumber: ([tag]) => headerAt(Number(tag)),
      eth_getBlockByHash: () => headerAt(PLACE),
      eth_call: () => '0x',
      eth_getTransactionReceipt: () => ({ ...receipt, ...there, logs }),
      eth_getTransactionByHash: () => call,
    }
    const lengths: number[] = []
    const provider = await startNodeServer((body, response) => {
      const { method, params } = JSON.parse(body)
      const say = (code: number, answer: object) =>
        response
          .writeHead(code, { 'content-type': 'application/json' })
          .end(JSON.stringify({ jsonrpc: '2.0', id: 1, ...answer }))
      if (method !== 'eth_getLogs') return say(200, { result: answers[method]?.(params) ?? null })
      const [from, to] = [Number(params[0].fromBlock), Number(params[0].toBlock)]
      lengths.push(to - from + 1)
      if (to - from + 1 > blocks) return say(status, { error })
      return say(200, { result: from <= PLACE && PLACE <= to ? logs : [] })
    })
    return { ...provider, lengths }
  }

  test.each(LIMITS)(
    'is asked for ever fewer blocks until it answers: $blocks, $error.message',
    async (limit) => {
      const provider = await startProvider(limit)
      try {
        const access = readerWith({ rpc_url: provider.url })
        const way = { from_chain_uid: 'vsl', to_chain_uid: 'base', sequence: '77' }
        const key = { tx_id: TX_ID, ...way, sentMs: 23_990_000 }
        // The clocks may differ by a minute, of which each block takes a second here.
        const found = await access.search([TX_ID], [key], 30_000)
        expect(found).toMatchObject([
          { height: PLACE, events: [{ kind: 'recv_packet' }, { kind: 'write_ack' }] },
        ])
        expect(Math.max(...provider.lengths)).toBeLessThanOrEqual(10_000)
        expect(provider.lengths.length).toBeLessThan(30)
      } finally {
        await provider.stop()
      }
    },
  )

  test('is not asked for ever', async () => {
    const provider = await startProvider({
      blocks: 10,
      status: 200,
      error: { code: -32005, message: 'limit exceeded' },
    })
    try {
      const access = readerWith({ rpc_url: provider.url })
      const way = { from_chain_uid: 'vsl', to_chain_uid: 'base', sequence: '999' }
      const key = { tx_id: 'neuron:nobody', ...way, sentMs: 0 }
      expect(await access.search([key.tx_id], [key], 30_000)).toEqual([])
      expect(provider.lengths.length).toBeLessThan(150)
    } finally {
      await provider.stop()
    }
  })
})

test('a factory of the same kind that is not the network’s is not believed', async () => {
  const { blockNumber, transactionHash } = await send('alice', depositCall(3n), 3n)
  const other = readerWith({ factory: local.usdc })
  expect(await other.block(Number(blockNumber))).toEqual([])
  expect(await other.transaction(transactionHash)).toEqual([])
})
