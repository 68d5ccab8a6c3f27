import type { z } from 'zod'

import { InvalidRequestError } from './errors.ts'

/**
 * Reads JSON of the outside into a request of ours.
 * @throws {InvalidRequestError} names the first wrong field by its path and says what would be right
 */
export function parseRequest<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): z.output<Schema> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const { path, message } = deepestIssue(result.error.issues)
  throw new InvalidRequestError(path.join('.'), `is not usable: ${message}`, fixFor(path))
}

type Issue = { path: PropertyKey[]; message: string }

/** Of a union, the alternative that came furthest tells most: its issue stands deepest in the request. */
function deepestIssue(issues: readonly z.core.$ZodIssue[], above: PropertyKey[] = []): Issue {
  const [issue] = issues
  if (!issue) return { path: above, message: 'invalid value' }
  const path = [...above, ...issue.path]
  if (issue.code !== 'invalid_union') return { path, message: issue.message }
  const candidates = issue.errors
    .filter((alternative) => alternative.length > 0)
    .map((alternative) => deepestIssue(alternative, path))
  return candidates.reduce((best, next) => (next.path.length > best.path.length ? next : best), {
    path,
    message: issue.message,
  })
}

function fixFor(path: PropertyKey[]): string {
  return path.length === 0
    ? 'Send a JSON object as the documentation shows it.'
    : `Correct ${path.join('.')} and send the request again.`
}
