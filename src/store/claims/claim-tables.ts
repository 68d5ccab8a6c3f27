import { sql } from 'drizzle-orm'
import {
  blob,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core'

import { SESSION_PROOFS } from '../../claims/audit.ts'
import { HANDLE_DOUBTS } from '../../core/terms/identity.ts'
import { at, baseUnits } from '../columns.ts'
import { FREEZE_KINDS } from '../../claims/freezes.ts'

/** Claims of one transaction that belong together. */
export const claimGroups = sqliteTable(
  'claim_groups',
  {
    id: text('id').primaryKey(), // 24 hex characters, the claim_group_id of its claims
    senderAccount: text('sender_account'), // `platform:userId`
    /** Whether its shares are for whoever takes them first. */
    isOpen: integer('is_open', { mode: 'boolean' }).notNull(),
    /** `surface:chat` that an open group was posted in: only its people can take a share. */
    chat: text('chat'),
    /** When its sender took back what was left. */
    closedAt: at('closed_at'),
    /** Closed, and no claim of it waits: nobody looks at it again unless another one comes. */
    isOver: integer('is_over', { mode: 'boolean' }).notNull().default(false),
    createdAt: at('created_at').notNull(),
  },
  (table) => [
    index('claim_groups_sender').on(table.senderAccount, table.createdAt),
    index('claim_groups_closed')
      .on(table.closedAt)
      .where(sql`is_over = 0`),
    index('claim_groups_chat').on(table.chat),
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
    /** Why nobody is bound until the sender says who is meant; null again once that is said. */
    doubt: text('doubt', { enum: HANDLE_DOUBTS }),
    /** The bound account changed to the handle a short while before: it can redeem from then on. */
    coolingEndsAt: at('cooling_ends_at'),
    publicKey: text('public_key').notNull(), // base64
    /** By what the signer finds the private key: which master key it comes from, or, of earlier versions, the key itself, sealed. Null when the caller brought a public key. */
    heldKey: blob('sealed_key', { mode: 'buffer' }),
    otpHash: text('otp_hash').notNull(),
    senderChainUid: text('sender_chain_uid').notNull(),
    senderAddress: text('sender_address').notNull(),
    senderAccount: text('sender_account'), // `platform:userId`
    /** Whom the making of it counts for: `platform:userId`, or a keyed hash of a client; null once that is a day ago. */
    askedBy: text('asked_by'),
    senderName: text('sender_name'),
    note: text('note'),
    token: text('token').notNull(),
    amount: baseUnits('amount').notNull(), // as asked for; what really came stands in `claims`
    createdAt: at('created_at').notNull(),
    /** Wrong codes so far, over every channel and code. */
    failedTries: integer('failed_tries').notNull().default(0),
    /** Wrong PINs so far of whoever tried to cancel, over all clients. */
    cancelTries: integer('cancel_tries').notNull().default(0),
    /** Grows with every new link; only the newest opens. */
    linkVersion: integer('link_version').notNull().default(0),
    linkRenewedAt: at('link_renewed_at'),
    groupId: text('group_id').references(() => claimGroups.id),
    /** How the account is shown that a share was made for, or that took it. */
    recipientName: text('recipient_name'),
    /** The group (`chat:surface:id`) whose statistics it counts in; null for what was asked for in private, or is no gift. */
    askedIn: text('asked_in'),
    /** The bill of which its sign request counts as a payment, from when it was signed on; null for what counts as none. */
    billId: text('bill_id'),
    /** All its claims were paid a while ago: nobody looks here for what waits, unless another one comes. */
    isOver: integer('is_over', { mode: 'boolean' }).notNull().default(false),
  },
  (table) => [
    index('claimers_group').on(table.groupId, table.boundUserId),
    index('claimers_recipient').on(table.platform, table.handle),
    index('claimers_undecided')
      .on(table.platform, table.handle)
      .where(sql`bound_user_id is null and doubt is null and sealed_key is not null`),
    index('claimers_bound').on(table.platform, table.boundUserId),
    // What may wait for an account, and for a handle: what was paid long ago is in neither.
    index('claimers_owed_account')
      .on(table.platform, table.boundUserId)
      .where(sql`is_over = 0`),
    index('claimers_owed_handle')
      .on(table.platform, table.handle)
      .where(sql`bound_user_id is null and is_over = 0`),
    index('claimers_asked_by').on(table.askedBy, table.createdAt),
    // Who asked is forgotten after a day.
    index('claimers_asked')
      .on(table.createdAt)
      .where(sql`asked_by is not null`),
    index('claimers_sender_account').on(table.senderAccount, table.createdAt),
    index('claimers_asked_in')
      .on(table.askedIn, table.createdAt)
      .where(sql`asked_in is not null`),
    index('claimers_bill')
      .on(table.billId)
      .where(sql`bill_id is not null`),
  ],
)

/** Wrong PINs to cancel with, by who tried them: a keyed hash of the address that they came from. */
export const cancelTries = sqliteTable(
  'cancel_tries',
  {
    claimerId: text('claimer_id')
      .notNull()
      .references(() => claimers.id),
    clientHash: text('client_hash').notNull(),
    tries: integer('tries').notNull(),
  },
  (table) => [primaryKey({ columns: [table.claimerId, table.clientHash] })],
)

/** The contract counts; as text, 10 would come before 9. */
const CLAIM_NUMBER = sql`cast(claim_id as bigint)`

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
    /** What it was worth when it was funded, in US cents; null where its token had no price. */
    usdCents: integer('usd_cents'),
  },
  (table) => [
    index('claims_claimer').on(table.claimerId),
    index('claims_expiry')
      .on(table.expiresAt)
      .where(sql`status = 'funded'`),
    // What a freeze holds, and what waits for somebody: few of all that there ever were.
    index('claims_unpaid')
      .on(table.claimerId)
      .where(sql`status <> 'paid'`),
    // The contract's numbers as numbers: the newest of all, and those that wait, in order.
    index('claims_number').on(CLAIM_NUMBER),
    index('claims_waiting')
      .on(CLAIM_NUMBER)
      .where(sql`status = 'funded'`),
  ],
)

