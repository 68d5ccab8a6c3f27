import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

import type { GiveawayRules } from '../../claims/giveaways.ts'
import type { Platform } from '../../core/terms/identity.ts'
import type { Made } from '../../core/terms/made.ts'
import type { Every } from '../../core/terms/recurrence.ts'
import { at, baseUnits } from '../columns.ts'

/** Messages of ours that follow a topic: when it changes, the view is rendered again and the message edited. */
export const liveCards = sqliteTable(
  'live_cards',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    surface: text('surface').notNull(), // 'playground', 'telegram'
    chat: text('chat').notNull(),
    messageId: text('message_id').notNull(),
    view: text('view').notNull(),
    key: text('key').notNull(),
    shown: text('shown').notNull(), // the fingerprint of the card as it was last delivered; of earlier versions the card as JSON
    /**
     * What is still to be shown is one state, the newest: `dueAt` is when to try, null while nothing is new. `changes` counts
     * what it was told, `attempts` the tries that failed, `crowd` how many cards were told at once with it.
     */
    dueAt: at('due_at'),
    changes: integer('changes').notNull().default(0),
    attempts: integer('attempts').notNull().default(0),
    crowd: integer('crowd').notNull().default(1),
  },
  (table) => [
    uniqueIndex('live_cards_message').on(table.surface, table.chat, table.messageId),
    // By chat as well, for what was set aside in one; and by all that says which card of a chat comes first.
    index('live_cards_due')
      .on(table.surface, table.dueAt, table.chat, table.crowd)
      .where(sql`due_at is not null`),
    // They go once their transaction ended long ago.
    index('live_cards_track')
      .on(table.id)
      .where(sql`view = 'track'`),
  ],
)

export const cardTopics = sqliteTable(
  'card_topics',
  {
    cardId: integer('card_id')
      .notNull()
      .references(() => liveCards.id),
    topic: text('topic').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.topic, table.cardId] }),
    index('card_topics_card').on(table.cardId),
  ],
)

/**
 * What must still be told, written in the same transaction as the change that causes it. `refresh` edits the cards of a
 * topic; `notify` tells a person of a fact in private (`outbox.ts` reads which). `id` makes a repeat of the same do nothing.
 */
export const outbox = sqliteTable(
  'outbox',
  {
    id: text('id').primaryKey(),
    kind: text('kind', { enum: ['refresh', 'notify'] }).notNull(),
    topic: text('topic').notNull(), // of a refresh
    platform: text('platform'), // of a notify: who
    handle: text('handle'),
    userId: text('user_id'),
    view: text('view'), // of a notify: what was told, in the words of earlier versions
    key: text('key'), // of a notify: what it is about
    createdAt: at('created_at').notNull(),
    deliveredAt: at('delivered_at'),
    /** Of a mail that its server refused for good; `deliveredAt` stands then too, since nothing is left to do. */
    refusedAt: at('refused_at'),
    /** Which mail told it, beside all else that the same mail told; null where none was sent. */
    mail: text('mail'),
    attempts: integer('attempts').notNull().default(0),
    notBefore: at('not_before').notNull(),
  },
  (table) => [
    // Their first column finds what is due, the others what was set aside for one person.
    index('outbox_open')
      .on(table.notBefore, table.platform, table.userId)
      .where(sql`delivered_at is null`),
    index('outbox_open_by_handle')
      .on(table.notBefore, table.platform, table.handle)
      .where(sql`delivered_at is null`),
    // What one mailbox is to be told, and was.
    index('outbox_of_handle')
      .on(table.platform, table.handle, table.deliveredAt)
      .where(sql`handle is not null`),
    // Refreshes that were told go after a day.
    index('outbox_told')
      .on(table.deliveredAt)
      .where(sql`kind = 'refresh'`),
  ],
)

/** Tips that come again. `amount` is base units, or US cents where `usd` says how they were written. */
export const plans = sqliteTable(
  'plans',
  {
    id: text('id').primaryKey(),
    ownerAccount: text('owner_account').notNull(), // `platform:userId`
    ownerHandle: text('owner_handle'),
    ownerName: text('owner_name').notNull(),
    platform: text('platform').$type<Platform>().notNull(), // of the recipient
    handle: text('handle').notNull(),
    userId: text('user_id'),
    name: text('name'),
    amount: baseUnits('amount').notNull(),
    usd: text('usd'),
    token: text('token').notNull(),
    note: text('note'),
    every: text('every').$type<Every>().notNull(),
    startsAt: at('starts_at').notNull(),
    dueAt: at('due_at').notNull(),
    pausedAt: at('paused_at'),
    signId: text('sign_id'), // the sign request that was made for it last
  },
  (table) => [
    index('plans_owner').on(table.ownerAccount),
    index('plans_due')
      .on(table.dueAt)
      .where(sql`paused_at is null`),
  ],
)

/** Prices that people wait for. A row is gone once its owner was told. */
export const priceAlerts = sqliteTable(
  'price_alerts',
  {
    id: text('id').primaryKey(),
    ownerAccount: text('owner_account').notNull(), // `platform:userId`
    ownerHandle: text('owner_handle'),
    token: text('token').notNull(),
    other: text('other').notNull(), // empty: in USD
    side: text('side', { enum: ['above', 'below'] }).notNull(),
    target: text('target').notNull(), // of a whole token with 18 decimals, in 60 digits, so that it is ordered as the numbers are
    createdAt: at('created_at').notNull(),
  },
  (table) => [
    index('price_alerts_owner').on(table.ownerAccount),
    index('price_alerts_target').on(table.token, table.other, table.side, table.target),
  ],
)

