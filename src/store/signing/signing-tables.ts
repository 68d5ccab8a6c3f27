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
import type { z } from 'zod'

import type { SignableOperation, SignQuestion, ShareOut } from '../../core/signing/sign-request.ts'
import type { MetaFacts } from '../../core/generations/generation.ts'
import type { RoutesAnswerJson } from '../../calls/route-calls.ts'
import type { SignableBuild } from '../../core/payloads/meta-transaction.ts'
import type { PaymentTerms, Understood } from '../../core/signing/payment-terms.ts'
import { at, baseUnits } from '../columns.ts'

/** Unsigned transactions that wait for their sender's wallet. Open while `txHash` is null and `expiresAt` has not passed. */
export const signRequests = sqliteTable(
  'sign_requests',
  {
    id: text('id').primaryKey(),
    ownerAccount: text('owner_account').notNull(), // `platform:userId`; empty where nobody's account is known
    ownerName: text('owner_name').notNull(),
    operation: text('operation').$type<SignableOperation>().notNull(),
    chainUid: text('chain_uid').notNull(),
    request: text('request', { mode: 'json' })
      .$type<z.input<typeof SignQuestion>['request']>()
      .notNull(), // the operation's request, without its sender
    note: text('note'),
    /** How an amount is shared by several people; null for what goes to one. */
    shareOut: text('share_out', { mode: 'json' }).$type<ShareOut>(),
    /** The group (`chat:surface:id`) whose statistics a gift counts in; null for what counts in none. */
    askedIn: text('asked_in'),
    /** The bill of which it pays a share; null for what pays none, and where an earlier version asked for it. */
    billId: text('bill_id'),
    /** The key of the left vouchers that it takes out; null for what takes none, and where an earlier version asked for it. */
    takesOut: text('takes_out'),
    /** The wallet that must sign, or that has signed; null while any wallet may. */
    senderAddress: text('sender_address'),
    build: text('build', { mode: 'json' }).$type<SignableBuild>(), // its claimers' PINs left empty
    /** The PIN of the build's one claimer; null where it has none. */
    sealedPin: blob('sealed_pin', { mode: 'buffer' }),
    txHash: text('tx_hash'),
    /** The chain of that transaction, where it is not the wallet's own: the hub, for what was signed as a text. */
    sentOn: text('sent_on'),
    terms: text('terms', { mode: 'json' }).$type<z.input<typeof PaymentTerms>>(), // null unless a chat chose how to pay
    /** The request that took its place. */
    replacedBy: text('replaced_by'),
    /** The request, or the quote of a swap, that was asked for once it had come to nothing. */
    askedAgain: text('asked_again'),
    createdAt: at('created_at').notNull(),
    expiresAt: at('expires_at').notNull(),
    dismissedAt: at('dismissed_at'),
    /** What it signed has ended a while ago, and its bytes are gone: a start, and whoever forgets, passes it over. */
    isForgotten: integer('is_forgotten', { mode: 'boolean' }).notNull().default(false),
  },
  (table) => [
    uniqueIndex('sign_requests_tx').on(table.chainUid, table.txHash),
    index('sign_requests_owner').on(table.ownerAccount, table.createdAt),
    // Asked with every transaction of a block: is it one of these?
    index('sign_requests_unsigned')
      .on(table.chainUid, table.senderAddress)
      .where(sql`tx_hash is null and sender_address is not null`),
    // And asked with each of them: did a wallet send one of these anew?
    index('sign_requests_signed')
      .on(table.chainUid, table.senderAddress)
      .where(sql`tx_hash is not null and is_forgotten = 0`),
    // What was signed and is perhaps not followed, or still to be forgotten: gone through from the oldest on.
    index('sign_requests_unforgotten')
      .on(table.isForgotten)
      .where(sql`tx_hash is not null and is_forgotten = 0`),
    index('sign_requests_bill')
      .on(table.billId)
      .where(sql`bill_id is not null`),
    index('sign_requests_taking_out')
      .on(table.takesOut)
      .where(sql`takes_out is not null`),
    index('sign_requests_replaced')
      .on(table.replacedBy)
      .where(sql`replaced_by is not null`),
    index('sign_requests_shared')
      .on(table.createdAt)
      .where(sql`share_out is not null`),
  ],
)

