import { toBech32 } from '@cosmjs/encoding'
import { connectComet } from '@cosmjs/tendermint-rpc'
import { TxRaw } from 'cosmjs-types/cosmos/tx/v1beta1/tx'
import { afterAll, expect, test } from 'vitest'

import {
  alice,
  aminoWallet,
  bobby,
  CHAIN_ID,
  connect,
  counter,
  createTestChain,
  executeMsg,
  feeOf,
  sendMsg,
  startTestChain,
  START_UTOK,
  stranger,
} from './test-chain.ts'

const node = await startTestChain()
afterAll(() => node.stop())
const { client, rpcUrl } = node

const addOne = executeMsg(alice, { add: { by: 1, outcome: 'succeed' } })
const countOf = async () => {
  const answer: unknown = await client.queryContractSmart(counter, { count: {} })
  return answer
}

type Signing = {
  from?: string
  messages?: Parameters<typeof client.sign>[1]
  fee?: ReturnType<typeof feeOf>
  memo?: string
  chainId?: string
  accountNumber?: number
  sequence?: number
  timeoutHeight?: bigint
  tamper?: (tx: TxRaw) => TxRaw
}

/** Signs with what the chain says, except where a row says otherwise. */
async function sign({ from = alice, tamper = (tx) => tx, ...row }: Signing): Promise<Uint8Array> {
  const account = await client.getAccount(from)
  const tx = await client.sign(
    from,
    row.messages ?? [executeMsg(from, { add: { by: 1, outcome: 'succeed' } })],
    row.fee ?? feeOf(200_000),
    row.memo ?? '',
    {
      accountNumber: row.accountNumber ?? account?.accountNumber ?? 0,
      sequence: row.sequence ?? account?.sequence ?? 0,
      chainId: row.chainId ?? CHAIN_ID,
    },
    row.timeoutHeight,
  )
  return TxRaw.encode(tamper(tx)).finish()
}

/** As `broadcastTx`, which asks for the result every three seconds unless told. */
const broadcast = (bytes: Uint8Array) => client.broadcastTx(bytes, 10_000, 20)

const flipped = (bytes: Uint8Array) => bytes.map((byte, index) => (index === 10 ? byte ^ 1 : byte))

test.each<{ name: string; row: Signing; code: number; log: RegExp }>([
  {
    name: 'a later sequence',
    row: { sequence: 9 },
    code: 32,
    log: /account sequence mismatch, expected \d+, got 9/,
  },
  {
    name: "another chain's id",
    row: { chainId: 'other-1' },
    code: 4,
    log: /signature verification failed.*chain-id \(test-1\)/,
  },
  {
    name: 'a wrong account number',
    row: { accountNumber: 7 },
    code: 4,
    log: /verify account number \(0\)/,
  },
  {
    name: 'a tampered signature',
    row: { tamper: (tx) => ({ ...tx, signatures: tx.signatures.map(flipped) }) },
    code: 4,
    log: /signature verification failed/,
  },
  {
    name: 'a signature too many',
    row: { tamper: (tx) => ({ ...tx, signatures: [...tx.signatures, ...tx.signatures] }) },
    code: 4,
    log: /invalid number of signers/,
  },
  {
    name: 'no signature',
    row: { tamper: (tx) => ({ ...tx, signatures: [] }) },
    code: 4,
    log: /invalid number of signers/,
  },
  {
    name: 'a body changed after signing',
    row: {
      messages: [sendMsg(alice, bobby, 1n)],
      tamper: (tx) => ({
        ...tx,
        bodyBytes: tx.bodyBytes.map((byte, at) =>
          byte === 49 && at === tx.bodyBytes.lastIndexOf(49) ? 50 : byte,
        ),
      }),
    },
    code: 4,
    log: /signature verification failed/,
  },
  {
    name: 'a fee one below the gas price',
    row: { fee: feeOf(200_000, 4_999) },
    code: 13,
    log: /insufficient fees; got: 4999utok required: 5000utok/,
  },
  {
    name: 'a fee that the account cannot pay',
    row: { fee: feeOf(200_000, 2_000_000) },
    code: 5,
    log: /insufficient funds/,
  },
  {
    name: 'gas below what the ante checks use',
    row: { fee: feeOf(500) },
    code: 11,
    log: /out of gas/,
  },
  {
    name: 'a memo of 257 characters',
    row: { memo: 'x'.repeat(257) },
    code: 12,
    log: /memo too large/,
  },
  {
    name: 'a timeout height that has passed',
    row: { timeoutHeight: 1n },
    code: 30,
    log: /tx timeout height/,
  },
  {
    name: 'an account that never received',
    row: { from: stranger },
    code: 9,
    log: /does not exist/,
  },
  {
    name: 'a message type that the chain does not know',
    row: { tamper: (tx) => ({ ...tx, bodyBytes: Uint8Array.of(10, 6, 10, 4, 47, 97, 46, 98) }) },
    code: 2,
    log: /unable to resolve type URL \/a\.b/,
  },
])('CheckTx refuses $name', async ({ row, code, log }) => {
  const before = await client.getAccount(alice)
  const refused = await client.broadcastTxSync(await sign(row)).catch((error: unknown) => error)
  expect(refused).toMatchObject({ code, codespace: 'sdk', log: expect.stringMatching(log) })
  expect((await client.getAccount(alice))?.sequence).toBe(before?.sequence)
})

