import { z } from 'zod'

/** Why a transaction did not go on, where Vouch says so and not a chain. */
export const OwnReason = z.enum([
  'no_operation',
  'foreign',
  'dropped',
  'unexplained',
  'out_of_gas',
  'text_expired',
])
export type OwnReason = z.infer<typeof OwnReason>

/** The same in English, for whoever asks over HTTP. */
export const OWN_REASONS: Record<OwnReason, string> = {
  no_operation: 'It calls the protocol, but begins no operation of it',
  foreign: 'It is in a block, but does not touch the protocol',
  dropped:
    'No block has had it for an hour: it was dropped or replaced. Look into the wallet that sent it before you try again: what is still pending there may come into a block later, so cancel it first',
  unexplained: 'the transaction was reverted without a reason',
  out_of_gas: 'the transaction ran out of gas',
  text_expired: 'it expired before the hub took it',
}

/** Of a chain's words, so many are looked at and kept. */
const MOST_CHARACTERS = 1_000

/**
 * As much of a chain's words as is worth reading. Anybody can have a contract repeat a megabyte of theirs, which every pattern would be held against and every row would
 * hold; and a NUL, which PostgreSQL keeps in no text. `most` is the number of characters. Pure.
 */
export function shortWords(words: string, most = MOST_CHARACTERS): string {
  const short = words.length > most ? `${words.slice(0, most)}…` : words
  return short.replaceAll('\0', '')
}

/** What the Cosmos SDK, cw20 and ERC-20 tokens, and the protocol's contracts (live and local) say of what happens often. */
const CHAINS_WORDS = {
  // What the hub says of a signed text that it has run before, or that is void by now.
  text_ran: /\bnonce\b.*\bused\b/i,
  text_expired:
    /timestamp limit exceeded|the transaction expired at \d+|expired before the hub took it/i,
  price_moved: /slippage has not been tolerated|which is less than the minimum of/i,
  too_little:
    /insufficient funds|ERC20InsufficientBalance|exceeds balance|cannot sub with|in vouchers, which is less than/i,
  not_approved: /ERC20InsufficientAllowance|exceeds allowance|no allowance for this account/i,
  out_of_gas: /out of gas|InsufficientGas/i,
  chain_locked: /chain is locked|DeregisteredChain/i,
  too_many: /rate limit exceeded: limit/i,
  late: /timed ?out/i,
}

/** A reason that languages have words for. */
export type KnownReason = OwnReason | keyof typeof CHAINS_WORDS

/** Returns the reason that a chain's words mean; `undefined` for what only the chain itself can say. Pure. */
export function knownReason(words: string): KnownReason | undefined {
  const short = shortWords(words)
  const said = Object.entries(CHAINS_WORDS).find(([, form]) => form.test(short))
  return said?.[0] as KnownReason | undefined // the keys of the table are what it is made of
}

/**
 * Why a signed text cannot be run any more, where that leaves open whether it ran: anybody may bring it to the hub. `undefined` for any other words,
 * after which nothing of it has moved. Pure.
 */
export function endOfText(words: string): 'text_ran' | 'text_expired' | undefined {
  const reason = knownReason(words)
  return reason === 'text_ran' || reason === 'text_expired' ? reason : undefined
}
