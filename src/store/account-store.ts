import { and, eq, isNotNull, isNull, ne, or } from 'drizzle-orm'

import type { Account, Platform } from '../core/identity.ts'
import type { Db, Handle } from './database.ts'
import { SET_ASIDE } from './outbox.ts'
import { outbox } from './tables/chat.ts'
import { accounts } from './tables/people.ts'

/** The accounts of chat platforms that we have met. */
export function createAccountStore(db: Db) {
  const isAccount = (platform: Platform, userId: string) =>
    and(eq(accounts.platform, platform), eq(accounts.userId, userId))

  return {
    /**
     * Keeps what an account shows now, in one transaction: its handle leaves whoever showed it before, and what could not
     * be told to this person becomes due. `privateChat` is `undefined` where this meeting tells nothing of it.
     */
    async remember(
      account: Account,
      surface: string,
      privateChat: string | undefined,
      now: Date,
    ): Promise<void> {
      const { platform, userId } = account
      const handle = account.handle ?? null
      db.transaction((tx) => {
        const known = tx.select().from(accounts).where(isAccount(platform, userId)).get()
        if (handle !== null && known?.handle !== handle) {
          const isOther = and(
            eq(accounts.platform, platform),
            eq(accounts.handle, handle),
            ne(accounts.userId, userId),
          )
          tx.update(accounts).set({ handle: null }).where(isOther).run()
        }
        const shown = { handle, surface, ...(privateChat === undefined ? {} : { privateChat }) }
        tx.insert(accounts)
          .values({ platform, userId, firstSeenAt: now, ...shown })
          .onConflictDoUpdate({ target: [accounts.platform, accounts.userId], set: shown })
          .run()
        if (privateChat !== undefined || known?.handle !== handle) wake(tx, account, now)
      })
    },
    /** The account that showed this handle last. */
    async accountOf(platform: Platform, handle: string): Promise<Account | undefined> {
      const isShown = and(eq(accounts.platform, platform), eq(accounts.handle, handle))
      const row = db.select().from(accounts).where(isShown).get()
      return row && { platform, userId: row.userId, handle }
    },
    /** When we met an account; `undefined` for one that we never did. */
    async firstSeen({ platform, userId }: Account): Promise<Date | undefined> {
      return db.select().from(accounts).where(isAccount(platform, userId)).get()?.firstSeenAt
    },
    /** The private chat that reaches an account, if there is one. */
    async reach({
      platform,
      userId,
    }: Account): Promise<{ surface: string; chat: string } | undefined> {
      const isReachable = and(isAccount(platform, userId), isNotNull(accounts.privateChat))
      const row = db.select().from(accounts).where(isReachable).get()
      return row?.privateChat ? { surface: row.surface, chat: row.privateChat } : undefined
    },
  }
}

/** What was set aside until this person could be written to. */
function wake(handle: Handle, account: Account, now: Date): void {
  const isForThem = and(
    isNull(outbox.deliveredAt),
    eq(outbox.notBefore, SET_ASIDE),
    eq(outbox.platform, account.platform),
    // Who it really goes to is decided when it is delivered.
    or(eq(outbox.userId, account.userId), eq(outbox.handle, account.handle ?? '')),
  )
  handle.update(outbox).set({ notBefore: now }).where(isForThem).run()
}