/** What people ask each other to pay. */
export const bills = sqliteTable(
  'bills',
  {
    id: text('id').primaryKey(),
    askerAccount: text('asker_account').notNull(), // `platform:userId`
    askerHandle: text('asker_handle'),
    askerName: text('asker_name').notNull(),
    token: text('token').notNull(),
    note: text('note'),
    isInvoice: integer('is_invoice', { mode: 'boolean' }).notNull().default(false),
    createdAt: at('created_at').notNull(),
    expiresAt: at('expires_at'),
    voidedAt: at('voided_at'),
    remindedAt: at('reminded_at'),
  },
  (table) => [index('bills_asker').on(table.askerAccount)],
)

export const billShares = sqliteTable(
  'bill_shares',
  {
    billId: text('bill_id')
      .notNull()
      .references(() => bills.id),
    number: integer('number').notNull(), // from 0
    platform: text('platform').$type<Platform>().notNull(),
    handle: text('handle').notNull(), // empty where the account alone is known
    userId: text('user_id'),
    name: text('name'),
    amount: baseUnits('amount').notNull(),
    /** What pays it. */
    signId: text('sign_id'),
    declinedAt: at('declined_at'),
  },
  (table) => [primaryKey({ columns: [table.billId, table.number] })],
)

/** Amounts that are drawn among those who pressed. The money itself is a claim group, made by the sign request. */
export const giveaways = sqliteTable(
  'giveaways',
  {
    id: text('id').primaryKey(),
    chat: text('chat').notNull(), // as `chatKey` writes it
    makerAccount: text('maker_account').notNull(), // `platform:userId`
    signId: text('sign_id').notNull(),
    token: text('token').notNull(),
    amount: baseUnits('amount').notNull(),
    /** As many as were asked for; once it is drawn, as many as there were shares for. */
    winners: integer('winners').notNull(),
    rules: text('rules', { mode: 'json' }).$type<GiveawayRules>().notNull(),
    endsAt: at('ends_at').notNull(),
    /** 64 hex digits. Alone it tells nothing: the block that decides is made after the end. */
    seed: text('seed').notNull(),
    /** The block that decides, once it is drawn. */
    blockHeight: integer('block_height'),
    blockHash: text('block_hash'),
    blockAt: at('block_at'),
    drawnAt: at('drawn_at'),
    /** When nothing was left to do: winners have their shares, and the rest is on its way back. */
    overAt: at('over_at'),
    createdAt: at('created_at').notNull(),
  },
  (table) => [
    index('giveaways_open')
      .on(table.endsAt)
      .where(sql`over_at is null`),
    index('giveaways_chat').on(table.chat, table.drawnAt),
  ],
)

/**
 * Who pressed, by numbers that count from 1. Whoever has themselves forgotten keeps the number and the id alone; for a day after its end a winner's account, too,
 * since they cannot win again where that counts.
 */
export const giveawayEntrants = sqliteTable(
  'giveaway_entrants',
  {
    giveawayId: text('giveaway_id')
      .notNull()
      .references(() => giveaways.id),
    number: integer('number').notNull(),
    entrantId: text('entrant_id').notNull(), // as it is published
    userId: text('user_id'),
    handle: text('handle'),
    name: text('name'),
    ticket: text('ticket'),
    /** What the draw made of it; null before, and for whoever has not won. `place` counts the winners from 1. */
    struck: integer('struck', { mode: 'boolean' }).notNull().default(false),
    place: integer('place'),
    /** When a winner's share was theirs. */
    settledAt: at('settled_at'),
  },
  (table) => [
    primaryKey({ columns: [table.giveawayId, table.number] }),
    uniqueIndex('giveaway_entrants_account').on(table.giveawayId, table.userId),
    index('giveaway_entrants_user').on(table.userId),
    // Winners who had themselves forgotten: few, and for a day.
    index('giveaway_entrants_leaving')
      .on(table.giveawayId)
      .where(sql`ticket is null and user_id is not null`),
  ],
)

/** Updates of a chat platform that were handled: a repeat does nothing. */
export const handledUpdates = sqliteTable(
  'handled_updates',
  {
    surface: text('surface').notNull(),
    updateId: text('update_id').notNull(),
    handledAt: at('handled_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.surface, table.updateId] }),
    index('handled_updates_time').on(table.surface, table.handledAt),
  ],
)

/**
 * Updates that we took in and have not settled: the platform forgets an update once we confirm it, so we must not.
 * `received`: `content` is the update itself; `answered`: the messages still to be sent; `waiting`: messages for somebody
 * whom we cannot write to yet. A settled update has no row here.
 */
export const openUpdates = sqliteTable(
  'open_updates',
  {
    surface: text('surface').notNull(),
    updateId: text('update_id').notNull(),
    person: text('person').notNull(), // whose updates are handled one after the other
    state: text('state', { enum: ['received', 'answered', 'waiting'] }).notNull(),
    content: text('content', { mode: 'json' }).$type<unknown>().notNull(),
    /** Of one that is `received`: what it made before its answer could be kept. */
    made: text('made', { mode: 'json' }).$type<Made>(),
    receivedAt: at('received_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.surface, table.updateId] }),
    index('open_updates_person').on(table.surface, table.person),
  ],
)

/** The playground's chats. `seq` grows with every new message and every edit, so that one number asks for all that is new. */
export const playgroundMessages = sqliteTable(
  'playground_messages',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    seq: integer('seq').notNull(),
    chat: text('chat').notNull(),
    sender: text('sender').notNull(), // a persona, or 'vouch'
    text: text('text').notNull(),
    card: text('card', { mode: 'json' }).$type<unknown>(),
    edited: integer('edited', { mode: 'boolean' }).notNull().default(false),
    at: at('at').notNull(),
  },
  (table) => [
    uniqueIndex('playground_messages_seq').on(table.seq),
    index('playground_messages_chat').on(table.chat, table.seq),
  ],
)
