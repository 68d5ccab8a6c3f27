import type { PriceStore } from './price-store-port.ts'
import { DomainError } from '../../core/terms/errors.ts'

type Deps = {
  /** USD for a whole token, as decimal texts, for those that have a price. */
  prices(): Promise<ReadonlyMap<string, string>>
  store: PriceStore
  log: { warn(details: object, message: string): void }
  now: () => Date
  /** Ends early, without an error, when the signal does. */
  sleep: (ms: number, signal: AbortSignal) => Promise<void>
}

const SAMPLE_MS = 60_000

/** Looks at the prices once a minute and keeps those that changed. While pools cannot be read, nothing is kept. */
export function createPriceHistory({ prices, store, log, now, sleep }: Deps) {
  const stopping = new AbortController()
  let loop: Promise<void> = Promise.resolve()

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await store.add(await prices(), now())
      } catch (error) {
        if (!(error instanceof DomainError)) log.warn({ err: error }, 'prices could not be kept')
      }
      await sleep(SAMPLE_MS, stopping.signal)
    }
  }

  return {
    since: store.since,
    start() {
      loop = run()
    },
    async stop() {
      stopping.abort()
      await loop
    },
  }
}

/** What commands ask of it. */
export type PriceHistory = Pick<ReturnType<typeof createPriceHistory>, 'since'>
