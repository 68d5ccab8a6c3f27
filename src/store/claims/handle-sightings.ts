import { and, desc, eq, inArray, isNotNull, isNull, sql, type Placeholder } from 'drizzle-orm'

import { onlyAhead, ownerOf, type HandleRules, type Sighting } from '../../claims/handle-history.ts'
import { claimTopic } from '../../claims/claims.ts'
import {
  accountKey,
  readAccountKey,
  type Account,
  type Platform,
} from '../../core/terms/identity.ts'
import type { Db, Handle } from '../database.ts'
import { factRowId, tellPerson, tellTopic } from '../chats/outbox.ts'
import { outbox } from '../chats/chat-tables.ts'
import { preparedOn } from '../prepared.ts'
import { claimers, claims } from './claim-tables.ts'
import { accounts, handleSightings, unlisted } from '../people/people-tables.ts'
import { tellGroups } from '../people/standing-store.ts'
import { eqLiteral } from '../columns.ts'

/** An account that is seen again within this time is not written anew, since accounts are seen with every message. */
const SEEN_AGAIN_MS = 3_600_000

/** Whether an account was seen under a handle so lately that it need not be written. */
export const isRecent = (sighting: { lastSeenAt: Date } | null, now: Date): boolean =>
  sighting !== null && now.getTime() - sighting.lastSeenAt.getTime() < SEEN_AGAIN_MS

type Shown = Account & { handle: string }

/** Claimers that name a handle. */
const isFor = (platform: Platform | Placeholder, handle: string | Placeholder) =>
  and(eq(claimers.platform, platform), eq(claimers.handle, handle))
/** Those whose key is here, and that are nobody's: held, or not decided on. */
const isNobodys = and(isNull(claimers.boundUserId), isNotNull(claimers.heldKey))
const isUndecided = and(isNobodys, isNull(claimers.doubt))

/** Every account that has shown a handle, the last seen first. */
export async function sightingsOf(
  tx: Handle,
  { platform, handle }: Pick<Shown, 'platform' | 'handle'>,
): Promise<Sighting[]> {
  return (await everySighting(tx).all({ platform, handle })).map(
    ({ sighting: { userId, firstSeenAt, lastSeenAt, changedAt }, shows }) => ({
      userId,
      firstSeenAt,
      lastSeenAt,
      changedAt: changedAt ?? undefined,
      isShown: shows === handle,
    }),
  )
}

const everySighting = preparedOn((handle) =>
  handle
    .select({ sighting: handleSightings, shows: accounts.handle })
    .from(handleSightings)
    .leftJoin(
      accounts,
      and(
        eq(accounts.platform, handleSightings.platform),
        eq(accounts.userId, handleSightings.userId),
      ),
    )
    .where(
      and(
        eq(handleSightings.platform, sql.placeholder('platform')),
        eq(handleSightings.handle, sql.placeholder('handle')),
      ),
    )
    .orderBy(desc(handleSightings.lastSeenAt), desc(sql`${handleSightings}.rowid`))
    .prepare(),
)

