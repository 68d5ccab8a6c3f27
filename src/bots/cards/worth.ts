import { USD_DECIMALS, usdWorth } from '../../core/reference/usd-value.ts'
import { formatAmount } from '../../core/terms/amounts.ts'
import { DomainError } from '../../core/terms/errors.ts'
import { showNumber } from '../../core/terms/show-text.ts'
import type { Services } from '../dispatch/command.ts'
import type { Words } from '../words/words.ts'
import { showUsd } from './wording.ts'

/**
 * Says what amounts are worth in all, such as `≈ $255`; where some has no price, or `isAll` says that some are missing, it is at least the
 * rest. `undefined` without prices.
 */
export async function sayWorth(
  words: Words,
  amounts: readonly { token: string; amount: bigint }[],
  { network, market }: Pick<Services, 'network' | 'market'>,
  isAll = true,
): Promise<string | undefined> {
  if (amounts.length === 0) return undefined
  const prices = await market.prices().catch((error: unknown) => {
    if (error instanceof DomainError) return new Map<string, string>()
    throw error
  })
  const worths = amounts.flatMap(({ token, amount }) => {
    const price = prices.get(token)
    const decimals = network.tokens.find((known) => known.token === token)?.decimals
    return price === undefined || decimals === undefined
      ? []
      : [usdWorth(amount, { price, decimals })]
  })
  if (worths.length === 0) return undefined
  const sum = worths.reduce((total, worth) => total + worth, 0n)
  const shown = showNumber(words, showUsd(formatAmount(sum, USD_DECIMALS)))
  const { worth, worthAtLeast } = words.balance
  return isAll && worths.length === amounts.length ? worth(shown) : worthAtLeast(shown)
}
