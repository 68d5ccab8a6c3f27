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

/** What a list says of itself beside a part of it: `total_count` is without the page, and without a `limit` that many are asked for. */
export type Pagination = { total_count: number; limit: number; offset: number }

/** The same part as `sliceOf`, with how much there is in all. @throws {InvalidRequestError} a negative number */
export function pageOf<Item>(
  items: readonly Item[],
  page: { limit?: number | null | undefined; offset?: number | null | undefined },
): { items: Item[]; pagination: Pagination } {
  const total_count = items.length
  return {
    items: sliceOf(items, page),
    pagination: { total_count, limit: page.limit ?? total_count, offset: page.offset ?? 0 },
  }
}

/** Pages are counted from 1. @throws {InvalidRequestError} page or limit below 1 */
export function checkPage({ page, limit }: { page: number; limit: number }): {
  limit: number
  offset: number
} {
  for (const [name, count] of Object.entries({ page, limit })) {
    if (count < 1)
      throw new InvalidRequestError(
        name,
        `is ${count}`,
        `Give ${name} as a whole number from 1: the first page is 1.`,
      )
  }
  return { limit, offset: (page - 1) * limit }
}
