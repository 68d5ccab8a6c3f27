import { entropyToMnemonic, mnemonicToEntropy } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english'
import { concatBytes } from 'viem'

/**
 * What a passkey's secret becomes where it opens an account that is not its own. Frozen, as the derivation is: with another
 * text, what was sealed opens no more.
 */
const HKDF_INFO = 'vouch passkey account v1: seal'
/** The first byte of what is sealed. A later form gets another one. */
const VERSION = 1
const NONCE_BYTES = 12
const ENTROPY_BYTES = 32
const TAG_BYTES = 16

/** What a passkey should open was not sealed under it, or is damaged. */
export class BrokenSealError extends Error {}

/**
 * Seals the words of an account under the secret of another passkey: version, 12 random bytes, and the entropy of the words
 * in AES-256-GCM, by a key of HKDF-SHA-256 (no salt). The passkey's id is sealed with it, so that it opens with no other.
 */
export async function sealWords(
  words: string,
  { id, secret }: { id: Uint8Array<ArrayBuffer>; secret: Uint8Array<ArrayBuffer> },
): Promise<Uint8Array<ArrayBuffer>> {
  const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES))
  const entropy = Uint8Array.from(mnemonicToEntropy(words, wordlist))
  try {
    const way = { name: 'AES-GCM', iv: nonce, additionalData: id }
    const sealed = await crypto.subtle.encrypt(way, await sealKey(secret), entropy)
    return Uint8Array.from(concatBytes([Uint8Array.of(VERSION), nonce, new Uint8Array(sealed)]))
  } finally {
    entropy.fill(0)
  }
}

/** The words that were sealed under a passkey's secret. @throws {BrokenSealError} these bytes were not */
export async function openSeal(
  bytes: Uint8Array<ArrayBuffer>,
  { id, secret }: { id: Uint8Array<ArrayBuffer>; secret: Uint8Array<ArrayBuffer> },
): Promise<string> {
  if (bytes[0] !== VERSION || bytes.length !== 1 + NONCE_BYTES + ENTROPY_BYTES + TAG_BYTES)
    throw new BrokenSealError()
  const way = { name: 'AES-GCM', iv: bytes.slice(1, 1 + NONCE_BYTES), additionalData: id }
  const key = await sealKey(secret)
  const sealed = bytes.slice(1 + NONCE_BYTES)
  const opened = await crypto.subtle.decrypt(way, key, sealed).catch(() => {
    throw new BrokenSealError() // what WebCrypto says of it is empty
  })
  const entropy = new Uint8Array(opened)
  try {
    return entropyToMnemonic(entropy, wordlist)
  } finally {
    entropy.fill(0)
  }
}

async function sealKey(secret: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  const key = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveKey'])
  const info = new TextEncoder().encode(HKDF_INFO)
  const way = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(0), info }
  const cipher = { name: 'AES-GCM', length: 256 }
  return crypto.subtle.deriveKey(way, key, cipher, false, ['encrypt', 'decrypt'])
}
