import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { Secp256k1 } from '@cosmjs/crypto'
import { HDKey } from 'viem/accounts'

import { claimers } from '../../src/store/claims/claim-tables.ts'
import { openOwnDatabase } from '../flows/own-database.ts'

/** Everything that Vouch keeps on disk but for its keys, as bytes: the databases and their logs of writes. */
export function databaseFiles(dataDir: string): Buffer {
  const files = readdirSync(dataDir, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /^(?:vouch|signer\/signer)\.sqlite/.test(name),
  )
  return Buffer.concat(files.map((name) => readFileSync(join(dataDir, name))))
}

/** The master key, and every claim's private key, which only its owner can have; each fits its public key. */
export async function deriveAllKeys(dataDir: string): Promise<Buffer[]> {
  const master = Buffer.from(readFileSync(join(dataDir, 'signer', 'master.key'), 'utf8'), 'base64')
  const { db, close } = await openOwnDatabase(dataDir)
  const rows = await db.select().from(claimers).all()
  await close()
  const keys = rows.flatMap(({ id, heldKey, publicKey }) => {
    if (!heldKey) return []
    const parts = [0, 6, 12, 18].map((at) => `${parseInt(id.slice(at, at + 6), 16)}'`)
    const { privateKey } = HDKey.fromMasterSeed(master).derive(`m/7668'/0'/${parts.join('/')}`)
    const secret = Buffer.from(privateKey ?? [])
    const { pubkey } = Secp256k1.makeKeypair(secret)
    if (Buffer.from(pubkey).toString('base64') !== publicKey)
      throw new Error(`${id} has another key`)
    return [secret]
  })
  return [master, ...keys]
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
