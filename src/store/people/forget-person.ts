import { and, eq, inArray, isNotNull, isNull, lte, notInArray, notLike, or } from 'drizzle-orm'

import { giveawayTopic } from '../../claims/giveaways.ts'
import { chatKey } from '../../core/terms/group-settings.ts'
import { accountKey, Platform, type Account } from '../../core/terms/identity.ts'
import { endTopic } from '../../core/tracking/notice.ts'
import { DAY_MS } from '../../core/terms/durations.ts'
import { billTopic } from '../../services/bills/bills.ts'
import { quoteTopic } from '../../services/market/quotes.ts'
import { walletsTopic } from '../../services/wallets/wallet-links.ts'
import type { Db, Handle } from '../database.ts'
import { tellTopic } from '../chats/outbox.ts'
import {
  bills,
  billShares,
  cardTopics,
  giveawayEntrants,
  giveaways,
  liveCards,
  plans,
  priceAlerts,
} from '../chats/chat-tables.ts'
import { claimers, claims, claimSessions, openedLinks } from '../claims/claim-tables.ts'
import { paysBill } from '../claims/frozen-claims.ts'
import {
  activeMembers,
  languages,
  linkedWallets,
  messageAuthors,
  walletLinks,
} from './people-tables.ts'
import { quotes } from '../signing/signing-tables.ts'
import { watchTopics } from '../tracking/tracking-tables.ts'

/**
 * Forgets what may be forgotten of a person, in one transaction: language, talk in groups, prices and their cards, alerts, plans, what they
 * ask others to pay (payments are sign requests), that they entered giveaways that are over, what they follow, linked wallets, mailboxes proven in a chat. Accounts, sign requests, claimers and claims stay: money may hang on them.
 */
export function createForgetPerson(db: Db, now: () => Date) {
  return async (account: Account): Promise<void> => {
    const owner = accountKey(account)
    const { platform, userId } = account
    await db.transaction(async (tx) => {
      await tx.delete(languages).where(eq(languages.subject, owner)).run()
      await tx
        .delete(activeMembers)
        .where(and(eq(activeMembers.platform, platform), eq(activeMembers.userId, userId)))
        .run()
      await forgetQuotes(tx, owner)
      await tx
        .delete(watchTopics)
        .where(eq(watchTopics.topic, endTopic(account)))
        .run()
      await tx.delete(plans).where(eq(plans.ownerAccount, owner)).run()
      await tx.delete(priceAlerts).where(eq(priceAlerts.ownerAccount, owner)).run()
      const ownBills = tx.select({ id: bills.id }).from(bills).where(eq(bills.askerAccount, owner))
      const billIds = (await ownBills.all()).map(({ id }) => id)
      for (const some of portionsOf(billIds)) {
        await letGoOfOverpayments(tx, some)
        await tx.delete(billShares).where(inArray(billShares.billId, some)).run()
        await tx.delete(bills).where(inArray(bills.id, some)).run()
      }
      for (const id of billIds) await tellTopic(tx, billTopic(id), now())
      // The list that others check a draw by stays, without them.
      const over = tx.select({ id: giveaways.id }).from(giveaways)
      // Somebody else may have the same number on another platform. The playground is none, and has accounts of all.
      const others = Platform.options.filter((other) => other !== platform)
      const isHere = and(...others.map((other) => notLike(giveaways.chat, chatKey(other, '%'))))
      const overHere = over.where(and(isNotNull(giveaways.overAt), isHere))
      const isOver = inArray(giveawayEntrants.giveawayId, overHere)
      const isTheirs = and(eq(giveawayEntrants.userId, userId), isOver)
      const nameless = { handle: null, name: null, ticket: null }
      const entries = tx.update(giveawayEntrants).set(nameless).where(isTheirs)
      const { giveawayId, place } = giveawayEntrants
      // Cards name those who won, and nobody else.
      for (const { id, won } of await entries.returning({ id: giveawayId, won: place }).all())
        if (won !== null) await tellTopic(tx, giveawayTopic(id), now())
      // Whoever has won still has won within a day of it; then their account goes, too.
      const dayBefore = new Date(now().getTime() - DAY_MS)
      const old = tx.select({ id: giveaways.id }).from(giveaways)
      const isOld = inArray(
        giveawayEntrants.giveawayId,
        old.where(lte(giveaways.endsAt, dayBefore)),
      )
      await tx
        .update(giveawayEntrants)
        .set({ userId: null })
        .where(and(isTheirs, or(isNull(giveawayEntrants.place), isOld)))
        .run()
      await tx
        .delete(messageAuthors)
        .where(and(eq(messageAuthors.platform, platform), eq(messageAuthors.userId, userId)))
        .run()
      await tx.delete(claimSessions).where(eq(claimSessions.account, owner)).run()
      await tx.delete(openedLinks).where(eq(openedLinks.account, owner)).run()
      await tx.delete(walletLinks).where(eq(walletLinks.ownerAccount, owner)).run()
      await tx.delete(linkedWallets).where(eq(linkedWallets.ownerAccount, owner)).run()
      await tellTopic(tx, walletsTopic(owner), now())
    })
  }
}

/** The prices that somebody asked for, with the cards that show them alone. */
async function forgetQuotes(tx: Handle, owner: string): Promise<void> {
  const own = tx.select({ id: quotes.id }).from(quotes).where(eq(quotes.ownerAccount, owner))
  const follow = tx.select({ id: cardTopics.cardId }).from(cardTopics)
  for (const some of portionsOf((await own.all()).map(({ id }) => quoteTopic(id)))) {
    const cards = await follow.where(inArray(cardTopics.topic, some)).all()
    const ids = cards.map(({ id }) => id)
    await tx.delete(cardTopics).where(inArray(cardTopics.cardId, ids)).run()
    await tx.delete(liveCards).where(inArray(liveCards.id, ids)).run()
  }
  await tx.delete(quotes).where(eq(quotes.ownerAccount, owner)).run()
}

/** A statement takes no more values than some, and nothing limits what somebody asks for in years. */
const AT_ONCE = 1_000
const portionsOf = <Value>(all: readonly Value[]): Value[][] =>
  Array.from({ length: Math.ceil(all.length / AT_ONCE) }, (_, index) =>
    all.slice(index * AT_ONCE, (index + 1) * AT_ONCE),
  )

/**
 * That one payment is enough stands in the invoice alone: before that goes, what else was paid for it is no payment any more, so that whoever
 * paid it can still take it back.
 */
async function letGoOfOverpayments(tx: Handle, billIds: readonly string[]): Promise<void> {
  const isOfInvoice = and(inArray(bills.id, [...billIds]), eq(bills.isInvoice, true))
  const invoices = tx.select({ id: bills.id }).from(bills).where(isOfInvoice)
  const made = tx
    .select({ id: claimers.id })
    .from(claimers)
    .where(inArray(claimers.billId, invoices))
  const paying = tx
    .select({ id: claims.claimerId })
    .from(claims)
    .where(and(inArray(claims.claimerId, made), paysBill))
  await tx
    .update(claimers)
    .set({ billId: null })
    .where(and(inArray(claimers.billId, invoices), notInArray(claimers.id, paying)))
    .run()
}
