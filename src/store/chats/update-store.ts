import { and, eq, inArray, isNull, lt, sql } from 'drizzle-orm'

import type { HandledUpdate, Made, UpdateKey } from '../../core/terms/made.ts'
import type { Db, Handle } from '../database.ts'
import { handledUpdates, openUpdates } from './chat-tables.ts'
import { eqLiteral, inLiterals } from '../columns.ts'

/** An update that was taken in and is not settled. `content` is what the adapter stored, as JSON. */
export type OpenUpdate = {
  updateId: string
  person: string
  state: 'received' | 'answered' | 'waiting'
  content: unknown
  receivedAt: Date
}

/** Rows that are forgotten at once. */
const PORTION_ROWS = 500

/** What a chat adapter remembers of its platform's updates. Safe against a crash between any two calls. */
export function createUpdateStore(db: Db, surface: string) {
  const { placeholder } = sql
  const isOurs = and(
    eq(openUpdates.surface, surface),
    eq(openUpdates.updateId, placeholder('updateId')),
  )
  const handle = db
    .insert(handledUpdates)
    .values({ surface, updateId: placeholder('updateId'), handledAt: placeholder('receivedAt') })
    .onConflictDoNothing()
    .prepare()
  const open = db
    .insert(openUpdates)
    .values({
      surface,
      updateId: placeholder('updateId'),
      person: placeholder('person'),
      state: placeholder('state'),
      content: placeholder('content'),
      receivedAt: placeholder('receivedAt'),
    })
    .prepare()
  const change = db
    .update(openUpdates)
    .set({
      state: sql`${placeholder('state')}`,
      content: sql`${sql.param(placeholder('content'), openUpdates.content)}`,
    })
    .where(isOurs)
    .prepare()
  const close = db.delete(openUpdates).where(isOurs).prepare()
  const isUnsettled = inLiterals(openUpdates.state, ['received', 'answered'])
  const made = db.select({ made: openUpdates.made }).from(openUpdates).where(isOurs).prepare()
  const unsettledOne = db.select().from(openUpdates).where(and(isOurs, isUnsettled)).prepare()
  const waiting = db
    .select()
    .from(openUpdates)
    .where(
      and(
        eq(openUpdates.surface, surface),
        eq(openUpdates.person, placeholder('person')),
        eqLiteral(openUpdates.state, 'waiting'),
      ),
    )
    .orderBy(sql`rowid`)
    .prepare()
  /** What `receive` has put into the database and nobody has handled since: it made nothing, and the database need not be asked. */
  const untouched = new WeakSet<OpenUpdate>()

  return {
    /**
     * Takes updates in, all or none, and returns those that are not settled: what was never seen before, and what was kept
     * already and never came to its end. Once it returned, the platform may forget them.
     */
    receive(
      updates: { updateId: string; person: string; update: unknown }[],
      now: Date,
    ): Promise<OpenUpdate[]> {
      return db.transaction(async () => {
        const unsettled: OpenUpdate[] = []
        for (const { updateId, person, update } of updates) {
          const row: OpenUpdate = {
            updateId,
            person,
            state: 'received',
            content: update,
            receivedAt: now,
          }
          if ((await handle.run(row)).changes === 0) {
            const kept = await unsettledOne.get({ updateId })
            if (kept) unsettled.push(fromRow(kept))
            continue
          }
          await open.run(row)
          untouched.add(row)
          unsettled.push(row)
        }
        return unsettled
      })
    },

    /** What a stop or a crash left to be done, oldest first. */
    async unsettled(): Promise<OpenUpdate[]> {
      return (
        await db
          .select()
          .from(openUpdates)
          .where(and(eq(openUpdates.surface, surface), isUnsettled))
          .orderBy(sql`rowid`)
          .all()
      ).map(fromRow)
    },

    /** The messages that wait until we can write to this person, oldest first. */
    async waitingFor(person: string): Promise<OpenUpdate[]> {
      return (await waiting.all({ person })).map(fromRow)
    },

    /** An update with what it made before, where it was handled and its answer was not kept. Call it each time before it is handled. */
    async handled(row: OpenUpdate): Promise<HandledUpdate> {
      const { updateId } = row
      const before = untouched.delete(row) ? undefined : (await made.get({ updateId }))?.made
      return { key: { surface, updateId }, made: before ?? undefined }
    },

    /** Keeps what is still to be sent for this update. The updates in `takenOver` are settled by it, in the same transaction. */
    keep(
      updateId: string,
      state: 'answered' | 'waiting',
      content: unknown,
      takenOver: string[] = [],
    ): Promise<void> {
      return db.transaction(async () => {
        await change.run({ updateId, state, content })
        for (const other of takenOver) await close.run({ updateId: other })
      })
    },

    /** Nothing is left to do for this update. */
    settle(updateId: string): Promise<void> {
      return db.transaction(async () => void (await close.run({ updateId })))
    },

    /**
     * Forgets some of the messages that have waited since before `waitingBefore`, and of the updates that were handled before
     * `handledBefore`: few enough that nobody waits for it. Returns whether there may be more.
     */
    forget({
      waitingBefore,
      handledBefore,
    }: {
      waitingBefore: Date
      handledBefore: Date
    }): Promise<boolean> {
      const isStale = and(
        eq(openUpdates.surface, surface),
        eqLiteral(openUpdates.state, 'waiting'),
        lt(openUpdates.receivedAt, waitingBefore),
      )
      const isOld = and(
        eq(handledUpdates.surface, surface),
        lt(handledUpdates.handledAt, handledBefore),
      )
      return db.transaction(async (tx) => {
        const { updateId } = handledUpdates
        const waited = await tx
          .select({ id: openUpdates.updateId })
          .from(openUpdates)
          .where(isStale)
          .limit(PORTION_ROWS)
          .all()
        for (const { id } of waited) await close.run({ updateId: id })
        const handled = await tx
          .select({ id: updateId })
          .from(handledUpdates)
          .where(isOld)
          .limit(PORTION_ROWS)
          .all()
        const isOne = inArray(
          updateId,
          handled.map(({ id }) => id),
        )
        await tx
          .delete(handledUpdates)
          .where(and(eq(handledUpdates.surface, surface), isOne))
          .run()
        return Math.max(waited.length, handled.length) === PORTION_ROWS
      })
    },
  }
}

/**
 * Notes what an update made. Call it in the transaction that makes it: both, or neither where the update has made something
 * already or is settled. Without an update nothing is noted.
 */
export async function noteMade(
  tx: Handle,
  update: UpdateKey | undefined,
  made: Made,
): Promise<void> {
  if (!update) return
  const { surface, updateId } = update
  const isIt = and(eq(openUpdates.surface, surface), eq(openUpdates.updateId, updateId))
  const noted = tx
    .update(openUpdates)
    .set({ made })
    .where(and(isIt, isNull(openUpdates.made)))
  if ((await noted.run()).changes === 0)
    throw new Error(`the update ${updateId} of ${surface} makes nothing more`)
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
