import type { Problem } from './api-client.ts'
import { useIsTrue } from './reachable.ts'
import { useWords, type Spoken } from './spoken.tsx'

/** What went wrong and what to do, read aloud at once, with a way to try again where there is one. Nothing where it is over, or said above. */
export function ProblemView({
  problem,
  retry,
}: {
  problem: Problem
  retry?: { label: string; run: () => void } | undefined
}) {
  const { problems } = useWords()
  if (!useIsTrue(problem)) return null
  const { message, fix } = inWords(problem, problems)
  return (
    <div class="notice error" role="alert">
      <p>
        <strong>{message}</strong>
      </p>
      <p>{fix}</p>
      {problem.requestId && <p class="small soft">{problems.request(problem.requestId)}</p>}
      {retry && (
        <button type="button" class="button" onClick={retry.run}>
          {retry.label}
        </button>
      )}
    </div>
  )
}

/** The server has said its own in the reader's language. */
function inWords({ code, message, fix }: Problem, problems: Spoken['problems']) {
  switch (code) {
    case 'OFFLINE':
      return { message: problems.offline, fix: problems.checkConnection }
    case 'UNCLEAR':
      return { message: problems.unclear, fix: problems.later }
    case 'PART_MISSING':
      return { message: problems.partMissing, fix: problems.reloadForNewer }
    case 'FAULT':
      return { message: problems.fault(message), fix: problems.reload }
    default:
      return { message, fix }
  }
}