test.each([
  { name: 'an empty text', bytes: new Uint8Array(), code: 18 },
  { name: 'no protobuf', bytes: Uint8Array.of(255, 255, 255), code: 2 },
])('CheckTx refuses $name', async ({ bytes, code }) => {
  await expect(client.broadcastTxSync(bytes)).rejects.toMatchObject({ code })
})

test('accepts a fee of exactly the gas price and a memo of 256 characters', async () => {
  const result = await broadcast(await sign({ fee: feeOf(200_000, 5_000), memo: 'x'.repeat(256) }))
  expect(result.code).toBe(0)
})

test.each([
  {
    name: 'a contract refuses',
    outcome: 'refuse',
    gas: 200_000,
    code: 5,
    codespace: 'wasm',
    log: 'failed to execute message; message index: 1: refused to add 5: execute wasm contract failed',
  },
  {
    name: 'a contract breaks',
    outcome: 'break',
    gas: 200_000,
    code: 5,
    codespace: 'wasm',
    log: 'failed to execute message; message index: 1: Error calling the VM: the contract broke: execute wasm contract failed',
  },
  {
    name: 'the gas runs out',
    outcome: 'succeed',
    gas: 50_000,
    code: 11,
    codespace: 'sdk',
    log: expect.stringContaining('out of gas in location'),
  },
])(
  'when $name, fee and sequence are taken and everything else is undone',
  async ({ outcome, gas, code, codespace, log }) => {
    const before = {
      count: await countOf(),
      account: await client.getAccount(alice),
      balance: BigInt((await client.getBalance(alice, 'utok')).amount),
    }
    const failing = executeMsg(alice, { add: { by: 5, outcome } })
    const result = await broadcast(await sign({ messages: [addOne, failing], fee: feeOf(gas) }))
    expect(result).toMatchObject({ code, rawLog: log })
    const stored = await (
      await connectComet(rpcUrl)
    ).tx({ hash: Buffer.from(result.transactionHash, 'hex') })
    expect(stored.result.codespace).toBe(codespace)
    expect(await countOf()).toEqual(before.count)
    expect((await client.getAccount(alice))?.sequence).toBe((before.account?.sequence ?? 0) + 1)
    expect(BigInt((await client.getBalance(alice, 'utok')).amount)).toBe(
      before.balance - BigInt(gas / 40),
    )
    expect(result.events.map(({ type }) => type)).toEqual([
      'coin_spent',
      'coin_received',
      'transfer',
      'message',
      'tx',
      'tx',
      'tx',
    ])
  },
)

test.each([
  { outcome: 'succeed', ok: 'true', added: 3 },
  { outcome: 'refuse', ok: 'false', added: 0 },
])('a caught inner call that does $outcome leaves $added', async ({ outcome, ok, added }) => {
  const before = node.chain.query(counter, { count: {} })
  const { events } = await client.execute(alice, counter, { try_add: { by: 3, outcome } }, 'auto')
  expect(events.find(({ type }) => type === 'wasm-tried')?.attributes).toContainEqual({
    key: 'ok',
    value: ok,
  })
  expect(events.filter(({ type }) => type === 'wasm-counted')).toHaveLength(added === 0 ? 0 : 1)
  expect(node.chain.query(counter, { count: {} })).toEqual({ count: countIn(before) + added })
})

function countIn(answer: unknown): number {
  return typeof answer === 'object' && answer !== null && 'count' in answer
    ? Number(answer.count)
    : Number.NaN
}

test.each(['loop', 'try_loop'])(
  '%s: an endless contract ends at the gas limit and cannot catch that',
  async (message) => {
    const messages = [executeMsg(alice, { [message]: {} })]
    expect((await broadcast(await sign({ messages, fee: feeOf(300_000) }))).code).toBe(11)
  },
)

