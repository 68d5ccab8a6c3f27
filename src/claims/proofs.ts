import { randomBytes } from 'node:crypto'

import type { ClaimerRecord, ClaimStore, Limit } from './claim-store.ts'
import type { CodeSender } from './code-sender.ts'
import {
  KeyNotHeldError,
  PinRequiredError,
  ProofRequiredError,
  RateLimitedError,
  TooManyTriesError,
  WrongCodeError,
  WrongPinError,
} from './errors.ts'
import { CODE_ALPHABET, randomText } from './random-text.ts'
import { checkRecipient, type AccountOf } from './recipients.ts'
import type { Links } from './links.ts'
import type { Vault } from './vault.ts'

const CODE_LENGTH = 8 // 40 bits
const CODE_LIFETIME_MS = 10 * 60_000
const SESSION_LIFETIME_MS = 30 * 60_000
const SESSION_BYTES = 32
const TRIES = { perCode: 5, perClaimer: 20, toCancel: 5 }
const HOUR_MS = 3_600_000
const RESENDS: Limit[] = [
  { withinMs: 60_000, most: 1 },
  { withinMs: HOUR_MS, most: 5 },
  { withinMs: 24 * HOUR_MS, most: 20 },
]

type Deps = {
  store: ClaimStore
  vault: Vault
  byLink: Links['byLink']
  codes: CodeSender
  accountOf: AccountOf
  log: { warn(details: object, message: string): void }
  now: () => Date
}

/** What of the sender's PIN is hashed, so that one PIN of two claimers has two hashes. */
export const pinText = (claimerId: string, pin: string) => `${claimerId}:${pin}`

/** How a person with a link shows to be its recipient: codes, PINs, sessions. */
export function createProofs({ store, vault, byLink, codes, accountOf, log, now }: Deps) {
  const sending = new Set<Promise<void>>()

  const codeHash = (claimerId: string, code: string) => vault.hash('code', `${claimerId}:${code}`)

  /** The account to write to: never one that could not redeem. */
  async function accountFor(claimer: ClaimerRecord): Promise<string | undefined> {
    if (claimer.boundUserId !== undefined) return claimer.boundUserId
    const { platform, handle } = claimer.recipient
    const account = await accountOf(platform, handle)
    if (!account) return undefined
    try {
      await checkRecipient(store, claimer, account)
      return account.userId
    } catch (error) {
      log.warn({ claimerId: claimer.id, err: error }, 'a code has nobody whom it may go to')
      return undefined
    }
  }

  /** Nobody waits for it, so how long it takes, and whether it arrives, is not told by the answer. */
  function send(claimer: ClaimerRecord, boundUserId: string | undefined, code: string): void {
    const { id: claimerId, recipient: identity } = claimer
    const hasChannel = identity.platform === 'email' || boundUserId !== undefined
    if (!hasChannel) return
    const sent = codes
      .send({ identity, boundUserId, code, claimerId })
      .catch((error: unknown) => {
        // Only the words: a chat library's error object carries the message that it could not send, and so the code.
        const reason = error instanceof Error ? error.message : 'unknown'
        log.warn({ claimerId, reason }, 'a code could not be delivered')
      })
      .finally(() => sending.delete(sent))
    sending.add(sent)
  }

  return {
    async startProof(claimerId: string, secret: string): Promise<void> {
      const claimer = await byLink(claimerId, secret)
      if (!claimer.sealedKey) throw new KeyNotHeldError()
      const { platform, handle } = claimer.recipient
      const sentTo = await accountFor(claimer)
      const code = randomText(CODE_ALPHABET, CODE_LENGTH)
      const time = now()
      const request = {
        claimerId,
        recipient: sentTo === undefined ? `${platform}:@${handle}` : `${platform}:${sentTo}`,
        sentTo,
        codeHash: codeHash(claimerId, code),
        expiresAt: new Date(time.getTime() + CODE_LIFETIME_MS),
      }
      const nextAt = await store.addCode(request, RESENDS, time)
      if (nextAt) {
        const waitSec = Math.ceil((nextAt.getTime() - time.getTime()) / 1000)
        throw new RateLimitedError('Codes for this recipient are asked for', waitSec)
      }
      send(claimer, sentTo, code)
    },

    async verifyProof(claimerId: string, secret: string, text: string) {
      await byLink(claimerId, secret)
      const tried = await store.countTry(claimerId, TRIES, now())
      if (tried === 'no code') throw new WrongCodeError()
      if (tried === 'too many for code') throw new TooManyTriesError('code')
      if (tried === 'too many for claimer') throw new TooManyTriesError('claim')
      const code = text.toUpperCase().replace(/[\s-]/g, '')
      if (!vault.matches('code', `${claimerId}:${code}`, tried.codeHash)) throw new WrongCodeError()

      const session = randomBytes(SESSION_BYTES).toString('base64url')
      const time = now()
      const expiresAt = new Date(time.getTime() + SESSION_LIFETIME_MS)
      const tokenHash = vault.hash('session', session)
      if (!(await store.useCode(tried.codeId, { tokenHash, expiresAt }, time))) {
        throw new WrongCodeError()
      }
      return { session, expiresAt }
    },

    /**
     * Checks the sender's PIN. Tries count like those of codes, over the claimer's whole life.
     * @throws {PinRequiredError} {WrongPinError} {TooManyTriesError}
     */
    async checkPin({ id, otpHash }: ClaimerRecord, pin: string | undefined): Promise<void> {
      if (pin === undefined || pin === '') throw new PinRequiredError()
      if (!(await store.countPinTry(id, TRIES.perClaimer))) throw new TooManyTriesError('claim')
      if (!vault.matches('otp', pinText(id, pin), otpHash)) throw new WrongPinError()
      await store.forgiveTry(id)
    },

    /**
     * Checks the PIN as the proof of being the sender. Anybody can read a claimer's id on chain, so these tries have a
     * small share of the claimer's.
     * @throws {PinRequiredError} {WrongPinError} {TooManyTriesError}
     */
    async checkSenderPin({ id, otpHash }: ClaimerRecord, pin: string): Promise<void> {
      if (pin === '') throw new PinRequiredError()
      const mayTry = await store.countCancelTry(id, TRIES.perClaimer, TRIES.toCancel)
      if (!mayTry) throw new TooManyTriesError('cancel')
      if (!vault.matches('otp', pinText(id, pin), otpHash)) throw new WrongPinError()
      await store.forgiveCancelTry(id)
    },

    /** @throws {ProofRequiredError} no such session, or it has expired */
    async claimerOf(session: string): Promise<string> {
      const claimerId = await store.sessionClaimer(vault.hash('session', session), now())
      if (claimerId === undefined) throw new ProofRequiredError()
      return claimerId
    },

    /** Waits for codes that are on their way out. */
    async drain(): Promise<void> {
      await Promise.all(sending)
    },
  }
}

export type Proofs = ReturnType<typeof createProofs>
