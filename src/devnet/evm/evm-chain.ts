import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'

import { keccak256 } from 'viem'
import { z } from 'zod'

import { NodeRefusedError, startAnvil, type Anvil, type RpcAnswer } from './anvil-process.ts'
import { openBlockJournal, type BlockJournal, type JournalEntry } from './block-journal.ts'
import { startRpcServer, type RpcRequest } from './rpc-server.ts'

// After so many blocks without a transaction only every IDLE_STRIDE-th block time brings one: Anvil's cost per block grows
// with the number of blocks, and a chain that ran over night should still be quick. Enough for anything to become final.
const IDLE_AFTER_BLOCKS = 8
const IDLE_STRIDE = 15
// How many blocks a start may have to replay after a crash, at about a millisecond each.
const SNAPSHOT_BLOCKS = 200

const Hex = z.templateLiteral(['0x', z.string()])
const RawTransactionParams = z.tuple([z.string().regex(/^0x([0-9a-f]{2})+$/i)]).pipe(z.tuple([Hex]))
const BlockHead = z.object({ number: Hex, timestamp: Hex })
const BlockHashes = z.object({ transactions: z.array(z.string()) })

export type EvmChainOptions = {
  chainId: number
  /** 0 takes a free port. */
  port: number
  /** Milliseconds between two blocks while there is something to do. Fractions of a second work: blocks may share a second. */
  blockTimeMs: number
  /** The accounts 0..`accounts`-1 of this mnemonic own 10,000 of the native currency from block 0. */
  mnemonic: string
  accounts: number
  /** Where the chain is kept; without it, it lives in memory. */
  dataDir?: string
  /** Unix milliseconds; the wall clock by default. */
  now?: () => number
  log: (line: string) => void
}

export type EvmChain = { rpcUrl: string; port: number; stop(): Promise<void> }

/**
 * Starts a local EVM chain: Anvil behind a public JSON-RPC address. With `dataDir` every transaction and block is recorded
 * before it happens, so nothing that a client saw is missing after a kill -9, and heights and hashes stay the same.
 */
export async function startEvmChain(options: EvmChainOptions): Promise<EvmChain> {
  const journal =
    options.dataDir === undefined
      ? undefined
      : openBlockJournal(options.dataDir, unixSeconds(options))
  const anvil = await startAnvil({
    args: anvilArguments(options, journal),
    onExit: (reason) =>
      options.log(`evm chain ${options.chainId}: ${reason} It comes back with the next start.`),
  })
  try {
    return await run(options, anvil, journal)
  } catch (error) {
    await anvil.stop()
    journal?.close()
    throw error
  }
}

