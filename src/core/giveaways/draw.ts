import { sha256 } from '@cosmjs/crypto'
import { fromHex, toHex, toUtf8 } from '@cosmjs/encoding'

/** What each hash begins with, so that none can be taken for another. */
const DRAW = 'vouch giveaway draw 1\n'
const ENTRANT = 'vouch giveaway entrant 1\n'

/** What decides a draw: 32 random bytes that were committed to, and the hash of a block that nobody knew then. Both in hex. */
export type Lot = { seed: string; blockHash: string }

/** Returns what a seed is committed to by: its SHA-256, in hex. Pure. */
export const seedHashOf = (seed: string): string => toHex(sha256(fromHex(seed)))

/**
 * Returns the name that an entrant has in the published list: 64 hex digits, which only who knows the ticket can tell. Pure.
 * @param account `platform:userId`
 */
export const entrantIdOf = (giveawayId: string, account: string, ticket: string): string =>
  toHex(sha256(toUtf8(`${ENTRANT}${giveawayId}\n${account}\n${ticket}`)))

/**
 * Returns the numbers that win, best first: those with the lowest scores. The score of a number is the SHA-256 of the words "vouch giveaway draw 1" and a line
 * feed, the seed, the block's hash, and the number as four bytes, the highest first. Pure.
 * @example drawWinners({ seed, blockHash }, [1, 2, 3], 1) // [2]
 */
export function drawWinners(lot: Lot, numbers: readonly number[], most: number): number[] {
  return numbers
    .map((number) => ({ number, score: scoreOf(lot, number) }))
    .toSorted((left, right) => (left.score < right.score ? -1 : 1))
    .slice(0, most)
    .map(({ number }) => number)
}

/** In hex, which sorts as the bytes do. */
function scoreOf({ seed, blockHash }: Lot, number: number): string {
  const last = new Uint8Array(4)
  new DataView(last.buffer).setUint32(0, number)
  const parts = [toUtf8(DRAW), fromHex(seed), fromHex(blockHash), last]
  return toHex(sha256(Uint8Array.from(parts.flatMap((part) => [...part]))))
}
