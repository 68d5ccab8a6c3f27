import { toBase64 } from '@cosmjs/encoding'

import type { Problem } from '../parts/api-client.ts'
import type { Spoken } from '../parts/spoken.tsx'
import { BrokenSealError } from './sealed-account.ts'

/**
 * What the PRF extension of a passkey is asked with, for ever: another input is another secret, and so another account.
 * Browsers hash it with a prefix of their own before an authenticator sees it (WebAuthn 3, section 10.1.4).
 */
const PRF_INPUT = 'vouch passkey account v1'

const RANDOM_BYTES = 32
/**
 * How the user handle of a passkey begins that opens an account which is not its own, sealed. It tells so wherever the passkey
 * is used, since without the seal it would open another, empty account.
 */
const SEALED_HANDLE = 'vouch sealed'
/** COSE names of ES256 and RS256, which all authenticators have between them. The signature itself serves for nothing here. */
const ALGORITHMS = [-7, -257]

/** The passkey works, but gives no secret: its keeper, or the browser, has no PRF extension. */
class NoPrfError extends Error {}

/** Another passkey was used than the one whose account is meant: it opens the account at `address`. */
export class OtherPasskeyError extends Error {
  readonly address: string
  constructor(address: string) {
    super(`this passkey opens ${address}`)
    this.address = address
  }
}

/** A passkey that opens a sealed account, and the seal is neither with it nor in this browser. */
export class NoSealError extends Error {}

/** A passkey that was used, and the 32 secret bytes that it alone gives to pages of this host. */
export type AskedPasskey = {
  id: Uint8Array<ArrayBuffer>
  secret: Uint8Array<ArrayBuffer>
  /** Whether it says of itself that it opens a sealed account. Some say nothing where they are asked for by their id. */
  isForSealed: boolean
  /** What was written to it with `writeToPasskey`, where it keeps such a thing. */
  blob: Uint8Array<ArrayBuffer> | undefined
}

/**
 * Has the person make a passkey for this host, and returns its id. It has no secret yet: some keepers give one only when
 * the passkey is used. `name` is what lists of passkeys call it; `known` is one whose keeper is not to make another; `isForSealed` makes one for an account that is not
 * its own, and with it a place for that (`writeToPasskey`) where the keeper has any: `hasBlob`.
 * @throws {NoPrfError} it would never give one; what was made is taken back where the browser can
 * @throws {DOMException} what WebAuthn throws
 */
export async function createPasskey(
  name: string,
  { known, isForSealed }: { known: Uint8Array<ArrayBuffer> | undefined; isForSealed: boolean },
): Promise<{ id: Uint8Array<ArrayBuffer>; hasBlob: boolean }> {
  const handle = random()
  if (isForSealed) handle.set(bytesOf(SEALED_HANDLE))
  const made = await navigator.credentials.create({
    publicKey: {
      rp: { name: 'Vouch', id: location.hostname },
      user: { id: handle, name, displayName: name },
      challenge: random(), // no server checks it: nothing is proven here
      pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
      excludeCredentials: known ? [{ type: 'public-key', id: known }] : [],
      authenticatorSelection: {
        residentKey: 'required',
        requireResidentKey: true,
        userVerification: 'required',
      },
      // With an input: Windows Hello refuses an empty question.
      extensions: {
        prf: { eval: { first: bytesOf(PRF_INPUT) } },
        ...(isForSealed && { largeBlob: { support: 'preferred' } }),
      },
    },
  })
  if (!(made instanceof PublicKeyCredential)) throw new Error('the browser made no passkey')
  const { prf, largeBlob } = made.getClientExtensionResults()
  if (prf?.enabled !== true) {
    takeBack(new Uint8Array(made.rawId))
    throw new NoPrfError()
  }
  return { id: new Uint8Array(made.rawId), hasBlob: largeBlob?.supported === true }
}

/**
 * Has the person confirm with a passkey of this host, which gives its secret: the one of that id, or without one whichever
 * they choose, on this device or another.
 * @throws {NoPrfError} it gives no secret
 * @throws {DOMException} what WebAuthn throws
 */
export async function askPasskey(id: Uint8Array<ArrayBuffer> | undefined): Promise<AskedPasskey> {
  const used = await usePasskey(id, {
    prf: { eval: { first: bytesOf(PRF_INPUT) } },
    largeBlob: { read: true },
  })
  const { prf, largeBlob } = used.getClientExtensionResults()
  const secret = prf?.results?.first
  if (secret === undefined) throw new NoPrfError()
  const handle =
    used.response instanceof AuthenticatorAssertionResponse ? used.response.userHandle : null
  const mark = new TextDecoder().decode(handle?.slice(0, SEALED_HANDLE.length))
  return {
    id: new Uint8Array(used.rawId),
    secret: asBytes(secret),
    isForSealed: mark === SEALED_HANDLE,
    blob: largeBlob?.blob && asBytes(largeBlob.blob),
  }
}

/**
 * Has the person confirm that something is kept with a passkey, wherever that goes; returns whether it is.
 * @throws {DOMException} what WebAuthn throws
 */
export async function writeToPasskey(
  id: Uint8Array<ArrayBuffer>,
  blob: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  const used = await usePasskey(id, { largeBlob: { write: blob } })
  return used.getClientExtensionResults().largeBlob?.written === true
}

async function usePasskey(
  id: Uint8Array<ArrayBuffer> | undefined,
  extensions: AuthenticationExtensionsClientInputs,
): Promise<PublicKeyCredential> {
  const used = await navigator.credentials.get({
    publicKey: {
      rpId: location.hostname,
      challenge: random(),
      userVerification: 'required',
      allowCredentials: id ? [{ type: 'public-key', id }] : [],
      extensions,
    },
  })
  if (!(used instanceof PublicKeyCredential)) throw new Error('the browser used no passkey')
  return used
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
export function takeBack(id: Uint8Array<ArrayBuffer>): void {
  if (!('signalUnknownCredential' in PublicKeyCredential)) return
  PublicKeyCredential.signalUnknownCredential({
    rpId: location.hostname,
    credentialId: toBase64(id).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', ''), // base64url
  }).catch(() => undefined)
}

/** Whether a prompt was declined, took too long, found no passkey, or was not shown: browsers do not say which. */
export const isRefusal = (error: unknown): error is DOMException =>
  error instanceof DOMException && error.name === 'NotAllowedError'

/** Says what a failure of a passkey means to the person in front of it, and what to do. Names are those of WebAuthn's errors. */
export const describePasskeyError =
  ({ passkeyProblems: said }: Pick<Spoken, 'passkeyProblems'>) =>
  (error: unknown): Problem => {
    if (error instanceof NoPrfError) return said.noPrf
    if (error instanceof OtherPasskeyError)
      return { message: said.other.message(error.address), fix: said.other.fix }
    if (error instanceof NoSealError) return said.noSeal
    if (error instanceof BrokenSealError) return said.brokenSeal
    const { name, message } = error instanceof Error ? error : new Error(String(error))
    if (isRefusal(error) || name === 'AbortError') return said.notUsed
    if (name === 'InvalidStateError') return said.hasIt
    return {
      message: said.failed.message(message.slice(0, 200).replace(/[.\s]+$/, '')),
      fix: said.failed.fix,
    }
  }
