/**
 * Limits of what anybody may use up without a credential and without a call to a node, all in one place. Each leaves room for ten thousand people behind one
 * address, or for an integrator that serves as many; beyond the ones of a client the answer is 429 with `Retry-After`.
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
