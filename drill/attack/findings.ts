/** An attack that came to what it was made for. Everything else that goes wrong is an honest journey that failed, or the drill's own fault. */
export class Breach extends Error {}

/** What was wrong in one move; `move` is missing where only the books at the end show it. */
export type Finding = { kind: 'breach' | 'failure'; move: string | undefined; what: string }

export function findingOf(move: string | undefined, error: unknown): Finding {
  const what = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return { kind: error instanceof Breach ? 'breach' : 'failure', move, what }
}
