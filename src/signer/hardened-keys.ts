import { createHmac, createSecretKey } from 'node:crypto'

/** A private key of BIP-32 and its chain code, 32 bytes each. Whoever is given one wipes it. */
export type HardenedKey = { secret: Buffer; chainCode: Buffer }

const HALF = 32
const HARDENED = 2 ** 31
/** How many keys secp256k1 has, and one. */
const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

/** Returns the key `m` of BIP-32 on secp256k1. @throws {Error} the seed has none, as one of 2^127 has */
export function hardenedRoot(seed: Buffer): HardenedKey {
  return keyOf(digestOf(Buffer.from('Bitcoin seed'), seed), 0n)
}

/**
 * Returns the key `index'` below another one, by BIP-32: the hardened half alone, which needs no arithmetic on the curve.
 * @param index below 2^31
 * @throws {Error} there is no such key, as with one of 2^127
 */
export function hardenedChild({ secret, chainCode }: HardenedKey, index: number): HardenedKey {
  const data = Buffer.alloc(1 + HALF + 4)
  data.set(secret, 1)
  data.writeUInt32BE(HARDENED + index, 1 + HALF)
  try {
    return keyOf(digestOf(chainCode, data), numberOf(secret))
  } finally {
    data.fill(0)
  }
}

export function wipe(...keys: HardenedKey[]): void {
  for (const { secret, chainCode } of keys) {
    secret.fill(0)
    chainCode.fill(0)
  }
}

/** Given bytes, Node asks three times over whether they are a key, which takes longer than the digest. */
const digestOf = (key: Buffer, data: Buffer) =>
  createHmac('sha512', createSecretKey(key)).update(data).digest()

const numberOf = (bytes: Buffer) => BigInt(`0x${bytes.toString('hex')}`)

/** The left half of a digest is added to the parent's key; the right half is the chain code. */
function keyOf(digest: Buffer, parent: bigint): HardenedKey {
  const left = numberOf(digest.subarray(0, HALF))
  const secret = (left + parent) % ORDER
  if (left >= ORDER || secret === 0n) throw new Error('BIP-32 has no key there')
  const bytes = Buffer.from(secret.toString(16).padStart(2 * HALF, '0'), 'hex')
  digest.set(bytes)
  bytes.fill(0)
  return { secret: digest.subarray(0, HALF), chainCode: digest.subarray(HALF) }
}
