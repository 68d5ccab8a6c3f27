import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

import { at } from '../columns.ts'
import type { ReactionTip } from '../../core/terms/group-settings.ts'
import type { Platform } from '../../core/terms/identity.ts'
import type { Chain } from '../../core/terms/network.ts'

/** Accounts of chat platforms that we have met. `userId` is immutable; a handle belongs to whoever showed it last. */
export const accounts = sqliteTable(
  'accounts',
  {
    platform: text('platform').notNull(),
    userId: text('user_id').notNull(),
    handle: text('handle'), // normalised, null for accounts without one
    firstSeenAt: at('first_seen_at').notNull(),
    /** Which chat surface reaches the account, and the private chat there, once there is one. */
    surface: text('surface').notNull(),
    privateChat: text('private_chat'),
  },
  (table) => [
    primaryKey({ columns: [table.platform, table.userId] }),
    uniqueIndex('accounts_handle').on(table.platform, table.handle),
    index('accounts_private_chat').on(table.surface, table.privateChat),
  ],
)

/** Who has shown which handle, and when: handles are given up, sold and registered again. Rows stay. */
export const handleSightings = sqliteTable(
  'handle_sightings',
  {
    platform: text('platform').notNull(),
    handle: text('handle').notNull(), // normalised
    userId: text('user_id').notNull(),
    firstSeenAt: at('first_seen_at').notNull(),
    lastSeenAt: at('last_seen_at').notNull(), // to the hour: most messages write nothing
    /** When the account changed to this handle from another one, or from none; null where we met it under this one. */
    changedAt: at('changed_at'),
  },
  (table) => [primaryKey({ columns: [table.platform, table.handle, table.userId] })],
)

/** How people (`platform:userId`) and groups (`chat:surface:id`) speak: languages as tags, and whose clock times are by. */
export const languages = sqliteTable('languages', {
  subject: text('subject').primaryKey(),
  heard: text('heard'), // what the platform says
  chosen: text('chosen'),
  timeZone: text('time_zone'), // of the IANA database
})

/**
 * Mailboxes that asked for no more notices, at all or from one sender, as keyed hashes: no address stands here. A choice that was
 * taken back keeps its row. `movedTo` is the same choice under a newer key.
 */
export const optOuts = sqliteTable('opt_outs', {
  hash: text('hash').primaryKey(),
  optedOutAt: at('opted_out_at'),
  movedTo: text('moved_to'),
})

/** Accounts (`platform:userId`) that stand in no statistics, and nor do gifts from or to them. */
export const unlisted = sqliteTable('unlisted', {
  account: text('account').primaryKey(),
  since: at('since').notNull(),
})

/** What admins have set for their groups (`chat:surface:id`). Amounts are base units by token; without an entry there is no limit. */
export const groupSettings = sqliteTable('group_settings', {
  subject: text('subject').primaryKey(),
  tokens: text('tokens', { mode: 'json' }).$type<string[]>(), // null: all of them
  largestTip: text('largest_tip', { mode: 'json' })
    .$type<Readonly<Record<string, string>>>()
    .notNull()
    .default({}),
  largestQuote: text('largest_quote', { mode: 'json' })
    .$type<Readonly<Record<string, string>>>()
    .notNull()
    .default({}),
  isQuiet: integer('is_quiet', { mode: 'boolean' }).notNull().default(false),
  deleteAfterMin: integer('delete_after_min'), // null: never
  reaction: text('reaction', { mode: 'json' }).$type<ReactionTip>(), // null: none stands for anything
})

/**
 * Who wrote which message of a group where a reaction stands for a tip, on platforms that do not say so with the reaction: for two days. Nothing of what was
 * written stands here.
 */
export const messageAuthors = sqliteTable(
  'message_authors',
  {
    surface: text('surface').notNull(),
    chat: text('chat').notNull(),
    messageId: text('message_id').notNull(),
    platform: text('platform').$type<Platform>().notNull(),
    userId: text('user_id').notNull(),
    handle: text('handle'),
    name: text('name').notNull(),
    writtenAt: at('written_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.surface, table.chat, table.messageId] }),
    index('message_authors_time').on(table.writtenAt),
    index('message_authors_person').on(table.platform, table.userId),
  ],
)

/** Messages of ours that go away again, and when. */
export const passingMessages = sqliteTable(
  'passing_messages',
  {
    surface: text('surface').notNull(),
    chat: text('chat').notNull(),
    messageId: text('message_id').notNull(),
    dueAt: at('due_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.surface, table.chat, table.messageId] }),
    index('passing_messages_due').on(table.dueAt),
  ],
)

/** Who spoke in a group lately. Rows are forgotten after a day, and only the newest few of a group are kept. */
export const activeMembers = sqliteTable(
  'active_members',
  {
    platform: text('platform').notNull(),
    chat: text('chat').notNull(),
    userId: text('user_id').notNull(),
    handle: text('handle'),
    name: text('name').notNull(),
    spokeAt: at('spoke_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.platform, table.chat, table.userId] }),
    index('active_members_spoke').on(table.spokeAt),
  ],
)

/** Requests to link a wallet, one for each account. Open while `walletId` is null and `expiresAt` has not passed. */
export const walletLinks = sqliteTable('wallet_links', {
  id: text('id').primaryKey(),
  ownerAccount: text('owner_account').notNull().unique(), // `platform:userId`
  handle: text('handle'), // what the account showed when it asked
  nonce: text('nonce').notNull(),
  createdAt: at('created_at').notNull(),
  expiresAt: at('expires_at').notNull(),
  walletId: text('wallet_id'),
})

/** Wallets that chat accounts have linked. */
export const linkedWallets = sqliteTable(
  'linked_wallets',
  {
    id: text('id').primaryKey(),
    ownerAccount: text('owner_account').notNull(), // `platform:userId`
    family: text('family').$type<Chain['family']>().notNull(),
    key: text('key').notNull(), // the lower-case address on EVM, the compressed public key in base64 on CosmWasm
    coinType: integer('coin_type'), // of BIP 44, null on EVM
    chains: text('chains', { mode: 'json' }).$type<readonly string[]>(), // of a contract, those that know it; null: all of its kind
    isPasskey: integer('is_passkey', { mode: 'boolean' }).notNull().default(false),
    hasWords: integer('has_words', { mode: 'boolean' }).notNull().default(false), // of a passkey's account: its recovery words were confirmed
    isDefault: integer('is_default', { mode: 'boolean' }).notNull(),
    linkedAt: at('linked_at').notNull(),
  },
  (table) => [uniqueIndex('linked_wallets_key').on(table.ownerAccount, table.family, table.key)],
)

/** Which host passkeys belong to, the last row being the one now: under another one no account of a passkey opens. */
export const passkeyHosts = sqliteTable('passkey_hosts', {
  number: integer('number').primaryKey({ autoIncrement: true }),
  host: text('host').notNull(), // of PUBLIC_URL, without a port
  since: at('since').notNull(),
})