test('funds go to the contract and can be sent on; the receiver becomes an account', async () => {
  const fresh = toBech32('wasm', new Uint8Array(20).fill(7))
  expect(await client.getAccount(fresh)).toBeNull()
  const { events } = await client.execute(
    alice,
    counter,
    { give_back: { to: fresh } },
    'auto',
    '',
    [{ denom: 'utok', amount: '77' }],
  )
  expect(await client.getBalance(fresh, 'utok')).toEqual({ denom: 'utok', amount: '77' })
  expect(await client.getBalance(counter, 'utok')).toEqual({ denom: 'utok', amount: '0' })
  expect(await client.getAccount(fresh)).toMatchObject({
    address: fresh,
    sequence: 0,
    pubkey: null,
  })
  const message = events.filter(({ attributes }) =>
    attributes.some(({ key }) => key === 'msg_index'),
  )
  expect(message.map(({ type }) => type)).toEqual([
    'message',
    'coin_spent',
    'coin_received',
    'transfer',
    'message',
    'execute',
    'coin_spent',
    'coin_received',
    'transfer',
    'message',
  ])
})

test('the simulated gas is enough, and close to what is used', async () => {
  const estimate = await client.simulate(alice, [addOne], '')
  const result = await broadcast(await sign({ fee: feeOf(Math.ceil(estimate * 1.02)) }))
  expect(result.code).toBe(0)
  expect(Math.abs(Number(result.gasUsed) - estimate)).toBeLessThan(estimate / 50)
})

test('a simulation that fails says why and changes nothing', async () => {
  const before = await client.getAccount(alice)
  await expect(
    client.simulate(alice, [executeMsg(alice, { add: { by: 1, outcome: 'refuse' } })], ''),
  ).rejects.toThrow('refused to add 1')
  expect(await client.getAccount(alice)).toEqual(before)
})

test('amino-signed transactions pass, and not on another chain', async () => {
  const amino = await connect(rpcUrl, aminoWallet)
  const messages = [
    sendMsg(bobby, alice, 5n),
    executeMsg(bobby, { add: { by: 1, outcome: 'succeed' } }, [{ denom: 'utok', amount: '3' }]),
  ]
  expect((await amino.signAndBroadcast(bobby, messages, 'auto', 'a <memo> & more')).code).toBe(0)
  const account = await amino.getAccount(bobby)
  const tx = await amino.sign(bobby, messages, feeOf(200_000), '', {
    accountNumber: account?.accountNumber ?? 0,
    sequence: account?.sequence ?? 0,
    chainId: 'other-1',
  })
  await expect(amino.broadcastTxSync(TxRaw.encode(tx).finish())).rejects.toMatchObject({ code: 4 })
})

test('consecutive sequences wait together and land in one block, in order', async () => {
  const chain = createTestChain()
  const txs = await Promise.all(
    [0, 1, 2].map((sequence) => sign({ sequence, accountNumber: 0, fee: feeOf(200_000) })),
  )
  expect(txs.map((tx) => chain.broadcast(tx).code)).toEqual([0, 0, 0])
  const gap = await sign({ sequence: 4, accountNumber: 0 })
  expect(chain.broadcast(gap)).toMatchObject({
    code: 32,
    log: expect.stringContaining('expected 3, got 4'),
  })
  expect(chain.waiting()).toHaveLength(3)
  chain.produceBlock()
  expect(
    chain.blocks.block(chain.blocks.latest())?.txs.map(({ index, result }) => [index, result.code]),
  ).toEqual([
    [0, 0],
    [1, 0],
    [2, 0],
  ])
  expect(chain.query(counter, { count: {} })).toEqual({ count: 3 })
})

test('fees of waiting transactions count against the next one', async () => {
  const chain = createTestChain()
  const big = await sign({ sequence: 0, accountNumber: 0, fee: feeOf(200_000, 600_000) })
  const next = await sign({ sequence: 1, accountNumber: 0, fee: feeOf(200_000, 600_000) })
  expect(chain.broadcast(big).code).toBe(0)
  expect(chain.broadcast(next).code).toBe(5)
  chain.produceBlock()
  expect(chain.broadcast(next).code).toBe(5)
})

test('the same bytes are taken once, waiting or included', async () => {
  const bytes = await sign({})
  await client.broadcastTxSync(bytes)
  await expect(client.broadcastTxSync(bytes)).rejects.toThrow('tx already exists in cache')
  await client.signAndBroadcast(bobby, [sendMsg(bobby, alice, 1n)], 'auto')
  await expect(client.broadcastTxSync(bytes)).rejects.toThrow('tx already exists in cache')
})

test('block times move forward even when the clock goes back', () => {
  let nowMs = 1_800_000_000_000
  const chain = createTestChain({ now: () => nowMs })
  nowMs -= 60_000
  chain.produceBlock()
  chain.produceBlock()
  const times = [1, 2, 3].map((height) => chain.blocks.block(height)?.timeMs)
  expect(times).toEqual([1_800_000_000_000, 1_800_000_000_001, 1_800_000_000_002])
})

test('no coin is made or lost by anything above', async () => {
  const accounts = node.chain.state.entries('accounts').map(([address]) => address)
  const sum = accounts.reduce(
    (total, address) => total + BigInt(node.chain.state.get(`balances/${address}`, 'utok') ?? 0),
    0n,
  )
  expect(sum).toBe(2n * START_UTOK)
})
