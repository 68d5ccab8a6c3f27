import type { KvStore } from './kv-store.ts'
import { OutOfGasError } from './tx-error.ts'

export type GasMeter = {
  readonly used: bigint
  /** @throws {OutOfGasError} the limit is passed */
  consume(amount: bigint, where: string): void
}

/** Prices in gas. Storage and signatures as the SDK's defaults; a contract call about as wasmd charges a small contract. */
export const GAS = {
  txByte: 10n,
  signature: 1000n,
  readFlat: 1000n,
  readByte: 3n,
  writeFlat: 2000n,
  writeByte: 30n,
  deleteFlat: 1000n,
  contractCall: 25_000n,
  contractQuery: 10_000n,
  eventByte: 1n,
} as const

export function createGasMeter(limit: bigint): GasMeter {
  let used = 0n
  return {
    get used() {
      return used
    },
    consume(amount, where) {
      used += amount
      if (used > limit) throw new OutOfGasError(where, limit, used)
    },
  }
}

/** The same store, charging the meter for every access. */
export function meterStore(store: KvStore, gas: GasMeter): KvStore {
  return {
    ...store,
    get(collection, key) {
      const value = store.get(collection, key)
      gas.consume(
        GAS.readFlat + GAS.readByte * BigInt(key.length + (value?.length ?? 0)),
        'ReadPerByte',
      )
      return value
    },
    set(collection, key, value) {
      gas.consume(GAS.writeFlat + GAS.writeByte * BigInt(key.length + value.length), 'WritePerByte')
      store.set(collection, key, value)
    },
    delete(collection, key) {
      gas.consume(GAS.deleteFlat, 'Delete')
      store.delete(collection, key)
    },
    entries(collection) {
      const entries = store.entries(collection)
      const bytes = entries.reduce((sum, [key, value]) => sum + key.length + value.length, 0)
      gas.consume(GAS.readFlat + GAS.readByte * BigInt(bytes), 'IterNext')
      return entries
    },
  }
}
