import { formatAmount } from '../../core/terms/amounts.ts'
import { DomainError } from '../../core/terms/errors.ts'
import { chainOf, denomOn, type Chain, type Network, type Token } from '../../core/terms/network.ts'
import { usdWorth } from '../../core/reference/usd-value.ts'
import type { NetworkFee } from '../../core/signing/payment-terms.ts'

/**
 * The gas of an operation: what builds allow for it on EVM, and about what a contract call with its packet takes on CosmWasm.
 * An estimate: what a transaction takes is known when it is signed.
 */
const OPERATION_GAS: Record<Chain['family'], bigint> = { evm: 300_000n, cosmwasm: 400_000n }
const APPROVAL_GAS = 100_000n

/** What a wallet pays for an operation on a chain; `approves` when an EVM approval goes before it. */
export type NetworkFees = (
  chainUid: string,
  call: { approves: boolean },
) => Promise<NetworkFee | undefined>

/**
 * Tells network fees. `undefined` where the chain does not answer or its currency is no token of the network; without `usd`
 * where the currency has no price. Never throws for those: a fee that is not known stands in nobody's way.
 */
export function createNetworkFees({
  network,
  gasCost,
  prices,
}: {
  network: Network
  /** What gas costs on a chain now: base units of its own currency, rounded up. */
  gasCost(chainUid: string, gas: bigint): Promise<bigint>
  /** USD for a whole token, as decimal texts. */
  prices(): Promise<ReadonlyMap<string, string>>
}): NetworkFees {
  return async (chainUid, { approves }) => {
    const chain = chainOf(network, chainUid)
    const token = feeToken(network, chain)
    if (!token) return undefined
    const gas = OPERATION_GAS[chain.family] + (approves ? APPROVAL_GAS : 0n)
    const units = await known(() => gasCost(chainUid, gas))
    if (units === undefined) return undefined
    const price = (await known(prices))?.get(token.token)
    const fee = { token: token.token, amount: units }
    if (price === undefined) return fee
    const usd = usdWorth(units, { price, decimals: token.decimals })
    return { ...fee, usd: formatAmount(usd, 18) }
  }
}

/** The token that pays a chain's gas; `undefined` where the network does not list it. */
export function feeToken(network: Network, chain: Chain): Token | undefined {
  return network.tokens.find((token) => {
    const denom = denomOn(token, chain.chain_uid)
    // An EVM chain has one native currency, whatever a network file calls it.
    return (
      denom !== undefined &&
      'native' in denom &&
      (chain.family === 'evm' || denom.native.denom === chain.fee.denom)
    )
  })
}

async function known<T>(ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof DomainError) return undefined
    throw error
  }
}
