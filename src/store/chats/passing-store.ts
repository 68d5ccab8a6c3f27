import { and, asc, eq, isNotNull, lte, notExists } from 'drizzle-orm'

import type { Db } from '../database.ts'
import { passingMessages } from '../people/people-tables.ts'
import { liveCards } from './chat-tables.ts'

type Message = { surface: string; chat: string; messageId: string }

const isMessage = ({ surface, chat, messageId }: Message) =>
  and(
    eq(passingMessages.surface, surface),
    eq(passingMessages.chat, chat),
    eq(passingMessages.messageId, messageId),
  )

/** Messages of ours that go away again. */
export function createPassingStore(db: Db) {
  return {
    async keep(message: Message, dueAt: Date): Promise<void> {
      await db
        .insert(passingMessages)
        .values({ ...message, dueAt })
        .onConflictDoNothing()
        .run()
    },
    async due(now: Date, limit: number): Promise<Message[]> {
      const { surface, chat, messageId, dueAt } = liveCards
      const isSame = and(
        eq(surface, passingMessages.surface),
        eq(chat, passingMessages.chat),
        eq(messageId, passingMessages.messageId),
      )
      const changing = db
        .select({ id: liveCards.id })
        .from(liveCards)
        .where(and(isSame, isNotNull(dueAt)))
      return db
        .select()
        .from(passingMessages)
        .where(and(lte(passingMessages.dueAt, now), notExists(changing)))
        .orderBy(asc(passingMessages.dueAt))
        .limit(limit)
        .all()
    },
    async postpone(message: Message, dueAt: Date): Promise<void> {
      await db.update(passingMessages).set({ dueAt }).where(isMessage(message)).run()
    },
    /** By any server: each sends the codes that it is asked for. */
    async forget(message: Message): Promise<void> {
      await db.shared.delete(passingMessages).where(isMessage(message)).run()
    },
  }
}
