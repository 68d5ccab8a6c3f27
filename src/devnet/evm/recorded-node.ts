import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'

import { keccak256 } from 'viem'
import { z } from 'zod'

import { NodeRefusedError, type Anvil, type RpcAnswer } from './anvil-process.ts'
import type { BlockJournal, JournalEntry } from './block-journal.ts'

const Hex = z.templateLiteral(['0x', z.string()])
type Hex = z.infer<typeof Hex>
const BlockHead = z.object({ number: Hex, timestamp: Hex })
const BlockHashes = z.object({ transactions: z.array(z.string()) })

/** What a re-org does with the transactions of the blocks that it takes away: back to the mempool, or gone. */
export type Reorged = 'kept' | 'dropped'

/** An Anvil whose history survives its process. Its calls must not run at the same time. Timestamps are unix seconds. */
export type RecordedNode = {
  height(): number
  lastTimestamp(): number
  /** Passes `request` on, which submits the signed transaction `tx`. */
  submit(tx: Hex, request: object): Promise<RpcAnswer>
  /** Makes a block of what waits; returns how many transactions are in it. */
  mine(timestamp: number): Promise<number>
  /**
   * Puts `depth` + 1 empty blocks in place of the newest `depth`, which nobody sees happen before it is recorded.
   * @throws {NodeRefusedError} the node knows the state of so old a block no more; nothing has changed then
   */
  reorg(depth: number, transactions: Reorged, timestamp: number): Promise<void>
  /** Makes the next start quick. */
  snapshot(): Promise<void>
}

/** Takes up what the journal has. Without one, the node lives in memory. */
export async function createRecordedNode(
  anvil: Anvil,
  journal: BlockJournal | undefined,
): Promise<RecordedNode> {
  // What Anvil's mempool holds: accepted, not in a block yet. Its state dumps leave these out.
  const unmined = new Map<string, JournalEntry & { tx: Hex }>()
  const head = BlockHead.parse(await anvil.call('eth_getBlockByNumber', 'latest', false))
  let height = Number(head.number)
  let lastTimestamp = Number(head.timestamp)
  /** After a re-org the journal continues blocks that are gone, until a snapshot takes its place. */
  let isAstray = false
  /** The block that was recorded last. */
  let begun: { block: number; timestamp: number } | undefined

  const hashesIn = async (block: number) =>
    BlockHashes.parse(await anvil.call('eth_getBlockByNumber', `0x${block.toString(16)}`, false))
      .transactions

  const mine = async (timestamp: number) => {
    await anvil.call('evm_mine', { timestamp })
    height += 1
    lastTimestamp = timestamp
    if (unmined.size === 0) return 0
    const hashes = await hashesIn(height)
    for (const hash of hashes) unmined.delete(hash)
    return hashes.length
  }
  const resubmit = async (entry: JournalEntry & { tx: Hex }) => {
    try {
      await anvil.call('eth_sendRawTransaction', entry.tx)
      unmined.set(keccak256(entry.tx), entry)
    } catch (error) {
      if (!(error instanceof NodeRefusedError)) throw error // refused then as now: it was recorded before the node saw it
    }
  }

  const entries = journal?.entries ?? []
  /** Where each block was recorded last: one that could not be made was tried again, with what had come meanwhile. */
  const lastOf = new Map(
    entries.flatMap((entry, at) => ('block' in entry ? [[entry.block, at] as const] : [])),
  )
  for (const [at, entry] of entries.entries()) {
    if ('tx' in entry) {
      await resubmit(entry)
      continue
    }
    if (lastOf.get(entry.block) !== at) continue
    if (entry.block !== height + 1)
      throw new Error(
        `The journal continues block ${entry.block - 1}, the state is at ${height}: delete the chain's folder to begin anew.`,
      )
    await mine(entry.timestamp)
  }

  const snapshot = async () => {
    if (journal === undefined) return
    const dump = z.string().parse(await anvil.call('anvil_dumpState'))
    const state = await promisify(gunzip)(Buffer.from(dump.slice(2), 'hex'))
    journal.compact({ height, state, entries: [...unmined.values()] })
    isAstray = false
  }
  /** Records what is about to happen; when that fails, it must not happen. */
  const record = async (entry: JournalEntry) => {
    if (isAstray) await snapshot()
    journal?.append(entry)
  }

  return {
    height: () => height,
    lastTimestamp: () => lastTimestamp,
    snapshot,
    async submit(tx, request) {
      begun = undefined
      await record({ tx })
      const answer = await anvil.forward(request)
      if (!('error' in answer)) unmined.set(keccak256(tx), { tx })
      return answer
    },
    async mine(timestamp) {
      // One that was recorded and not made needs no second record, unless something came after it.
      if (begun?.block !== height + 1) {
        const block = { block: height + 1, timestamp }
        await record(block)
        begun = block
      }
      return mine(begun.timestamp)
    },
    async reorg(depth, transactions, timestamp) {
      const removed: Hex[] = []
      for (let block = height - depth + 1; block <= height; block += 1)
        for (const hash of await hashesIn(block))
          removed.push(Hex.parse(await anvil.call('eth_getRawTransactionByHash', hash)))
      await anvil.call('anvil_rollback', depth)
      isAstray = true
      begun = undefined
      height -= depth
      // The mempool is filled again afterwards, in the order of first arrival: nonces then follow one another.
      await anvil.call('anvil_dropAllTransactions')
      const waiting = [...unmined.values()]
      unmined.clear()
      for (let count = 0; count <= depth; count += 1) await mine(timestamp)
      if (transactions === 'kept') for (const tx of removed) await resubmit({ tx })
      for (const entry of waiting) await resubmit(entry)
      await snapshot()
    },
  }
}
