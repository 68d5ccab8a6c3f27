/** Forgets what was put in first until `most` entries are left. What is put in again counts as new only where it was taken out before. */
export function keepNewest<Key>(kept: Map<Key, unknown> | Set<Key>, most: number): void {
  for (const oldest of kept.keys()) {
    if (kept.size <= most) return
    kept.delete(oldest)
  }
}
