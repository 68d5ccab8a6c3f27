import { FREE_PAYOUTS, payoutFee, type PayoutTerms } from '../terms/payout-terms.ts'
import type { CrossChainUser } from '../terms/shapes.ts'

/** Who is to get how much at most, in base units. Without a limit it is whatever there is. */
export type Release = { user: CrossChainUser; limit: bigint | undefined }

/**
 * Returns what the escrows of a token can pay out to each recipient, in their order: the amount that is left, what the chain's
 * escrow still holds, or the recipient's limit, whichever is least, and of that what the hub's fee leaves. `remaining` is what nobody gets; it stays
 * with its owner as vouchers. `terms` are the hub's by chain, nothing is asked where there are none. All amounts are base units. Pure.
 */
export function simulateRelease(
  amount: bigint,
  releases: readonly Release[],
  escrows: readonly { chain_uid: string; balance: bigint }[],
  terms: ReadonlyMap<string, PayoutTerms> = new Map(),
): { paid: (Release & { amount: bigint })[]; remaining: bigint } {
  const held = new Map(escrows.map(({ chain_uid, balance }) => [chain_uid, balance]))
  let remaining = amount
  const paid = releases.map((release) => {
    const uid = release.user.chain_uid
    const there = held.get(uid) ?? 0n
    const most = [there, remaining, release.limit ?? remaining]
    const part = most.reduce((least, next) => (next < least ? next : least))
    const fee = feeOn(terms.get(uid) ?? FREE_PAYOUTS, part)
    if (fee === undefined) return { ...release, amount: 0n }
    held.set(uid, there - (part - fee))
    remaining -= part
    return { ...release, amount: part - fee }
  })
  return { paid, remaining }
}

/** `undefined` where the hub would pay nothing. */
function feeOn(terms: PayoutTerms, part: bigint): bigint | undefined {
  const fee = payoutFee(terms, part)
  return terms.isLocked || fee > part ? undefined : fee
}
