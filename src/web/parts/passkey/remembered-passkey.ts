import { fromBase64, toBase64 } from '@cosmjs/encoding'

const KEY = 'vouch:passkey'
const CONFIRMED = 'vouch:words-confirmed'

/**
 * The passkey that was last made or used in this browser: its id, and its account's EVM address once it was used. Neither of
 * them is a secret.
 */
export type RememberedPasskey = { id: Uint8Array<ArrayBuffer>; address: string | undefined }

/** Keeps it in this browser, so that it is offered the next time. Where nothing can be kept, it is asked for then. */
export function rememberPasskey({ id, address }: RememberedPasskey): void {
  try {
    localStorage.setItem(KEY, `${toBase64(id)} ${address ?? ''}`)
  } catch {
    // Storage is forbidden or full.
  }
}

/** Whether an address, however it is written, is that of the passkey that this browser remembers. */
export const isOfRememberedPasskey = (address: string): boolean =>
  rememberedPasskey()?.address === address.toLowerCase()

/** The passkey that this browser remembers, if any. */
export function rememberedPasskey(): RememberedPasskey | undefined {
  try {
    const [, id, address] = /^(\S+) (0x[0-9a-f]{40})?$/.exec(localStorage.getItem(KEY) ?? '') ?? []
    if (id === undefined) return undefined
    return { id: Uint8Array.from(fromBase64(id)), address }
  } catch {
    return undefined // storage is forbidden, or holds what nobody wrote here
  }
}

/** Remembers that whoever has this browser has shown to have the account's recovery words on paper. */
export function rememberWords(address: string): void {
  try {
    localStorage.setItem(CONFIRMED, address)
  } catch {
    // Storage is forbidden or full: they are asked again.
  }
}

/** Whether they have, for this account, in this browser. */
export function areWordsConfirmed(address: string): boolean {
  try {
    return localStorage.getItem(CONFIRMED) === address
  } catch {
    return false // storage is forbidden
  }
}
