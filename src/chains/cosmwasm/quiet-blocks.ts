import type { BlockReading } from '../nodes/agreement.ts'
import type { Comet } from './comet-client.ts'
import { isDataOf } from '../../core/terms/data-hash.ts'
import { blockMark } from './block-mark.ts'

/** CometBFT gives so many headers at once. */
const HEADERS_PER_CALL = 20
/** Calls under way at the same time. */
const CALLS_AT_ONCE = 10

/**
 * Reads the headers of blocks that are far behind the newest one, many at once: those without transactions need no call of their own.
 * One of another chain is read by itself, which refuses it.
 */
export function createQuietBlocks(comet: Comet, chainId: string) {
  let newest = 0
  /** The run of blocks that was read last, those without transactions by their heights. */
  let run = { to: 0, quiet: new Map<number, BlockReading>() }

  async function headersFrom(from: number) {
    const to = Math.min(newest, from + HEADERS_PER_CALL * CALLS_AT_ONCE - 1)
    const client = await comet.client()
    const starts: number[] = []
    for (let start = from; start <= to; start += HEADERS_PER_CALL) starts.push(start)
    const answers = await Promise.all(
      starts.map((start) => client.blockchain(start, Math.min(to, start + HEADERS_PER_CALL - 1))),
    )
    const quiet = new Map<number, BlockReading>()
    for (const { blockMetas } of answers)
      for (const { blockId, header, numTxs } of blockMetas)
        if (header.chainId === chainId && numTxs === 0 && isDataOf(header.dataHash, []))
          quiet.set(header.height, {
            ...blockMark(blockId, header),
            observations: [],
            contracts: new Set(),
          })
    return { to, quiet }
  }

  return {
    /** The chain is so far. */
    saw(height: number): void {
      newest = Math.max(newest, height)
    },
    /** A block far behind the newest one, where it holds nothing. */
    async at(height: number): Promise<BlockReading | undefined> {
      if (run.quiet.has(height)) return run.quiet.get(height)
      if (height <= run.to || newest - height < HEADERS_PER_CALL) return undefined
      try {
        run = await headersFrom(height)
      } catch {
        // A node that has fewer blocks than it says, or gives no headers, may still have this one. What is really wrong shows there.
        run = { to: height + HEADERS_PER_CALL, quiet: new Map() }
      }
      return run.quiet.get(height)
    },
  }
}
