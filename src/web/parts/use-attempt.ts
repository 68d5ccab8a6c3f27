import { useState } from 'preact/hooks'

import { problemOf, type Problem } from './api-client.ts'

/**
 * What a page does when somebody asks for it: whether that runs, what went wrong the last time, `attempt`, which does it,
 * and `forget`, for when they turn to something else than what went wrong.
 */
export function useAttempt() {
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Problem>()
  return {
    isBusy,
    problem,
    forget: () => setProblem(undefined),
    /** Does it, and returns whether it worked. `explain` says what an error means to people. */
    async attempt(
      work: () => Promise<void>,
      explain: (error: unknown) => Problem = problemOf,
    ): Promise<boolean> {
      setBusy(true)
      setProblem(undefined)
      try {
        await work()
        return true
      } catch (error) {
        setProblem(explain(error))
        return false
      } finally {
        setBusy(false)
      }
    },
  }
}
