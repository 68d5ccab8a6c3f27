import { Secp256k1 } from '@cosmjs/crypto'
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hash as digestOf,
  hkdfSync,
  randomBytes,
  type KeyObject,
} from 'node:crypto'

import { isSameSecret } from '../services/flow/is-same-secret.ts'

/** What a keyed hash is for. Each purpose has a key of its own. */
export type HashPurpose =
  | 'otp'
  | 'code'
  | 'link'
  | 'session'
  | 'sign-in'
  | 'verifier'
  | 'mailbox'
  | 'unsubscribe'
  | 'statement'
  | 'call'
  | 'request'
  | 'client'
  | 'audit'

/**
 * Seals and hashes what the database keeps. Of claims it opens the private keys that earlier versions made at random; no key in
 * the clear ever leaves it.
 */
export type Vault = {
  /** The public key of a key that was sealed: base64 of the 65 uncompressed bytes. Throws what `sign` throws. */
  publicKeyOf(claimerId: string, sealed: Buffer): string
  /**
   * Signs SHA-256 of the document: base64 of the 64 bytes r||s, low S, deterministic by RFC 6979.
   * @throws {SealedKeyError} the key was sealed for another claimer, with another key-encryption key, or was changed
   */
  sign(claimerId: string, sealed: Buffer, document: string): string
  /**
   * Seals a claim's data key with the newest key-encryption key; `undefined` where it is already. What it holds stays as it
   * is: only the wrap around it is new.
   * @throws {SealedKeyError} no key that we were given opens it
   */
  rewrap(claimerId: string, sealed: Buffer): Buffer | undefined
  /** Names of the key-encryption keys, the newest first. They tell nothing about the keys. */
  keyIds: readonly string[]
  /** What shows later whether a key is still the same, of each key, the newest first. */
  checks: readonly KeyCheck[]
  /** The name of the key-encryption key that opens this, down to the private key; `undefined` when none does. */
  keyIdOf(claimerId: string, sealed: Buffer): string | undefined
  /** HMAC-SHA-256 in base64url, with a key that is in no database. */
  hash(purpose: HashPurpose, text: string): string
  /** The hashes that a text has had: under the newest key, then under the old ones. */
  hashes(purpose: HashPurpose, text: string): [string, ...string[]]
  /** Whether a text has this hash, under the newest key or an old one. */
  matches(purpose: HashPurpose, text: string, hash: string): boolean
  /** Seals an answer that may hold secrets; it opens with the same id only. */
  sealAnswer(id: string, text: string): Buffer
  /** @throws {SealedKeyError} it was sealed under another id, with another key-encryption key, or was changed */
  openAnswer(id: string, sealed: Buffer): string
  /** Seals a sender's PIN for the sign request that shows it. */
  sealPin(signId: string, pin: string): Buffer
  /** @throws {SealedKeyError} as for answers, but what old keys sealed opens too */
  openPin(signId: string, sealed: Buffer): string
}

/** A key-encryption key by its name, and a digest that only it gives. Neither tells anything about the key. */
export type KeyCheck = { keyId: string; check: string }

/** Something sealed cannot be opened. Nobody can mend this from outside, so it is not a `DomainError`. */
export class SealedKeyError extends Error {
  constructor(id: string, what: Purpose = 'private key') {
    super(`the ${what} of ${id} cannot be opened: check VAULT_KEY`)
  }
}

const VERSION = 1
const KEY_LENGTH = 32
const IV_LENGTH = 12
const TAG_LENGTH = 16
const KEY_ID_LENGTH = 8
const BOX_LENGTH = IV_LENGTH + KEY_LENGTH + TAG_LENGTH

/**
 * A sealed key is: version byte, the claim's own data key sealed with ours, the private key sealed with the data key.
 * @param keyEncryptionKey 32 random bytes; never stored beside what it seals
 * @param oldKeys earlier ones: they open, and nothing is sealed with them any more
 */
