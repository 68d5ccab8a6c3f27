import { createDecipheriv, hkdfSync } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { Secp256k1 } from '@cosmjs/crypto'

import { readDatabase } from '../../src/store/database.ts'
import { claimers } from '../../src/store/tables/claims.ts'

/** Everything that Vouch keeps on disk but for `vault.key`, as bytes: the database and its log of writes. */
export function databaseFiles(dataDir: string): Buffer {
  const files = readdirSync(dataDir).filter((name) => name.startsWith('vouch.sqlite'))
  return Buffer.concat(files.map((name) => readFileSync(join(dataDir, name))))
}

/** Every claim's private key, which only the owner of `vault.key` can have; each fits its public key. */
export function openAllKeys(dataDir: string): Buffer[] {
  const vaultKey = Buffer.from(readFileSync(join(dataDir, 'vault.key'), 'utf8'), 'base64')
  const { db, close } = readDatabase(dataDir)
  const rows = db.select().from(claimers).all()
  close()
  return rows.flatMap(({ id, sealedKey, publicKey }) => {
    if (!sealedKey) return []
    const wrapKey = Buffer.from(hkdfSync('sha256', vaultKey, '', 'vouch claim keys', 32))
    const dataKey = open(wrapKey, sealedKey.subarray(1, 61), id, 'data key')
    const privateKey = open(dataKey, sealedKey.subarray(61), id, 'private key')
    const { pubkey } = Secp256k1.makeKeypair(privateKey)
    if (Buffer.from(pubkey).toString('base64') !== publicKey)
      throw new Error(`${id} has another key`)
    return [privateKey]
  })
}

/** The forms in which a secret may lie about. */
export const formsOf = (secret: Buffer): (Buffer | string)[] => [
  secret,
  secret.toString('hex'),
  secret.toString('hex').toUpperCase(),
  secret.toString('base64').replaceAll('=', ''),
  secret.toString('base64url'),
  [...secret].join(','), // a buffer in JSON
]

function open(key: Buffer, box: Buffer, id: string, purpose: string): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, box.subarray(0, 12))
    .setAAD(Buffer.from(JSON.stringify([1, id, purpose])))
    .setAuthTag(box.subarray(-16))
  return Buffer.concat([decipher.update(box.subarray(12, -16)), decipher.final()])
}
