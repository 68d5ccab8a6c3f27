import { and, asc, count, desc, eq, gt, inArray, isNotNull, isNull, lte, or } from 'drizzle-orm'

import {
  giveawayTopic,
  type Entrant,
  type Giveaway,
  type GiveawayStore,
} from '../../claims/giveaways.ts'
import { readAccountKey } from '../../core/terms/identity.ts'
import type { Db } from '../database.ts'
import { giveawayEntrants, giveaways } from './chat-tables.ts'
import { tellPerson, tellTopic } from './outbox.ts'
import { noteMade } from './update-store.ts'

/** Giveaways and who entered them. */
export function createGiveawayStore(db: Db): GiveawayStore {
  const isIn = (id: string, number: number) =>
    and(eq(giveawayEntrants.giveawayId, id), eq(giveawayEntrants.number, number))

  return {
    async add(giveaway, from) {
      await db.transaction(async (tx) => {
        await noteMade(tx, from, { kind: 'giveaway', id: giveaway.id })
        await tx.insert(giveaways).values(toRow(giveaway)).run()
      })
    },
    async find(id) {
      const row = await db.select().from(giveaways).where(eq(giveaways.id, id)).get()
      return row && fromRow(row)
    },
    async payBy(id, signId) {
      const isOpen = and(eq(giveaways.id, id), isNull(giveaways.overAt))
      await db.update(giveaways).set({ signId }).where(isOpen).run()
    },
    enter: (id, entrant, now) =>
      db.transaction(async (tx) => {
        const { giveawayId, userId } = giveawayEntrants
        const known = await tx
          .select()
          .from(giveawayEntrants)
          .where(and(eq(giveawayId, id), eq(userId, entrant.userId)))
          .get()
        if (known) return entrantFrom(known)
        const isOpen = and(
          eq(giveaways.id, id),
          gt(giveaways.endsAt, now),
          isNull(giveaways.drawnAt),
          isNull(giveaways.overAt),
        )
        if (!(await tx.select({ id: giveaways.id }).from(giveaways).where(isOpen).get()))
          return undefined
        const before = await tx
          .select({ count: count() })
          .from(giveawayEntrants)
          .where(eq(giveawayId, id))
          .get()
        const row = await tx
          .insert(giveawayEntrants)
          .values({
            ...entrant,
            giveawayId: id,
            number: (before?.count ?? 0) + 1,
            handle: entrant.handle ?? null,
          })
          .returning()
          .get()
        await tellTopic(tx, giveawayTopic(id), now)
        return entrantFrom(row)
      }),
    async entrantsOf(id) {
      const { giveawayId, number } = giveawayEntrants
      const ofIt = db.select().from(giveawayEntrants).where(eq(giveawayId, id))
      return (await ofIt.orderBy(asc(number)).all()).map(entrantFrom)
    },
    async entrantsAfter(id, after, most) {
      const { giveawayId, number } = giveawayEntrants
      const isBehind = and(eq(giveawayId, id), gt(number, after))
      const rows = db.select().from(giveawayEntrants).where(isBehind)
      return (await rows.orderBy(asc(number)).limit(most).all()).map(entrantFrom)
    },
    async countEntrants(id) {
      const { giveawayId, number } = giveawayEntrants
      const ofIt = db.select({ number }).from(giveawayEntrants).where(eq(giveawayId, id))
      return (await ofIt.orderBy(desc(number)).limit(1).get())?.number ?? 0 // they count from 1
    },
    async winnersOf(id) {
      const { giveawayId, place } = giveawayEntrants
      const isDrawn = and(eq(giveawayId, id), isNotNull(place))
      const rows = db.select().from(giveawayEntrants).where(isDrawn)
      return (await rows.orderBy(asc(place)).all()).map(entrantFrom)
    },
    async wonIn(chat, userIds, since, until) {
      const { giveawayId, userId, place } = giveawayEntrants
      const rows = await db
        .select({ userId })
        .from(giveawayEntrants)
        .innerJoin(giveaways, eq(giveaways.id, giveawayId))
        .where(
          and(
            eq(giveaways.chat, chat),
            gt(giveaways.endsAt, since),
            lte(giveaways.endsAt, until),
            isNotNull(giveaways.drawnAt),
            isNotNull(place),
          ),
        )
        .all()
      // Winners of a day are few, and whom it is asked of may be more than a statement can name.
      const asked = new Set(userIds)
      return new Set(
        rows.flatMap((row) => (row.userId !== null && asked.has(row.userId) ? [row.userId] : [])),
      )
    },
    async due(now, most, after) {
      const { id, endsAt, overAt } = giveaways
      const isBehind =
        after && or(gt(endsAt, after.endsAt), and(eq(endsAt, after.endsAt), gt(id, after.id)))
      const isDue = and(isNull(overAt), lte(endsAt, now), isBehind)
      const rows = db.select().from(giveaways).where(isDue).orderBy(asc(endsAt), asc(id))
      return (await rows.limit(most).all()).map(fromRow)
    },
    async draw(id, { block, shares, winners, struck }, now) {
      await db.transaction(async (tx) => {
        const { changes } = await tx
          .update(giveaways)
          .set({
            blockHeight: block.height,
            blockHash: block.hash,
            blockAt: new Date(block.time),
            winners: shares,
            drawnAt: now,
          })
          .where(and(eq(giveaways.id, id), isNull(giveaways.drawnAt)))
          .run()
        if (changes === 0) return
        for (const [index, number] of winners.entries())
          await tx
            .update(giveawayEntrants)
            .set({ place: index + 1 })
            .where(isIn(id, number))
            .run()
        if (struck.length > 0)
          await tx
            .update(giveawayEntrants)
            .set({ struck: true })
            .where(
              and(eq(giveawayEntrants.giveawayId, id), inArray(giveawayEntrants.number, struck)),
            )
            .run()
        await tellTopic(tx, giveawayTopic(id), now)
      })
    },
    async settle({ id, makerAccount }, number, claimerId, now) {
      await db.transaction(async (tx) => {
        const settled = await tx
          .update(giveawayEntrants)
          .set({ settledAt: now })
          .where(and(isIn(id, number), isNull(giveawayEntrants.settledAt)))
          .returning()
          .get()
        if (!settled?.userId || claimerId === undefined) return
        const { platform } = readAccountKey(makerAccount)
        await tellPerson(
          tx,
          {
            fact: { kind: 'claim-funded', claimerId },
            once: `giveaway:${id}:${number}`,
            to: { platform, handle: settled.handle ?? '' },
            userId: settled.userId,
          },
          now,
        )
      })
    },
    async end(id, now) {
      await db.transaction(async (tx) => {
        const isOpen = and(eq(giveaways.id, id), isNull(giveaways.overAt))
        const { changes } = await tx.update(giveaways).set({ overAt: now }).where(isOpen).run()
        if (changes === 1) await tellTopic(tx, giveawayTopic(id), now)
      })
    },
  }
}

type Row = typeof giveaways.$inferSelect

const toRow = ({ block, drawnAt, overAt, ...same }: Giveaway): Row => ({
  ...same,
  blockHeight: block?.height ?? null,
  blockHash: block?.hash ?? null,
  blockAt: block ? new Date(block.time) : null,
  drawnAt: drawnAt ?? null,
  overAt: overAt ?? null,
})

function fromRow({ blockHeight, blockHash, blockAt, drawnAt, overAt, ...same }: Row): Giveaway {
  const block =
    blockHeight !== null && blockHash !== null && blockAt !== null
      ? { height: blockHeight, hash: blockHash, time: blockAt.toISOString() }
      : undefined
  return { ...same, block, drawnAt: drawnAt ?? undefined, overAt: overAt ?? undefined }
}

const entrantFrom = ({
  giveawayId: _giveaway,
  ...row
}: typeof giveawayEntrants.$inferSelect): Entrant => ({
  number: row.number,
  entrantId: row.entrantId,
  userId: row.userId ?? undefined,
  handle: row.handle ?? undefined,
  name: row.name ?? undefined,
  ticket: row.ticket ?? undefined,
  struck: row.struck,
  place: row.place ?? undefined,
  settledAt: row.settledAt ?? undefined,
})
