import { contains } from 'ox/Bloom'
import { hexToBytes, keccak256, type Address, type Hash, type Hex } from 'viem'

/** The root of a trie without anything in it, and what chains write that have no such root. */
const EMPTY_ROOTS = new Set([
  '0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421',
  `0x${'00'.repeat(32)}`,
])
/** Of 2048 bits: where more are set, a bloom says of too many addresses that they may be in the block. */
const MOST_BITS = 680

/** Some chains leave parts of it out. */
type Header = { transactionsRoot?: Hash | undefined; logsBloom?: Hex | null | undefined }
type Receipt = { logsBloom: Hex; logs: readonly { address: string }[] }

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
  return typeof logsBloom === 'string' && isThin(logsBloom) && contains(logsBloom, contract)
}

/**
 * Whether the receipts of a block whose header tells of a contract account for that: they have logs of it, or what others left looks the
 * same. Pure.
 */
export function accountsFor(receipts: readonly Receipt[], contract: Address): boolean {
  if (receipts.some(({ logs }) => logs.some(({ address }) => isSame(address, contract))))
    return true
  const joined = new Uint8Array(256)
  for (const { logsBloom } of receipts)
    for (const [index, byte] of hexToBytes(logsBloom).entries())
      joined[index] = (joined[index] ?? 0) | byte
  return contains(`0x${Buffer.from(joined).toString('hex')}`, contract)
}

/**
 * Whether a receipt has what its bloom tells of a contract: its logs, or others that look the same. A receipt that lost them would read as one that is
 * about something else. Pure.
 */
export function hasItsLogs(
  {
    logsBloom,
    logs,
  }: {
    logsBloom?: Hex | null | undefined
    logs: readonly { address: Address; topics: readonly Hex[] }[]
  },
  contract: Address,
): boolean {
  if (!tellsOf({ logsBloom }, contract)) return true
  const there = new Set(logs.flatMap(({ address, topics }) => [address, ...topics]).flatMap(bitsOf))
  return bitsOf(contract).every((bit) => there.has(bit))
}

/** The three bits of an address or a topic: the yellow paper's M3:2048. */
function bitsOf(item: Hex): number[] {
  const hash = hexToBytes(keccak256(item))
  return [0, 2, 4].map((at) => (((hash[at] ?? 0) << 8) | (hash[at + 1] ?? 0)) & 2047)
}

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

function isThin(bloom: Hex): boolean {
  let bits = 0
  for (const byte of hexToBytes(bloom)) for (let rest = byte; rest > 0; rest &= rest - 1) bits += 1
  return bits <= MOST_BITS
}
