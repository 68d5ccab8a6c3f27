const TAGS: ReadonlySet<unknown> = new Set(['finalized', 'safe'])

/**
 * A JSON-RPC request in which that height stands for the `finalized` and `safe` tags, wherever a block can be named: as a
 * parameter, or as a field of a filter.
 */
export function withFinalHeight<Request extends { params?: unknown }>(
  request: Request,
  height: number,
): Request {
  const { params } = request
  if (!Array.isArray(params)) return request
  const replaced = (value: unknown) => (TAGS.has(value) ? `0x${height.toString(16)}` : value)
  const inside = (value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).map(([name, part]) => [name, replaced(part)]))
      : replaced(value)
  return { ...request, params: params.map(inside) }
}
