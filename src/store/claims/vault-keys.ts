import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** As configured: base64, the newest first; `undefined` where one is to be made in `dataDir`. */
type Configured = { vaultKey: string | undefined; vaultKeysOld: readonly string[]; dataDir: string }
type Keys = { keyEncryptionKey: Buffer; oldKeys: Buffer[] }

const keyFile = (dataDir: string) => join(dataDir, 'vault.key')

/** The key-encryption keys that there are; `undefined` where the first start has yet to make one. */
export function findVaultKeys(config: Configured): Keys | undefined {
  const isThere = config.vaultKey !== undefined || existsSync(keyFile(config.dataDir))
  return isThere ? readVaultKeys(config) : undefined
}

/** The key-encryption keys. On the local network one is made at the first start, beside the database and not in it. */
export function readVaultKeys(config: Configured): Keys {
  const oldKeys = config.vaultKeysOld.map((key) => Buffer.from(key, 'base64'))
  if (config.vaultKey !== undefined)
    return { keyEncryptionKey: Buffer.from(config.vaultKey, 'base64'), oldKeys }
  const path = keyFile(config.dataDir)
  try {
    writeFileSync(path, randomBytes(32).toString('base64'), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  return { keyEncryptionKey: Buffer.from(readFileSync(path, 'utf8'), 'base64'), oldKeys }
}
