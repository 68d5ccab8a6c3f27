import { vi } from 'vitest'

/** Ends as soon as `check` no longer throws. The limit is for a state that never comes, and far above what any machine takes. */
export const until = (check: () => unknown): Promise<unknown> =>
  vi.waitFor(check, { timeout: 300_000, interval: 5 })
