import { usdWorth } from '../core/reference/usd-value.ts'
import { tokenOf, type Network } from '../core/terms/network.ts'
import { DAY_MS } from '../core/terms/durations.ts'

type Deps = {
  network: Network
  /** USD for a whole token, as the hub's pools have it now. */
  prices(): Promise<ReadonlyMap<string, string>>
  now: () => Date
}

/**
 * What amounts are worth in USD, with 18 decimals, at the highest price that was seen in the last day: whoever moves a pool's
 * price down for a moment does not make more fit below a cap. Call `look` now and then, so that there are prices to remember.
 */
export function createWorth({ network, prices, now }: Deps) {
  const seen = new Map<string, { atMs: number; price: string }[]>()

  async function look(): Promise<void> {
    const current = await prices()
    const atMs = now().getTime()
    for (const [token, price] of current) {
      const kept = (seen.get(token) ?? []).filter((old) => old.atMs > atMs - DAY_MS)
      // One that is lower than a later one is never asked for again.
      const higher = kept.filter((old) => Number(old.price) > Number(price))
      seen.set(token, [...higher, { atMs, price }])
    }
  }

  return {
    look,
    /** `amount` is base units; `undefined` where the token has no price. Throws what the prices throw. */
    async of({ token, amount }: { token: string; amount: bigint }): Promise<bigint | undefined> {
      await look()
      const since = now().getTime() - DAY_MS
      const highest = seen.get(token)?.find(({ atMs }) => atMs > since)
      if (!highest) return undefined
      return usdWorth(amount, { price: highest.price, decimals: tokenOf(network, token).decimals })
    },
  }
}

export type Worth = Pick<ReturnType<typeof createWorth>, 'of'>