/** In the words of `claims_unpaid`. */
export const isUnpaid = sql`${claims.status} <> 'paid'`

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
    /** What it costs us in its block, in base units of the hub's fee coin; 0 of what was signed before this was kept. */
    fee: baseUnits('fee')
      .notNull()
      .default(sql`'0'`),
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
    // What a sender was given back lately.
    index('redemptions_recipient').on(
      table.recipientChainUid,
      table.recipientAddress,
      table.createdAt,
    ),
    index('redemptions_made').on(table.createdAt),
    index('redemptions_claim').on(table.claimId),
    index('redemptions_signed')
      .on(table.sequence)
      .where(sql`status = 'signed'`),
    // Whose bytes are still there to be forgotten.
    index('redemptions_bytes')
      .on(table.id)
      .where(sql`status = 'included' and length(tx_bytes) > 0`),
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
    isLate: integer('is_late', { mode: 'boolean' }).notNull().default(false), // it could not be handed over yet, and is tried again
  },
  (table) => [
    index('verification_codes_claimer').on(table.claimerId),
    index('verification_codes_recipient').on(table.recipient, table.sentAt),
  ],
)

/** Sessions of people who proved to be a claimer's recipient. */
export const claimSessions = sqliteTable(
  'claim_sessions',
  {
    tokenHash: text('token_hash').primaryKey(),
    claimerId: text('claimer_id')
      .notNull()
      .references(() => claimers.id),
    expiresAt: at('expires_at').notNull(),
    /** The chat account, `platform:userId`, that typed the code; null where the code came over HTTP. Nobody has its token. */
    account: text('account'),
    /** How it was proven. */
    proof: text('proof', { enum: SESSION_PROOFS }).notNull().default('session'),
  },
  (table) => [
    index('claim_sessions_account').on(table.account),
    index('claim_sessions_claimer').on(table.claimerId, table.expiresAt),
    index('claim_sessions_expiry').on(table.expiresAt),
  ],
)

/** The claim link that a chat account opened last: the code that it types next is for this one. */
export const openedLinks = sqliteTable(
  'opened_links',
  {
    account: text('account').primaryKey(), // `platform:userId`
    claimerId: text('claimer_id')
      .notNull()
      .references(() => claimers.id),
    /** The claimer's when it was opened: an older link than the newest opens nothing. */
    linkVersion: integer('link_version').notNull(),
    expiresAt: at('expires_at').notNull(),
  },
  (table) => [index('opened_links_expiry').on(table.expiresAt)],
)

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
  (table) => [
    index('sign_ins_claimer').on(table.claimerId),
    index('sign_ins_expiry').on(table.expiresAt),
  ],
)

/**
 * What was done with money, and by operators, each entry chained to the one before it by its hash. Rows are only ever added: triggers refuse
 * everything else. SQLite drops them with the table, so a migration that makes this table anew has to make them anew.
 */
export const auditLog = sqliteTable('audit_log', {
  number: integer('number').primaryKey(), // 1, 2, 3, … without a gap
  /** The entry as canonical JSON, number and time included: what its hash is over. */
  entry: text('entry').notNull(),
  hash: text('hash').notNull(), // SHA-256 in hex
})

/** What operators hold back: as long as a row stands here, nothing that it is about is signed for. */
export const freezes = sqliteTable(
  'freezes',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    kind: text('kind', { enum: FREEZE_KINDS }).notNull(),
    /** As operators write it: a claim's id, `platform:userId` or `platform:@handle`, a platform; empty for `all`. */
    subject: text('subject').notNull(),
    /** Of an account or a platform. */
    platform: text('platform'),
    /** The account that is meant, and its handle: of each, what was given, or was known of the other when it was frozen. */
    userId: text('user_id'),
    handle: text('handle'), // normalised
    /** The operator's own words. They stand nowhere else. */
    reason: text('reason'),
    createdAt: at('created_at').notNull(),
  },
  (table) => [uniqueIndex('freezes_subject').on(table.kind, table.subject)],
)

/**
 * Which key-encryption key this database goes by, the last row being the one in use: a server with another key would promise what nobody can open.
 * Neither column tells anything about the key.
 */
export const vaultKeys = sqliteTable('vault_keys', {
  number: integer('number').primaryKey({ autoIncrement: true }),
  keyId: text('key_id').notNull(), // 16 hex digits
  /** A digest of nothing but the key, for its own use: 64 hex digits. */
  check: text('check_value').notNull(),
  since: at('since').notNull(),
})
