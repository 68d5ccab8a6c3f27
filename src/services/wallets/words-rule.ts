import { sumOf, writeUsd } from '../../core/reference/token-worth.ts'
import type { Network } from '../../core/terms/network.ts'
import type { CrossChainUser } from '../../core/terms/shapes.ts'
import { isWorthMore } from '../../core/wallets/is-worth-more.ts'
import type { HeldVouchers } from '../market/hub-reads-port.ts'
import { worthNow, type ReadPrices } from '../market/worth-now.ts'

type Deps = {
  network: Network
  prices: ReadPrices
  /** A user's vouchers, read from the hub. */
  vouchers(user: CrossChainUser): Promise<HeldVouchers>
  /** From what worth on an account of a passkey gets something only once its owner has its words on paper; USD. */
  fromUsd: number
}

export type WordsRule = ReturnType<typeof createWordsRule>

/**
 * What an account of a passkey may have before its recovery words are confirmed. `accounts` are those of one key, on all its chains.
 *
 * An address that somebody types falls under it where it is known for a passkey's of theirs: linked by the account that claims, or remembered by the browser of the claim
 * page. What another person has linked does not: nobody who types an address is told whose it is, or that its owner has no words on paper.
 */
export function createWordsRule({ network, prices, vouchers, fromUsd }: Deps) {
  /** What some vouchers are worth and all that are there already: a decimal text in USD, `null` where that is not known. */
  async function worthWith(
    accounts: readonly CrossChainUser[],
    more: readonly { token: string; amount: bigint }[] = [],
  ): Promise<string | null> {
    const found = await Promise.all(accounts.map(vouchers))
    if (found.some(({ isAll }) => !isAll)) return null
    const held = found.flatMap((each) => each.held)
    const worthOf = await worthNow(network, prices)
    const worths = [...held, ...more].map(({ token, amount }) => worthOf({ token, units: amount }))
    return writeUsd(sumOf(worths))
  }
  return {
    fromUsd,
    worthWith,
    /** Whether that would be more than a small amount. @throws {ChainUnavailableError} */
    isTooMuch: async (
      accounts: readonly CrossChainUser[],
      more: readonly { token: string; amount: bigint }[],
    ): Promise<boolean> => isWorthMore([await worthWith(accounts, more)], `${fromUsd}`),
  }
}
