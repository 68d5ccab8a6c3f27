/** The names that a mistyped one may have meant, nearest first: at most two letters off, or begun and not finished. */
export function closest(typed: string, names: readonly string[]): string[] {
  return names
    .map((name) => ({
      name,
      distance: typed.length > 1 && name.startsWith(typed) ? 0 : distanceOf(typed, name),
    }))
    .filter(({ name, distance }) => distance <= 2 && distance < name.length)
    .sort((left, right) => left.distance - right.distance)
    .map(({ name }) => name)
}

/** Levenshtein's: how many letters to add, drop or change. */
function distanceOf(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, column) => column)
  for (const [index, letter] of [...left].entries()) {
    const next = [index + 1]
    for (const [column, other] of [...right].entries()) {
      const change = (row[column] ?? 0) + (letter === other ? 0 : 1)
      next.push(Math.min(change, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1))
    }
    row = next
  }
  return row[right.length] ?? 0
}
