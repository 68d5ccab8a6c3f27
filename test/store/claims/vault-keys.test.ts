import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { openTestDatabase } from '../any-database.ts'
import { claimerRow } from '../claim-rows.ts'
import { judgeKeys } from '../../../src/claims/key-check.ts'
import { createVault } from '../../../src/claims/vault.ts'
import { ConfigurationError } from '../../../src/core/terms/configuration-error.ts'
import { claimers, vaultKeys } from '../../../src/store/claims/claim-tables.ts'
import { findVaultKeys, openVault, readVault } from '../../../src/store/claims/vault-keys.ts'
import { type Db } from '../../../src/store/database.ts'

const NOW = new Date('2026-01-02T03:04:05.678Z')
const now = () => NOW
const keyOf = (byte: number) => Buffer.alloc(32, byte).toString('base64')
const nameOf = (byte: number) =>
  createVault({ keyEncryptionKey: Buffer.alloc(32, byte) }).keyIds[0] ?? ''

let dataDir: string
let db: Db
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'vouch-vault-keys-'))
  ;({ db } = openTestDatabase())
})
afterEach(() => rmSync(dataDir, { recursive: true }))

/** The keys that are set, the newest first; without any, the one in the file. */
const set = (bytes: readonly number[]) => {
  const [newest, ...old] = bytes.map(keyOf)
  return { vaultKey: newest, vaultKeysOld: old, dataDir }
}
const open = (bytes: readonly number[], giveUp?: string) =>
  openVault(db, set(bytes), { now, giveUp })
const rows = () => db.select().from(vaultKeys).all()

describe('a key that is made at the first start', () => {
  test('is made once, kept in a file that only its owner reads, and found again', async () => {
    expect(findVaultKeys(set([]))).toBeUndefined()
    const { keyIds } = await open([])
    expect(statSync(join(dataDir, 'vault.key')).mode & 0o777).toBe(0o600)
    expect(readdirSync(dataDir)).toEqual(['vault.key'])
    expect((await open([])).keyIds).toEqual(keyIds)
    expect((await readVault(db, set([])))?.keyIds).toEqual(keyIds)
  })

  test('is never replaced in silence: without it nothing starts, and it may come back', async () => {
    const [keyId = ''] = (await open([])).keyIds
    const file = join(dataDir, 'vault.key')
    const kept = readFileSync(file)
    rmSync(file)
    for (const look of [() => open([]), () => readVault(db, set([]))])
      await expect(look).rejects.toThrow(
        `needs the key named ${keyId}, in use since 2026-01-02T03:04:05.678Z`,
      )
    expect(readdirSync(dataDir)).toEqual([])
    writeFileSync(file, kept)
    expect((await open([])).keyIds).toEqual([keyId])
  })

  test.each<{ name: string; put: (file: string) => void; says: string }>([
    { name: 'empty', put: (file) => writeFileSync(file, ''), says: 'holds no key of 32 bytes' },
    {
      name: 'cut',
      put: (file) => writeFileSync(file, keyOf(1).slice(0, 20)),
      says: 'holds no key of 32 bytes',
    },
    { name: 'a folder', put: (file) => mkdirSync(file), says: 'cannot be read (EISDIR: ' },
  ])('is named where its file is no key: $name', async ({ put, says }) => {
    const file = join(dataDir, 'vault.key')
    put(file)
    for (const look of [() => open([]), () => readVault(db, set([]))]) {
      await expect(look).rejects.toThrow(ConfigurationError)
      await expect(look).rejects.toThrow(`${file} ${says}`)
      await expect(look).rejects.toThrow('put the right file back, or set VAULT_KEY')
    }
  })

  test('is not made where an earlier version has left claimers, and no key', async () => {
    await db.insert(claimers).values(claimerRow()).run()
    await expect(() => open([])).rejects.toThrow(
      'vault.key is not there, and the database has claimers',
    )
    expect(readdirSync(dataDir)).toEqual([])
  })
})

