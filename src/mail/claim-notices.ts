import type { Claims } from '../claims/claims.ts'
import { needsPin } from '../core/claim-limits.ts'
import type { Network } from '../core/network.ts'
import { showDay } from '../core/show-day.ts'
import { claimLetter } from './claim-letter.ts'
import { renderLetter } from './letter.ts'
import { MailRefusedError, type Mailer } from './mailer.ts'

/** A notice that is due: `id` is its outbox row, the same at every try. */
export type Notice = { id: string; to: string; view: string; claimerId: string }

/** What claim notices ask of the store. Each call is one transaction, and tells the claim's topic. */
export type NoticeStore = {
  markSent(id: string, claimerId: string, now: Date): Promise<void>
  /** Ends a notice that its mail server refuses for good. */
  markRefused(id: string, claimerId: string, now: Date): Promise<void>
}

export type NoticeDeps = {
  network: Network
  mailer: Mailer
  claims: Pick<Claims, 'viewOwn' | 'linkSecret'>
  store: NoticeStore
  /** Several amounts in human words, for example `5 USDC and 0.1 ETH`. */
  showSums(amounts: readonly { token: string; amount: bigint }[]): string
  /** What links begin with, without a slash at the end. */
  publicUrl(): string
  log: { warn(details: object, message: string): void }
  now: () => Date
}

/**
 * Tells recipients by mail what waits for them. At least once: a stop between sending and its record sends again, with the
 * same Message-ID. Throws whatever may be over later; then the notice stays due.
 */
export function createClaimNotices(deps: NoticeDeps) {
  const { network, mailer, claims, store, showSums, publicUrl, log, now } = deps
  return async ({ id, to, view, claimerId }: Notice): Promise<void> => {
    const claim = await claims.viewOwn(claimerId)
    const waiting = claim?.items.filter(({ status }) => status === 'funded') ?? []
    if (!claim || waiting.length === 0) return store.markSent(id, claimerId, now())
    const letter = claimLetter({
      senderName: claim.senderName,
      sum: showSums(waiting),
      note: claim.note,
      url: `${publicUrl()}/claim/${claimerId}#${await claims.linkSecret(claimerId)}`,
      untilDay: firstDayOf(waiting),
      isReminder: view === 'reminder',
      needsPin: waiting.some((item) => needsPin(network, claim.recipient, item)),
    })
    try {
      const messageId = `${id}.${claimerId}`.replace(/[^\w.-]/g, '.')
      await mailer.send({ to, id: messageId, ...renderLetter(letter) })
    } catch (error) {
      if (!(error instanceof MailRefusedError)) throw error
      log.warn({ claimerId, reason: error.message }, 'a mail was refused for good')
      return store.markRefused(id, claimerId, now())
    }
    await store.markSent(id, claimerId, now())
  }
}

/** The day on which the first of them goes back to its sender. */
function firstDayOf(waiting: readonly { expiresAt: Date | undefined }[]): string | undefined {
  const [first] = waiting.flatMap(({ expiresAt }) => expiresAt ?? []).toSorted((a, b) => +a - +b)
  return first && showDay(first)
}

export type SendClaimNotice = ReturnType<typeof createClaimNotices>
