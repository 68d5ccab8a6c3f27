import { and, asc, desc, eq, exists, gt, isNull, sql } from 'drizzle-orm'

import { accountKey, Platform, type Account } from '../../core/terms/identity.ts'
import type { LinkedWallet } from '../../core/wallets/linked-wallet.ts'
import { walletsTopic } from '../../services/wallets/wallet-links.ts'
import type { WalletLink, WalletStore } from '../../services/wallets/wallet-store-port.ts'
import type { Db, Handle } from '../database.ts'
import { tellPerson, tellTopic } from '../chats/outbox.ts'
import { linkedWallets, walletLinks } from './people-tables.ts'

/** The wallets that accounts have linked, and the requests to link one. */
export function createWalletStore(db: Db): WalletStore {
  const isTheirs = (ownerAccount: string, id: string) =>
    and(eq(linkedWallets.ownerAccount, ownerAccount), eq(linkedWallets.id, id))

  return {
    async addLink({ account, walletId, ...link }) {
      const ownerAccount = accountKey(account)
      const row = { ...link, ownerAccount, handle: account.handle ?? null }
      await db.transaction(async (tx) => {
        await tx.delete(walletLinks).where(eq(walletLinks.ownerAccount, ownerAccount)).run()
        await tx
          .insert(walletLinks)
          .values({ ...row, walletId: walletId ?? null })
          .run()
        await tellTopic(tx, walletsTopic(ownerAccount), link.createdAt)
      })
    },
    async findLink(id) {
      const row = await db.select().from(walletLinks).where(eq(walletLinks.id, id)).get()
      return row && toLink(row)
    },
    async takeLink(linkId, wallet) {
      const { ownerAccount, linkedAt: now } = wallet
      return db.shared.transaction(async (tx) => {
        const known = await knownId(tx, wallet)
        const isOpen = and(
          eq(walletLinks.id, linkId),
          eq(walletLinks.ownerAccount, ownerAccount),
          isNull(walletLinks.walletId),
          gt(walletLinks.expiresAt, now),
        )
        const walletId = known ?? wallet.id
        const { changes } = await tx.update(walletLinks).set({ walletId }).where(isOpen).run()
        if (changes !== 1) return false
        const { isPasskey, hasWords, chains = null } = wallet
        if (known === undefined)
          await tx
            .insert(linkedWallets)
            .values({ ...wallet, chains, coinType: wallet.coinType ?? null })
            .run()
        else
          await tx
            .update(linkedWallets)
            // What was confirmed once stays so, though another browser does not know of it.
            .set({ chains, isPasskey, ...(hasWords && { hasWords }) })
            .where(isTheirs(ownerAccount, known))
            .run()
        const { platform, userId } = toAccount(ownerAccount, null)
        const fact = { kind: 'wallet-linked', walletId } as const
        await tellPerson(tx, { fact, once: linkId, to: { platform, handle: '' }, userId }, now)
        await tellTopic(tx, walletsTopic(ownerAccount), now)
        return true
      })
    },
    async walletsOf(ownerAccount) {
      return (
        await db
          .select()
          .from(linkedWallets)
          .where(eq(linkedWallets.ownerAccount, ownerAccount))
          .orderBy(
            desc(linkedWallets.isDefault),
            asc(linkedWallets.linkedAt),
            asc(linkedWallets.id),
          )
          .all()
      ).map(toWallet)
    },
    async findWallet(id) {
      const row = await db.select().from(linkedWallets).where(eq(linkedWallets.id, id)).get()
      return row && toWallet(row)
    },
    async setDefault(ownerAccount, id, now) {
      const isOwner = eq(linkedWallets.ownerAccount, ownerAccount)
      return db.transaction(async (tx) => {
        const own = tx.select().from(linkedWallets).where(isTheirs(ownerAccount, id))
        const { changes } = await tx
          .update(linkedWallets)
          .set({ isDefault: sql<boolean>`case when ${linkedWallets.id} = ${id} then 1 else 0 end` })
          .where(and(isOwner, exists(own)))
          .run()
        if (changes > 0) await tellTopic(tx, walletsTopic(ownerAccount), now)
        return changes > 0
      })
    },
    async remove(ownerAccount, id, now) {
      return db.transaction(async (tx) => {
        const { changes } = await tx.delete(linkedWallets).where(isTheirs(ownerAccount, id)).run()
        if (changes === 1) await tellTopic(tx, walletsTopic(ownerAccount), now)
        return changes === 1
      })
    },
  }
}

/** The wallet's row, where its account has linked it before. */
async function knownId(
  handle: Handle,
  { ownerAccount, family, key }: LinkedWallet,
): Promise<string | undefined> {
  const isSame = and(
    eq(linkedWallets.ownerAccount, ownerAccount),
    eq(linkedWallets.family, family),
    eq(linkedWallets.key, key),
  )
  return (await handle.select().from(linkedWallets).where(isSame).get())?.id
}

function toLink({
  ownerAccount,
  handle,
  walletId,
  ...same
}: typeof walletLinks.$inferSelect): WalletLink {
  return { ...same, account: toAccount(ownerAccount, handle), walletId: walletId ?? undefined }
}

function toAccount(ownerAccount: string, handle: string | null): Account {
  const [platform, ...userId] = ownerAccount.split(':')
  return {
    platform: Platform.parse(platform),
    userId: userId.join(':'),
    handle: handle ?? undefined,
  }
}

function toWallet({ coinType, chains, ...same }: typeof linkedWallets.$inferSelect): LinkedWallet {
  return { ...same, coinType: coinType ?? undefined, chains: chains ?? undefined }
}
