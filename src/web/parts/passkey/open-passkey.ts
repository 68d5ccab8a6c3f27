import { askPasskey, createPasskey } from './ask-passkey.ts'
import type { PasskeyAccount } from './passkey-account.ts'
import { rememberedPasskey, rememberPasskey } from './remembered-passkey.ts'

/** Which passkey to open: one that is made now, the one that this browser remembers, or any that the person chooses. */
export type WhichPasskey = 'new' | 'remembered' | 'any'

/**
 * Opens the account of a passkey, with one prompt, or two where it is made first. Whoever asks drops it once it has
 * answered: nothing but the prompt brings it back. One that was just made is asked for its secret all the same, since not
 * every keeper gives it while making one.
 * @throws {NoPrfError} {DOMException} what making or asking a passkey throws
 */
export async function openPasskey(which: WhichPasskey): Promise<PasskeyAccount> {
  // What it takes to make the account of the secret is fetched while the person looks at the prompt.
  const deriving = import('./passkey-account.ts')
  const known = rememberedPasskey()?.id
  const asked = await askPasskey(
    which === 'new' ? await makeOne(known) : which === 'remembered' ? known : undefined,
  )
  const { passkeyWords, accountOfWords } = await deriving
  const words = await passkeyWords(asked.secret).finally(() => asked.secret.fill(0))
  const account = accountOfWords(words)
  rememberPasskey({ id: asked.id, address: account.evmAddress })
  return account
}

/** Remembered at once, so that whoever declines the second prompt is offered the same passkey again. */
async function makeOne(known: Uint8Array<ArrayBuffer> | undefined) {
  const id = await createPasskey(new Date(), known)
  rememberPasskey({ id, address: undefined })
  return id
}
