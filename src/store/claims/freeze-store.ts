import {
  and,
  asc,
  count,
  eq,
  gt,
  isNotNull,
  lte,
  ne,
  sql,
  type SQL,
  type SQLWrapper,
} from 'drizzle-orm'

import {
  FREEZE_KINDS,
  subjectOf,
  type FreezeKind,
  type FreezeTarget,
} from '../../claims/freezes.ts'
import { audit } from './audit-log.ts'
import type { Db, Handle } from '../database.ts'
import { freezesOfClaim, isHeldBy } from './frozen-claims.ts'
import { claims, freezes, isUnpaid } from './claim-tables.ts'
import { claimTopic } from '../../claims/claims.ts'
import { REMINDERS } from '../../claims/reminders.ts'
import { outbox } from '../chats/chat-tables.ts'
import { factRowId, tellTopic } from '../chats/outbox.ts'
import { accounts } from '../people/people-tables.ts'

export type Freeze = typeof freezes.$inferSelect

/** Unpaid claims that one statement looks at. */
const LOOKED_AT_ONCE = 1_000

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
    async freeze(
      target: FreezeTarget,
      { hashOf, reason }: { hashOf: HashOf; reason?: string | undefined },
      now: Date,
    ) {
      const { freeze, isNew } = await db.transaction(async (tx) => {
        const known = await find(tx, target)
        if (known) return { freeze: known, isNew: false }
        const { kind } = target
        const subject = subjectOf(target)
        const row = { kind, subject, reason: reason ?? null, createdAt: now }
        const meant = await meantBy(tx, target)
        const added = await tx
          .insert(freezes)
          .values({ ...row, ...meant })
          .returning()
          .get()
        await audit(tx, { kind: 'frozen', what: kind, which: await nameless(added, hashOf) }, now)
        return { freeze: added, isNew: true }
      })
      // It holds by now, however long it takes to say what, and to show it.
      let waiting = 0
      for await (const portion of unpaidPortions(db, freeze)) {
        const isHeld = and(portion, isHeldBy(freeze))
        if (isNew) await db.transaction((tx) => tellCards(tx, isHeld, now))
        waiting += (await db.select({ rows: count() }).from(claims).where(isHeld).get())?.rows ?? 0
      }
      return { freeze, isNew, waiting }
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

/** All unpaid claims that a freeze may be about, so many at a time that no statement takes long. What is about one person needs an index alone. */
async function* unpaidPortions(handle: Handle, { kind }: Freeze): AsyncGenerator<SQL | undefined> {
  if (kind === 'account' || kind === 'claim') {
    yield isUnpaid
    return
  }
  for (let after: string | undefined = ''; after !== undefined;) {
    const isBehind = and(isUnpaid, gt(claims.claimerId, after))
    const last: { id: string } | undefined = await handle
      .select({ id: claims.claimerId })
      .from(claims)
      .where(isBehind)
      .orderBy(asc(claims.claimerId))
      .limit(1)
      .offset(LOOKED_AT_ONCE - 1)
      .get()
    yield last ? and(isBehind, lte(claims.claimerId, last.id)) : isBehind
    after = last?.id
  }
}

/**
 * Moves the deadlines of what a freeze held by the time for which no other did: until now, or until the earliest of the others began. However they overlap, all of
 * them together move a deadline by the time for which there was any. Its cards are told, and its reminders move along.
 */
async function prolong(tx: Handle, freeze: Freeze, now: Date): Promise<void> {
  const { id, createdAt } = freeze
  const others = freezesOfClaim(ne(freezes.id, id)).as('others')
  const until = sql`coalesce((select min(${others.createdAt}) from ${others}), ${now.getTime()})`
  const since = later(createdAt.getTime(), claims.fundedAt)
  for await (const portion of unpaidPortions(tx, freeze)) {
    const isHeld = and(portion, isHeldBy(freeze))
    await tx
      .update(claims)
      .set({ expiresAt: sql`${claims.expiresAt} + ${later(since, until)} - ${since}` })
      .where(and(isHeld, isNotNull(claims.expiresAt)))
      .run()
    await remindAnew(tx, isHeld, now)
    await tellCards(tx, isHeld, now)
  }
}

/** Moves reminders to where the deadlines are now. One that was told of an earlier deadline is told again, if there is time for it. */
async function remindAnew(tx: Handle, isMeant: SQL | undefined, now: Date): Promise<void> {
  for (const { beforeMs, beginning } of REMINDERS) {
    const id = sql`${factRowId('claim-expiring', beginning)} || ${claims.claimId}`
    const isToCome = gt(claims.expiresAt, new Date(now.getTime() + beforeMs))
    await tx
      .update(outbox)
      .set({
        notBefore: sql`${claims.expiresAt} - ${beforeMs}`,
        deliveredAt: null,
        refusedAt: null,
        mail: null,
        attempts: 0,
      })
      .from(claims)
      .where(and(eq(outbox.id, id), isToCome, isMeant))
      .run()
  }
}

/** Has the cards of some claims rendered again: whether they can be claimed, and until when, has changed. */
async function tellCards(tx: Handle, isMeant: SQL | undefined, now: Date): Promise<void> {
  const meant = await tx
    .selectDistinct({ claimerId: claims.claimerId })
    .from(claims)
    .where(isMeant)
    .all()
  for (const { claimerId } of meant) await tellTopic(tx, claimTopic(claimerId), now)
}
