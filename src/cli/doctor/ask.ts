import { wordsOf } from './finding.ts'

type Answered = { status: number; text: string; problem?: undefined }

/** What an address answers, without going on to another; or why nobody does. */
export async function ask(
  url: string,
  deadlineMs: number,
  sent: { method?: 'POST'; headers?: Record<string, string>; body?: string } = {},
): Promise<Answered | { status?: undefined; text: ''; problem: string }> {
  try {
    const signal = AbortSignal.timeout(deadlineMs)
    const answer = await fetch(url, { ...sent, redirect: 'manual', signal })
    return { status: answer.status, text: await answer.text() }
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined
    const problem =
      cause instanceof Error && 'code' in cause ? String(cause.code) : wordsOf(cause ?? error)
    return { text: '', problem }
  }
}
