import { sql } from 'drizzle-orm'
import {
  blob,
  customType,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core'

import type { Chain } from '../core/network.ts'
import type { SignableOperation } from '../core/operations.ts'
import type { RoutesAnswer } from '../core/route-calls.ts'
import type { ShareOut } from '../core/signing/sign-requests.ts'
import type { TransactionBuild } from '../core/shapes.ts'
import type { PaymentTerms, Understood } from '../core/signing/payment-terms.ts'
import type { Observation } from '../core/tracking/observation.ts'
import type { Progress } from '../core/tracking/progress.ts'

/** Base units: `bigint` in memory, a decimal string in the column, since SQLite's integers end at 64 bits. */
const baseUnits = customType<{ data: bigint; driverData: string }>({
  dataType: () => 'text',
  fromDriver: (units) => BigInt(units),
  toDriver: (units) => `${units}`,
})

/** Unix milliseconds in the column, `Date` in memory. */
const at = (name: string) => integer(name, { mode: 'timestamp_ms' })

// ---- people

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
  ],
)

/** The languages of people (`platform:userId`) and groups (`chat:surface:id`), as tags. */
export const languages = sqliteTable('languages', {
  subject: text('subject').primaryKey(),
  heard: text('heard'), // what the platform says
  chosen: text('chosen'),
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
})

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

// ---- signing

/** Unsigned transactions that wait for their sender's wallet. Open while `txHash` is null and `expiresAt` has not passed. */
export const signRequests = sqliteTable(
  'sign_requests',
  {
    id: text('id').primaryKey(),
    ownerAccount: text('owner_account').notNull(), // `platform:userId`
    ownerName: text('owner_name').notNull(),
    operation: text('operation').$type<SignableOperation>().notNull(),
    chainUid: text('chain_uid').notNull(),
    request: text('request', { mode: 'json' }).$type<Record<string, unknown>>().notNull(), // the operation's request, without its sender
    note: text('note'),
    /** How an amount is shared by several people; null for what goes to one. */
    shareOut: text('share_out', { mode: 'json' }).$type<ShareOut>(),
    /** The wallet that must sign; null until one is connected. */
    senderAddress: text('sender_address'),
    build: text('build', { mode: 'json' }).$type<TransactionBuild>(), // its claimers' PINs left empty
    /** The PIN of the build's one claimer; null where it has none. */
    sealedPin: blob('sealed_pin', { mode: 'buffer' }),
    txHash: text('tx_hash'),
    terms: text('terms', { mode: 'json' }).$type<PaymentTerms>(), // null unless a chat chose how to pay
    /** The request that took its place. */
    replacedBy: text('replaced_by'),
    createdAt: at('created_at').notNull(),
    expiresAt: at('expires_at').notNull(),
  },
  (table) => [
    uniqueIndex('sign_requests_tx').on(table.chainUid, table.txHash),
    index('sign_requests_owner').on(table.ownerAccount, table.createdAt),
  ],
)

/** Prices that were shown in a chat. */
export const quotes = sqliteTable('quotes', {
  id: text('id').primaryKey(),
  ownerAccount: text('owner_account').notNull(), // `platform:userId`
  tokenIn: text('token_in').notNull(),
  tokenOut: text('token_out').notNull(),
  amount: text('amount').notNull(), // base units of `token_in`
  /** The chain to pay from, where the person named one. */
  chainUid: text('chain_uid'),
  answer: text('answer', { mode: 'json' }).$type<RoutesAnswer>().notNull(),
  quotedAt: at('quoted_at').notNull(),
  isAskedAgain: integer('is_asked_again', { mode: 'boolean' }).notNull(),
  signId: text('sign_id'),
  understood: text('understood', { mode: 'json' }).$type<Understood>(), // null for an amount in tokens
})

// ---- wallets

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
    isDefault: integer('is_default', { mode: 'boolean' }).notNull(),
    linkedAt: at('linked_at').notNull(),
  },
  (table) => [uniqueIndex('linked_wallets_key').on(table.ownerAccount, table.family, table.key)],
)

// ---- following chains

