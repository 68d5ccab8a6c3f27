import { ConfigurationError } from '../core/terms/configuration-error.ts'
import type { KeyCheck } from './vault.ts'

/** What a database's key is among those that are set: `first` where it has none yet, `changed` where it is one of the old ones. */
export type KeyVerdict = 'first' | 'same' | 'changed' | 'foreign'

/**
 * Returns how the keys that are set, the newest first, stand to the one that a database goes by. Pure.
 * @example judgeKeys({ keyId: 'a', check: '1' }, [{ keyId: 'b', check: '2' }]) // 'foreign'
 */
export function judgeKeys(
  inUse: KeyCheck | undefined,
  [newest, ...old]: readonly KeyCheck[],
): KeyVerdict {
  if (!inUse) return 'first'
  const isInUse = (key: KeyCheck) => key.keyId === inUse.keyId && key.check === inUse.check
  if (newest && isInUse(newest)) return 'same'
  return old.some(isInUse) ? 'changed' : 'foreign'
}

/** The key that a database goes by is not among those that are set: what is in it would open no more, and what came new would open with another. */
export class ForeignKeyError extends ConfigurationError {
  /**
   * @param needed the name of the key, and since when it is in use
   * @param set the names of those that are set, the newest first; none where there is no key at all
   */
  constructor(
    needed: { keyId: string; since: Date },
    set: readonly string[],
    { dataDir, isConfigured }: { dataDir: string; isConfigured: boolean },
  ) {
    const key = `the key named ${needed.keyId}, in use since ${needed.since.toISOString()}`
    super(
      set.length === 0
        ? `The database in ${dataDir} needs ${key}, and it is not there: put ${dataDir}/vault.key back, or set VAULT_KEY. ${GIVE_UP(needed.keyId)}`
        : `The database in ${dataDir} needs ${key}, and what is set is ${set.join(', ')}: nothing was changed. ` +
            `Set ${isConfigured ? 'VAULT_KEY' : `VAULT_KEY, or put back ${dataDir}/vault.key,`} to that key; to change keys, set VAULT_KEY to the new one and VAULT_KEY_OLD to that one (docs/claims.md). ` +
            `Where the database is the wrong one, restore the right one: vouch restore <file>. ${GIVE_UP(needed.keyId)}`,
    )
  }
}

const GIVE_UP = (keyId: string) =>
  `Only where that key is lost for good: vouch vault rotate --give-up ${keyId}`
