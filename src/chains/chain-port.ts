import type { TokenType } from '../core/terms/network.ts'
import type { MadeByTransaction } from '../core/signing/match-build.ts'
import type { ContractSigned } from '../services/wallets/check-signature.ts'
import type { ChainReader } from '../services/tracking/chain-reader-port.ts'

/** Everything we read from a chain, the same for every family. Every call may throw `ChainUnavailableError`. */
export type ChainAccess = ChainReader & {
  /**
   * What a transaction calls, in a block or waiting for one; where it calls no factory itself, what the factory sent in it.
   * `undefined` when the chain does not know it, or not yet what came of it.
   */
  callsOf(txHash: string): Promise<MadeByTransaction[] | undefined>
  /** Whether a contract at the address says that the signature of the text is its own (ERC-1271, ERC-6492). No account of a key does. */
  takesSignature(signed: ContractSigned): Promise<boolean>
  /** Whether the account at the address is a contract; one of a key that lends a contract's code (EIP-7702) is not. */
  isContract(address: string): Promise<boolean>
  /** Base units of a token's real form. */
  balanceOf(address: string, tokenType: TokenType): Promise<bigint>
  /** The first final block from a time on (unix milliseconds); `undefined` while there is none. */
  firstBlockFrom(
    timeMs: number,
  ): Promise<{ height: number; hash: string; timeMs: number } | undefined>
  /** What gas costs now: base units of the chain's own currency, rounded up. */
  gasCost(gas: bigint): Promise<bigint>
}

/** Hears what a chain's reader learns anyway, so that nobody else has to ask for it. */
export type ChainListener = {
  /** The newest final block. */
  head(height: number): void
  /** A final block that was read, in order; `contracts` are all that ran in it, whoever they belong to. */
  block(height: number, contracts: ReadonlySet<string>): void
  /** Whether its nodes are on another chain than the blocks that were heard of; once they are not, blocks may come again from an earlier one. */
  forked(isForked: boolean): void
}
