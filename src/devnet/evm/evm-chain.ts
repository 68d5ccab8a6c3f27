import { z } from 'zod'

import { createBlockProducer, type BlockProducer } from '../block-producer.ts'
import type { HttpFront } from '../http-listener.ts'
import { startAnvil, type Anvil, type RpcAnswer } from './anvil-process.ts'
import { openBlockJournal, type BlockJournal } from './block-journal.ts'
import { withFinalHeight } from './final-tags.ts'
import { createRecordedNode, type Reorged } from './recorded-node.ts'
import { startRpcServer, type RpcRequest } from './rpc-server.ts'

// After so many blocks without a transaction only every IDLE_STRIDE-th block time brings one: Anvil's cost per block grows
// with the number of blocks, and a chain that ran over night should still be quick. Enough for anything to become final.
const IDLE_AFTER_BLOCKS = 8
const IDLE_STRIDE = 15
// How many blocks a start may have to replay after a crash, at a millisecond each, and ten for one with transactions: so many, or a quarter
// of what the last snapshot holds. One holds all blocks there ever were, and written every so many it would soon be most of what a busy chain
// does. Each start writes its first one after so many, those that it replayed among them: a process that is killed again and again would
// replay all of a quarter each time.
const SNAPSHOT_BLOCKS = 200
const SNAPSHOT_GROWTH = 1 / 4
const FINAL_AFTER_BLOCKS = 2

const Hex = z.templateLiteral(['0x', z.string()])
const RawTransactionParams = z.tuple([z.string().regex(/^0x([0-9a-f]{2})+$/i)]).pipe(z.tuple([Hex]))

export type EvmChainOptions = {
  chainId: number
  /** 0 takes a free port. */
  port: number
  /** Milliseconds between two blocks while there is something to do. Fractions of a second work: blocks may share a second. */
  blockTimeMs: number
  /** The accounts 0..`accounts`-1 of this mnemonic own 10,000 of the native currency from block 0. */
  mnemonic: string
  accounts: number
  /** Gas costs next to nothing, as on a rollup; elsewhere about one gwei. */
  isCheap?: boolean
  /** Where the chain is kept; without it, it lives in memory. */
  dataDir?: string
  /** Unix milliseconds; the wall clock by default. */
  now?: () => number
  log: (line: string) => void
  /** Stands before the public RPC address. */
  front?: HttpFront | undefined
}

/** `depth` is how many of the newest blocks go. */
export type Reorg = { depth: number; transactions: Reorged }

export type EvmChain = Pick<BlockProducer, 'setBlockTime' | 'afterBlock'> & {
  /** For everybody. */
  rpcUrl: string
  /** The same without what `front` does: for the relayer, and for who sets the chain up. */
  operatorUrl: string
  port: number
  /** The newest block that no re-org takes away. */
  finalHeight(): number
  /** Ends what idleness there is: the next blocks come at full speed. */
  wake(): void
  /** Whether no further block becomes final. */
  holdFinality(isHeld: boolean): void
  /** Puts other blocks in place of the newest ones, and one more. @throws {ReorgTooDeepError} some of them are final */
  reorg(reorg: Reorg): Promise<void>
  stop(): Promise<void>
}

/** `deepest` is how many blocks are not final. */
export class ReorgTooDeepError extends Error {
  readonly deepest: number

  constructor(depth: number, deepest: number) {
    super(
      `A re-org of ${depth} blocks would take final ones away: only the newest ${deepest} are not final`,
    )
    this.deepest = deepest
  }
}

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
  const log = (line: string) => options.log(`evm chain ${options.chainId}: ${line}`)
  const node = await createRecordedNode(anvil, journal)
  let snapshotHeight = journal?.snapshotHeight ?? 0
  let blocksToSnapshot = SNAPSHOT_BLOCKS

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
    const [tx] = params.data
    return inTurn(async () => {
      const answer = await node.submit(tx, request)
      if (!('error' in answer)) emptyBlocks = 0
      return answer
    })
  }

  let tick = 0
  const produce = async () => {
    tick += 1
    if (emptyBlocks >= IDLE_AFTER_BLOCKS && tick % IDLE_STRIDE !== 0) return
    // Not every block moves the second on, none moves it back, whatever the machine's clock does.
    const timestamp = Math.max(node.lastTimestamp(), unixSeconds(options))
    emptyBlocks = (await node.mine(timestamp)) === 0 ? emptyBlocks + 1 : 0
    if (node.height() - snapshotHeight < blocksToSnapshot) return
    // A full disk, say: the journal still has everything, so the next attempt can wait its turn.
    await node.snapshot().catch((error: unknown) => log(`no snapshot: ${String(error)}`))
    snapshotHeight = node.height()
    blocksToSnapshot = Math.max(SNAPSHOT_BLOCKS, snapshotHeight * SNAPSHOT_GROWTH)
  }

  let heldFinalHeight: number | undefined
  const finalHeight = () => heldFinalHeight ?? Math.max(0, node.height() - FINAL_AFTER_BLOCKS)
  /** Readers wait for it: they see the old chain or the new one, and nothing in between. */
  let reorganized: Promise<unknown> = Promise.resolve()
  const forward = async (request: RpcRequest) => {
    await reorganized
    return anvil.forward(
      heldFinalHeight === undefined ? request : withFinalHeight(request, heldFinalHeight),
    )
  }
  const reorg = async ({ depth, transactions }: Reorg) => {
    const deepest = node.height() - finalHeight()
    if (depth > deepest) throw new ReorgTooDeepError(depth, deepest)
    // Later than every block that goes, so that none comes back with the same hash.
    await node.reorg(depth, transactions, Math.max(node.lastTimestamp() + 1, unixSeconds(options)))
    emptyBlocks = 0
  }

  const { port, front, isCheap: isWithoutTip = false } = options
  const server = await startRpcServer({ port, front, isWithoutTip, forward, submit })
  const producer = createBlockProducer({
    blockTimeMs: options.blockTimeMs,
    produce: () => inTurn(produce),
    onError: (error) => log(`no block: ${String(error)}`),
  })

  return {
    rpcUrl: server.url,
    operatorUrl: server.operatorUrl,
    port: server.port,
    setBlockTime: producer.setBlockTime,
    afterBlock: producer.afterBlock,
    finalHeight,
    wake() {
      emptyBlocks = 0
    },
    holdFinality(isHeld) {
      heldFinalHeight = isHeld ? finalHeight() : undefined
    },
    reorg(request) {
      const result = inTurn(() => {
        const done = reorg(request)
        reorganized = done.catch(() => undefined)
        return done
      })
      return result
    },
    async stop() {
      producer.stop()
      await server.stop()
      await inTurn(node.snapshot).catch((error: unknown) => log(`no snapshot: ${String(error)}`))
      await anvil.stop()
      journal?.close()
    },
  }
}

/** Blocks begin with a base fee of 1,000 wei and take transactions without a tip. */
const CHEAP = ['--block-base-fee-per-gas', '1000', '--disable-min-priority-fee']

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
    // An epoch of one block makes a block final with FINAL_AFTER_BLOCKS on top; in order of arrival, or a replay could come out differently.
    ['--slots-in-an-epoch', '1', '--order', 'fifo'],
    options.isCheap === true ? CHEAP : [],
    journal === undefined ? [] : ['--timestamp', `${journal.genesisTimestamp}`],
    journal?.snapshotPath === undefined ? [] : ['--load-state', journal.snapshotPath],
  ].flat()
}

function unixSeconds({ now = Date.now }: EvmChainOptions): number {
  return Math.floor(now() / 1_000)
}
