import { rememberedPasskey, rememberPasskey } from '../parts/passkey/remembered-passkey.ts'
import { askPasskey, createPasskey } from './ask-passkey.ts'
import { accountOfWords, passkeyWords, type PasskeyAccount } from './passkey-account.ts'

type PasskeyId = Uint8Array<ArrayBuffer>

/**
 * Has the person make a passkey, and returns its id. It is remembered at once, so that whoever declines the next prompt is
 * offered the same one again.
 * @throws {NoPrfError} {DOMException} what making a passkey throws
 */
export async function makePasskey(): Promise<PasskeyId> {
  const id = await createPasskey(new Date(), rememberedPasskey()?.id)
  rememberPasskey({ id, address: undefined })
  return id
}

/**
 * Opens the account of a passkey with one prompt: of the one with that id, or of whichever the person chooses. Whoever asks
 * drops it once it has answered: nothing but the prompt brings it back.
 * @throws {NoPrfError} {DOMException} what asking a passkey throws
 */
export async function openPasskey(wanted: PasskeyId | undefined): Promise<PasskeyAccount> {
  const { id, secret } = await askPasskey(wanted)
  const words = await passkeyWords(secret).finally(() => secret.fill(0))
  const account = accountOfWords(words)
  rememberPasskey({ id, address: account.evmAddress })
  return account
}
