import type { ClaimerRecord, ClaimStore } from '../claim-store.ts'
import { PinRequiredError, TooManyTriesError, WrongPinError } from '../errors.ts'
import type { Vault } from '../vault.ts'
import { TRIES_PER_CLAIMER } from './codes.ts'

/**
 * Wrong PINs that one client may try to cancel with, and all clients of the world: a PIN is one of 62^6, so whoever guesses
 * 1,000 times hits it once in 57 million claims, and gains with it that the sender gets the value back.
 */
const TRIES_TO_CANCEL = { perClient: 5, perClaimer: 1000 }

/** What of the sender's PIN is hashed, so that one PIN of two claimers has two hashes. */
export const pinText = (claimerId: string, pin: string) => `${claimerId}:${pin}`

/** The sender's PIN: beside a mailbox it proves the recipient, and alone it proves the sender. */
export function createPins({ store, vault }: { store: ClaimStore; vault: Vault }) {
  const isPin = ({ id, otpHash }: ClaimerRecord, pin: string) =>
    vault.matches('otp', pinText(id, pin), otpHash)

  return {
    /**
     * Checks the sender's PIN. Tries count like those of codes, over the claimer's whole life.
     * @throws {PinRequiredError} {WrongPinError} {TooManyTriesError}
     */
    async checkPin(claimer: ClaimerRecord, pin: string | undefined): Promise<void> {
      if (pin === undefined || pin === '') throw new PinRequiredError()
      if (!(await store.countPinTry(claimer.id, TRIES_PER_CLAIMER)))
        throw new TooManyTriesError('claim')
      if (!isPin(claimer, pin)) throw new WrongPinError()
      await store.forgiveTry(claimer.id)
    },

    /**
     * Checks the PIN as the proof of being the sender. Anybody can read a claimer's id on chain, so these tries are counted for
     * whoever makes them, and are none of the recipient's. `client`: what of the caller's address tells it from others.
     * @throws {PinRequiredError} {WrongPinError} {TooManyTriesError}
     */
    async checkSenderPin(claimer: ClaimerRecord, pin: string, client: string): Promise<void> {
      if (pin === '') throw new PinRequiredError()
      const clientHash = vault.hash('client', client)
      if (!(await store.countCancelTry(claimer.id, clientHash, TRIES_TO_CANCEL)))
        throw new TooManyTriesError('cancel')
      if (!isPin(claimer, pin)) throw new WrongPinError()
      await store.forgiveCancelTry(claimer.id, clientHash)
    },
  }
}
