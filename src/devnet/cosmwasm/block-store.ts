import { sha256 } from '@cosmjs/crypto'
import { fromBase64, toHex, toUtf8 } from '@cosmjs/encoding'

import { dataHashOf } from '../../core/terms/data-hash.ts'
import type { JournalTx, Place } from './journal.ts'

/** A transaction in its block. */
export type IncludedTx = JournalTx & { height: number; index: number }

/** A block as RPC answers need it. Hashes are upper-case hex; `timeMs` is unix milliseconds. */
export type Block = {
  height: number
  timeMs: number
  hash: string
  dataHash: string
  appHash: string
  txs: IncludedTx[]
}

export type BlockStore = {
  /** `place` is where the transactions are to be had once they have left memory; without it they stay. */
  add(block: { height: number; timeMs: number; txs: JournalTx[] }, place?: Place): void
  /** The newest height. */
  latest(): number
  latestTimeMs(): number
  /** The newest height with a transaction: later blocks changed nothing. 0 where there is none. */
  latestFull(): number
  /** Every height from 1 to the newest has a block; heights that a restart skipped are empty ones. */
  block(height: number): Block | undefined
  tx(hash: string): IncludedTx | undefined
  /** Whether a transaction of this hash (upper-case hex) is in a block. */
  has(hash: string): boolean
  /**
   * Transactions from one height to another, both included, oldest first, each block's when it comes to it. Of blocks that have left memory, those alone whose record
   * has all of `texts` in it.
   */
  txs(from?: number, to?: number, texts?: readonly string[]): Iterable<IncludedTx>
}

/** Gives the transactions of a block again by the place of its record; none where the record lacks one of the texts. */
export type Recall = (place: Place, texts: readonly string[]) => JournalTx[]

/** So many of the newest blocks with transactions stay in memory. */
const KEPT_BLOCKS = 200

type FullBlock = {
  height: number
  dataHash: string
  appHash: string
  /** `undefined` once it has left memory. */
  txs: IncludedTx[] | undefined
  place: Place | undefined
}

/**
 * Keeps the newest transactions in memory, asks `recall` for older ones by their place when they are wanted, and of empty blocks it keeps the time only. Hashes follow from what is kept for ever, so an
 * empty block has the same hash after a restart; its time is then estimated from its neighbours'.
 */
export function createBlockStore(chainId: string, recall: Recall): BlockStore {
  // Two lists of numbers take a quarter of what a list of pairs would, and there are blocks every moment.
  const knownHeights: number[] = []
  const knownTimesMs: number[] = []
  const full: FullBlock[] = []
  const byHash = new Map<string, { block: FullBlock; index: number }>()

  /** How many items lie at or below the height. */
  function countUpTo<Item>(
    items: readonly Item[],
    heightOf: (item: Item) => number,
    height: number,
  ): number {
    let low = 0
    let high = items.length
    while (low < high) {
      const middle = (low + high) >> 1
      const item = items[middle]
      if (item !== undefined && heightOf(item) <= height) low = middle + 1
      else high = middle
    }
    return low
  }
  const countFullUpTo = (height: number) => countUpTo(full, (block) => block.height, height)

  function timeAt(height: number): number {
    const count = countUpTo(knownHeights, (known) => known, height)
    const at = (index: number) => ({
      known: knownHeights[index] ?? 0,
      timeMs: knownTimesMs[index] ?? 0,
    })
    if (count === 0) return at(0).timeMs
    const below = at(count - 1)
    if (below.known === height || count === knownHeights.length) return below.timeMs
    const above = at(count)
    const share = (height - below.known) / (above.known - below.known)
    return Math.round(below.timeMs + share * (above.timeMs - below.timeMs))
  }

  const txsOf = ({ height, txs, place }: FullBlock, texts: readonly string[] = []): IncludedTx[] =>
    txs ?? includedIn(height, place ? recall(place, texts) : [])

  const appHashAfter = (height: number) =>
    full[countFullUpTo(height) - 1]?.appHash ?? digest(chainId)

  const latest = () => knownHeights.at(-1) ?? 0

  return {
    add({ height, timeMs, txs }, place) {
      knownHeights.push(height)
      knownTimesMs.push(timeMs)
      if (txs.length === 0) return
      const dataHash = dataHashIn(txs)
      const results = txs.map(({ result }) => `${result.code}/${result.data}/${result.gasUsed}`)
      const appHash = digest(appHashAfter(height), dataHash, ...results)
      const block = { height, dataHash, appHash, txs: includedIn(height, txs), place }
      full.push(block)
      for (const [index, { hash }] of txs.entries()) byHash.set(hash, { block, index })
      const aged = full.at(-1 - KEPT_BLOCKS)
      if (aged?.place) aged.txs = undefined
    },
    latest,
    latestTimeMs: () => knownTimesMs.at(-1) ?? 0,
    latestFull: () => full.at(-1)?.height ?? 0,
    block(height) {
      if (height < 1 || height > latest()) return undefined
      const entry = full[countFullUpTo(height) - 1]
      const own = entry?.height === height ? entry : undefined
      const dataHash = own?.dataHash ?? dataHashIn([])
      // As in CometBFT, a header carries the state's hash before its own transactions.
      const appHash = appHashAfter(height - 1)
      const hash = digest(chainId, `${height}`, dataHash, appHash)
      return { height, timeMs: timeAt(height), hash, dataHash, appHash, txs: own ? txsOf(own) : [] }
    },
    tx(hash) {
      const place = byHash.get(hash.toUpperCase())
      return place && txsOf(place.block)[place.index]
    },
    has: (hash) => byHash.has(hash),
    *txs(from = 1, to = Number.MAX_SAFE_INTEGER, texts = []) {
      const end = countFullUpTo(to)
      for (let index = countFullUpTo(from - 1); index < end; index += 1) {
        const block = full[index]
        if (block) yield* txsOf(block, texts)
      }
    },
  }
}

const includedIn = (height: number, txs: readonly JournalTx[]): IncludedTx[] =>
  txs.map((tx, index) => ({ ...tx, height, index }))

const dataHashIn = (txs: readonly JournalTx[]) => toHex(dataHashOf(txs.map(bytesOf))).toUpperCase()

function digest(...parts: string[]): string {
  return toHex(sha256(toUtf8(parts.join('/')))).toUpperCase()
}

/** The bytes of an included transaction. */
export function bytesOf({ tx }: JournalTx): Uint8Array {
  return fromBase64(tx)
}
