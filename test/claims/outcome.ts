/** The code of an error that has one, and anything else as it was thrown. */
export const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : error

/** How an attempt ended: 'ok' whatever it gave, or the code of what it was refused with. */
export const outcome = (attempt: Promise<unknown>): Promise<unknown> =>
  attempt.then(() => 'ok', codeOf)
