import { and, asc, eq, gt, ne, sql } from 'drizzle-orm'

import type { Db, Handle } from '../database.ts'
import { playgroundMessages } from './chat-tables.ts'

/** The chat of rows whose message is gone. */
const GONE = ''

/** The playground's chats. Message ids are decimal text, as other platforms' are text too. */
export function createPlaygroundStore(db: Db) {
  const isMessage = (id: string) =>
    /^\d{1,15}$/.test(id) ? eq(playgroundMessages.id, Number(id)) : sql`false`

  return {
    /** Keeps a new message and gives its id. `card` is `undefined` for a persona's words. */
    async add(message: {
      chat: string
      sender: string
      text: string
      card: unknown
      at: Date
    }): Promise<string> {
      const { id } = await db.transaction(async (tx) =>
        tx
          .insert(playgroundMessages)
          .values({ ...message, card: message.card ?? null, seq: await nextSeq(tx) })
          .returning({ id: playgroundMessages.id })
          .get(),
      )
      return `${id}`
    },
    /** Replaces what one of a chat's messages shows. False when there is no such message. */
    async edit(chat: string, id: string, shown: { text: string; card: unknown }): Promise<boolean> {
      return db.transaction(async (tx) => {
        const { changes } = await tx
          .update(playgroundMessages)
          .set({ ...shown, edited: true, seq: await nextSeq(tx) })
          .where(and(isMessage(id), eq(playgroundMessages.chat, chat)))
          .run()
        return changes === 1
      })
    },
    /** Takes a message away. Its row stays, empty, as long as others do: the next number is the one after the highest, and none is given twice. */
    async remove(chat: string, id: string): Promise<void> {
      await db
        .update(playgroundMessages)
        .set({ chat: GONE, sender: '', text: '', card: null })
        .where(and(isMessage(id), eq(playgroundMessages.chat, chat)))
        .run()
    },
    async find(id: string) {
      const isThere = and(isMessage(id), ne(playgroundMessages.chat, GONE))
      const row = await db.select().from(playgroundMessages).where(isThere).get()
      return row && { ...row, id: `${row.id}` }
    },
    /** A chat's messages that are new or edited since `after`, oldest change first. */
    async since(chat: string, after: number) {
      const isNew = and(eq(playgroundMessages.chat, chat), gt(playgroundMessages.seq, after))
      const rows = await db
        .select()
        .from(playgroundMessages)
        .where(isNew)
        .orderBy(asc(playgroundMessages.seq))
        .all()
      return rows.map((row) => ({ ...row, id: `${row.id}` }))
    },
  }
}

async function nextSeq(handle: Handle): Promise<number> {
  const last = await handle
    .select({ seq: sql<number>`coalesce(max(${playgroundMessages.seq}), 0)` })
    .from(playgroundMessages)
    .get()
  return (last?.seq ?? 0) + 1
}