async function run(
  options: EvmChainOptions,
  anvil: Anvil,
  journal: BlockJournal | undefined,
): Promise<EvmChain> {
  const { log } = options
  // What Anvil's mempool holds: accepted, not in a block yet. Its state dumps leave these out.
  const unmined = new Map<string, JournalEntry>()
  const head = BlockHead.parse(await anvil.call('eth_getBlockByNumber', 'latest', false))
  let height = Number(head.number)
  let lastTimestamp = Number(head.timestamp)
  let snapshotHeight = height

  const mine = async (timestamp: number) => {
    await anvil.call('evm_mine', { timestamp })
    height += 1
    lastTimestamp = timestamp
    if (unmined.size === 0) return 0
    const { transactions } = BlockHashes.parse(
      await anvil.call('eth_getBlockByNumber', `0x${height.toString(16)}`, false),
    )
    for (const hash of transactions) unmined.delete(hash)
    return transactions.length
  }

  for (const entry of journal?.entries ?? []) {
    if ('block' in entry) {
      if (entry.block !== height + 1)
        throw new Error(
          `The journal in ${options.dataDir} continues block ${entry.block - 1}, the state is at ${height}.`,
        )
      await mine(entry.timestamp)
      continue
    }
    try {
      await anvil.call('eth_sendRawTransaction', entry.tx)
      unmined.set(keccak256(entry.tx), entry)
    } catch (error) {
      if (!(error instanceof NodeRefusedError)) throw error // refused then as now: it was recorded before the node saw it
    }
  }

  const snapshot = async () => {
    if (journal === undefined) return
    const dump = z.string().parse(await anvil.call('anvil_dumpState'))
    const state = await promisify(gunzip)(Buffer.from(dump.slice(2), 'hex'))
    journal.compact({ height, state, entries: [...unmined.values()] })
  }

  // Submitting and mining exclude each other, so the journal has them in the order in which they happened.
  let queue: Promise<unknown> = Promise.resolve()
  const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const result = queue.then(work)
    queue = result.catch(() => undefined)
    return result
  }

  let emptyBlocks = 0
  const submit = (request: RpcRequest): Promise<RpcAnswer> => {
    const params = RawTransactionParams.safeParse(request.params)
    if (!params.success) {
      return Promise.resolve({
        jsonrpc: '2.0',
        id: request.id,
        error: { code: -32602, message: 'The only parameter is the signed transaction as hex.' },
      })
    }
    const entry: JournalEntry = { tx: params.data[0] }
    return inTurn(async () => {
      journal?.append(entry)
      const answer = await anvil.forward(request)
      if (!('error' in answer)) {
        unmined.set(keccak256(entry.tx), entry)
        emptyBlocks = 0
      }
      return answer
    })
  }

  let tick = 0
  const produce = async () => {
    tick += 1
    if (emptyBlocks >= IDLE_AFTER_BLOCKS && tick % IDLE_STRIDE !== 0) return
    // Not every block moves the second on, none moves it back, whatever the machine's clock does.
    const timestamp = Math.max(lastTimestamp, unixSeconds(options))
    journal?.append({ block: height + 1, timestamp })
    emptyBlocks = (await mine(timestamp)) === 0 ? emptyBlocks + 1 : 0
    if (height - snapshotHeight < SNAPSHOT_BLOCKS) return
    // A full disk, say: the journal still has everything, so the next attempt can wait its turn.
    await snapshot().catch((error: unknown) =>
      log(`evm chain ${options.chainId}: no snapshot: ${String(error)}`),
    )
    snapshotHeight = height
  }

  const server = await startRpcServer({ port: options.port, forward: anvil.forward, submit })
  let isStopping = false
  let timer: NodeJS.Timeout
  const schedule = (delayMs: number) => {
    timer = setTimeout(() => {
      const startedAt = performance.now()
      void inTurn(produce)
        .catch((error: unknown) => log(`evm chain ${options.chainId}: no block: ${String(error)}`))
        .then(() => {
          if (isStopping) return
          schedule(Math.max(1, options.blockTimeMs - (performance.now() - startedAt)))
        })
    }, delayMs)
  }
  schedule(options.blockTimeMs)

  return {
    rpcUrl: server.url,
    port: server.port,
    async stop() {
      isStopping = true
      clearTimeout(timer)
      await server.stop()
      await inTurn(snapshot).catch((error: unknown) =>
        log(`evm chain ${options.chainId}: no snapshot: ${String(error)}`),
      )
      await anvil.stop()
      journal?.close()
    },
  }
}

function anvilArguments(options: EvmChainOptions, journal: BlockJournal | undefined): string[] {
  return [
    [
      '--chain-id',
      `${options.chainId}`,
      '--mnemonic',
      options.mnemonic,
      '--accounts',
      `${options.accounts}`,
    ],
    // Two blocks on top make a block final; in order of arrival, or a replay could come out differently.
    ['--slots-in-an-epoch', '1', '--order', 'fifo'],
    journal === undefined ? [] : ['--timestamp', `${journal.genesisTimestamp}`],
    journal?.snapshotPath === undefined ? [] : ['--load-state', journal.snapshotPath],
  ].flat()
}

function unixSeconds({ now = Date.now }: EvmChainOptions): number {
  return Math.floor(now() / 1_000)
}
