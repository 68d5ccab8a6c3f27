import { fromBase64, toBase64 } from '@cosmjs/encoding'

import { browserStorage } from '../page-storage.ts'

const KEY = 'vouch:passkey'
const CONFIRMED = 'vouch:words-confirmed'

/**
 * The passkey that was last made or used in this browser: its id, and its account's EVM address once it was used. Neither of
 * them is a secret.
 */
export type RememberedPasskey = { id: Uint8Array<ArrayBuffer>; address: string | undefined }

/** Keeps it in this browser, so that it is offered the next time; `undefined` forgets it. Where nothing can be kept, it is asked for then. */
export function rememberPasskey(passkey: RememberedPasskey | undefined): void {
  if (passkey) browserStorage.setItem(KEY, writeRemembered(passkey))
  else browserStorage.removeItem(KEY)
}

/** As it is written down: the id in base64, a space, and the address, if any. */
export const writeRemembered = ({ id, address }: RememberedPasskey): string =>
  `${toBase64(id)} ${address ?? ''}`

/** Reads what `writeRemembered` has written; `undefined` for anything else. */
export function readRemembered(text: string): RememberedPasskey | undefined {
  const [, id, address] = /^([\w+/]+=*) (0x[0-9a-f]{40})?$/.exec(text) ?? []
  try {
    return id === undefined ? undefined : { id: Uint8Array.from(fromBase64(id)), address }
  } catch {
    return undefined // nobody wrote this here
  }
}

/** Whether an address, however it is written, is that of the passkey that this browser remembers. */
export const isOfRememberedPasskey = (address: string): boolean =>
  rememberedPasskey()?.address === address.toLowerCase()

/** The passkey that this browser remembers, if any. */
export const rememberedPasskey = (): RememberedPasskey | undefined =>
  readRemembered(browserStorage.getItem(KEY) ?? '')

/** Remembers that whoever has this browser has shown to have the account's recovery words on paper. Where nothing can be kept, they are asked again. */
export const rememberWords = (address: string): void => browserStorage.setItem(CONFIRMED, address)

/** Whether they have, for this account, in this browser. */
export const areWordsConfirmed = (address: string): boolean =>
  browserStorage.getItem(CONFIRMED) === address
