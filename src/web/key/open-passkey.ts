import { fromBase64, toBase64 } from '@cosmjs/encoding'

import {
  rememberedPasskey,
  rememberPasskey,
  rememberWords,
} from '../parts/passkey/remembered-passkey.ts'
import {
  askPasskey,
  createPasskey,
  NoSealError,
  OtherPasskeyError,
  takeBack,
  writeToPasskey,
} from './ask-passkey.ts'
import { accountOfWords, passkeyWords, type PasskeyAccount } from './passkey-account.ts'
import { openSeal, sealWords } from './sealed-account.ts'
import type { Prompt } from './use-prompts.ts'

type PasskeyId = Uint8Array<ArrayBuffer>

/**
 * Has the person make a passkey, and returns its id. It is remembered at once, so that whoever declines the next prompt is
 * offered the same one again. `name` is what lists of passkeys call it.
 * @throws {NoPrfError} {DOMException} what making a passkey throws
 */
export async function makePasskey(name: string): Promise<PasskeyId> {
  const known = rememberedPasskey()?.id
  const { id } = await createPasskey(name, { known, isForSealed: false })
  rememberPasskey({ id, address: undefined })
  return id
}

/**
 * Opens the account of a passkey with one prompt: of the one with that id, or of whichever the person chooses. It is the
 * account that was sealed under the passkey, else its own. Whoever asks drops it once it has answered: nothing but the prompt
 * brings it back.
 * @throws {NoPrfError} {NoSealError} {BrokenSealError} {DOMException} it does not open
 * @throws {OtherPasskeyError} it opens another account than it did before in this browser
 */
export async function openPasskey(wanted: PasskeyId | undefined): Promise<PasskeyAccount> {
  const { id, secret, isForSealed, blob } = await askPasskey(wanted)
  const sealed = blob ?? keptSeal(id)
  try {
    if (isForSealed && !sealed) throw new NoSealError()
    const account = accountOfWords(
      await (sealed ? openSeal(sealed, { id, secret }) : passkeyWords(secret)),
    )
    const before = rememberedPasskey()
    const isSame = before !== undefined && toBase64(before.id) === toBase64(id)
    if (isSame && before.address !== undefined && before.address !== account.evmAddress)
      throw new OtherPasskeyError(account.evmAddress)
    rememberPasskey({ id, address: account.evmAddress })
    return account
  } finally {
    secret.fill(0)
  }
}

/** Brings up a prompt behind another one of the same press; see `usePrompts`. */
type Further = <T>(prompt: Prompt<T>) => Promise<T>

/**
 * Has a new passkey open the account of some words, with two prompts, or three where the passkey itself keeps what is sealed
 * under it: then it opens the account wherever it is, and otherwise in this browser alone. `known` is a passkey of the
 * account already, whose keeper is not to make another; `isPressed` where no prompt came before in the same press.
 * @throws {NoPrfError} {DOMException} what making and asking a passkey throws; then nothing was kept
 */
export async function addPasskey(
  words: string,
  {
    name,
    known,
    isPressed,
    further,
  }: { name: string; known: PasskeyId | undefined; isPressed: boolean; further: Further },
): Promise<{ account: PasskeyAccount; isWithPasskey: boolean }> {
  const account = accountOfWords(words)
  const make = () => createPasskey(name, { known, isForSealed: true })
  const { id, hasBlob } = await (isPressed ? make() : further(make))
  const { secret } = await further(() => askPasskey(id)).catch((error: unknown) => {
    takeBack(id)
    throw error
  })
  const sealed = await sealWords(words, { id, secret }).finally(() => secret.fill(0))
  // Whoever declines the third prompt has the account in this browser all the same.
  const isWithPasskey =
    hasBlob && (await further(() => writeToPasskey(id, sealed)).catch(() => false))
  localStorage.setItem(sealKey(id), toBase64(sealed))
  rememberPasskey({ id, address: account.evmAddress })
  return { account, isWithPasskey }
}

/** The account of recovery words, opened by a new passkey. Whoever had the words needs no question whether they have them. */
export async function importWords(words: string, name: string, further: Further) {
  const added = await addPasskey(words, { name, known: undefined, isPressed: true, further })
  rememberWords(added.account.evmAddress)
  return added
}

const sealKey = (id: PasskeyId) => `vouch:sealed:${toBase64(id)}`

function keptSeal(id: PasskeyId): Uint8Array<ArrayBuffer> | undefined {
  const kept = localStorage.getItem(sealKey(id))
  return kept === null ? undefined : Uint8Array.from(fromBase64(kept))
}
