import { z } from 'zod'

/** As the router's list queries take it, a key of several parts as a list: keys from `min` (inclusive) to `max` (exclusive), then `skip` and `limit`. */
export const Pagination = z
  .strictObject({
    min: z.unknown().optional(),
    max: z.unknown().optional(),
    skip: z.int().nonnegative().nullish(),
    limit: z.int().nonnegative().nullish(),
  })
  .nullish()
export type Pagination = z.infer<typeof Pagination>

/** One page of items in the order of their keys. A `min` or `max` that is no key is not applied. */
export function paginate<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
  page: Pagination,
): Item[] {
  const { min, max, skip, limit } = page ?? {}
  const [first, end] = [keyText(min), keyText(max)]
  const within = items
    .filter(
      (item) =>
        (first === undefined || keyOf(item) >= first) && (end === undefined || keyOf(item) < end),
    )
    .sort((left, right) => (keyOf(left) < keyOf(right) ? -1 : 1))
  const from = skip ?? 0
  return within.slice(from, limit === null || limit === undefined ? undefined : from + limit)
}

/** Parts are joined as `keyOf` joins them: by a comma, which sorts before every character of a token id. */
function keyText(bound: unknown): string | undefined {
  if (typeof bound === 'string') return bound
  return Array.isArray(bound) && bound.every((part) => typeof part === 'string')
    ? bound.join(',')
    : undefined
}
