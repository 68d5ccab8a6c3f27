import { and, asc, eq, gt, inArray, isNotNull, isNull, lte, min, ne, sql } from 'drizzle-orm'

import { claimTopic } from '../../claims/claims.ts'
import type { Fact } from '../../core/terms/fact.ts'
import type { Db } from '../database.ts'
import { factOf, factRowId, SET_ASIDE, tellTopic } from './outbox.ts'
import { outbox } from './chat-tables.ts'
import { eqLiteral } from '../columns.ts'

/** An open row of the outbox for a mailbox. */
type OpenNotice = {
  id: string
  kind: Fact['kind'] | undefined
  claimerId: string
  createdAt: Date
  notBefore: Date
  attempts: number
}

/** Notices that go out by mail: rows of the outbox that concern e-mail addresses. */
export function createNoticeStore(db: Db) {
  const isOf = (to: string) => and(eqLiteral(outbox.platform, 'email'), eq(outbox.handle, to))
  const areOpen = (notices: readonly OpenNotice[]) =>
    and(
      inArray(
        outbox.id,
        notices.map(({ id }) => id),
      ),
      isNull(outbox.deliveredAt),
    )

  return {
    /** What is to be told to a mailbox, the oldest first, without what was set aside. */
    async openFor(to: string): Promise<OpenNotice[]> {
      const isOpen = and(isOf(to), isNull(outbox.deliveredAt), ne(outbox.notBefore, SET_ASIDE))
      return (
        await db
          .select()
          .from(outbox)
          .where(isOpen)
          .orderBy(asc(outbox.createdAt), sql`rowid`)
          .all()
      ).map(({ key, createdAt, notBefore, attempts, id }) => ({
        id,
        kind: factOf({ id, key })?.kind,
        claimerId: key ?? '',
        createdAt,
        notBefore,
        attempts,
      }))
    },
    /** When mails with notices went to a mailbox, each once however much it told. */
    async mailedSince(to: string, since: Date): Promise<Date[]> {
      const isMailed = and(isOf(to), isNotNull(outbox.mail), gt(outbox.deliveredAt, since))
      return (
        await db
          .select({ at: min(outbox.deliveredAt) })
          .from(outbox)
          .where(isMailed)
          .groupBy(outbox.mail)
          .all()
      ).flatMap(({ at }) => at ?? [])
    },
    /** Leaves what is due for a mailbox, or of that what these claimers' notices are, alone until then; this is no failed try. */
    async hold(
      to: string,
      { until, claimerIds }: { until: Date; claimerIds?: readonly string[] },
      now: Date,
    ): Promise<void> {
      const isMeant = claimerIds && inArray(outbox.key, [...claimerIds])
      const isDue = and(isOf(to), isNull(outbox.deliveredAt), lte(outbox.notBefore, now), isMeant)
      await db.update(outbox).set({ notBefore: until }).where(isDue).run()
    },
    /**
     * Ends notices, all of them at once, and tells their claims' topics. `mail` names the one that told them, `undefined` where there
     * was nothing to tell; `isRefused`: its server takes none.
     */
    async end(
      {
        notices,
        mail,
        isRefused = false,
      }: { notices: readonly OpenNotice[]; mail: string | undefined; isRefused?: boolean },
      now: Date,
    ): Promise<void> {
      const ended = { deliveredAt: now, refusedAt: isRefused ? now : null, mail: mail ?? null }
      await db.transaction(async (tx) => {
        if ((await tx.update(outbox).set(ended).where(areOpen(notices)).run()).changes === 0) return
        const claimerIds = new Set(notices.map(({ claimerId }) => claimerId))
        for (const claimerId of claimerIds) await tellTopic(tx, claimTopic(claimerId), now)
      })
    },
    /** How far the first notice of a claim is. */
    async stateOf(claimId: string): Promise<'waiting' | 'sent' | 'refused'> {
      const row = await db
        .select()
        .from(outbox)
        .where(eq(outbox.id, factRowId('claim-funded', claimId)))
        .get()
      if (!row?.deliveredAt) return 'waiting'
      return row.refusedAt ? 'refused' : 'sent'
    },
    /** Makes due what was set aside while no mail could be sent. */
    async wake(now: Date): Promise<void> {
      const waits = and(
        eqLiteral(outbox.platform, 'email'),
        isNull(outbox.deliveredAt),
        eq(outbox.notBefore, SET_ASIDE),
      )
      await db.update(outbox).set({ notBefore: now }).where(waits).run()
    },
  }
}
