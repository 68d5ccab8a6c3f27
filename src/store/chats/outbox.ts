import { and, inArray, isNull } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'

import type { Identity } from '../../core/terms/identity.ts'
import type { Handle } from '../database.ts'
import { outbox } from './chat-tables.ts'

/** `notBefore` of what waits for a person to appear: the last moment that a `Date` can say. */
export const SET_ASIDE = new Date(8_640_000_000_000_000)

/** The row that tells a recipient of a claim for the first time. */
export const claimNoticeId = (claimId: string) => `claimable:${claimId}`

/** Has the cards of a topic rendered again. Call it in the transaction of the change itself. */
export function tellTopic(handle: Handle, topic: string, now: Date): void {
  handle
    .insert(outbox)
    .values({ id: randomUUID(), kind: 'refresh', topic, createdAt: now, notBefore: now })
    .run()
}

/**
 * Writes a view to a person's private chat, once for all calls with the same `id`, now or at `at`. Call it in the
 * transaction of the change itself.
 */
export function tellPerson(
  handle: Handle,
  message: {
    id: string
    to: Identity
    userId: string | undefined
    view: string
    key: string
    at?: Date
  },
  now: Date,
): void {
  const { id, to, userId, view, key, at = now } = message
  handle
    .insert(outbox)
    .values({
      id,
      kind: 'notify',
      topic: '',
      platform: to.platform,
      handle: to.handle,
      userId: userId ?? null,
      view,
      key,
      createdAt: now,
      notBefore: at,
    })
    .onConflictDoNothing()
    .run()
}

/** Leaves untold what is not worth telling any more. */
export function dropNotices(handle: Handle, ids: readonly string[], now: Date): void {
  const isOpen = and(inArray(outbox.id, [...ids]), isNull(outbox.deliveredAt))
  handle.update(outbox).set({ deliveredAt: now }).where(isOpen).run()
}
