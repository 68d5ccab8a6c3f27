import { and, eq, inArray, lt, sql } from 'drizzle-orm'

import type { Db } from './database.ts'
import { handledUpdates, openUpdates } from './tables/chat.ts'

/** An update that was taken in and is not settled. `content` is what the adapter stored, as JSON. */
export type OpenUpdate = {
  updateId: string
  person: string
  state: 'received' | 'answered' | 'waiting'
  content: unknown
  receivedAt: Date
}

/** What a chat adapter remembers of its platform's updates. Safe against a crash between any two calls. */
export function createUpdateStore(db: Db, surface: string) {
  const isOurs = (updateId: string) =>
    and(eq(openUpdates.surface, surface), eq(openUpdates.updateId, updateId))

  return {
    /**
     * Takes updates in, all or none, and returns those never seen before: only they may have an effect.
     * Once it returned, the platform may forget them.
     */
    async receive(
      updates: { updateId: string; person: string; update: unknown }[],
      now: Date,
    ): Promise<OpenUpdate[]> {
      return db.transaction((tx) =>
        updates.flatMap(({ updateId, person, update }) => {
          const { changes } = tx
            .insert(handledUpdates)
            .values({ surface, updateId, handledAt: now })
            .onConflictDoNothing()
            .run()
          if (changes === 0) return []
          const row: OpenUpdate = {
            updateId,
            person,
            state: 'received',
            content: update,
            receivedAt: now,
          }
          tx.insert(openUpdates)
            .values({ surface, ...row })
            .run()
          return [row]
        }),
      )
    },

    /** What a stop or a crash left to be done, oldest first. */
    async unsettled(): Promise<OpenUpdate[]> {
      const isUnsettled = and(
        eq(openUpdates.surface, surface),
        inArray(openUpdates.state, ['received', 'answered']),
      )
      return db
        .select()
        .from(openUpdates)
        .where(isUnsettled)
        .orderBy(sql`rowid`)
        .all()
        .map(fromRow)
    },

    /** The messages that wait until we can write to this person, oldest first. */
    async waitingFor(person: string): Promise<OpenUpdate[]> {
      const waits = and(
        eq(openUpdates.surface, surface),
        eq(openUpdates.person, person),
        eq(openUpdates.state, 'waiting'),
      )
      return db
        .select()
        .from(openUpdates)
        .where(waits)
        .orderBy(sql`rowid`)
        .all()
        .map(fromRow)
    },

    /** Keeps what is still to be sent for this update. The updates in `takenOver` are settled by it, in the same transaction. */
    async keep(
      updateId: string,
      state: 'answered' | 'waiting',
      content: unknown,
      takenOver: string[] = [],
    ): Promise<void> {
      db.transaction((tx) => {
        tx.update(openUpdates).set({ state, content }).where(isOurs(updateId)).run()
        for (const other of takenOver) tx.delete(openUpdates).where(isOurs(other)).run()
      })
    },

    /** Nothing is left to do for this update. */
    async settle(updateId: string): Promise<void> {
      db.delete(openUpdates).where(isOurs(updateId)).run()
    },

    /** Forgets waiting messages received before `waitingBefore`, and that updates were handled before `handledBefore`. */
    async forget({
      waitingBefore,
      handledBefore,
    }: {
      waitingBefore: Date
      handledBefore: Date
    }): Promise<void> {
      const isStale = and(
        eq(openUpdates.surface, surface),
        eq(openUpdates.state, 'waiting'),
        lt(openUpdates.receivedAt, waitingBefore),
      )
      db.delete(openUpdates).where(isStale).run()
      db.delete(handledUpdates)
        .where(
          and(eq(handledUpdates.surface, surface), lt(handledUpdates.handledAt, handledBefore)),
        )
        .run()
    },
  }
}

function fromRow({
  updateId,
  person,
  state,
  content,
  receivedAt,
}: typeof openUpdates.$inferSelect): OpenUpdate {
  return { updateId, person, state, content, receivedAt }
}
