/** What is needed for a day longer than it seems: a block may be read late, and people look again at what has just ended. */
const GRACE_MS = 24 * 60 * 60_000
const ROUND_MS = 60 * 60_000
/** Between two portions, for everybody else who writes. */
const PAUSE_MS = 20

type Deps = {
  /** Forgets, of one table each, a portion of what ended before a time, and says behind which row the next one begins. */
  portions: readonly ((before: Date, after: number) => Promise<number | undefined>)[]
  log: { warn(details: object, message: string): void }
  now: () => Date
  /** Ends early, without an error, when the signal says so. */
  sleep: (ms: number, signal: AbortSignal) => Promise<void>
}

/** Forgets what nobody needs any more, at the start and then every hour, in portions that hold up nobody. */
export function createForgetEnded({ portions, log, now, sleep }: Deps): {
  start(): void
  stop(): Promise<void>
} {
  const stopping = new AbortController()
  const { signal } = stopping
  let running = Promise.resolve()

  async function round(): Promise<void> {
    const before = new Date(now().getTime() - GRACE_MS)
    for (const portion of portions) {
      let after: number | undefined = 0
      while (after !== undefined && !signal.aborted) {
        after = await portion(before, after)
        await sleep(PAUSE_MS, signal)
      }
    }
  }

  async function run(): Promise<void> {
    while (!signal.aborted) {
      try {
        await round()
      } catch (error) {
        log.warn({ err: error }, 'what ended could not be forgotten; trying again in an hour')
      }
      await sleep(ROUND_MS, signal)
    }
  }

  return {
    start() {
      running = run()
    },
    async stop() {
      stopping.abort()
      await running
    },
  }
}
