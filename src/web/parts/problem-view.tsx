import type { Problem } from './api-client.ts'
import { useIsTrue } from './reachable.ts'

/** What went wrong and what to do, read aloud at once, with a way to try again where there is one. Nothing where it is over, or said above. */
export function ProblemView({
  problem,
  retry,
}: {
  problem: Problem
  retry?: { label: string; run: () => void } | undefined
}) {
  if (!useIsTrue(problem)) return null
  return (
    <div class="notice error" role="alert">
      <p>
        <strong>{problem.message}</strong>
      </p>
      <p>{problem.fix}</p>
      {problem.requestId && <p class="small soft">Request {problem.requestId}</p>}
      {retry && (
        <button type="button" class="button" onClick={retry.run}>
          {retry.label}
        </button>
      )}
    </div>
  )
}