test('keys that are configured are written nowhere', async () => {
  expect(findVaultKeys(set([1, 2]))).toEqual({
    keyEncryptionKey: Buffer.alloc(32, 1),
    oldKeys: [Buffer.alloc(32, 2)],
  })
  await open([1, 2])
  expect(readdirSync(dataDir)).toEqual([])
})

describe('a database goes by its key', () => {
  test.each<{ name: string; starts: number[][]; inUse: number; refused: boolean }>([
    { name: 'the same again', starts: [[1], [1]], inUse: 1, refused: false },
    { name: 'another', starts: [[1], [2]], inUse: 1, refused: true },
    { name: 'a new one beside it', starts: [[1], [2, 1]], inUse: 2, refused: false },
    {
      name: 'the old one once it is replaced',
      starts: [[1], [2, 1], [1]],
      inUse: 2,
      refused: true,
    },
    { name: 'the new one alone', starts: [[1], [2, 1], [2]], inUse: 2, refused: false },
    { name: 'back, on purpose', starts: [[1], [2, 1], [1, 2]], inUse: 1, refused: false },
    { name: 'a third without the second', starts: [[1], [2, 1], [3, 1]], inUse: 2, refused: true },
    { name: 'a third with both', starts: [[1], [2, 1], [3, 2, 1]], inUse: 3, refused: false },
  ])('$name', async ({ starts, inUse, refused }) => {
    const last = starts.at(-1) ?? []
    for (const keys of starts.slice(0, -1)) await open(keys)
    const before = await rows()
    if (refused) {
      const says = `needs the key named ${nameOf(inUse)}, in use since 2026-01-02T03:04:05.678Z, and what is set is ${last.map(nameOf).join(', ')}`
      await expect(() => open(last)).rejects.toThrow(says)
      await expect(() => readVault(db, set(last))).rejects.toThrow(says)
      expect(await rows()).toEqual(before)
    } else {
      expect((await readVault(db, set(last)))?.keyIds).toEqual(last.map(nameOf))
      expect(await rows()).toEqual(before) // to look at it changes nothing
      await open(last)
    }
    expect((await rows()).at(-1)?.keyId).toBe(nameOf(inUse))
  })

  test('says how to mend it: the key, a change of keys, a restore, and how to give it up', async () => {
    await open([1])
    for (const way of ['Set VAULT_KEY', 'VAULT_KEY_OLD', 'vouch restore', `--give-up ${nameOf(1)}`])
      await expect(() => open([2])).rejects.toThrow(way)
  })

  test('and is given up by its name alone', async () => {
    await open([1])
    await expect(() => open([2], nameOf(2))).rejects.toThrow('needs the key named')
    expect((await open([2], nameOf(1))).keyIds).toEqual([nameOf(2)])
    expect((await open([2])).keyIds).toEqual([nameOf(2)])
    await expect(() => open([1])).rejects.toThrow(`needs the key named ${nameOf(2)}`)
  })

  test('and a key of the same name is not the same key', async () => {
    await open([1])
    await db.update(vaultKeys).set({ check: 'another' }).run()
    await expect(() => open([1])).rejects.toThrow('needs the key named')
  })

  test('what is kept of a key tells nothing of it, and is another for each', () => {
    const bytes = fc.uint8Array({ minLength: 32, maxLength: 32 })
    fc.assert(
      fc.property(bytes, bytes, (one, other) => {
        const [left, right] = [one, other].map(
          (key) => createVault({ keyEncryptionKey: Buffer.from(key) }).checks[0],
        )
        const isSame = Buffer.from(one).equals(Buffer.from(other))
        expect(judgeKeys(left, right ? [right] : [])).toBe(isSame ? 'same' : 'foreign')
        for (const form of ['hex', 'base64', 'base64url'] as const)
          expect(JSON.stringify(left)).not.toContain(Buffer.from(one).toString(form))
        expect(left?.check).toHaveLength(64)
      }),
    )
  })
})
