type PageStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> & { keys(): string[] }

/** This tab's storage, or where browsers forbid it, as with all cookies blocked, or it is full, this page's memory until it is left. */
export const tabStorage: PageStorage = orMemory(() => sessionStorage)
/** This browser's storage for the host of the page, or where it cannot be had, the page's memory. */
export const browserStorage: PageStorage = orMemory(() => localStorage)

/** Whether both can be written to: whoever leaves this page for another one finds nothing of its memory on their way back. */
export function isStorageOpen(): boolean {
  try {
    for (const storage of [sessionStorage, localStorage]) {
      storage.setItem(PROBE, '')
      storage.removeItem(PROBE)
    }
    return true
  } catch {
    return false
  }
}

const PROBE = 'vouch:probe'

/** Browsers throw a `SecurityError` at whoever so much as names a storage that they forbid. */
function orMemory(storage: () => Storage): PageStorage {
  const memory = new Map<string, string>()
  const ask = <Answer>(question: (asked: Storage) => Answer): Answer | undefined => {
    try {
      return question(storage())
    } catch {
      return undefined
    }
  }
  return {
    getItem: (key) => memory.get(key) ?? ask((asked) => asked.getItem(key)) ?? null,
    setItem(key, text) {
      memory.set(key, text)
      ask((asked) => {
        asked.setItem(key, text)
        memory.delete(key)
      })
    },
    removeItem(key) {
      memory.delete(key)
      ask((asked) => asked.removeItem(key))
    },
    keys: () => [...memory.keys(), ...(ask((asked) => Object.keys(asked)) ?? [])],
  }
}
