/**
 * Limits of what anybody may have stored or computed without a credential and without a call to a node. Each leaves room for ten thousand people behind one
 * address, or for an integrator that serves as many; beyond the ones of a client the answer is 429 with `Retry-After`. Each server counts its clients for itself.
 */

/**
 * Transactions that one client newly has followed in a minute. Each is a row and a look at a chain; ten thousand people who all send one within five minutes
 * make as many.
 */
export const NEW_WATCHES_PER_MINUTE = 2_000

/**
 * Transactions that strangers have followed and that no final block has shown. Of more, the oldest are forgotten: whoever asks again has them followed anew,
 * and what a block has shown is known without it. One client alone fills it in 25 minutes, by when a transaction that was sent is in a final block.
 */
export const UNSEEN_WATCHES = 50_000

/** Webhooks that one client asks for in a minute: ten a second, for an integrator who has every sale reported. Each may be called for a day. */
export const WEBHOOKS_PER_MINUTE = 600

/** A request's body. */
export const BODY_BYTES = 64 * 1024

/** Recipients of one pay-out or swap, as many as an amount has shares: an answer grows with them, and one transaction carries no more. */
export const RECIPIENTS = 50

/** Trades of one path that is built or shown: an answer repeats them in several forms. Nothing public says how many the contracts take. */
export const HOPS = 50
/** Trades of one path that routes answer, and that the contracts of the local network take. */
export const ROUTE_HOPS = 10

/** A larger answer is not kept for whoever comes again with its `Idempotency-Key`. None of a call that makes claims is as large. */
export const KEPT_ANSWER_BYTES = 256 * 1024
/**
 * Kept of the answers to one client in an hour: 3 GB at most, since they are kept for a day. A deposit's answer has 2 to 3 kB, so it is
 * room for ten a second.
 */
export const KEPT_BYTES_PER_HOUR = 128 * 1024 * 1024
/** What any answer counts for at least: its row has a size as well. */
export const LEAST_KEPT_BYTES = 1024

/** Questions about GraphQL's schema itself that one client has answered in a minute. Tools of developers ask one when they start; each takes 10 to 40 ms. */
export const SCHEMA_QUESTIONS_PER_MINUTE = 120

/** Elements of all lists of a request together. Each is read, and what is wrong with it noted, before a schema counts them: 10 µs of an element, of 30,000 in a body. */
export const LIST_ELEMENTS = 1_000

/** Fields of a request that its call does not know: each is compared with those that it does, in case it is one of them misspelt. */
export const UNKNOWN_FIELDS = 50
