import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleepFor } from 'node:timers/promises'

import { z } from 'zod'

import { createChainAccess } from '../src/chains/chain-access.ts'
import { hubOf } from '../src/core/terms/network.ts'
import { createTracker } from '../src/services/tracking/tracker.ts'
import { openDatabase } from '../src/store/database.ts'
import { createTrackingStore } from '../src/store/tracking/tracking-store.ts'
import { sampleNetwork } from '../test/core/sample-network.ts'
import { median } from '../drill/quantile.ts'
import { report } from './figures.ts'
import { sleep } from '../src/wiring/sleep.ts'

/**
 * A server that was away reads the blocks of the hub that it missed, which hold nothing: the real reader and tracker, a database on disk, and a node in another process.
 * Beside it, in turns, the same headers alone, asked for by as many calls at once and parsed.
 */
const BLOCKS = 20_000
const ROUNDS = 5
/** As the reader asks for them: what CometBFT gives at once, and calls under way. */
const HEADERS = 20
const CALLS = 10

const node = fork(join(import.meta.dirname, 'quiet-hub.ts'), [`${BLOCKS}`])
const ended = once(node, 'exit').then(([code]) => {
  throw new Error(`its node ended with ${code}`)
})
const [{ rpcUrl }] = z
  .tuple([z.object({ rpcUrl: z.string() })])
  .rest(z.unknown())
  .parse(await Promise.race([once(node, 'message'), ended]))
const hub = { ...hubOf(sampleNetwork), rpc_url: rpcUrl }
const network = {
  ...sampleNetwork,
  chains: sampleNetwork.chains.map((chain) => (chain.chain_uid === hub.chain_uid ? hub : chain)),
}

async function readByTracker(): Promise<number> {
  const dir = mkdtempSync(join(tmpdir(), 'vouch-bench-'))
  const { db, close } = openDatabase(dir)
  const store = createTrackingStore(db)
  await store.moveCursor(hub.chain_uid, { height: 1, hash: undefined }, undefined)
  const tracker = createTracker({
    network,
    readers: [createChainAccess(hub, network)],
    store,
    onFinalBlock: async () => undefined,
    onChange: () => undefined,
    log: { warn: (details, message) => console.error(message, details) },
    now: () => new Date(),
    sleep,
  })
  const startedAt = performance.now()
  tracker.start()
  const readTo = async () => (await tracker.conditions())[0]?.lagBlocks
  do await sleepFor(5)
  while ((await store.cursor(hub.chain_uid)) === 1 || (await readTo()) !== 0)
  const tookMs = performance.now() - startedAt
  await tracker.stop()
  close()
  rmSync(dir, { recursive: true })
  return tookMs
}

async function readHeaders(): Promise<number> {
  const startedAt = performance.now()
  for (let from = 2; from <= BLOCKS; from += HEADERS * CALLS) {
    const starts = Array.from({ length: CALLS }, (_, at) => from + at * HEADERS)
    await Promise.all(
      starts
        .filter((start) => start <= BLOCKS)
        .map(async (start) => {
          const to = Math.min(BLOCKS, start + HEADERS - 1)
          await (await fetch(`${rpcUrl}/blockchain?minHeight=${start}&maxHeight=${to}`)).json()
        }),
    )
  }
  return performance.now() - startedAt
}

const ours: number[] = []
const bare: number[] = []
for (let round = 0; round < ROUNDS; round += 1) {
  bare.push(await readHeaders())
  ours.push(await readByTracker())
}
const [oursMs, bareMs] = [median(ours), median(bare)]
console.log(
  `${BLOCKS} empty blocks of the hub: ${Math.round((1_000 * BLOCKS) / oursMs)} a second, their headers alone ${Math.round((1_000 * BLOCKS) / bareMs)} (medians of ${ROUNDS})`,
)
// Two thousand blocks a second at least.
report('a thousand empty blocks of the hub', (1_000 * oursMs) / BLOCKS, 'ms', { atMost: 500 })
report('to their headers alone', bareMs / oursMs, 'x')
ended.catch(() => undefined)
node.disconnect()
