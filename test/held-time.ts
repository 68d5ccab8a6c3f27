import { createFakeClock } from './fake-clock.ts'

const turn = () => new Promise((resolve) => setImmediate(resolve))

/**
 * Time that passes only when told to, for code that sleeps: whoever sleeps wakes at the moment it asked for, and does what it
 * has to do before the clock goes on. So what happens does not depend on how fast the machine is.
 */
export function createHeldTime() {
  const clock = createFakeClock()
  const sleepers = new Set<{ atMs: number; wake: () => void }>()
  let calls = 0
  const nowMs = () => clock.now().getTime()

  /** Ends when nothing goes on any more without time: nobody works, and no call is under way. */
  async function quiet(): Promise<void> {
    for (let turns = 0; turns < 4; turns += 1) {
      await turn()
      if (calls > 0) turns = -1
    }
  }

  async function calling<T>(call: () => Promise<T>): Promise<T> {
    calls += 1
    try {
      return await call()
    } finally {
      calls -= 1
    }
  }

  return {
    now: clock.now,
    /** Ends early, without an error, when the signal does. */
    sleep: (ms: number, signal: AbortSignal) =>
      new Promise<void>((resolve) => {
        if (signal.aborted) return resolve()
        const wake = () => {
          signal.removeEventListener('abort', wake)
          sleepers.delete(sleeper)
          resolve()
        }
        const sleeper = { atMs: nowMs() + ms, wake }
        sleepers.add(sleeper)
        signal.addEventListener('abort', wake, { once: true })
      }),
    /** Lets time pass: each sleeper's moment comes in its turn. */
    async pass(ms: number): Promise<void> {
      await quiet()
      const untilMs = nowMs() + ms
      for (;;) {
        const nextMs = Math.min(...[...sleepers].map(({ atMs }) => atMs))
        if (nextMs > untilMs) break
        clock.advanceMs(Math.max(0, nextMs - nowMs()))
        for (const { atMs, wake } of sleepers) if (atMs <= nowMs()) wake()
        await quiet()
      }
      clock.advanceMs(untilMs - nowMs())
    },
    /** The clock is set forward, as that of a machine that was asleep: whoever sleeps wakes late. */
    jump: clock.advanceMs,
    /** Makes a call that leaves the process: time waits for it. */
    calling,
    /** The same with each method: of a store, whose work takes turns of its own. */
    waitingFor: <Store extends object>(store: Store): Store =>
      new Proxy(store, {
        get(target, name) {
          const method: unknown = Reflect.get(target, name)
          return typeof method === 'function'
            ? (...given: unknown[]) => calling(async () => Reflect.apply(method, target, given))
            : method
        },
      }),
  }
}