export function createVault({
  keyEncryptionKey,
  oldKeys = [],
}: {
  keyEncryptionKey: Buffer
  oldKeys?: readonly Buffer[]
}): Vault {
  const newest = deriveKeys(keyEncryptionKey)
  const older = oldKeys.map(deriveKeys)
  const { wrapKey, hashKeys, answerKey, pinKey } = newest

  /** What the first fitting key opens, and that key; `undefined` when none fits. */
  function openWithAny(
    attempt: (keys: Keys) => Buffer,
  ): { opened: Buffer; keys: Keys } | undefined {
    for (const keys of [newest, ...older]) {
      try {
        return { opened: attempt(keys), keys }
      } catch (error) {
        if (!(error instanceof SealedKeyError)) throw error
      }
    }
    return undefined
  }

  /** The claim's data key, and whose wrap it was in. */
  function unwrap(claimerId: string, sealed: Buffer): { dataKey: Buffer; by: Keys } {
    if (sealed.length !== 1 + 2 * BOX_LENGTH || sealed[0] !== VERSION)
      throw new SealedKeyError(claimerId)
    const wrapped = sealed.subarray(1, 1 + BOX_LENGTH)
    const found = openWithAny((keys) => open(keys.wrapKey, wrapped, claimerId, 'data key'))
    if (found) return { dataKey: found.opened, by: found.keys }
    throw new SealedKeyError(claimerId, 'data key')
  }

  /** Hands the private key over for the length of a call, and wipes it. */
  function withKey<Result>(
    claimerId: string,
    sealed: Buffer,
    use: (privateKey: Buffer) => Result,
  ): Result {
    let dataKey: Buffer | undefined
    let privateKey: Buffer | undefined
    try {
      dataKey = unwrap(claimerId, sealed).dataKey
      privateKey = open(dataKey, sealed.subarray(1 + BOX_LENGTH), claimerId, 'private key')
      return use(privateKey)
    } finally {
      dataKey?.fill(0)
      privateKey?.fill(0)
    }
  }

  return {
    sign: (claimerId, sealed, document) =>
      withKey(claimerId, sealed, (privateKey) => signDocument(privateKey, document)),
    publicKeyOf: (claimerId, sealed) =>
      withKey(claimerId, sealed, (privateKey) =>
        Buffer.from(Secp256k1.makeKeypair(privateKey).pubkey).toString('base64'),
      ),

    rewrap(claimerId, sealed) {
      const { dataKey, by } = unwrap(claimerId, sealed)
      try {
        if (by === newest) return undefined
        const wrapped = seal(wrapKey, dataKey, associated(claimerId, 'data key'))
        return Buffer.concat([Buffer.of(VERSION), wrapped, sealed.subarray(1 + BOX_LENGTH)])
      } finally {
        dataKey.fill(0)
      }
    },

    keyIds: [newest, ...older].map(({ id }) => id),
    checks: [newest, ...older].map(({ id, check }) => ({ keyId: id, check })),
    keyIdOf(claimerId, sealed) {
      let dataKey: Buffer | undefined
      try {
        const unwrapped = unwrap(claimerId, sealed)
        dataKey = unwrapped.dataKey
        open(dataKey, sealed.subarray(1 + BOX_LENGTH), claimerId, 'private key').fill(0)
        return unwrapped.by.id
      } catch (error) {
        if (!(error instanceof SealedKeyError)) throw error
        return undefined
      } finally {
        dataKey?.fill(0)
      }
    },

    hash: (purpose, text) => keyedHash(hashKeys[purpose], text),
    hashes: (purpose, text) => [
      keyedHash(hashKeys[purpose], text),
      ...older.map((keys) => keyedHash(keys.hashKeys[purpose], text)),
    ],
    matches(purpose, text, hash) {
      // Every key is tried, so that the time tells nothing.
      const fits = [newest, ...older].filter((keys) =>
        isSameSecret(hash, keyedHash(keys.hashKeys[purpose], text)),
      )
      return fits.length > 0
    },

    sealAnswer: (id, text) => seal(answerKey, Buffer.from(text), associated(id, 'answer')),
    openAnswer: (id, sealed) => open(answerKey, sealed, id, 'answer').toString(),

    sealPin: (signId, pin) => seal(pinKey, Buffer.from(pin), associated(signId, 'PIN')),
    openPin(signId, sealed) {
      const pin = openWithAny((keys) => open(keys.pinKey, sealed, signId, 'PIN'))
      if (!pin) throw new SealedKeyError(signId, 'PIN')
      return pin.opened.toString()
    },
  }
}

