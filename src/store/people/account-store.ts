import { and, eq, exists, isNotNull, isNull, ne, or, sql, type SQL } from 'drizzle-orm'

import { HANDLE_RULES } from '../../claims/handle-history.ts'
import type { Account, Platform } from '../../core/terms/identity.ts'
import type { Db } from '../database.ts'
import { createHandleSightings, isRecent } from '../claims/handle-sightings.ts'
import { SET_ASIDE } from '../chats/outbox.ts'
import { liveCards, outbox } from '../chats/chat-tables.ts'
import { accounts, handleSightings } from './people-tables.ts'

/** The accounts of chat platforms that we have met, and what waited for them under their handles. */
export function createAccountStore(db: Db, rules = HANDLE_RULES) {
  const sightings = createHandleSightings(db, rules)
  const { placeholder } = sql
  const isAccount = (platform: Platform, userId: string) =>
    and(eq(accounts.platform, platform), eq(accounts.userId, userId))
  const byId = db
    .select()
    .from(accounts)
    .where(
      and(
        eq(accounts.platform, placeholder('platform')),
        eq(accounts.userId, placeholder('userId')),
      ),
    )
    .prepare()
  const isSetAside = (...isForThem: SQL[]) =>
    and(
      isNull(outbox.deliveredAt),
      eq(outbox.notBefore, SET_ASIDE),
      eq(outbox.platform, placeholder('platform')),
      ...isForThem,
    )
  /** What was set aside until this person could be written to. Who it really goes to is decided when it is delivered. */
  const asideByUserId = isSetAside(eq(outbox.userId, placeholder('userId')))
  // What goes to an account that is known by its number alone has an empty handle, as whoever shows none is asked for here.
  const asideByHandle = isSetAside(eq(outbox.handle, placeholder('handle')), ne(outbox.handle, ''))
  const asideCards = and(
    eq(liveCards.surface, placeholder('surface')),
    eq(liveCards.chat, placeholder('chat')),
    eq(liveCards.dueAt, SET_ASIDE),
  )
  const wake = (isForThem: SQL | undefined) =>
    db
      .update(outbox)
      .set({ notBefore: sql`${sql.param(placeholder('now'), outbox.notBefore)}` })
      .where(isForThem)
      .prepare()
  // Two statements, since for one with "or" SQLite looks at all that was set aside, for whomever.
  const wakeByUserId = wake(asideByUserId)
  const wakeByHandle = wake(asideByHandle)
  const wakeCards = db
    .update(liveCards)
    .set({ dueAt: sql`${sql.param(placeholder('now'), liveCards.dueAt)}` })
    .where(asideCards)
    .prepare()

  const asides = [
    db.select().from(outbox).where(asideByUserId),
    db.select().from(outbox).where(asideByHandle),
    db.select().from(liveCards).where(asideCards),
  ]
  /** All that decides what is to be written of somebody who was met before: nearly always nothing is. */
  const met = db
    .select({
      account: accounts,
      sighting: handleSightings,
      isUndecided: sql`${exists(sightings.undecided)}`.mapWith(Boolean),
      hasAside: sql`${or(...asides.map(exists))}`.mapWith(Boolean),
    })
    .from(accounts)
    .leftJoin(
      handleSightings,
      and(
        eq(handleSightings.platform, accounts.platform),
        eq(handleSightings.userId, accounts.userId),
        eq(handleSightings.handle, placeholder('handle')),
      ),
    )
    .where(
      and(
        eq(accounts.platform, placeholder('platform')),
        eq(accounts.userId, placeholder('userId')),
      ),
    )
    .prepare()

  const store = {
    /**
     * Keeps what an account shows now, in one transaction: its handle leaves whoever showed it before, what waits for the handle
     * is bound or held, and what could not be told to this person becomes due. `privateChat` is `undefined` where this meeting tells nothing of it. It is told with
     * every message, so where one look shows that nothing is new, no transaction begins.
     */
    async remember(
      account: Account,
      surface: string,
      privateChat: string | undefined,
      now: Date,
    ): Promise<void> {
      const { platform, userId } = account
      const handle = account.handle || null // an empty one is none: shares that nobody has taken have it
      const asked = { platform, userId, handle: handle ?? '', surface, chat: privateChat ?? '' }
      const isAsShown = (known: typeof accounts.$inferSelect) =>
        known.handle === handle &&
        known.surface === surface &&
        (privateChat === undefined || known.privateChat === privateChat)
      const before = await met.get(asked)
      const isAllKnown =
        before &&
        isAsShown(before.account) &&
        (handle === null || (isRecent(before.sighting, now) && !before.isUndecided)) &&
        (privateChat === undefined || !before.hasAside)
      if (isAllKnown) return
      return db.shared.transaction(async (tx) => {
        const found = await met.get(asked)
        const known = found?.account
        if (handle !== null && known?.handle !== handle) {
          const isOther = and(
            eq(accounts.platform, platform),
            eq(accounts.handle, handle),
            ne(accounts.userId, userId),
          )
          await tx.update(accounts).set({ handle: null }).where(isOther).run()
        }
        if (!known || !isAsShown(known)) {
          const shown = { handle, surface, ...(privateChat === undefined ? {} : { privateChat }) }
          await tx
            .insert(accounts)
            .values({ platform, userId, firstSeenAt: now, ...shown })
            .onConflictDoUpdate({ target: [accounts.platform, accounts.userId], set: shown })
            .run()
        }
        if (handle !== null) {
          const shown = { platform, userId, handle }
          const { sighting, isUndecided } = found ?? (await sightings.known(shown))
          const isNew = await sightings.keep(tx, shown, { account: known, sighting }, now)
          if (isNew || isUndecided) await sightings.settle(tx, shown, isNew, now)
        }
        if (privateChat === undefined && known?.handle === handle) return
        if (privateChat !== undefined) await wakeCards.run({ surface, chat: privateChat, now })
        await wakeByUserId.run({ platform, userId, now })
        if (handle !== null) await wakeByHandle.run({ platform, handle, now })
      })
    },
    /**
     * The same for an account that talks to others, where it matters: it is known, its handle was somebody's before, or
     * something waits for that. Of anybody else nothing is kept.
     */
    async hear(account: Account, surface: string, now: Date): Promise<void> {
      const { platform, userId, handle } = account
      const isKnown = (await byId.get({ platform, userId })) !== undefined
      const matters =
        isKnown || (handle !== undefined && (await sightings.isKnown(platform, handle)))
      if (matters) await store.remember(account, surface, undefined, now)
    },
    /** The account that showed this handle last. */
    async accountOf(platform: Platform, handle: string): Promise<Account | undefined> {
      const isShown = and(eq(accounts.platform, platform), eq(accounts.handle, handle))
      const row = await db.select().from(accounts).where(isShown).get()
      return row && { platform, userId: row.userId, handle }
    },
    /** When we met an account; `undefined` for one that we never did. */
    async firstSeen({ platform, userId }: Account): Promise<Date | undefined> {
      return (await db.select().from(accounts).where(isAccount(platform, userId)).get())
        ?.firstSeenAt
    },
    /** The private chat that reaches an account, if there is one. */
    async reach({
      platform,
      userId,
    }: Account): Promise<{ surface: string; chat: string } | undefined> {
      const isReachable = and(isAccount(platform, userId), isNotNull(accounts.privateChat))
      const row = await db.select().from(accounts).where(isReachable).get()
      return row?.privateChat ? { surface: row.surface, chat: row.privateChat } : undefined
    },
  }
  return store
}
