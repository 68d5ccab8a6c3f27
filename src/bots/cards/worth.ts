import { USD_DECIMALS, usdWorth } from '../../core/reference/usd-value.ts'
import { formatAmount } from '../../core/terms/amounts.ts'
import { DomainError } from '../../core/terms/errors.ts'
import { countedCents } from '../../services/market/price-history.ts'
import { showNumber, showUsd } from '../../core/terms/show-text.ts'
import type { Services } from '../dispatch/command.ts'
import type { Words } from '../words/words.ts'
import { type Prices, type Valued } from './wording.ts'

/** The prices of now; none where the hub cannot be asked: cards tell amounts without them, too. */
export async function pricesNow({ market }: Pick<Services, 'market'>): Promise<Prices> {
  try {
    return await market.prices()
  } catch (error) {
    if (error instanceof DomainError) return new Map()
    throw error
  }
}

/** An amount with what it was worth at a time, where a price of then is known still. */
export async function valuedAt<Amount extends { token: string; amount: bigint }>(
  amount: Amount,
  at: Date,
  { network, market }: Pick<Services, 'network' | 'market'>,
): Promise<Amount & Valued> {
  const known = network.tokens.find(({ token }) => token === amount.token)
  const point = known && (await market.priceHistory.heldAt(known.token, at))
  const usdCents = point && countedCents(amount.amount, { ...known, price: point.price })
  return { ...amount, usdCents }
}

/**
 * Says what amounts are worth in all, such as `≈ $255`; where some has no price, or `isAll` says that some are missing, it is at least the
 * rest. `undefined` without prices.
 */
export async function sayWorth(
  words: Words,
  amounts: readonly { token: string; amount: bigint }[],
  services: Pick<Services, 'network' | 'market'>,
  isAll = true,
): Promise<string | undefined> {
  if (amounts.length === 0) return undefined
  const prices = await pricesNow(services)
  const worths = amounts.flatMap(({ token, amount }) => {
    const price = prices.get(token)
    const decimals = services.network.tokens.find((known) => known.token === token)?.decimals
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