/** How far each chain was read: every final block up to `height` is in `observations`. */
export const cursors = sqliteTable('cursors', {
  chainUid: text('chain_uid').primaryKey(),
  height: integer('height').notNull(),
})

/** What the protocol did in final blocks. */
export const observations = sqliteTable(
  'observations',
  {
    chainUid: text('chain_uid').notNull(),
    txHash: text('tx_hash').notNull(),
    msgIndex: integer('msg_index').notNull(),
    txId: text('tx_id'),
    height: integer('height').notNull(),
    observation: text('observation', { mode: 'json' }).$type<Observation>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.chainUid, table.txHash, table.msgIndex] }),
    index('observations_tx_id').on(table.txId),
  ],
)

/** Transactions that are being followed. */
export const watches = sqliteTable(
  'watches',
  {
    chainUid: text('chain_uid').notNull(),
    txHash: text('tx_hash').notNull(),
    txId: text('tx_id'), // null until the transaction was seen
    progress: text('progress', { mode: 'json' }).$type<Progress>().notNull(),
    outcome: text('outcome').notNull(),
    openedAt: at('opened_at').notNull(),
    /** The chain on which it must go on, null once it has ended, and the time there from which on that is late. */
    awaits: text('awaits'),
    dueMs: integer('due_ms'), // unix milliseconds
    /** When to ask its chain for the hash again; null once it is in a final block. */
    lookAt: at('look_at').default(sql`0`),
  },
  (table) => [
    primaryKey({ columns: [table.chainUid, table.txHash] }),
    index('watches_outcome').on(table.outcome),
    index('watches_tx_id').on(table.txId),
    index('watches_awaits').on(table.awaits, table.dueMs),
    index('watches_look').on(table.chainUid, table.lookAt),
  ],
)

/** What the hops of completed transactions took, the newest last: estimates come from them. */
export const hopTimes = sqliteTable(
  'hop_times',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    kind: text('kind').notNull(),
    chainUid: text('chain_uid').notNull(),
    ms: integer('ms').notNull(),
  },
  (table) => [index('hop_times_place').on(table.kind, table.chainUid, table.id)],
)

/** What is told when a watch changes. */
export const watchTopics = sqliteTable(
  'watch_topics',
  {
    chainUid: text('chain_uid').notNull(),
    txHash: text('tx_hash').notNull(),
    topic: text('topic').notNull(),
  },
  (table) => [primaryKey({ columns: [table.chainUid, table.txHash, table.topic] })],
)

/**
 * Addresses of integrators that are told of a watch's changes. What is still to be told is one state, the newest: `dueAt` is
 * when to try, null while nothing is new. A row is gone once the end was told, or nobody took it for a day.
 */
export const webhooks = sqliteTable(
  'webhooks',
  {
    id: text('id').primaryKey(), // a digest of chain, hash and url: who asks twice is told once
    chainUid: text('chain_uid').notNull(),
    txHash: text('tx_hash').notNull(),
    url: text('url').notNull(),
    /** The change that is to be told: since when, how often it was tried, and how many there were, for message ids. */
    changedAt: at('changed_at').notNull(),
    attempts: integer('attempts').notNull().default(0),
    changes: integer('changes').notNull().default(1),
    dueAt: at('due_at'),
  },
  (table) => [
    index('webhooks_watch').on(table.chainUid, table.txHash),
    index('webhooks_due').on(table.dueAt),
  ],
)

// ---- claims

/** Claims of one transaction that belong together. */
export const claimGroups = sqliteTable(
  'claim_groups',
  {
    id: text('id').primaryKey(), // 24 hex characters, the claim_group_id of its claims
    senderAccount: text('sender_account'), // `platform:userId`
    /** Whether its shares are for whoever takes them first. */
    isOpen: integer('is_open', { mode: 'boolean' }).notNull(),
    /** When its sender took back what was left. */
    closedAt: at('closed_at'),
    createdAt: at('created_at').notNull(),
  },
  (table) => [
    index('claim_groups_sender').on(table.senderAccount, table.createdAt),
    index('claim_groups_closed').on(table.closedAt),
  ],
)

