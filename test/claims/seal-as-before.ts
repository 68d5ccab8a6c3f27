import { Secp256k1 } from '@cosmjs/crypto'
import { createCipheriv, hkdfSync, randomBytes } from 'node:crypto'

/**
 * A claim key as earlier versions made it: random, sealed with a data key of its own, and that with the key-encryption key. Written
 * once more here, so that what the vault opens is held against something that is not the vault.
 */
export function sealAsBefore(keyEncryptionKey: Buffer, claimerId: string) {
  const [dataKey, privateKey] = [randomBytes(32), randomBytes(32)]
  const wrapKey = Buffer.from(hkdfSync('sha256', keyEncryptionKey, '', 'vouch claim keys', 32))
  const box = (key: Buffer, secret: Buffer, purpose: string) => {
    const iv = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', key, iv)
    cipher.setAAD(Buffer.from(JSON.stringify([1, claimerId, purpose])))
    return Buffer.concat([iv, cipher.update(secret), cipher.final(), cipher.getAuthTag()])
  }
  return {
    publicKey: Buffer.from(Secp256k1.makeKeypair(privateKey).pubkey).toString('base64'),
    sealed: Buffer.concat([
      Buffer.of(1),
      box(wrapKey, dataKey, 'data key'),
      box(dataKey, privateKey, 'private key'),
    ]),
  }
}
