import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, test } from 'vitest'

import { readVaultKeys } from '../../../src/store/claims/vault-keys.ts'

let dataDir: string
beforeEach(() => void (dataDir = mkdtempSync(join(tmpdir(), 'vouch-vault-keys-'))))
afterEach(() => rmSync(dataDir, { recursive: true }))

test('a key is made once, kept in a file that only its owner reads, and found again', () => {
  const read = () => readVaultKeys({ vaultKey: undefined, vaultKeysOld: [], dataDir })
  const { keyEncryptionKey, oldKeys } = read()
  expect([keyEncryptionKey.length, oldKeys]).toEqual([32, []])
  expect(statSync(join(dataDir, 'vault.key')).mode & 0o777).toBe(0o600)
  expect(read()).toEqual({ keyEncryptionKey, oldKeys: [] })
})

test('keys that are configured are written nowhere', () => {
  const [vaultKey, old] = [1, 2].map((byte) => Buffer.alloc(32, byte).toString('base64'))
  const keys = readVaultKeys({ vaultKey, vaultKeysOld: [old ?? ''], dataDir })
  expect(keys).toEqual({ keyEncryptionKey: Buffer.alloc(32, 1), oldKeys: [Buffer.alloc(32, 2)] })
  expect(readdirSync(dataDir)).toEqual([])
})
