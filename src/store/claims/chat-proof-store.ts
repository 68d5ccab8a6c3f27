import { and, asc, eq, gt, isNotNull, lte } from 'drizzle-orm'

import type { ChatProofStore } from '../../claims/claim-store.ts'
import { claimerFromRow } from './claimer-rows.ts'
import type { Db } from '../database.ts'
import { claimers, claimSessions, openedLinks } from './claim-tables.ts'

export function createChatProofStore(db: Db): ChatProofStore {
  return {
    async openLink(link, now) {
      db.transaction((tx) => {
        const isOver = and(isNotNull(claimSessions.account), lte(claimSessions.expiresAt, now))
        tx.delete(claimSessions).where(isOver).run()
        tx.delete(openedLinks).where(lte(openedLinks.expiresAt, now)).run()
        tx.insert(openedLinks)
          .values(link)
          .onConflictDoUpdate({ target: openedLinks.account, set: link })
          .run()
      })
    },

    async openedLink(account, now) {
      const isOpen = and(
        eq(openedLinks.account, account),
        gt(openedLinks.expiresAt, now),
        eq(openedLinks.linkVersion, claimers.linkVersion),
      )
      const [row] = db
        .select({ claimer: claimers })
        .from(openedLinks)
        .innerJoin(claimers, eq(claimers.id, openedLinks.claimerId))
        .where(isOpen)
        .all()
      return row && claimerFromRow(row.claimer)
    },

    async provenMailboxes(account, now) {
      const isProven = and(
        eq(claimSessions.account, account),
        gt(claimSessions.expiresAt, now),
        eq(claimers.platform, 'email'),
      )
      return db
        .selectDistinct({ handle: claimers.handle })
        .from(claimSessions)
        .innerJoin(claimers, eq(claimers.id, claimSessions.claimerId))
        .where(isProven)
        .orderBy(asc(claimers.handle))
        .all()
        .map(({ handle }) => handle)
    },
  }
}
