import { and, asc, count, eq, exists, isNotNull, ne, sql, type SQLWrapper } from 'drizzle-orm'

import {
  FREEZE_KINDS,
  subjectOf,
  type FreezeKind,
  type FreezeTarget,
} from '../../claims/freezes.ts'
import { audit } from './audit-log.ts'
import type { Db, Handle } from '../database.ts'
import { freezesOfClaim } from './frozen-claims.ts'
import { claims, freezes } from './claim-tables.ts'
import { accounts } from '../people/people-tables.ts'

export type Freeze = typeof freezes.$inferSelect

/** An account as a keyed hash: the audit log names nobody. */
type HashOf = (account: string) => string | Promise<string>

/** What operators hold back, and let go on. Each act is one transaction with its entry in the audit log. */
export function createFreezeStore(db: Db) {
  const find = (tx: Handle, target: FreezeTarget) =>
    tx
      .select()
      .from(freezes)
      .where(and(eq(freezes.kind, target.kind), eq(freezes.subject, subjectOf(target))))
      .get()

  return {
    /** Holds something back from now on. `isNew` is false, and nothing changes, where it is held back already. */
    freeze(
      target: FreezeTarget,
      { hashOf, reason }: { hashOf: HashOf; reason?: string | undefined },
      now: Date,
    ) {
      return db.transaction(async (tx) => {
        const known = await find(tx, target)
        if (known) return { freeze: known, isNew: false, waiting: await countHeld(tx, known.id) }
        const { kind } = target
        const subject = subjectOf(target)
        const row = { kind, subject, reason: reason ?? null, createdAt: now }
        const meant = await meantBy(tx, target)
        const freeze = await tx
          .insert(freezes)
          .values({ ...row, ...meant })
          .returning()
          .get()
        await audit(tx, { kind: 'frozen', what: kind, which: await nameless(freeze, hashOf) }, now)
        return { freeze, isNew: true, waiting: await countHeld(tx, freeze.id) }
      })
    },

    /**
     * Lets it go on; `undefined` where nothing of that name is held back. What it alone held gets back the time for which it did: nobody loses a claim
     * to a deadline that passed meanwhile.
     */
    release(target: FreezeTarget, hashOf: HashOf, now: Date): Promise<Freeze | undefined> {
      return db.transaction(async (tx) => {
        const freeze = await find(tx, target)
        if (!freeze) return undefined
        await prolong(tx, freeze, now)
        await tx.delete(freezes).where(eq(freezes.id, freeze.id)).run()
        const which = await nameless(freeze, hashOf)
        await audit(tx, { kind: 'released', what: target.kind, which }, now)
        return freeze
      })
    },

    /** Everything that is held back, since the longest first. */
    list(): Promise<Freeze[]> {
      return db.select().from(freezes).orderBy(asc(freezes.createdAt), asc(freezes.id)).all()
    },

    /** How many freezes there are of each kind, of none too. */
    async counts(): Promise<{ kind: FreezeKind; count: number }[]> {
      const found = await db
        .select({ kind: freezes.kind, rows: count() })
        .from(freezes)
        .groupBy(freezes.kind)
        .all()
      return FREEZE_KINDS.map((kind) => ({
        kind,
        count: found.find((each) => each.kind === kind)?.rows ?? 0,
      }))
    },
  }
}

/** How a freeze stands in the audit log: of an account as its own entries have it, where its id is known. */
async function nameless(
  { kind, subject, platform, userId }: Freeze,
  hashOf: HashOf,
): Promise<string> {
  if (kind !== 'account') return subject
  return hashOf(userId === null ? subject : `${platform}:${userId}`)
}

/** Of an account: its id, and the handle that it shows, as far as either is known from the other now. */
async function meantBy(tx: Handle, target: FreezeTarget) {
  if (target.kind === 'platform') return { platform: target.platform }
  if (target.kind !== 'account') return {}
  const { platform, by } = target
  const isMeant = 'userId' in by ? eq(accounts.userId, by.userId) : eq(accounts.handle, by.handle)
  const known = await tx
    .select({ userId: accounts.userId, handle: accounts.handle })
    .from(accounts)
    .where(and(eq(accounts.platform, platform), isMeant))
    .get()
  return { platform, ...known, ...by }
}

const later = (one: SQLWrapper | number, other: SQLWrapper) =>
  sql`case when ${one} > ${other} then ${one} else ${other} end`

/** Unpaid claims that a freeze is about. */
async function countHeld(tx: Handle, freezeId: number): Promise<number> {
  const isHeld = and(ne(claims.status, 'paid'), exists(freezesOfClaim(eq(freezes.id, freezeId))))
  return (await tx.select({ rows: count() }).from(claims).where(isHeld).get())?.rows ?? 0
}

/**
 * Moves the deadlines of what a freeze held by the time for which no other did: until now, or until the earliest of the others began. However they overlap, all of
 * them together move a deadline by the time for which there was any.
 */
async function prolong(tx: Handle, { id, createdAt }: Freeze, now: Date): Promise<void> {
  const others = freezesOfClaim(ne(freezes.id, id)).as('others')
  const until = sql`coalesce((select min(${others.createdAt}) from ${others}), ${now.getTime()})`
  const since = later(createdAt.getTime(), claims.fundedAt)
  const isHeld = exists(freezesOfClaim(eq(freezes.id, id)))
  await tx
    .update(claims)
    .set({ expiresAt: sql`${claims.expiresAt} + ${later(since, until)} - ${since}` })
    .where(and(ne(claims.status, 'paid'), isNotNull(claims.expiresAt), isHeld))
    .run()
}