/** The record behind a social recipient. Never deleted: a payload that was handed out may be signed at any later time. */
export const claimers = sqliteTable(
  'claimers',
  {
    id: text('id').primaryKey(), // 24 hex characters, the claimer's `_id` and its claims' pseudo_claim_id
    platform: text('platform').notNull(),
    handle: text('handle').notNull(), // normalised
    /** The immutable account that alone may redeem, once it is known. */
    boundUserId: text('bound_user_id'),
    publicKey: text('public_key').notNull(), // base64
    /** The sealed private key; null when the caller brought a public key. */
    sealedKey: blob('sealed_key', { mode: 'buffer' }),
    otpHash: text('otp_hash').notNull(),
    senderChainUid: text('sender_chain_uid').notNull(),
    senderAddress: text('sender_address').notNull(),
    senderAccount: text('sender_account'), // `platform:userId`
    senderName: text('sender_name'),
    note: text('note'),
    token: text('token').notNull(),
    amount: baseUnits('amount').notNull(), // as asked for; what really came stands in `claims`
    createdAt: at('created_at').notNull(),
    /** Wrong codes so far, over every channel and code. */
    failedTries: integer('failed_tries').notNull().default(0),
    /** Those of them that were tries to cancel. */
    cancelTries: integer('cancel_tries').notNull().default(0),
    /** Grows with every new link; only the newest opens. */
    linkVersion: integer('link_version').notNull().default(0),
    linkRenewedAt: at('link_renewed_at'),
    groupId: text('group_id').references(() => claimGroups.id),
    /** How the account is shown that a share was made for, or that took it. */
    recipientName: text('recipient_name'),
  },
  (table) => [
    index('claimers_group').on(table.groupId, table.boundUserId),
    index('claimers_recipient').on(table.platform, table.handle),
    index('claimers_bound').on(table.platform, table.boundUserId),
    index('claimers_sender').on(table.senderChainUid, table.senderAddress, table.createdAt),
    index('claimers_sender_account').on(table.senderAccount, table.createdAt),
  ],
)

/** Claims that exist on chain for a claimer's key. One claimer can have several, when its payload was signed twice. */
export const claims = sqliteTable(
  'claims',
  {
    claimId: text('claim_id').primaryKey(), // the contract's number
    claimerId: text('claimer_id')
      .notNull()
      .references(() => claimers.id),
    token: text('token').notNull(),
    amount: baseUnits('amount').notNull(),
    fundedAt: at('funded_at').notNull(),
    /** When it goes back to its sender; null where we cannot give it back. */
    expiresAt: at('expires_at'),
    /** `funded`, `redeeming` (a signed redemption exists), `paid`. Only these, in this order, or back to `funded`. */
    status: text('status', { enum: ['funded', 'redeeming', 'paid'] }).notNull(),
  },
  (table) => [
    index('claims_claimer').on(table.claimerId),
    index('claims_expiry')
      .on(table.expiresAt)
      .where(sql`status = 'funded'`),
  ],
)

/** Signed redemptions. The signed bytes are stored before they are sent, and only they are ever sent again. */
export const redemptions = sqliteTable(
  'redemptions',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    claimId: text('claim_id')
      .notNull()
      .references(() => claims.claimId),
    recipientChainUid: text('recipient_chain_uid').notNull(),
    recipientAddress: text('recipient_address').notNull(),
    release: integer('release', { mode: 'boolean' }).notNull(),
    /** To the recipient, or back to the sender. */
    purpose: text('purpose', { enum: ['redeem', 'cancel', 'expire'] })
      .notNull()
      .default('redeem'),
    relayerAddress: text('relayer_address').notNull(),
    sequence: integer('sequence').notNull(), // the relayer account's
    txHash: text('tx_hash').notNull(),
    txBytes: blob('tx_bytes', { mode: 'buffer' }).notNull(),
    /** `signed`: sent or about to be; `included`: final on chain; `void`: its sequence went to another transaction. */
    status: text('status', { enum: ['signed', 'included', 'failed', 'void'] }).notNull(),
    error: text('error'),
    createdAt: at('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('redemptions_live_claim')
      .on(table.claimId)
      .where(sql`status in ('signed', 'included')`),
    uniqueIndex('redemptions_live_sequence')
      .on(table.relayerAddress, table.sequence)
      .where(sql`status <> 'void'`),
    uniqueIndex('redemptions_tx').on(table.txHash),
  ],
)

