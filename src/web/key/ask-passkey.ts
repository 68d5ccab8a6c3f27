import type { Problem } from '../parts/api-client.ts'
import type { Spoken } from '../parts/spoken.tsx'

/**
 * What the PRF extension of a passkey is asked with, for ever: another input is another secret, and so another account.
 * Browsers hash it with a prefix of their own before an authenticator sees it (WebAuthn 3, section 10.1.4).
 */
const PRF_INPUT = 'vouch passkey account v1'

const RANDOM_BYTES = 32
/** COSE names of ES256 and RS256, which all authenticators have between them. The signature itself serves for nothing here. */
const ALGORITHMS = [-7, -257]

/** The passkey works, but gives no secret: its keeper, or the browser, has no PRF extension. */
export class NoPrfError extends Error {}

/** Another passkey was used than the one whose account is meant: it opens the account at `address`. */
export class OtherPasskeyError extends Error {
  readonly address: string
  constructor(address: string) {
    super(`this passkey opens ${address}`)
    this.address = address
  }
}

/** A passkey that was used, and the 32 secret bytes that it alone gives to pages of this host. */
export type AskedPasskey = { id: Uint8Array<ArrayBuffer>; secret: Uint8Array<ArrayBuffer> }

/**
 * Has the person make a passkey for this host, and returns its id. It has no secret yet: some keepers give one only when
 * the passkey is used. `known` is one that must not be made twice on the same device.
 * @throws {NoPrfError} it would never give one; what was made is taken back where the browser can
 * @throws {DOMException} what WebAuthn throws
 */
export async function createPasskey(
  now: Date,
  known: Uint8Array<ArrayBuffer> | undefined,
): Promise<Uint8Array<ArrayBuffer>> {
  const name = `Vouch account of ${now.toLocaleDateString()}` // tells several apart in lists of passkeys
  const made = await navigator.credentials.create({
    publicKey: {
      rp: { name: 'Vouch', id: location.hostname },
      user: { id: random(), name, displayName: name },
      challenge: random(), // no server checks it: nothing is proven here
      pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
      excludeCredentials: known ? [{ type: 'public-key', id: known }] : [],
      authenticatorSelection: {
        residentKey: 'required',
        requireResidentKey: true,
        userVerification: 'required',
      },
      // With an input: Windows Hello refuses an empty question.
      extensions: { prf: { eval: { first: bytesOf(PRF_INPUT) } } },
    },
  })
  if (!(made instanceof PublicKeyCredential)) throw new Error('the browser made no passkey')
  if (made.getClientExtensionResults().prf?.enabled !== true) {
    takeBack(made.id)
    throw new NoPrfError()
  }
  return new Uint8Array(made.rawId)
}

/**
 * Has the person confirm with a passkey of this host, which gives its secret: the one of that id, or without one whichever
 * they choose, on this device or another.
 * @throws {NoPrfError} it gives no secret
 * @throws {DOMException} what WebAuthn throws
 */
export async function askPasskey(id: Uint8Array<ArrayBuffer> | undefined): Promise<AskedPasskey> {
  const used = await navigator.credentials.get({
    publicKey: {
      rpId: location.hostname,
      challenge: random(),
      userVerification: 'required',
      allowCredentials: id ? [{ type: 'public-key', id }] : [],
      extensions: { prf: { eval: { first: bytesOf(PRF_INPUT) } } },
    },
  })
  if (!(used instanceof PublicKeyCredential)) throw new Error('the browser used no passkey')
  const secret = used.getClientExtensionResults().prf?.results?.first
  if (secret === undefined) throw new NoPrfError()
  return { id: new Uint8Array(used.rawId), secret: asBytes(secret) }
}

const random = () => crypto.getRandomValues(new Uint8Array(RANDOM_BYTES))
const bytesOf = (text: string) => new TextEncoder().encode(text)

/** Browsers give an `ArrayBuffer`; the types allow a view of one as well. */
function asBytes(source: BufferSource): Uint8Array<ArrayBuffer> {
  return source instanceof ArrayBuffer
    ? new Uint8Array(source)
    : Uint8Array.from(new Uint8Array(source.buffer, source.byteOffset, source.byteLength))
}

/**
 * Tells whoever keeps a passkey that it serves for nothing, so that nobody finds it in their list. Nobody waits for that:
 * older browsers cannot be told, some never answer, and one that stays there does no harm.
 */
function takeBack(credentialId: string): void {
  if (!('signalUnknownCredential' in PublicKeyCredential)) return
  PublicKeyCredential.signalUnknownCredential({
    rpId: location.hostname,
    credentialId,
  }).catch(() => undefined)
}

/** Characters of what a browser says itself. */
const MOST_WORDS = 200

/** What a failure of a passkey means to the person in front of it, and what to do. Names are those of WebAuthn's errors. */
export const describePasskeyError =
  (texts: Spoken['passkeys']) =>
  (error: unknown): Problem => {
    if (error instanceof NoPrfError) return { message: texts.noKey, fix: texts.otherBrowser }
    if (error instanceof OtherPasskeyError)
      return { message: texts.other(error.address), fix: texts.useRight }
    const name = error instanceof Error ? error.name : ''
    if (name === 'NotAllowedError' || name === 'AbortError')
      return { message: texts.notUsed, fix: texts.whenReady }
    if (name === 'InvalidStateError') return { message: texts.hasIt, fix: texts.useIt }
    const message =
      error instanceof Error
        ? texts.unableBecause(error.message.slice(0, MOST_WORDS))
        : texts.unable
    return { message, fix: texts.orWallet }
  }
