import type { ClaimerRecord, ClaimStore, RateLimit } from '../claim-store.ts'
import { RateLimitedError, TooManyTriesError, WrongCodeError } from '../errors.ts'
import { CODE_ALPHABET, randomText } from '../random-text.ts'
import type { Vault } from '../vault.ts'
import type { CodeSender } from '../code-sender.ts'
import type { Session, Sessions } from './sessions.ts'

const LENGTH = 8 // 40 bits
/** Of a code, and of the link behind which it is typed in a chat. */
export const CODE_LIFETIME_MS = 10 * 60_000
const TRIES_PER_CODE = 5
/** Wrong codes and PINs that a claimer stands in its life, over all ways in. */
export const TRIES_PER_CLAIMER = 20
const HOUR_MS = 3_600_000
const RESENDS: RateLimit[] = [
  { withinMs: 60_000, most: 1 },
  { withinMs: HOUR_MS, most: 5 },
  { withinMs: 24 * HOUR_MS, most: 20 },
]

type Deps = {
  store: ClaimStore
  vault: Vault
  sessions: Sessions
  log: { warn(details: object, message: string): void }
  now: () => Date
}

/** Verification codes: only whoever reads the recipient's own channel has one. */
export function createCodes({ store, vault, sessions, log, now }: Deps) {
  const sending = new Set<Promise<void>>()

  const hashedText = (claimerId: string, code: string) => `${claimerId}:${code}`

  /** Nobody waits for it, so how long it takes, and whether it arrives, is not told by the answer. */
  function deliver(
    sender: CodeSender,
    claimer: ClaimerRecord,
    boundUserId: string | undefined,
    code: string,
  ): void {
    const { id: claimerId, recipient: identity } = claimer
    const hasChannel = identity.platform === 'email' || boundUserId !== undefined
    if (!hasChannel) return
    const sent = sender
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
    /** @throws {RateLimitedError} this recipient has got enough of them */
    async send(claimer: ClaimerRecord, sender: CodeSender): Promise<void> {
      const { platform, handle } = claimer.recipient
      const sentTo = claimer.boundUserId // never somebody who could not redeem
      const code = randomText(CODE_ALPHABET, LENGTH)
      const time = now()
      const request = {
        claimerId: claimer.id,
        recipient: sentTo === undefined ? `${platform}:@${handle}` : `${platform}:${sentTo}`,
        sentTo,
        codeHash: vault.hash('code', hashedText(claimer.id, code)),
        expiresAt: new Date(time.getTime() + CODE_LIFETIME_MS),
      }
      const nextAt = await store.addCode(request, RESENDS, time)
      if (nextAt) {
        const waitSec = Math.ceil((nextAt.getTime() - time.getTime()) / 1000)
        throw new RateLimitedError('Codes for this recipient are asked for', waitSec)
      }
      deliver(sender, claimer, sentTo, code)
    },

    /**
     * Opens a session. `account` is the chat account, `platform:userId`, that typed the code and gets it.
     * @throws {WrongCodeError} {TooManyTriesError}
     */
    async verify({ id }: ClaimerRecord, text: string, account?: string): Promise<Session> {
      const most = { perCode: TRIES_PER_CODE, perClaimer: TRIES_PER_CLAIMER }
      const tried = await store.countTry(id, most, now())
      if (tried === 'no code') throw new WrongCodeError()
      if (tried === 'too many for code') throw new TooManyTriesError('code')
      if (tried === 'too many for claimer') throw new TooManyTriesError('claim')
      const code = text.toUpperCase().replace(/[\s-]/g, '')
      if (!vault.matches('code', hashedText(id, code), tried.codeHash)) throw new WrongCodeError()
      const { row, ...session } = sessions.create('code', account)
      if (!(await store.useCode(tried.codeId, row, now()))) throw new WrongCodeError()
      return session
    },

    /** Waits for codes that are on their way out. */
    async drain(): Promise<void> {
      await Promise.all(sending)
    },
  }
}

export type Codes = ReturnType<typeof createCodes>
