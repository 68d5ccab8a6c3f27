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
import type { RoutesAnswerJson } from '../../calls/route-calls.ts'
import type { TransactionBuild } from '../../core/terms/shapes.ts'
import type { PaymentTerms, Understood } from '../../core/signing/payment-terms.ts'
import { at } from '../columns.ts'

/** Unsigned transactions that wait for their sender's wallet. Open while `txHash` is null and `expiresAt` has not passed. */
export const signRequests = sqliteTable(
  'sign_requests',
  {
    id: text('id').primaryKey(),
    ownerAccount: text('owner_account').notNull(), // `platform:userId`
    ownerName: text('owner_name').notNull(),
    operation: text('operation').$type<SignableOperation>().notNull(),
    chainUid: text('chain_uid').notNull(),
    request: text('request', { mode: 'json' })
      .$type<z.input<typeof SignQuestion>['request']>()
      .notNull(), // the operation's request, without its sender
    note: text('note'),
    /** How an amount is shared by several people; null for what goes to one. */
    shareOut: text('share_out', { mode: 'json' }).$type<ShareOut>(),
    /** The wallet that must sign, or that has signed; null while any wallet may. */
    senderAddress: text('sender_address'),
    build: text('build', { mode: 'json' }).$type<TransactionBuild>(), // its claimers' PINs left empty
    /** The PIN of the build's one claimer; null where it has none. */
    sealedPin: blob('sealed_pin', { mode: 'buffer' }),
    txHash: text('tx_hash'),
    terms: text('terms', { mode: 'json' }).$type<z.input<typeof PaymentTerms>>(), // null unless a chat chose how to pay
    /** The request that took its place. */
    replacedBy: text('replaced_by'),
    createdAt: at('created_at').notNull(),
    expiresAt: at('expires_at').notNull(),
  },
  (table) => [
    uniqueIndex('sign_requests_tx').on(table.chainUid, table.txHash),
    index('sign_requests_owner').on(table.ownerAccount, table.createdAt),
    // Asked with every transaction of a block: is it one of these?
    index('sign_requests_unsigned')
      .on(table.chainUid, table.senderAddress)
      .where(sql`tx_hash is null and sender_address is not null`),
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
    build: text('build', { mode: 'json' }).$type<TransactionBuild>().notNull(), // as in `sign_requests`
    sealedPin: blob('sealed_pin', { mode: 'buffer' }),
    /** A keyed hash of the client that asked for it; null where it was a process of ours. */
    clientHash: text('client_hash'),
  },
  (table) => [
    primaryKey({ columns: [table.signId, table.senderAddress] }),
    index('sign_preparations_sender').on(table.senderAddress),
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
