import type { KvStore } from './kv-store.ts'

/** A contract's own part of the state. Values are JSON, so no caller can reach into what is stored. */
export type Collection<T> = {
  get(key: string): T | undefined
  set(key: string, value: T): void
  delete(key: string): void
  entries(): [key: string, value: T][]
}

export function contractCollection<T>(
  store: KvStore,
  contract: string,
  collection: string,
): Collection<T> {
  const name = `wasm/${contract}/${collection}`
  const parse = (text: string) => JSON.parse(text) as T // only this collection's own set writes here
  return {
    get(key) {
      const text = store.get(name, key)
      return text === undefined ? undefined : parse(text)
    },
    set: (key, value) => store.set(name, key, JSON.stringify(value)),
    delete: (key) => store.delete(name, key),
    entries: () => store.entries(name).map(([key, value]) => [key, parse(value)]),
  }
}
