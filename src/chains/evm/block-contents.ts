import { hexToBytes, keccak256, type Address, type Hash, type Hex } from 'viem'

import { isSameInAnyCase } from '../../core/terms/is-same-in-any-case.ts'

/** The root of a trie without anything in it, and what chains write that have no such root. */
const EMPTY_ROOTS = new Set([
  '0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421',
  `0x${'00'.repeat(32)}`,
])
/** Of 2048 bits: where more are set, a bloom says of too many addresses that they may be in the block. */
const MOST_BITS = 680
/**
 * How many addresses and topics of receipts that are read together are hashed at most. About 280 fill a bloom up to `MOST_BITS`: more are in a thin one only
 * where somebody searched for such, to take our time.
 */
const MOST_HASHED = 1000

/** Some chains leave parts of it out. */
type Header = { transactionsRoot?: Hash | undefined; logsBloom?: Hex | null | undefined }
type Receipt = { logsBloom: Hex; logs: readonly { address: string }[] }
type Told = Pick<Header, 'logsBloom'> & {
  logs: readonly { address: Address; topics: readonly Hex[] }[]
}

/**
 * Whether a block's transactions can be all that its header stands for: an answer that lost them would read as an empty block, and what
 * was in it would never be seen. Pure.
 */
export function fitsHeader(
  { transactionsRoot }: Header,
  transactions: readonly unknown[],
): boolean {
  return (
    transactions.length > 0 || transactionsRoot === undefined || EMPTY_ROOTS.has(transactionsRoot)
  )
}

/** Whether the bloom of a block or a receipt says that a contract has left logs in it. It may say so by chance, once in 25 blocks at most. Pure. */
export function tellsOf({ logsBloom }: Pick<Header, 'logsBloom'>, contract: Address): boolean {
  return tells(logsBloom, bitsOf(contract))
}

/**
 * Whether the receipts of a block whose header tells of a contract account for that: they have logs of it, or what others left looks the
 * same. Pure.
 */
export function accountsFor(receipts: readonly Receipt[], contract: Address): boolean {
  if (receipts.some(({ logs }) => logs.some(({ address }) => isSameInAnyCase(address, contract))))
    return true
  const joined = new Uint8Array(256)
  for (const { logsBloom } of receipts)
    for (const [index, byte] of hexToBytes(logsBloom).entries())
      joined[index] = (joined[index] ?? 0) | byte
  return bitsOf(contract).every((bit) => isSet(joined, bit))
}

/**
 * Whether receipts have what their blooms tell of a contract: its logs, or others that look the same. One that lost them would read as one that is
 * about something else. Where there are more than can be looked through, those are believed. Pure.
 */
export function haveTheirLogs(receipts: readonly Told[], contract: Address): boolean {
  const bits = bitsOf(contract)
  let left = MOST_HASHED
  const looksTheSame = (logs: Told['logs']) => {
    const missing = new Set(bits)
    for (const item of itemsOf(logs)) {
      if (left === 0) return true
      left -= 1
      for (const bit of bitsOf(item)) missing.delete(bit)
      if (missing.size === 0) return true
    }
    return false
  }
  return receipts.every(
    ({ logsBloom, logs }) =>
      !tells(logsBloom, bits) ||
      logs.some(({ address }) => isSameInAnyCase(address, contract)) ||
      looksTheSame(logs),
  )
}

/** What a bloom was made of, each once. */
function* itemsOf(logs: Told['logs']): Generator<Hex> {
  const seen = new Set<Hex>()
  for (const { address, topics } of logs)
    for (const item of [address, ...topics]) {
      if (seen.has(item)) continue
      seen.add(item)
      yield item
    }
}

function tells(logsBloom: Header['logsBloom'], bits: readonly number[]): boolean {
  if (typeof logsBloom !== 'string') return false
  const bloom = hexToBytes(logsBloom)
  return bits.every((bit) => isSet(bloom, bit)) && isThin(bloom)
}

/** The three bits of an address or a topic: the yellow paper's M3:2048. */
function bitsOf(item: Hex): number[] {
  const hash = hexToBytes(keccak256(item))
  return [0, 2, 4].map((at) => (((hash[at] ?? 0) << 8) | (hash[at + 1] ?? 0)) & 2047)
}

/** The last byte holds the lowest bits. */
function isSet(bloom: Uint8Array, bit: number): boolean {
  return ((bloom[255 - (bit >> 3)] ?? 0) & (1 << (bit & 7))) !== 0
}

function isThin(bloom: Uint8Array): boolean {
  let bits = 0
  for (const byte of bloom) for (let rest = byte; rest > 0; rest &= rest - 1) bits += 1
  return bits <= MOST_BITS
}
