import { and, eq, isNotNull, lte } from 'drizzle-orm'

import { groupSubject } from '../../core/terms/group-settings.ts'
import type { MessageAuthors, MessagePlace } from '../../services/people/people-port.ts'
import type { Db } from '../database.ts'
import { groupSettings, messageAuthors } from './people-tables.ts'

const KEPT_MS = 2 * 24 * 60 * 60_000

/** Who wrote what people may react to. */
export function createMessageAuthorStore(db: Db): MessageAuthors {
  const isAt = ({ surface, chat, messageId }: MessagePlace) =>
    and(
      eq(messageAuthors.surface, surface),
      eq(messageAuthors.chat, chat),
      eq(messageAuthors.messageId, messageId),
    )
  return {
    wrote: (message, { account: { platform, userId, handle }, name }, now) =>
      db.transaction(async (tx) => {
        const { subject, reaction } = groupSettings
        const isTip = and(
          eq(subject, groupSubject(message.surface, message.chat)),
          isNotNull(reaction),
        )
        if (!(await tx.select({ subject }).from(groupSettings).where(isTip).get())) return
        const author = { platform, userId, handle: handle ?? null, name, writtenAt: now }
        await tx
          .insert(messageAuthors)
          .values({ ...message, ...author })
          .onConflictDoNothing()
          .run()
        const { writtenAt } = messageAuthors
        const isOld = lte(writtenAt, new Date(now.getTime() - KEPT_MS))
        await tx.delete(messageAuthors).where(isOld).run()
      }),
    async authorOf(message) {
      const row = await db.select().from(messageAuthors).where(isAt(message)).get()
      if (!row) return undefined
      const { platform, userId, handle, name } = row
      return { account: { platform, userId, handle: handle ?? undefined }, name }
    },
  }
}
