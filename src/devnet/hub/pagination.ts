import { z } from 'zod'

/** As the router's list queries take it: keys from `min` (inclusive) to `max` (exclusive), then `skip` and `limit`. */
export const Pagination = z
  .strictObject({
    min: z.unknown().optional(),
    max: z.unknown().optional(),
    skip: z.int().nonnegative().nullish(),
    limit: z.int().nonnegative().nullish(),
  })
  .nullish()
export type Pagination = z.infer<typeof Pagination>

/** One page of items in the order of their keys. A `min` or `max` that is not text is not applied. */
export function paginate<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
  page: Pagination,
): Item[] {
  const { min, max, skip, limit } = page ?? {}
  const within = items
    .filter(
      (item) =>
        (typeof min !== 'string' || keyOf(item) >= min) &&
        (typeof max !== 'string' || keyOf(item) < max),
    )
    .sort((left, right) => (keyOf(left) < keyOf(right) ? -1 : 1))
  const from = skip ?? 0
  return within.slice(from, limit === null || limit === undefined ? undefined : from + limit)
}
