import type { Network, Token } from '../../core/terms/network.ts'
import { readToken } from './read-name.ts'
import { UnreadableCommandError } from '../dispatch/errors.ts'
import { plainWord } from './read-number.ts'
import type { Words } from '../words/words.ts'

/** A token, or two of them: a pool's, or one counted in the other. */
export type TokenPair = { token: Token; other: Token | undefined }

/** What stands between the two: `usdc/eth`, `usdc eth`, `usdc in eth`. */
const BETWEEN = /\s*(?:\/|->|→)\s*|\s+(?:(?:in|to|for|and|vs)\s+)?/iu

/**
 * Reads one token or two: `eth`, `usdc/eth`, `usdc eth`, `usdc in eth`. Pure. `example` is what errors show as the right form.
 * @throws {UnknownTokenError} {UnreadableCommandError} both are the same, or there are more
 */
export function parsePair(
  input: string,
  { reading, alerts }: Words,
  network: Network,
  example: string,
): TokenPair {
  const [first = '', second, ...more] = input.split(BETWEEN)
  const fix = reading.likeThis(example)
  if (more.length > 0 || /^\$?\.?\d/.test(plainWord(first)))
    throw new UnreadableCommandError(reading.unreadable(input), [], fix)
  const token = readToken(network, first)
  const other = second === undefined ? undefined : readToken(network, second)
  if (other?.token === token.token) throw new UnreadableCommandError(alerts.twice, [], fix)
  return { token, other }
}