/** What becomes known of a handle when an account shows it. Both are for the transaction that keeps the account. */
export function createHandleSightings(db: Db, rules: HandleRules) {
  const { placeholder } = sql
  const earlier = db
    .select()
    .from(handleSightings)
    .where(
      and(
        eq(handleSightings.platform, placeholder('platform')),
        eq(handleSightings.handle, placeholder('handle')),
        eq(handleSightings.userId, placeholder('userId')),
      ),
    )
    .prepare()
  /** What waits for a handle and is nobody's yet. */
  const undecided = db
    .select({ id: claimers.id })
    .from(claimers)
    .where(and(isFor(placeholder('platform'), placeholder('handle')), isUndecided))
    .limit(1)
  const anyUndecided = undecided.prepare()
  const anyOf = db
    .select({ userId: handleSightings.userId })
    .from(handleSightings)
    .where(
      and(
        eq(handleSightings.platform, placeholder('platform')),
        eq(handleSightings.handle, placeholder('handle')),
      ),
    )
    .limit(1)
    .prepare()

  return {
    undecided,

    /** What decides on a handle, where that was not read with its account. */
    async known(shown: Shown) {
      const { platform, handle } = shown
      return {
        sighting: (await earlier.get(shown)) ?? null,
        isUndecided: (await anyUndecided.get({ platform, handle })) !== undefined,
      }
    },

    /** Whether anybody has shown a handle, or something waits for it. */
    async isKnown(platform: Platform, handle: string): Promise<boolean> {
      const asked = { platform, handle }
      return (await anyOf.get(asked)) !== undefined || (await anyUndecided.get(asked)) !== undefined
    },

    /**
     * Keeps that an account shows a handle. `before` is what was known of the account until now, and when it was seen under this
     * handle. Returns whether it never was.
     */
    async keep(
      tx: Handle,
      { platform, handle, userId }: Shown,
      before: {
        account: { handle: string | null } | undefined
        sighting: { lastSeenAt: Date } | null
      },
      now: Date,
    ): Promise<boolean> {
      const { account, sighting } = before
      const hasChanged = account !== undefined && account.handle !== handle
      if (isRecent(sighting, now) && !hasChanged) return false
      const seen = { lastSeenAt: now, ...(hasChanged && { changedAt: now }) }
      await tx
        .insert(handleSightings)
        .values({ platform, handle, userId, firstSeenAt: now, ...seen })
        .onConflictDoUpdate({
          target: [handleSightings.platform, handleSightings.handle, handleSightings.userId],
          set: seen,
        })
        .run()
      return sighting === null
    },

    /**
     * Decides on everything that waits for a handle and is nobody's yet, once the account and its sighting are kept: it is
     * bound to the account where that is the only one ever, and held for the sender's word otherwise. An account that was
     * never seen under the handle before (`isNew`) is told what is waited for. For one that was, ask it where something is undecided.
     */
    async settle(tx: Handle, account: Shown, isNew: boolean, now: Date): Promise<void> {
      const { platform, handle, userId } = account
      const owner = ownerOf(await sightingsOf(tx, account), rules, now)
      const waiting = isFor(platform, handle)
      // What is not on chain yet is told of when it comes: there is no limit to how much was only ever asked for.
      const arrived = await tx
        .select({ id: claimers.id })
        .from(claimers)
        .innerJoin(
          claims,
          and(eq(claims.claimerId, claimers.id), eqLiteral(claims.status, 'funded')),
        )
        .where(and(waiting, isNew ? isNobodys : isUndecided))
        .all()
      const decided =
        owner.kind === 'known'
          ? { boundUserId: userId, coolingEndsAt: owner.coolingEndsAt ?? null }
          : { doubt: 'changed' as const }
      await tx.update(claimers).set(decided).where(and(waiting, isUndecided)).run()
      if (isNew && owner.kind === 'doubtful')
        await tx.update(claimers).set({ doubt: owner.why }).where(and(waiting, isNobodys)).run()
      const hasLeft = tx
        .select()
        .from(unlisted)
        .where(eq(unlisted.account, accountKey(account)))
      if (await hasLeft.get()) await tellGroups(tx, waiting, now) // counted it until now
      for (const id of new Set(arrived.map((claimer) => claimer.id))) {
        const claimer = await tx.select().from(claimers).where(eq(claimers.id, id)).get()
        if (!claimer) continue
        await tellTopic(tx, claimTopic(id), now)
        await askAbout(tx, claimer, now)
        // A notice that has not gone out yet wakes for this account, and says the same.
        const fact = { kind: 'claim-held', claimerId: id } as const
        if (claimer.doubt !== null && (await isTold(tx, await arrivedClaims(tx, id))))
          await tellPerson(tx, { fact, once: `${id}:${userId}`, to: account, userId }, now)
      }
    },
  }
}

/**
 * Whether claimers that name a handle are bound or held, by who has shown it until now. `isMet`: accounts of the platform are met as
 * they are called now; of others only a proof at the moment of claiming says whose the handle is, so time alone brings no doubt.
 */
export async function judgeHandle(
  tx: Handle,
  { platform, handle }: Pick<Shown, 'platform' | 'handle'>,
  isMet: boolean,
  rules: HandleRules,
  now: Date,
): Promise<Pick<typeof claimers.$inferInsert, 'boundUserId' | 'doubt' | 'coolingEndsAt'>> {
  const freshMs = isMet ? rules.freshMs : Infinity
  const owner = ownerOf(await sightingsOf(tx, { platform, handle }), { ...rules, freshMs }, now)
  if (owner.kind === 'doubtful') return { doubt: owner.why }
  if (owner.kind === 'unseen' || !isMet) return {}
  return { boundUserId: owner.userId, coolingEndsAt: owner.coolingEndsAt ?? null }
}

/** Asks the sender of a claim that waits, where it is held or cools off: once, with a card that goes on to say how it stands. */
export async function askAbout(
  tx: Handle,
  { id, doubt, coolingEndsAt, senderAccount }: typeof claimers.$inferSelect,
  now: Date,
): Promise<void> {
  const isOpen = doubt !== null || onlyAhead(coolingEndsAt ?? undefined, now) !== undefined
  const sender = senderAccount === null ? undefined : readAccountKey(senderAccount)
  if (!isOpen || !sender) return
  const { platform, userId } = sender
  const to = { platform, handle: '' }
  const fact = { kind: 'recipient-unclear', claimerId: id } as const
  await tellPerson(tx, { fact, once: id, to, userId }, now)
}

/** The claims of a claimer that wait on chain. */
export async function arrivedClaims(tx: Handle, claimerId: string): Promise<string[]> {
  const isWaiting = and(eq(claims.claimerId, claimerId), eqLiteral(claims.status, 'funded'))
  return (await tx.select({ id: claims.claimId }).from(claims).where(isWaiting).all()).map(
    ({ id }) => id,
  )
}

/** Whether somebody was told that one of these claims is funded. */
async function isTold(tx: Handle, claimIds: readonly string[]): Promise<boolean> {
  const ids = claimIds.map((claimId) => factRowId('claim-funded', claimId))
  const isOut = and(inArray(outbox.id, ids), isNotNull(outbox.deliveredAt))
  return (await tx.select({ id: outbox.id }).from(outbox).where(isOut).get()) !== undefined
}
