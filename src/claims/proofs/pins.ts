import { keepNewest } from '../../services/flow/keep-newest.ts'
import type { ClaimerRecord, ClaimStore } from '../claim-store-port.ts'
import { PinRequiredError, TooManyTriesError, WrongPinError } from '../errors.ts'
import type { Vault } from '../vault.ts'
import { TRIES_PER_CLAIMER } from './codes.ts'

/**
 * Wrong PINs that one client may try to cancel with, and all clients of the world: a PIN is one of 62^6, so whoever guesses
 * 1,000 times hits it once in 57 million claims, and gains with it that the sender gets the value back.
 */
const TRIES_TO_CANCEL = { perClient: 5, perClaimer: 1000 }
/** Counts of guesses at unknown ids that are kept. */
const MOST_GUESSES = 10_000

/** What of the sender's PIN is hashed, so that one PIN of two claimers has two hashes. */
export const pinText = (claimerId: string, pin: string) => `${claimerId}:${pin}`

/** The sender's PIN: beside a mailbox it proves the recipient, and alone it proves the sender. */
export function createPins({ store, vault }: { store: ClaimStore; vault: Vault }) {
  const isPin = ({ id, otpHash }: ClaimerRecord, pin: string) =>
    vault.matches('otp', pinText(id, pin), otpHash)

  const guesses = new Map<string, number>()

  /** Counts a guess at an id that nobody has as a try is counted, in memory: how often it is refused tells nothing of which ids there are. */
  function countGuess(claimerId: string, clientHash: string): boolean {
    const { perClient, perClaimer } = TRIES_TO_CANCEL
    const ofClient = `${claimerId} ${clientHash}`
    const made = (key: string) => guesses.get(key) ?? 0
    if (made(ofClient) >= perClient || made(claimerId) >= perClaimer) return false
    for (const key of [ofClient, claimerId]) guesses.set(key, made(key) + 1)
    keepNewest(guesses, MOST_GUESSES)
    return true
  }

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
     * whoever makes them, and are none of the recipient's. `client`: what of the caller's address tells it from others. Of an id that
     * nobody has every PIN is wrong, and as many of them are refused as such.
     * @throws {PinRequiredError} {WrongPinError} {TooManyTriesError}
     */
    async checkSenderPin(
      claimerId: string,
      claimer: ClaimerRecord | undefined,
      { pin, client }: { pin: string; client: string },
    ): Promise<ClaimerRecord> {
      if (pin === '') throw new PinRequiredError()
      const clientHash = vault.hash('client', client)
      const mayTry = claimer
        ? await store.countCancelTry(claimerId, clientHash, TRIES_TO_CANCEL)
        : countGuess(claimerId, clientHash)
      if (!mayTry) throw new TooManyTriesError('cancel')
      if (!claimer || !isPin(claimer, pin)) throw new WrongPinError('sender')
      await store.forgiveCancelTry(claimerId, clientHash)
      return claimer
    },
  }
}
