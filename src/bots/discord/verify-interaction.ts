import { createPublicKey, verify } from 'node:crypto'

/** An Ed25519 key as X.509 says it, up to the key itself. */
const KEY_PREFIX = Buffer.from('302a300506032b6570032100', 'hex')

/**
 * Whether Discord signed this very body: Ed25519 over the timestamp and the bytes that came.
 * @param publicKey the application's, 64 hex digits
 */
export function isFromDiscord(
  publicKey: string,
  { body, signature, timestamp }: { body: Buffer; signature: string; timestamp: string },
): boolean {
  if (!/^[0-9a-f]{128}$/i.test(signature)) return false
  const key = createPublicKey({
    key: Buffer.concat([KEY_PREFIX, Buffer.from(publicKey, 'hex')]),
    format: 'der',
    type: 'spki',
  })
  const signed = Buffer.concat([Buffer.from(timestamp), body])
  return verify(null, signed, key, Buffer.from(signature, 'hex'))
}
