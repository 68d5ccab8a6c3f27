import { and, eq, isNotNull, isNull, ne, sql, type SQL } from 'drizzle-orm'

import { HANDLE_RULES } from '../../claims/handle-history.ts'
import type { Account, Platform } from '../../core/terms/identity.ts'
import type { Db } from '../database.ts'
import { createHandleSightings } from '../claims/handle-sightings.ts'
import { SET_ASIDE } from '../chats/outbox.ts'
import { liveCards, outbox } from '../chats/chat-tables.ts'
import { accounts } from './people-tables.ts'

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
  /** What was set aside until this person could be written to. Who it really goes to is decided when it is delivered. */
  const wake = (isForThem: SQL) =>
    db
      .update(outbox)
      .set({ notBefore: sql`${sql.param(placeholder('now'), outbox.notBefore)}` })
      .where(
        and(
          isNull(outbox.deliveredAt),
          eq(outbox.notBefore, SET_ASIDE),
          eq(outbox.platform, placeholder('platform')),
          isForThem,
        ),
      )
      .prepare()
  // Two statements, since for one with "or" SQLite looks at all that was set aside, for whomever.
  const wakeByUserId = wake(eq(outbox.userId, placeholder('userId')))
  const wakeByHandle = wake(eq(outbox.handle, placeholder('handle')))
  /** Of their private chat: there are few, while those of all who have blocked us may be many. */
  const wakeCards = db
    .update(liveCards)
    .set({ dueAt: sql`${sql.param(placeholder('now'), liveCards.dueAt)}` })
    .where(
      and(
        eq(liveCards.surface, placeholder('surface')),
        eq(liveCards.chat, placeholder('chat')),
        sql`+${liveCards.dueAt} = ${SET_ASIDE.getTime()}`,
      ),
    )
    .prepare()

  const store = {
    /**
     * Keeps what an account shows now, in one transaction: its handle leaves whoever showed it before, what waits for the handle
     * is bound or held, and what could not be told to this person becomes due. `privateChat` is `undefined` where this meeting tells nothing of it. Writes only what
     * is new, since it is told with every message.
     */
    remember(
      account: Account,
      surface: string,
      privateChat: string | undefined,
      now: Date,
    ): Promise<void> {
      const { platform, userId } = account
      const handle = account.handle || null // an empty one is none: shares that nobody has taken have it
      return db.shared.transaction(async (tx) => {
        const known = await byId.get({ platform, userId })
        if (handle !== null && known?.handle !== handle) {
          const isOther = and(
            eq(accounts.platform, platform),
            eq(accounts.handle, handle),
            ne(accounts.userId, userId),
          )
          await tx.update(accounts).set({ handle: null }).where(isOther).run()
        }
        const isKnown =
          known?.handle === handle &&
          known.surface === surface &&
          (privateChat === undefined || known.privateChat === privateChat)
        if (!isKnown) {
          const shown = { handle, surface, ...(privateChat === undefined ? {} : { privateChat }) }
          await tx
            .insert(accounts)
            .values({ platform, userId, firstSeenAt: now, ...shown })
            .onConflictDoUpdate({ target: [accounts.platform, accounts.userId], set: shown })
            .run()
        }
        if (handle !== null) {
          const isNew = await sightings.keep(tx, { platform, userId, handle }, known, now)
          await sightings.settle(tx, { platform, userId, handle }, isNew, now)
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
