/** Tells who listens in this very process that a watch has another state. Who was not listening then reads the state itself. */
export type Changes = {
  tell(chainUid: string, txHash: string): void
  /** Calls `listener` at every change, until the function that is given back is called. */
  listen(chainUid: string, txHash: string, listener: () => void): () => void
}

export function createChanges(): Changes {
  const listeners = new Map<string, Set<() => void>>()
  // Hashes are told apart as the store does: without regard to case.
  const keyOf = (chainUid: string, txHash: string) => `${chainUid}:${txHash.toLowerCase()}`
  return {
    tell(chainUid, txHash) {
      for (const listener of listeners.get(keyOf(chainUid, txHash)) ?? []) listener()
    },
    listen(chainUid, txHash, listener) {
      const key = keyOf(chainUid, txHash)
      const here = listeners.get(key) ?? new Set()
      listeners.set(key, here.add(listener))
      return () => {
        here.delete(listener)
        if (here.size === 0 && listeners.get(key) === here) listeners.delete(key)
      }
    },
  }
}