/** Verification codes, sent to the recipient's own channel. Usable while not used, killed, expired or out of tries. */
export const verificationCodes = sqliteTable(
  'verification_codes',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    claimerId: text('claimer_id')
      .notNull()
      .references(() => claimers.id),
    /** Whom resends are counted for, over all their claimers: `platform:userId`, or `platform:@handle` of nobody we know. */
    recipient: text('recipient').notNull(),
    /** The account that the code went to; its right use binds the claimer to it. */
    sentTo: text('sent_to'),
    codeHash: text('code_hash').notNull(),
    sentAt: at('sent_at').notNull(),
    expiresAt: at('expires_at').notNull(),
    tries: integer('tries').notNull().default(0),
    usedAt: at('used_at'),
    killedAt: at('killed_at'),
  },
  (table) => [
    index('verification_codes_claimer').on(table.claimerId),
    index('verification_codes_recipient').on(table.recipient, table.sentAt),
  ],
)

/** Sessions of people who proved to be a claimer's recipient. */
export const claimSessions = sqliteTable('claim_sessions', {
  tokenHash: text('token_hash').primaryKey(),
  claimerId: text('claimer_id')
    .notNull()
    .references(() => claimers.id),
  expiresAt: at('expires_at').notNull(),
})

/**
 * Sign-ins at a platform that were begun and not ended: a row is taken once, and gone. The key is a keyed hash over the claimer
 * and two secrets, one of which only the browser has that began it.
 */
export const signIns = sqliteTable(
  'sign_ins',
  {
    keyHash: text('key_hash').primaryKey(),
    claimerId: text('claimer_id')
      .notNull()
      .references(() => claimers.id),
    expiresAt: at('expires_at').notNull(),
  },
  (table) => [index('sign_ins_claimer').on(table.claimerId)],
)

// ---- chat

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
    shown: text('shown').notNull(), // the card as it was last delivered, as JSON
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
    index('live_cards_due')
      .on(table.surface, table.dueAt)
      .where(sql`due_at is not null`),
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
  (table) => [primaryKey({ columns: [table.topic, table.cardId] })],
)

/**
 * What must still be told, written in the same transaction as the change that causes it. `refresh` edits the cards of a
 * topic; `notify` writes a view to a person's private chat. `id` makes a repeat of the same message do nothing.
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
    view: text('view'), // of a notify: what
    key: text('key'),
    createdAt: at('created_at').notNull(),
    deliveredAt: at('delivered_at'),
    /** Of a mail that its server refused for good; `deliveredAt` stands then too, since nothing is left to do. */
    refusedAt: at('refused_at'),
    attempts: integer('attempts').notNull().default(0),
    notBefore: at('not_before').notNull(),
  },
  (table) => [
    index('outbox_open')
      .on(table.notBefore)
      .where(sql`delivered_at is null`),
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
  (table) => [primaryKey({ columns: [table.surface, table.updateId] })],
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

// ---- prices

/** What tokens were worth, kept when it changed. Newer than a month, and of each token the last one before that. */
export const prices = sqliteTable(
  'prices',
  {
    token: text('token').notNull(),
    at: at('at').notNull(),
    price: text('price').notNull(), // USD for a whole token, as a decimal text
  },
  (table) => [primaryKey({ columns: [table.token, table.at] })],
)

// ---- the api

/** Calls that came with an idempotency key. Running while `sealed` is null; an answer is kept until `expiresAt`. */
export const storedAnswers = sqliteTable(
  'stored_answers',
  {
    key: text('key').primaryKey(), // keyed hash of address and key
    fingerprint: text('fingerprint').notNull(), // keyed hash of the request
    status: integer('status'),
    /** The body, sealed with a key that is in no database: it may carry a sender's PIN. */
    sealed: blob('sealed', { mode: 'buffer' }),
    expiresAt: at('expires_at').notNull(),
  },
  (table) => [index('stored_answers_expiry').on(table.expiresAt)],
)
