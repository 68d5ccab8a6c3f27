import { Secp256k1, sha256, Slip10, Slip10Curve, Slip10RawIndex } from '@cosmjs/crypto'

import type { MadeKey } from '../claims/signer.ts'
import { signDocument, type Vault } from '../claims/vault.ts'

/** Where claims stand in the tree of BIP-32: every key is hardened, so that one that is lost tells nothing about another. */
const PURPOSE = 7668
/** The way from a claimer's id to its key; another one would be another version. */
const VERSION = 0
const MASTER_LENGTH = 32
const ID_LENGTH = 8
/** First byte of what stands in the database: 1 is a sealed random key of earlier versions, 2 names a master key. */
const SEALED = 1
const DERIVED = 2

/**
 * Keys of claims, each derived from a master key and the claimer's id, which the chain shows as `pseudo_claim_id`: the master key
 * and the chain bring every one of them back. `m/7668'/0'/a'/b'/c'/d'` by BIP-32, where a to d are the id's 24 hex digits in
 * four parts of six.
 */
export type ClaimKeys = {
  /** The names of the master keys, the newest first. They tell nothing about the keys. */
  keyIds: readonly string[]
  make(claimerId: string): MadeKey
  /**
   * Base64 of r||s over SHA-256 of the document, and the public key that it fits; `undefined` where no key of ours is meant.
   * @throws {SealedKeyError} a sealed key of an earlier version does not open
   */
  sign(claimerId: string, key: Buffer, document: string): string | undefined
  /** The public key of a claimer under the master key that `key` names, in base64. */
  publicKeyOf(claimerId: string, key: Buffer): string | undefined
  /** What signs for a claim on chain, where one of our master keys made its public key (base64, compressed or not). */
  findFor(claimerId: string, publicKey: string): ((document: string) => string) | undefined
}

/**
 * @param master 32 random bytes
 * @param old earlier ones: claims that were made with them are still signed for
 * @param sealed opens the keys that earlier versions sealed
 * @throws {Error} a key has another length
 */
export function createClaimKeys({
  master,
  old = [],
  sealed,
}: {
  master: Buffer
  old?: readonly Buffer[]
  sealed?: Pick<Vault, 'sign' | 'publicKeyOf'> | undefined
}): ClaimKeys {
  const masters = [master, ...old].map((seed) => ({ seed, id: nameOf(seed) }))
  const [{ id: newest } = { id: Buffer.alloc(0) }] = masters

  const namedBy = (key: Buffer) =>
    key[0] === DERIVED ? masters.find(({ id }) => id.equals(key.subarray(1)))?.seed : undefined

  return {
    keyIds: masters.map(({ id }) => id.toString('hex')),
    make: (claimerId) => ({
      publicKey: withKey(master, claimerId, publicKeyFrom),
      key: Buffer.concat([Buffer.of(DERIVED), newest]),
    }),
    sign(claimerId, key, document) {
      if (key[0] === SEALED) return sealed?.sign(claimerId, key, document)
      const seed = namedBy(key)
      return seed && withKey(seed, claimerId, (secret) => signDocument(secret, document))
    },
    publicKeyOf(claimerId, key) {
      if (key[0] === SEALED) return sealed?.publicKeyOf(claimerId, key)
      const seed = namedBy(key)
      return seed && withKey(seed, claimerId, publicKeyFrom)
    },
    findFor(claimerId, publicKey) {
      const wanted = compressed(publicKey)
      const found = isClaimerId(claimerId)
        ? masters.find(({ seed }) => compressed(withKey(seed, claimerId, publicKeyFrom)) === wanted)
        : undefined
      return (
        found &&
        ((document) => withKey(found.seed, claimerId, (secret) => signDocument(secret, document)))
      )
    },
  }
}

/** The name that a master key has in the database: it is in `key` of what `makeKeys` gives. */
export function masterKeyId(key: Buffer): string | undefined {
  return key[0] === DERIVED ? key.toString('hex', 1) : undefined
}

const isClaimerId = (text: string) => /^[0-9a-f]{24}$/.test(text)

/** Hands a claimer's private key over for the length of a call, and wipes it. */
function withKey<Result>(seed: Buffer, claimerId: string, use: (secret: Buffer) => Result): Result {
  if (!isClaimerId(claimerId)) throw new Error(`"${claimerId}" is not a claimer's id`)
  const parts = [0, 6, 12, 18].map((at) => parseInt(claimerId.slice(at, at + 6), 16))
  const path = [PURPOSE, VERSION, ...parts].map((index) => Slip10RawIndex.hardened(index))
  const { privkey, chainCode } = Slip10.derivePath(Slip10Curve.Secp256k1, seed, path)
  try {
    return use(Buffer.from(privkey.buffer, privkey.byteOffset, privkey.length))
  } finally {
    privkey.fill(0)
    chainCode.fill(0)
  }
}

function publicKeyFrom(secret: Buffer): string {
  return Buffer.from(Secp256k1.makeKeypair(secret).pubkey).toString('base64')
}

/** One spelling for both forms of a public key; `undefined` for what is none. */
function compressed(publicKey: string): string | undefined {
  try {
    const bytes = Secp256k1.compressPubkey(Buffer.from(publicKey, 'base64'))
    return Buffer.from(bytes).toString('base64')
  } catch {
    return undefined
  }
}

/** By the public key of a branch that no claim is on. */
function nameOf(seed: Buffer): Buffer {
  if (seed.length !== MASTER_LENGTH)
    throw new Error(`a master key must have ${MASTER_LENGTH} bytes`)
  const path = [Slip10RawIndex.hardened(PURPOSE)]
  const { privkey } = Slip10.derivePath(Slip10Curve.Secp256k1, seed, path)
  const { pubkey } = Secp256k1.makeKeypair(privkey)
  privkey.fill(0)
  return Buffer.from(sha256(pubkey)).subarray(0, ID_LENGTH)
}
