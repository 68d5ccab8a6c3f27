import { createWorth } from '../../core/reference/token-worth.ts'
import { DomainError } from '../../core/terms/errors.ts'
import type { Network } from '../../core/terms/network.ts'

/** Of whole tokens in USD, as far as they are known; see `usdPrices`. */
export type ReadPrices = () => Promise<ReadonlyMap<string, string>>

/** Returns what tells what base units are worth by the prices of now. Where the hub cannot be asked, nothing has a price. */
export const worthNow = async (network: Network, prices: ReadPrices) =>
  createWorth(network, await prices().catch(withoutPrices))

function withoutPrices(error: unknown): ReadonlyMap<string, string> {
  if (error instanceof DomainError) return new Map()
  throw error
}
