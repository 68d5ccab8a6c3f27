import {
  and,
  count,
  desc,
  eq,
  gte,
  inArray,
  isNotNull,
  isNull,
  lte,
  not,
  notExists,
  or,
  sql,
} from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'

import { accountKey, readAccountKey, type Account } from '../../core/terms/identity.ts'
import { standingsTopic, type Standings } from '../../services/people/people-port.ts'
import { tellTopic } from '../chats/outbox.ts'
import { claimers, claims } from '../claims/claim-tables.ts'
import { isAsAnnounced, wentBack } from '../claims/frozen-claims.ts'
import type { Db, Handle } from '../database.ts'
import { accounts, handleSightings, unlisted } from './people-tables.ts'

/** The account that a gift is bound to, as `accountKey` writes it. */
const recipientKey = sql<string>`${claimers.platform} || ':' || ${claimers.boundUserId}`
const SIDES = {
  given: { key: sql<string>`${claimers.senderAccount}`, name: claimers.senderName },
  received: { key: recipientKey, name: claimers.recipientName },
}
const isNobodys = isNull(claimers.boundUserId)
const gifts = count()
/** A gift whose token had no price is counted, and adds no cents. */
const usdCents = sql<number>`coalesce(sum(${claims.usdCents}), 0)`.mapWith(Number)

/** What people gave and received, counted from the claims themselves: nothing is kept twice. */
export function createStandingStore(db: Db): Standings {
  const isGift = and(
    isNotNull(claimers.senderAccount),
    isAsAnnounced(claims, claimers),
    not(wentBack),
  )
  const hasLeft = (key: SQL) =>
    db.select({ account: unlisted.account }).from(unlisted).where(eq(unlisted.account, key))
  const shown = handleSightings
  /** Where it is nobody's yet, whoever has shown its handle may be who gets it. */
  const mayBeOfWhoLeft = db
    .select({ account: unlisted.account })
    .from(shown)
    .innerJoin(unlisted, eq(unlisted.account, sql`${shown.platform} || ':' || ${shown.userId}`))
    .where(and(isNobodys, eq(shown.platform, claimers.platform), eq(shown.handle, claimers.handle)))
  /** Neither who gave it nor who got it, or may get it, has left the statistics. */
  const isListed = and(
    ...Object.values(SIDES).map(({ key }) => notExists(hasLeft(key))),
    notExists(mayBeOfWhoLeft),
  )
  const isSince = (from: Date | undefined) => from && gte(claimers.createdAt, from)
  const isFrom = (account: Account) => eq(claimers.senderAccount, accountKey(account))
  const isTo = ({ platform, userId }: Pick<Account, 'platform' | 'userId'>) =>
    and(eq(claimers.platform, platform), eq(claimers.boundUserId, userId))
  const mayBeTo = (account: Account) => {
    const isTheirs = and(eq(shown.platform, account.platform), eq(shown.userId, account.userId))
    const theirs = db.select({ handle: shown.handle }).from(shown).where(isTheirs)
    return and(isNobodys, eq(claimers.platform, account.platform), inArray(claimers.handle, theirs))
  }

  async function sumOf(where: SQL | undefined) {
    const sum = await db
      .select({ gifts, usdCents })
      .from(claims)
      .innerJoin(claimers, eq(claimers.id, claims.claimerId))
      .where(and(isGift, where))
      .get()
    return sum ?? { gifts: 0, usdCents: 0 }
  }

  return {
    async ofGroup({ group, from, side, most }) {
      const { key, name } = SIDES[side]
      const isHere = and(eq(claimers.askedIn, group), isSince(from), isListed)
      const isKnown = side === 'received' ? isNotNull(claimers.boundUserId) : undefined
      const rows = await db
        .select({ key, gifts, usdCents })
        .from(claims)
        .innerJoin(claimers, eq(claimers.id, claims.claimerId))
        .where(and(isGift, isHere, isKnown))
        .groupBy(key)
        .orderBy(desc(usdCents), desc(gifts), key)
        .limit(most)
        .all()
      /** As they were called last: a name that somebody has given up is shown to nobody. */
      const lastName = async (isTheirs: SQL | undefined) => {
        const named = db
          .select({ name })
          .from(claimers)
          .where(and(isTheirs, isNotNull(name)))
        return (await named.orderBy(desc(claimers.createdAt)).limit(1).get())?.name
      }
      const people = await Promise.all(
        rows.map(async ({ key: account, ...sums }) => {
          const { platform, userId } = readAccountKey(account)
          const named = await lastName(and(eq(key, account), isHere))
          const isTheirs = and(eq(accounts.platform, platform), eq(accounts.userId, userId))
          const met = await db.select().from(accounts).where(isTheirs).get()
          return {
            person: { platform, handle: met?.handle ?? '', ...(named && { name: named }) },
            ...sums,
          }
        }),
      )
      return { people, all: await sumOf(isHere) }
    },
    async ofPerson(account, from) {
      const [given, received] = await Promise.all(
        [isFrom(account), isTo(account)].map((isTheirs) => sumOf(and(isTheirs, isSince(from)))),
      )
      const none = { gifts: 0, usdCents: 0 }
      return { given: given ?? none, received: received ?? none }
    },
    async numberInGroup(claimerId) {
      const gift = await db
        .select({ claimer: claimers })
        .from(claims)
        .innerJoin(claimers, eq(claimers.id, claims.claimerId))
        .where(and(eq(claimers.id, claimerId), isGift, isListed))
        .get()
      if (!gift) return undefined
      const { askedIn, boundUserId, platform, createdAt } = gift.claimer
      if (askedIn === null || boundUserId === null) return undefined
      const isEarlier = lte(claimers.createdAt, createdAt)
      const isTheirs = and(eq(claimers.platform, platform), eq(claimers.boundUserId, boundUserId))
      return (await sumOf(and(isTheirs, eq(claimers.askedIn, askedIn), isEarlier, isListed))).gifts
    },
    async isListed(account) {
      const isTheirs = eq(unlisted.account, accountKey(account))
      return (await db.select().from(unlisted).where(isTheirs).get()) === undefined
    },
    async list(account, listed, now) {
      const key = accountKey(account)
      await db.transaction(async (tx) => {
        const { changes } = listed
          ? await tx.delete(unlisted).where(eq(unlisted.account, key)).run()
          : await tx
              .insert(unlisted)
              .values({ account: key, since: now })
              .onConflictDoNothing()
              .run()
        if (changes !== 1) return
        await tellGroups(tx, or(isFrom(account), isTo(account), mayBeTo(account)), now)
      })
    },
  }
}

/** Has the statistics of each group drawn again in which there is such a gift. */
export async function tellGroups(tx: Handle, isSuch: SQL | undefined, now: Date): Promise<void> {
  const groups = await tx
    .selectDistinct({ group: claimers.askedIn })
    .from(claimers)
    .where(and(isSuch, isNotNull(claimers.askedIn)))
    .all()
  for (const { group } of groups)
    if (group !== null) await tellTopic(tx, standingsTopic(group), now)
}
