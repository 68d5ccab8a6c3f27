import { sha256 } from '@cosmjs/crypto'
import { toHex } from '@cosmjs/encoding'

/**
 * Returns what a CometBFT header names as `data_hash` for these transactions: the root of the Merkle tree (RFC 6962) over their hashes.
 * Pure.
 */
export const dataHashOf = (txs: readonly Uint8Array[]): Uint8Array => rootOf(txs.map(sha256))

/** Whether a header's `data_hash` is that of these transactions. Some nodes give none for a block without any. Pure. */
export function isDataOf(dataHash: Uint8Array, txs: readonly Uint8Array[]): boolean {
  if (txs.length === 0 && dataHash.length === 0) return true
  return toHex(dataHash) === toHex(dataHashOf(txs))
}

/** The root of the Merkle tree over leaves, as RFC 6962 has it. Pure. */
export function rootOf(leaves: readonly Uint8Array[]): Uint8Array {
  const [only] = leaves
  if (!only) return sha256(new Uint8Array())
  if (leaves.length === 1) return sha256(Uint8Array.of(0, ...only))
  // The largest power of two below the number of leaves stands on the left.
  const left = 2 ** Math.ceil(Math.log2(leaves.length) - 1)
  return sha256(Uint8Array.of(1, ...rootOf(leaves.slice(0, left)), ...rootOf(leaves.slice(left))))
}
