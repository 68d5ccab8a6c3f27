import {
  appendFileSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { EncodeObject } from '@cosmjs/proto-signing'
import { TxRaw } from 'cosmjs-types/cosmos/tx/v1beta1/tx'
import { afterAll, beforeEach, expect, test } from 'vitest'

import type { Chain } from '../../../src/devnet/cosmwasm/chain.ts'
import {
  alice,
  bobby,
  CHAIN_ID,
  counter,
  createTestChain,
  executeMsg,
  feeOf,
  sendMsg,
  startTestChain,
} from './test-chain.ts'

const signer = await startTestChain()
const folder = mkdtempSync(join(tmpdir(), 'vouch-journal-'))
afterAll(async () => {
  await signer.stop()
  rmSync(folder, { recursive: true })
})

let journalPath = ''
let count = 0
beforeEach(() => {
  count += 1
  journalPath = join(folder, `new/${count}.ndjson`)
})

const open = () => createTestChain({ journalPath })

async function bytesOf(
  sequence: number,
  message: EncodeObject = executeMsg(alice, { add: { by: 1, outcome: 'succeed' } }),
) {
  const tx = await signer.client.sign(alice, [message], feeOf(200_000), '', {
    accountNumber: 0,
    sequence,
    chainId: CHAIN_ID,
  })
  return TxRaw.encode(tx).finish()
}

async function include(chain: Chain, sequence: number, message?: EncodeObject) {
  const { hash, code } = chain.broadcast(await bytesOf(sequence, message))
  expect(code).toBe(0)
  chain.produceBlock()
  return hash
}

const lines = () => readFileSync(journalPath, 'utf8').trimEnd().split('\n')
const sorted = (chain: Chain) =>
  chain.state
    .writes()
    .map((write) => write.join('\n'))
    .sort((left, right) => (left < right ? -1 : 1))

const hashesUpTo = (chain: Chain, latest: number) =>
  Array.from({ length: latest }, (_, index) => chain.blocks.block(index + 1)?.hash)

test.each([
  { name: 'an orderly stop', end: (chain: Chain) => chain.close() },
  { name: 'a kill', end: () => undefined },
])('everything is there again after $name', async ({ end }) => {
  const first = open()
  const hashes = [await include(first, 0), await include(first, 1, sendMsg(alice, bobby, 5n))]
  const failed = await include(first, 2, executeMsg(alice, { add: { by: 1, outcome: 'refuse' } }))
  first.produceBlock()
  const before = {
    state: sorted(first),
    txs: [...first.blocks.txs()],
    latest: first.blocks.latest(),
    block: first.blocks.block(2),
    hashes: hashesUpTo(first, first.blocks.latest()),
  }
  end(first)

  const second = open()
  expect(sorted(second)).toEqual(before.state)
  expect([...second.blocks.txs()]).toEqual(before.txs)
  expect(second.blocks.block(2)).toEqual(before.block)
  // Whoever has taken blocks in finds that the next one follows them.
  expect(hashesUpTo(second, before.latest)).toEqual(before.hashes)
  expect([...hashes, failed].map((hash) => second.blocks.tx(hash)?.result.code)).toEqual([0, 0, 5])
  expect(second.blocks.latest()).toBeGreaterThan(before.latest)
  await include(second, 3)
  expect(second.query(counter, { count: {} })).toEqual({ count: 2 })
})

test('an orderly stop skips no height, a kill skips fewer than 101, and all of them can be read', async () => {
  const first = open()
  await include(first, 0)
  const stoppedAt = first.blocks.latest()
  first.close()
  const second = open()
  expect(second.blocks.latest()).toBe(stoppedAt + 1)
  for (let index = 0; index < 250; index += 1) second.produceBlock()
  const killedAt = second.blocks.latest()
  const third = open()
  expect(third.blocks.latest()).toBeGreaterThan(killedAt)
  expect(third.blocks.latest()).toBeLessThanOrEqual(killedAt + 101)
  const times = Array.from(
    { length: third.blocks.latest() },
    (_, index) => third.blocks.block(index + 1)?.timeMs ?? Number.NaN,
  )
  expect(times.every((timeMs, index) => index === 0 || timeMs >= (times[index - 1] ?? 0))).toBe(
    true,
  )
  expect(third.blocks.block(third.blocks.latest() + 1)).toBeUndefined()
})

test('empty blocks write next to nothing', () => {
  const chain = open()
  const before = lines().length
  for (let index = 0; index < 1_000; index += 1) chain.produceBlock()
  expect(lines().length - before).toBeLessThanOrEqual(10)
})

test('a transaction that was taken but not included survives a kill, in order and once', async () => {
  const first = open()
  for (const sequence of [0, 1, 2]) first.broadcast(await bytesOf(sequence))
  const second = open()
  expect([...second.blocks.txs()].map(({ result }) => result.code)).toEqual([0, 0, 0])
  const third = open()
  expect([...third.blocks.txs()]).toHaveLength(3)
  expect(third.query(counter, { count: {} })).toEqual({ count: 3 })
})

test('a last line that was torn at any byte is cut off, and the chain goes on', async () => {
  const chain = open()
  await include(chain, 0)
  const whole = readFileSync(journalPath)
  await include(chain, 1)
  const torn = readFileSync(journalPath)
  const step = Math.ceil((torn.length - whole.length) / 25)
  for (let length = whole.length; length < torn.length; length += step) {
    writeFileSync(journalPath, torn)
    truncateSync(journalPath, length)
    const again = open()
    const included = [...again.blocks.txs()].length
    // Once the mempool's line is whole, the transaction is carried out; before, it never was.
    expect([1, 2]).toContain(included)
    expect(again.query(counter, { count: {} })).toEqual({ count: included })
    again.close()
    expect([...open().blocks.txs()]).toHaveLength(included)
  }
})

test('a damaged line in the middle stops the start', async () => {
  const chain = open()
  await include(chain, 0)
  chain.close()
  const [first = '', ...rest] = lines()
  writeFileSync(journalPath, [first, '{"kind":"bl', ...rest, ''].join('\n'))
  expect(open).toThrow(/damaged at line 2/)
})

test("another chain's journal stops the start", () => {
  open().close()
  expect(() => createTestChain({ journalPath, chainId: 'other-1' })).toThrow(
    'belongs to the chain test-1, not to other-1',
  )
})

test('balances of the first start stay, whatever the next start names', () => {
  open().close()
  const again = createTestChain({
    journalPath,
    balances: [{ address: alice, denom: 'utok', amount: 5n }],
  })
  expect(again.state.get(`balances/${alice}`, 'utok')).toBe('1000000')
})

test('lines longer than one read are read whole', () => {
  const many = Array.from({ length: 60_000 }, (_, index) => ({
    address: `holder${index}`,
    denom: 'utok',
    amount: BigInt(index + 1),
  }))
  createTestChain({ journalPath, balances: many }).close()
  expect(lines()[0]?.length).toBeGreaterThan(3 << 20)
  expect(open().state.get('balances/holder59999', 'utok')).toBe('60000')
  appendFileSync(journalPath, '{"kind":"torn')
  expect(open().state.get('balances/holder59999', 'utok')).toBe('60000')
})

test('a search through blocks that are in the journal alone finds what has the words, and takes no room', async () => {
  const rich = { address: alice, denom: 'utok', amount: 10n ** 12n }
  const chain = createTestChain({ journalPath, balances: [rich] })
  const wanted = executeMsg(alice, { add: { by: 77, outcome: 'succeed' } })
  const hash = await include(chain, 0, wanted)
  for (let sequence = 1; sequence < 300; sequence += 1) await include(chain, sequence)
  const before = process.memoryUsage().arrayBuffers
  const search = (...texts: string[]) => [...chain.blocks.txs(1, 90, texts)].map((tx) => tx.hash)
  for (let round = 0; round < 20; round += 1) expect(search("it's 77")).toEqual([hash])
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(1_000_000)
  expect(search("it's 77", 'said nowhere')).toEqual([])
  expect(search()).toHaveLength(89) // the first block has none
  chain.close()
})
