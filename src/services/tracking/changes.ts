/** What processes on one database say to each other. What is said may get lost; then `hear` is called with `undefined`, sooner or later. */
export type Signals = {
  tell(said: string): void
  hear(listener: (said: string | undefined) => void): void
}

/** Tells who listens that a watch has another state, in whichever process that is. Who was not listening then reads the state itself. */
export type Changes = {
  tell(chainUid: string, txHash: string): void
  /** Calls `listener` at every change, and where one may have been missed, until the function that is given back is called. */
  listen(chainUid: string, txHash: string, listener: () => void): () => void
}

const CHANGED = 'changed '

/** Makes what tells listeners of this process, and through `others`, where there are any, those of every process on the same database. */
export function createChanges(others?: Signals): Changes {
  const listeners = new Map<string, Set<() => void>>()
  // Hashes are told apart as the store does: without regard to case.
  const keyOf = (chainUid: string, txHash: string) => `${chainUid}:${txHash.toLowerCase()}`
  const tellHere = (key: string) => {
    for (const listener of listeners.get(key) ?? []) listener()
  }
  others?.hear((said) => {
    if (said?.startsWith(CHANGED)) tellHere(said.slice(CHANGED.length))
    if (said === undefined) for (const key of listeners.keys()) tellHere(key)
  })
  return {
    tell(chainUid, txHash) {
      const key = keyOf(chainUid, txHash)
      tellHere(key)
      others?.tell(`${CHANGED}${key}`)
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
