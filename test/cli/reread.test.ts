import { rmSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { encodeFunctionData } from 'viem'
import { afterEach, expect, test, vi } from 'vitest'

import { createChainAccess } from '../../src/chains/chain-access.ts'
import { showAudit } from '../../src/cli/audit.ts'
import { reread } from '../../src/cli/reread.ts'
import { factoryAbi } from '../../src/core/payloads/factory-abi.ts'
import { EvmChain } from '../../src/core/terms/network.ts'
import { createTracker } from '../../src/services/tracking/tracker.ts'
import { openDatabase } from '../../src/store/database.ts'
import { createTrackingStore } from '../../src/store/tracking/tracking-store.ts'
import { PATIENT } from '../devnet/patient.ts'
import { sampleNetwork } from '../core/sample-network.ts'
import {
  BLOCK_TIME_MS,
  CHAIN_ID,
  config,
  NATIVE,
  recipient,
  startLocalFactory,
} from '../devnet/evm/local-factory.ts'
import { createHeldTime } from '../held-time.ts'

const closers: (() => unknown)[] = []
afterEach(async () => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
  for (const close of closers.splice(0).toReversed()) await close()
})

/** A tracker on a real Anvil, of which the newest block counts as final, and the folder that an operator's command is told. */
async function startTracking() {
  const local = await startLocalFactory()
  closers.push(() => local.chain.stop())
  local.chain.holdFinality(true) // so that blocks may be taken back that were taken in
  const dataDir = mkdtempSync(join(tmpdir(), 'vouch-reread-'))
  closers.push(() => rmSync(dataDir, { recursive: true }))
  const settings = { config: join(dataDir, 'reread.env') }
  writeFileSync(settings.config, '')
  vi.stubEnv('DATA_DIR', dataDir)
  const said: string[] = []
  vi.spyOn(console, 'log').mockImplementation((line) => void said.push(String(line)))

  const { db, close } = openDatabase(dataDir)
  closers.push(close)
  const chain = EvmChain.parse({
    ...sampleNetwork.chains[0],
    chain_id: `${CHAIN_ID}`,
    factory: local.factory,
    rpc_url: local.chain.rpcUrl,
    finality: 1,
  })
  const time = createHeldTime()
  const access = createChainAccess(chain, sampleNetwork, PATIENT)
  const store = createTrackingStore(db)
  const tracker = createTracker({
    network: sampleNetwork,
    readers: [time.waitingFor(access)],
    store: time.waitingFor(store),
    onFinalBlock: async () => undefined,
    log: { warn: () => undefined },
    now: time.now,
    sleep: time.sleep,
  })
  closers.push(tracker.stop)
  tracker.start()

  return {
    local,
    access,
    said,
    reread: (height: number) => reread('base', height, settings),
    audit: () => showAudit({ json: false }, settings),
    lastTaken: () => store.lastTaken('base'),
    booked: (txHash: string) => store.observationsIn('base', txHash),
    /** Makes no more blocks, and returns the newest. */
    async standStill() {
      local.chain.setBlockTime(undefined)
      // What is refused comes after the block that may just be made.
      await local.chain.reorg({ depth: Infinity, transactions: 'kept' }).catch(() => undefined)
      const { number, hash } = await local.reader.getBlock()
      return { height: Number(number), hash }
    },
    /** Goes on to the newest block, or as far as the tracker does, and says how its chain is. */
    async goOn() {
      await time.pass(3_000)
      return (await tracker.conditions())[0]?.state
    },
    /** A deposit of so much in a block of its own. */
    async deposit(amount: bigint) {
      const data = encodeFunctionData({
        abi: factoryAbi,
        functionName: 'depositToken',
        args: [{ token: 'eth', token_type: NATIVE }, amount, [recipient(amount)], config()],
      })
      const { walletOf, factory, mined } = local
      const order = { to: factory, data, value: amount, gas: 600_000n }
      const receipt = await mined(await walletOf('alice').sendTransaction(order))
      const txHash = receipt.transactionHash
      return {
        height: Number(receipt.blockNumber),
        isTaken: async () => (await store.observationsIn('base', txHash)).length > 0,
      }
    },
  }
}

test('where a chain really forked nothing is taken in until an operator has it read again from there, which the audit log tells; then the books are those of the chain', async () => {
  const { local, access, said, goOn, deposit, lastTaken, ...operator } = await startTracking()
  const { chain, reader } = local
  const stays = await deposit(1n)
  const goes = await deposit(2n)
  expect(await goOn()).toBe('ok')
  expect([await stays.isTaken(), await goes.isTaken()]).toEqual([true, true])

  const head = await operator.standStill()
  await goOn()
  await chain.reorg({ depth: head.height - goes.height + 1, transactions: 'dropped' })
  chain.setBlockTime(BLOCK_TIME_MS)
  const comes = await deposit(3n)
  expect(await goOn()).toBe('fork')
  expect(await goOn()).toBe('fork')
  expect([await comes.isTaken(), await lastTaken()]).toEqual([false, head])

  await operator.reread(goes.height)
  expect(said.at(-1)).toContain(
    `base was read up to block ${head.height}, and is read again from block ${goes.height} on`,
  )
  await operator.standStill()
  expect(await goOn()).toBe('ok')
  const last = await lastTaken()
  expect(last?.height).toBeGreaterThanOrEqual(comes.height)
  const { hash } = await reader.getBlock({ blockNumber: BigInt(last?.height ?? 0) })
  expect(last?.hash).toBe(hash)
  for (const height of [stays.height, goes.height, comes.height]) {
    const onChain = await access.block(height)
    expect(onChain).toHaveLength(height === goes.height ? 0 : 1)
    for (const one of onChain) expect(await operator.booked(one.tx_hash)).toEqual([one])
  }
  // What was taken in of a block that is gone stays, since something may have been paid for it.
  expect(await goes.isTaken()).toBe(true)

  expect(await operator.audit()).toBe(true)
  const entry = `blocks of base read again from ${goes.height} on, which had been read up to ${head.height}`
  expect(said.at(-2)).toMatch(new RegExp(`^ {5}1 {2}\\S+Z {2}${entry}$`))
  expect(said.at(-1)).toMatch(/^1 entries, each as it was written/)
})
