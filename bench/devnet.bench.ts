import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { evmAccount, hubAddress } from '../src/devnet/accounts.ts'
import { startDevnet, type Devnet } from '../src/devnet/devnet.ts'
import { ANY_PORTS } from '../test/devnet/any-ports.ts'
import { connectClients } from '../test/devnet/devnet-clients.ts'
import { median } from '../drill/quantile.ts'
import { report } from './figures.ts'
import { fundAccounts, mixedOperations, residentMiB } from './devnet-traffic.ts'
import { untilSo } from '../drill/until-so.ts'

/**
 * The local network: how fast it starts, how many operations a second all four chains sustain, how many deposits a second
 * reach the hub, against plain transfers on the same Anvil behind the same address, what 10,000 accounts take, and what a
 * start costs after that much traffic.
 */
const BLOCK_TIME_MS = 200
const DEPOSITS = 400
const STARTS = 3
const MIXED_SECONDS = 20
const ACCOUNTS = 10_000

const folder = mkdtempSync(join(tmpdir(), 'vouch-bench-'))
const dataDir = join(folder, 'data')

async function timed<Result>(work: () => Promise<Result>) {
  const cpu = process.cpuUsage()
  const startedAt = performance.now()
  const result = await work()
  const { user, system } = process.cpuUsage(cpu)
  return { result, ms: performance.now() - startedAt, cpuMs: (user + system) / 1_000 }
}
const start = (options: object = {}) =>
  timed(() => startDevnet({ blockTimeMs: BLOCK_TIME_MS, ports: ANY_PORTS, ...options }))

async function starts(name: string, options: object = {}): Promise<void> {
  const found: { ms: number; cpuMs: number }[] = []
  for (let round = 0; round < STARTS; round += 1) {
    const { result, ms, cpuMs } = await start(options)
    found.push({ ms, cpuMs })
    await result.stop()
  }
  const [ms, cpuMs] = [
    median(found.map((each) => each.ms)),
    median(found.map((each) => each.cpuMs)),
  ]
  console.log(
    `${name}: ${ms.toFixed(0)} ms, ${cpuMs.toFixed(0)} ms of CPU here (median of ${STARTS})`,
  )
}

/** Alice's transactions on base, all handed in at once; the time until the last one has its effect. */
async function burst(devnet: Devnet, kind: 'deposit' | 'transfer'): Promise<number> {
  const clients = await connectClients(devnet.network)
  const { address } = evmAccount('alice')
  const to = { chain_uid: 'neuron', address: await hubAddress('david') }
  const wallet = clients.walletOf('alice')
  let nonce = await clients.reader.getTransactionCount({ address, blockTag: 'pending' })
  const before = await clients.vouchersOf(to, 'eth')
  const { ms } = await timed(async () => {
    const last = nonce + DEPOSITS
    for (; nonce < last; nonce += 1) {
      if (kind === 'deposit')
        await clients.sendDeposit({ from: 'alice', token: 'eth', amount: 1n, to, nonce })
      else
        await wallet.sendTransaction({
          to: evmAccount('bobby').address,
          value: 1n,
          gas: 21_000n,
          nonce,
        })
    }
    const isDone = async () =>
      kind === 'deposit'
        ? (await clients.vouchersOf(to, 'eth')) === before + BigInt(DEPOSITS)
        : (await clients.reader.getTransactionCount({ address })) === last
    await untilSo(isDone, 20)
  })
  return DEPOSITS / (ms / 1_000)
}

try {
  await starts('a start in memory')
  const { result: devnet } = await start({ dataDir })
  const transfers = await burst(devnet, 'transfer')
  const deposits = await burst(devnet, 'deposit')
  console.log(
    `deposits booked at the hub: ${deposits.toFixed(0)}/s, ${(deposits / transfers).toFixed(2)} of plain transfers on the same chain (${transfers.toFixed(0)}/s)`,
  )
  report('deposits to plain transfers', deposits / transfers, 'x')
  const books = await timed(() => devnet.books.read())
  const wrong = books.result.filter(({ difference }) => difference !== 0n)
  if (wrong.length > 0)
    throw new Error(`the books do not balance: ${wrong.map(({ token }) => token).join(', ')}`)
  console.log(
    `the books after that: ${books.ms.toFixed(0)} ms, ${books.cpuMs.toFixed(0)} ms of CPU here`,
  )
  const bytes = statSync(join(dataDir, 'neuron.ndjson')).size
  console.log(`the hub's journal: ${(bytes / DEPOSITS / 1_024).toFixed(1)} KiB for each deposit`)
  const { count, perSecond } = await mixedOperations(devnet, MIXED_SECONDS)
  console.log(
    `deposits, swaps and transfers by 4 people on 4 chains: ${perSecond.toFixed(0)}/s over ${count}, until the last was settled and the books balanced`,
  )
  const showMiB = ({ own, anvils }: ReturnType<typeof residentMiB>) =>
    `${own.toFixed(0)} MiB here, ${anvils.toFixed(0)} MiB in the Anvils`
  console.log(`memory: ${showMiB(residentMiB())}`)
  await fundAccounts(devnet, ACCOUNTS)
  console.log(
    `with ${ACCOUNTS} more accounts on each of base and neuron: ${showMiB(residentMiB())}`,
  )
  await devnet.stop()
  await starts(`a start after all that`, { dataDir })
} finally {
  rmSync(folder, { recursive: true, force: true })
}
