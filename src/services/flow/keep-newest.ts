/** Forgets what was put in first until `most` entries are left. What is put in again counts as new only where it was taken out before. */
export function keepNewest<Key>(kept: Map<Key, unknown> | Set<Key>, most: number): void {
  for (const oldest of kept.keys()) {
    if (kept.size <= most) return
    kept.delete(oldest)
  }
}

/** Forgets the texts that were put in first, until `most` of them are left and these come to so many `characters` at most. */
export function keepNewestTexts(
  kept: Map<string, unknown>,
  { most, characters }: { most: number; characters: number },
): void {
  let left = 0
  for (const text of kept.keys()) left += text.length
  for (const oldest of kept.keys()) {
    if (kept.size <= most && left <= characters) return
    kept.delete(oldest)
    left -= oldest.length
  }
}
