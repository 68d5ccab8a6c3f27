import type { TokenType } from '../core/network.ts'
import type { ChainCall } from '../core/signing/match-build.ts'
import type { ChainReader } from '../core/tracking/observation.ts'

/** Everything we read from a chain, the same for every family. Every call may throw `ChainUnavailableError`. */
export type ChainAccess = ChainReader & {
  /** What a transaction calls, in a block or waiting for one; `undefined` when the chain does not know it. */
  callsOf(txHash: string): Promise<ChainCall[] | undefined>
  /** Base units of a token's real form. */
  balanceOf(address: string, tokenType: TokenType): Promise<bigint>
}
