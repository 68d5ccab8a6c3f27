import type { ClaimerRecord, ClaimStore } from '../claim-store.ts'
import { PinRequiredError, TooManyTriesError, WrongPinError } from '../errors.ts'
import type { Vault } from '../vault.ts'
import { TRIES_PER_CLAIMER } from './codes.ts'

const TRIES_TO_CANCEL = 5

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
     * Checks the PIN as the proof of being the sender. Anybody can read a claimer's id on chain, so these tries have a
     * small share of the claimer's.
     * @throws {PinRequiredError} {WrongPinError} {TooManyTriesError}
     */
    async checkSenderPin(claimer: ClaimerRecord, pin: string): Promise<void> {
      if (pin === '') throw new PinRequiredError()
      const mayTry = await store.countCancelTry(claimer.id, TRIES_PER_CLAIMER, TRIES_TO_CANCEL)
      if (!mayTry) throw new TooManyTriesError('cancel')
      if (!isPin(claimer, pin)) throw new WrongPinError()
      await store.forgiveCancelTry(claimer.id)
    },
  }
}
