import type { ClaimerRecord, ClaimStore, CodeRequest, RateLimit } from '../claim-store-port.ts'
import { RateLimitedError, TooManyTriesError, WrongCodeError } from '../errors.ts'
import { CODE_ALPHABET, randomText } from '../random-text.ts'
import type { Vault } from '../vault.ts'
import type { Language } from '../../core/terms/language.ts'
import { backOffMs } from '../../services/flow/back-off.ts'
import { StoreUnavailableError } from '../../core/terms/errors.ts'
import { HOUR_MS } from '../../core/terms/durations.ts'
import { CodeDelayedError, type CodeSender } from '../code-sender.ts'
import type { Session, Sessions } from './sessions.ts'

const LENGTH = 8 // 40 bits
/** Of a code, and of the link behind which it is typed in a chat. */
export const CODE_LIFETIME_MS = 10 * 60_000
const TRIES_PER_CODE = 5
/** Wrong codes and PINs that a claimer stands in its life, over all ways in. */
export const TRIES_PER_CLAIMER = 20
/** Servers that take a mail only at the second try want some minutes in between. */
const RETRY = { firstMs: 10_000, lastMs: 120_000 }
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
  /** Ends early, without an error, when the signal says so. */
  sleep: (ms: number, signal: AbortSignal) => Promise<void>
}

/** Verification codes: only whoever reads the recipient's own channel has one. */
export function createCodes({ store, vault, sessions, log, now, sleep }: Deps) {
  const sending = new Set<Promise<void>>()
  const draining = new AbortController()

  const hashedText = (claimerId: string, code: string) => `${claimerId}:${code}`

  /** Nobody waits for it, so how long it takes, and whether it arrives, is not told by the answer. */
  function deliver(
    sender: CodeSender,
    claimer: ClaimerRecord,
    request: CodeRequest,
    { code, language }: { code: string; language: Language | undefined },
  ): void {
    const { id: claimerId, recipient: identity } = claimer
    const { sentTo: boundUserId } = request
    const hasChannel = identity.platform === 'email' || boundUserId !== undefined
    if (!hasChannel) return
    const message = { identity, boundUserId, code, claimerId, language }
    const sent = bring(sender, message, request)
      .catch((error: unknown) => {
        // Only the words: a chat library's error object carries the message that it could not send, and so the code.
        const reason = error instanceof Error ? error.message : 'unknown'
        log.warn({ claimerId, reason }, 'a code could not be delivered')
      })
      .finally(() => sending.delete(sent))
    sending.add(sent)
  }

  /** Tries again while the code lives, and nobody has used it or asked for another one, at whichever server. */
  async function bring(
    sender: CodeSender,
    message: Parameters<CodeSender['send']>[0],
    request: CodeRequest,
  ): Promise<void> {
    const { signal } = draining
    let isMarked = false
    let mayBeMarked = false // also where what told that it was got lost
    try {
      for (let failures = 0; ; failures += 1) {
        try {
          if (failures > 0 && !(await store.isCodeOpen(request, now()))) return
          return await sender.send(message)
        } catch (error) {
          const isDelayed = error instanceof CodeDelayedError
          if (!isDelayed && !(error instanceof StoreUnavailableError)) throw error
          const retryAfterMs = isDelayed ? error.retryAfterMs : 0
          const waitMs = Math.max(retryAfterMs, backOffMs(failures, RETRY))
          if (now().getTime() + waitMs >= request.expiresAt.getTime()) throw error
          const { claimerId } = message
          if (failures === 0)
            log.warn(
              { claimerId, reason: error.message },
              'a code is late; trying again while it lives',
            )
          const isTold = isDelayed && error.isTold
          if (isTold && !isMarked) {
            mayBeMarked = true
            isMarked = await mark(request, true)
          }
          await sleep(waitMs, signal)
          if (signal.aborted) return
        }
      }
    } finally {
      if (mayBeMarked) await mark(request, false)
    }
  }

  /** Says whether a code is late. A database that is away keeps no code from being brought, and a code that was brought is not said to have failed. */
  async function mark(request: CodeRequest, isLate: boolean): Promise<boolean> {
    try {
      await store.markLate(request, isLate)
      return true
    } catch (error) {
      if (!(error instanceof StoreUnavailableError)) throw error
      return false
    }
  }

  return {
    /**
     * Sends a new code, in the language of whoever asked where that is known.
     * @throws {RateLimitedError} this recipient has got enough of them
     */
    async send(
      claimer: ClaimerRecord,
      sender: CodeSender,
      language: Language | undefined,
    ): Promise<void> {
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
      deliver(sender, claimer, request, { code, language })
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

    /** Waits for codes that are on their way out; what waits for another try is given up. */
    async drain(): Promise<void> {
      draining.abort()
      await Promise.all(sending)
    },
  }
}

export type Codes = ReturnType<typeof createCodes>
