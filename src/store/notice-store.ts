import { and, eq, isNull } from 'drizzle-orm'

import { claimTopic } from '../claims/claims.ts'
import type { Db } from './database.ts'
import { claimNoticeId, SET_ASIDE, tellTopic } from './outbox.ts'
import { outbox } from './tables/chat.ts'

/** Notices that go out by mail: rows of the outbox that concern e-mail addresses. */
export function createNoticeStore(db: Db) {
  function end(id: string, claimerId: string, now: Date, refusedAt: Date | null): void {
    db.transaction((tx) => {
      const isOpen = and(eq(outbox.id, id), isNull(outbox.deliveredAt))
      const ended = tx.update(outbox).set({ deliveredAt: now, refusedAt }).where(isOpen).run()
      if (ended.changes === 1) tellTopic(tx, claimTopic(claimerId), now)
    })
  }

  return {
    async markSent(id: string, claimerId: string, now: Date): Promise<void> {
      end(id, claimerId, now, null)
    },
    /** Ends a notice that its mail server refuses for good. */
    async markRefused(id: string, claimerId: string, now: Date): Promise<void> {
      end(id, claimerId, now, now)
    },
    /** How far the first notice of a claim is. */
    async stateOf(claimId: string): Promise<'waiting' | 'sent' | 'refused'> {
      const row = db
        .select()
        .from(outbox)
        .where(eq(outbox.id, claimNoticeId(claimId)))
        .get()
      if (!row?.deliveredAt) return 'waiting'
      return row.refusedAt ? 'refused' : 'sent'
    },
    /** Makes due what was set aside while no mail could be sent. */
    async wake(now: Date): Promise<void> {
      const waits = and(
        eq(outbox.platform, 'email'),
        isNull(outbox.deliveredAt),
        eq(outbox.notBefore, SET_ASIDE),
      )
      db.update(outbox).set({ notBefore: now }).where(waits).run()
    },
  }
}