/** Signs SHA-256 of the document: base64 of the 64 bytes r||s, low S, deterministic by RFC 6979. */
export function signDocument(privateKey: Buffer, document: string): string {
  const signature = Secp256k1.createSignature(sha256(document), privateKey)
  // The library's own form has a third, recovery byte, which the contract does not take.
  return Buffer.concat([signature.r(32), signature.s(32)]).toString('base64')
}

/** Everything that comes from a key-encryption key, each for one use. */
function deriveKeys(keyEncryptionKey: Buffer) {
  if (keyEncryptionKey.length !== KEY_LENGTH) {
    throw new Error(`the key-encryption key must have ${KEY_LENGTH} bytes`)
  }
  const derive = (label: string) =>
    Buffer.from(hkdfSync('sha256', keyEncryptionKey, '', `vouch ${label}`, KEY_LENGTH))
  /** Handed to OpenSSL once: to hand it bytes with every use takes longer than the use. */
  const secretKey = (label: string) => createSecretKey(derive(label))
  const hashKeys: Record<HashPurpose, KeyObject> = {
    otp: secretKey('one-time passwords'),
    code: secretKey('verification codes'),
    link: secretKey('claim links'),
    session: secretKey('sessions'),
    'sign-in': secretKey('sign-ins'),
    verifier: secretKey('code verifiers'),
    mailbox: secretKey('mailboxes'),
    unsubscribe: secretKey('unsubscribe links'),
    statement: secretKey('statement links'),
    call: secretKey('idempotency keys'),
    request: secretKey('request fingerprints'),
    client: secretKey('clients'),
    audit: secretKey('audit log'),
  }
  return {
    id: derive('key id').toString('hex', 0, KEY_ID_LENGTH),
    check: derive('key check').toString('hex'),
    wrapKey: secretKey('claim keys'),
    hashKeys,
    answerKey: secretKey('stored answers'),
    pinKey: secretKey('shown PINs'),
  }
}
type Keys = ReturnType<typeof deriveKeys>

function keyedHash(key: KeyObject, text: string): string {
  return createHmac('sha256', key).update(text).digest('base64url')
}

const sha256 = (text: string) => digestOf('sha256', text, 'buffer')

type Purpose = 'data key' | 'private key' | 'answer' | 'PIN'

/** Binds what is sealed to its place: moved to another claimer, call or purpose, it does not open. */
function associated(id: string, purpose: Purpose): Buffer {
  return Buffer.from(JSON.stringify([VERSION, id, purpose]))
}

function seal(key: KeyObject, secret: Buffer, bound: Buffer): Buffer {
  const iv = randomBytes(IV_LENGTH)
  const cipher = createCipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_LENGTH }).setAAD(bound)
  return Buffer.concat([iv, cipher.update(secret), cipher.final(), cipher.getAuthTag()])
}

function open(key: KeyObject | Buffer, box: Buffer, id: string, purpose: Purpose): Buffer {
  const iv = box.subarray(0, IV_LENGTH)
  const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_LENGTH })
    .setAAD(associated(id, purpose))
    .setAuthTag(box.subarray(-TAG_LENGTH))
  const secret = decipher.update(box.subarray(IV_LENGTH, -TAG_LENGTH))
  try {
    decipher.final()
    return secret
  } catch {
    secret.fill(0)
    throw new SealedKeyError(id, purpose)
  }
}
