import { InvalidRequestError } from '../terms/errors.ts'

/** @throws {InvalidRequestError} names the argument that is below zero */
export function checkCount(name: string, count: number | null | undefined): number | undefined {
  if (count === null || count === undefined) return undefined
  if (count >= 0) return count
  throw new InvalidRequestError(name, `is ${count}`, `Give ${name} as a whole number from 0.`)
}

/** `limit` items from `offset` on; all that follow without a limit. @throws {InvalidRequestError} a negative number */
export function sliceOf<Item>(
  items: readonly Item[],
  { limit, offset }: { limit?: number | null | undefined; offset?: number | null | undefined },
): Item[] {
  const from = checkCount('offset', offset) ?? 0
  const count = checkCount('limit', limit) ?? items.length
  return items.slice(from, from + count)
}
