import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** As configured: base64, the newest first; `undefined` where one is to be made in `dataDir`. */
type Configured = { vaultKey: string | undefined; vaultKeysOld: readonly string[]; dataDir: string }
type Keys = { keyEncryptionKey: Buffer; oldKeys: Buffer[] }

/** The key-encryption keys. On the local network one is made at the first start, beside the database and not in it. */
export function readVaultKeys(config: Configured): Keys {
  const oldKeys = config.vaultKeysOld.map((key) => Buffer.from(key, 'base64'))
  if (config.vaultKey !== undefined)
    return { keyEncryptionKey: Buffer.from(config.vaultKey, 'base64'), oldKeys }
  const path = join(config.dataDir, 'vault.key')
  try {
    writeFileSync(path, randomBytes(32).toString('base64'), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  return { keyEncryptionKey: Buffer.from(readFileSync(path, 'utf8'), 'base64'), oldKeys }
}
