/** Each table's rows, by its name. */
export type Content = Map<string, Record<string, unknown>[]>

/** What a migration changes on purpose, by table: a claimer names its bill from when its payment counts on, and named it before from when it was made on. */
const CHANGED: Record<string, readonly string[]> = { claimers: ['bill_id'] }

/** Rows that are no longer there, or not as they were, in the columns that both versions have. */
export function lostIn(before: Content, after: Content): string[] {
  return [...before].flatMap(([table, rows]) => {
    const left = after.get(table)
    if (!left) return [`${table} is gone`]
    const columns = Object.keys(rows[0] ?? {}).filter(
      (name) => name in (left[0] ?? {}) && !CHANGED[table]?.includes(name),
    )
    const textOf = (row: Record<string, unknown>) =>
      JSON.stringify(columns.map((name) => row[name]))
    const there = new Set(left.map(textOf))
    const lost = rows.filter((row) => !there.has(textOf(row)))
    return lost.length === 0 ? [] : [`${lost.length} of ${rows.length} rows of ${table} are lost`]
  })
}
