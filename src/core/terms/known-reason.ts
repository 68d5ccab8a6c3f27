import { z } from 'zod'

/** Why a transaction did not go on, where Vouch says so and not a chain. */
export const OwnReason = z.enum(['no_operation', 'foreign', 'dropped', 'unexplained', 'out_of_gas'])
export type OwnReason = z.infer<typeof OwnReason>

/** The same in English, for whoever asks over HTTP. */
export const OWN_REASONS: Record<OwnReason, string> = {
  no_operation: 'It calls the protocol, but begins no operation of it',
  foreign: 'It is in a block, but does not touch the protocol',
  dropped: 'No block has had it for an hour: it was dropped or replaced',
  unexplained: 'the transaction was reverted without a reason',
  out_of_gas: 'the transaction ran out of gas',
}

/** What the Cosmos SDK, cw20 and ERC-20 tokens, and the protocol's contracts (live and local) say of what happens often. */
const CHAINS_WORDS = {
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
  const said = Object.entries(CHAINS_WORDS).find(([, form]) => form.test(words))
  return said?.[0] as KnownReason | undefined // the keys of the table are what it is made of
}
