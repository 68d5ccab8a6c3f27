import { hash } from 'node:crypto'

import { Secp256k1 } from '@cosmjs/crypto'

import type { MadeKey } from '../claims/signer.ts'
import { signDocument, type Vault } from '../claims/vault.ts'
import { hardenedChild, hardenedRoot, wipe, type HardenedKey } from './hardened-keys.ts'

/** Where claims stand in the tree of BIP-32: every key is hardened, so that one that is lost tells nothing about another. */
const PURPOSE = 7668
/** The way from a claimer's id to its key; another one would be another version. */
const VERSION = 0
const MASTER_LENGTH = 32
const ID_LENGTH = 8
/** First byte of what stands in the database: 1 is a sealed random key of earlier versions, 2 names a master key. */
const SEALED = 1
export const DERIVED = 2

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
  const newest = openBranch(master)
  const branches = [newest, ...old.map(openBranch)]

  const namedBy = (key: Buffer) =>
    key[0] === DERIVED ? branches.find(({ id }) => id.equals(key.subarray(1))) : undefined

  return {
    keyIds: branches.map(({ id }) => id.toString('hex')),
    make: (claimerId) => ({
      publicKey: withKey(newest, claimerId, publicKeyFrom),
      key: Buffer.concat([Buffer.of(DERIVED), newest.id]),
    }),
    sign(claimerId, key, document) {
      if (key[0] === SEALED) return sealed?.sign(claimerId, key, document)
      const branch = namedBy(key)
      return branch && withKey(branch, claimerId, (secret) => signDocument(secret, document))
    },
    publicKeyOf(claimerId, key) {
      if (key[0] === SEALED) return sealed?.publicKeyOf(claimerId, key)
      const branch = namedBy(key)
      return branch && withKey(branch, claimerId, publicKeyFrom)
    },
    findFor(claimerId, publicKey) {
      const wanted = compressed(publicKey)
      const found = isClaimerId(claimerId)
        ? branches.find(
            (branch) => compressed(withKey(branch, claimerId, publicKeyFrom)) === wanted,
          )
        : undefined
      return (
        found &&
        ((document) => withKey(found, claimerId, (secret) => signDocument(secret, document)))
      )
    },
  }
}

/** The name that a master key has in the database: it is in `key` of what `makeKeys` gives. */
export function masterKeyId(key: Buffer): string | undefined {
  return key[0] === DERIVED ? key.toString('hex', 1) : undefined
}

const isClaimerId = (text: string) => /^[0-9a-f]{24}$/.test(text)

/** Where all claims of one master key stand, and the name of that key. */
type Branch = { id: Buffer; claims: HardenedKey }

/** The way down to where claims part is the same for all of them, and gone once. */
function openBranch(seed: Buffer): Branch {
  if (seed.length !== MASTER_LENGTH)
    throw new Error(`a master key must have ${MASTER_LENGTH} bytes`)
  const root = hardenedRoot(seed)
  const purpose = hardenedChild(root, PURPOSE)
  const claims = hardenedChild(purpose, VERSION)
  // By the public key of a branch that no claim is on.
  const { pubkey } = Secp256k1.makeKeypair(purpose.secret)
  wipe(root, purpose)
  return { id: hash('sha256', pubkey, 'buffer').subarray(0, ID_LENGTH), claims }
}

/** Hands a claimer's private key over for the length of a call, and wipes it. */
function withKey<Result>(
  { claims }: Branch,
  claimerId: string,
  use: (secret: Buffer) => Result,
): Result {
  if (!isClaimerId(claimerId)) throw new Error(`"${claimerId}" is not a claimer's id`)
  let key = claims
  try {
    for (const at of [0, 6, 12, 18]) {
      const child = hardenedChild(key, parseInt(claimerId.slice(at, at + 6), 16))
      if (key !== claims) wipe(key)
      key = child
    }
    return use(key.secret)
  } finally {
    if (key !== claims) wipe(key)
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
