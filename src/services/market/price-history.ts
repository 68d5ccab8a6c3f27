import { centsWorth } from '../../core/reference/usd-value.ts'
import { DomainError } from '../../core/terms/errors.ts'
import type { Network } from '../../core/terms/network.ts'

/** USD for a whole token as a decimal text, from this time on. */
export type PricePoint = { at: Date; price: string }

/** What the history asks of the store. Each call is one statement or transaction. */
export type PriceStore = {
  /** Keeps those prices that differ from the newest one of their token. */
  add(prices: ReadonlyMap<string, string>, at: Date): Promise<void>
  /** A token's prices since `from`, the oldest first; the one that held at `from` comes before them, where it is known. */
  since(token: string, from: Date): Promise<PricePoint[]>
  /** A token's price at a time; `undefined` where none is known so far back. */
  heldAt(token: string, time: Date): Promise<PricePoint | undefined>
  /** The same, or else the first one after that time. */
  nearest(token: string, time: Date): Promise<PricePoint | undefined>
}

type Deps = {
  /** USD for a whole token, as decimal texts, for those that have a price. */
  prices(): Promise<ReadonlyMap<string, string>>
  store: PriceStore
  /** Told of all prices with each look. */
  onPrices?: (prices: ReadonlyMap<string, string>, at: Date) => Promise<void>
  log: { warn(details: object, message: string): void }
  now: () => Date
  /** Ends early, without an error, when the signal does. */
  sleep: (ms: number, signal: AbortSignal) => Promise<void>
}

const SAMPLE_MS = 60_000

/** Looks at the prices once a minute and keeps those that changed. While pools cannot be read, nothing is kept. */
export function createPriceHistory({ prices, store, onPrices, log, now, sleep }: Deps) {
  const stopping = new AbortController()
  let loop: Promise<void> = Promise.resolve()

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        const [seen, at] = [await prices(), now()]
        await store.add(seen, at)
        await onPrices?.(seen, at)
      } catch (error) {
        if (!(error instanceof DomainError)) log.warn({ err: error }, 'prices could not be kept')
      }
      await sleep(SAMPLE_MS, stopping.signal)
    }
  }

  return {
    since: store.since,
    heldAt: store.heldAt,
    start() {
      loop = run()
    },
    async stop() {
      stopping.abort()
      await loop
    },
  }
}

/**
 * Returns what says how many US cents base units of a token were worth at a time, rounded down, by the price that held then or else the first one after. `undefined`
 * where there is none, or the amount is beyond what can be counted.
 */
export function createUsdCents(network: Network, store: Pick<PriceStore, 'nearest'>) {
  return async (token: string, units: bigint, time: Date): Promise<number | undefined> => {
    const known = network.tokens.find((each) => each.token === token)
    const point = known && (await store.nearest(token, time))
    if (!known || !point) return undefined
    return countedCents(units, { ...known, price: point.price })
  }
}

/** US cents as a number; `undefined` beyond what can be counted. */
export function countedCents(
  units: bigint,
  priced: { price: string; decimals: number },
): number | undefined {
  const cents = centsWorth(units, priced)
  return cents <= BigInt(MOST_CENTS) ? Number(cents) : undefined
}

/** A trillion dollars: sums of a database's integers stay exact. */
const MOST_CENTS = 10 ** 14

/** What commands ask of it. */
export type PriceHistory = Pick<ReturnType<typeof createPriceHistory>, 'since' | 'heldAt'>