/**
 * What was built for wallets that connected to a request that any wallet may sign. Which of them pays is known from the chain alone: then
 * its row is copied into the request.
 */
export const signPreparations = sqliteTable(
  'sign_preparations',
  {
    signId: text('sign_id')
      .notNull()
      .references(() => signRequests.id),
    senderAddress: text('sender_address').notNull(),
    build: text('build', { mode: 'json' }).$type<SignableBuild>().notNull(), // as in `sign_requests`
    sealedPin: blob('sealed_pin', { mode: 'buffer' }),
    /** The transaction of it that a final block has shown while what was handed in for the request could still arrive; null where there is none. */
    shownHash: text('shown_hash'),
    /** A keyed hash of the client that asked for it; null where it was a process of ours. */
    clientHash: text('client_hash'),
  },
  (table) => [
    primaryKey({ columns: [table.signId, table.senderAddress] }),
    index('sign_preparations_sender').on(table.senderAddress),
  ],
)

/** What owners of vouchers signed, in transactions of ours on the hub. Open while `signed`. */
export const relays = sqliteTable(
  'relays',
  {
    id: text('id').primaryKey(),
    signer: text('signer').notNull(), // `chain_uid:address` of the vouchers' owner
    nonce: text('nonce').notNull(),
    message: text('message', { mode: 'json' }).$type<object>(), // what the hub's contract is told; null once it has ended
    textHash: text('text_hash'), // SHA-256 of what was signed, in hex; null where an earlier version brought it
    expiresAt: at('expires_at').notNull(), // when nobody can run it any more
    signId: text('sign_id'), // the sign request that it answers
    calls: text('types', { mode: 'json' }).$type<readonly MetaFacts[]>().notNull(), // what each moves
    relayerAddress: text('relayer_address').notNull(),
    sequence: integer('sequence').notNull(), // the relayer account's
    txHash: text('tx_hash').notNull(),
    txBytes: blob('tx_bytes', { mode: 'buffer' }), // null once it has ended
    fee: baseUnits('fee').notNull(), // of the hub's fee coin
    status: text('status', { enum: ['signed', 'included', 'failed'] }).notNull(),
    error: text('error'),
    createdAt: at('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('relays_nonce').on(table.signer, table.nonce),
    uniqueIndex('relays_sequence').on(table.relayerAddress, table.sequence),
    index('relays_signer').on(table.signer, table.createdAt),
    index('relays_made').on(table.createdAt),
    index('relays_tx').on(table.txHash),
    index('relays_signed')
      .on(table.sequence)
      .where(sql`status = 'signed'`),
  ],
)

/** Prices that were shown in a chat. */
export const quotes = sqliteTable(
  'quotes',
  {
    id: text('id').primaryKey(),
    ownerAccount: text('owner_account').notNull(), // `platform:userId`
    tokenIn: text('token_in').notNull(),
    tokenOut: text('token_out').notNull(),
    amount: text('amount').notNull(), // base units of `token_in`
    /** The chain to pay from, where the person named one. */
    chainUid: text('chain_uid'),
    answer: text('answer', { mode: 'json' }).$type<RoutesAnswerJson>().notNull(),
    quotedAt: at('quoted_at').notNull(),
    isAskedAgain: integer('is_asked_again', { mode: 'boolean' }).notNull(),
    signId: text('sign_id'),
    understood: text('understood', { mode: 'json' }).$type<z.input<typeof Understood>>(), // null for an amount in tokens
  },
  (table) => [index('quotes_owner').on(table.ownerAccount)],
)

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
    server: text('server'), // the start of a server that took the key; null from earlier versions
  },
  (table) => [index('stored_answers_expiry').on(table.expiresAt)],
)

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
