/** Writes of one layer: collection -> key -> value, `null` for a deleted key. As the journal keeps them. */
export type Writes = [collection: string, key: string, value: string | null][]

/**
 * Ordered key-value state in named collections. A store made with a parent is a layer over it: it reads through,
 * keeps its own writes, and either commits them into the parent or is simply dropped, which undoes them.
 */
export type KvStore = {
  get(collection: string, key: string): string | undefined
  set(collection: string, key: string, value: string): void
  delete(collection: string, key: string): void
  /** All entries of a collection in byte order of their keys, so that every run sees the same order. */
  entries(collection: string): [key: string, value: string][]
  writes(): Writes
  apply(writes: Writes): void
  /** Hands this layer's writes to its parent and empties the layer. */
  commit(): void
}

export function createKvStore(parent?: KvStore): KvStore {
  const layer = new Map<string, Map<string, string | null>>()

  function write(collection: string, key: string, value: string | null): void {
    const entries = layer.get(collection) ?? new Map<string, string | null>()
    layer.set(collection, entries)
    // The bottom layer holds no tombstones: there is nothing below to hide.
    if (value === null && !parent) entries.delete(key)
    else entries.set(key, value)
  }

  function writes(): Writes {
    return [...layer].flatMap(([collection, entries]) =>
      [...entries].map(([key, value]): Writes[number] => [collection, key, value]),
    )
  }

  return {
    get(collection, key) {
      const own = layer.get(collection)?.get(key)
      return own === undefined ? parent?.get(collection, key) : (own ?? undefined)
    },
    set: write,
    delete: (collection, key) => write(collection, key, null),
    entries(collection) {
      const merged = new Map<string, string | null>(parent?.entries(collection) ?? [])
      for (const [key, value] of layer.get(collection) ?? []) merged.set(key, value)
      return [...merged]
        .filter((entry): entry is [string, string] => entry[1] !== null)
        .sort(([left], [right]) => (left < right ? -1 : left > right ? 1 : 0))
    },
    writes,
    apply(changes) {
      for (const [collection, key, value] of changes) write(collection, key, value)
    },
    commit() {
      parent?.apply(writes())
      layer.clear()
    },
  }
}
