import { BaseUnits, formatAmount } from '../terms/amounts.ts'
import { checkAmount } from '../payloads/asset.ts'
import { ClaimTooSmallError } from '../terms/errors.ts'
import type { Identity } from '../terms/identity.ts'
import { hubOf, tokenOf, type Network } from '../terms/network.ts'

/**
 * Whether a claim needs the sender's PIN beside the recipient's own proof: a mailbox alone proves too little for more than
 * the token's `email_cap`. Units: `amount` is base units.
 */
export function needsPin(
  { tokens }: Pick<Network, 'tokens'>,
  { platform }: Pick<Identity, 'platform'>,
  { token, amount }: { token: string; amount: bigint },
): boolean {
  const cap = tokens.find((known) => known.token === token)?.email_cap
  return platform === 'email' && cap !== undefined && amount > BaseUnits.decode(cap)
}

/** The smallest claim of a token, in base units: paying out less would cost more than it is worth. */
export function leastClaim(network: Network, token: string): bigint {
  const { min_claim } = tokenOf(network, token)
  return min_claim === undefined ? 1n : BaseUnits.decode(min_claim)
}

/**
 * Checks that a claim is not below the smallest one, and that the hub can count it; each share by itself. Units: `amount` is base units.
 * @throws {ClaimTooSmallError} {InvalidAmountError} it does not fit the hub's amounts
 */
export function checkClaimAmount(
  network: Network,
  { token, amount }: { token: string; amount: bigint },
): void {
  checkAmount(hubOf(network), amount)
  const least = leastClaim(network, token)
  const show = (units: bigint) =>
    `${formatAmount(units, tokenOf(network, token).decimals)} ${token}`
  if (amount < least) throw new ClaimTooSmallError(show(amount), show(least))
}

type Sum = { token: string; amount: bigint }

/**
 * Whether a claim is what its claimer was made for. Whoever signs a transaction of their own can write a claimer into any number of claims, and what is less is neither a
 * share nor a payment. `store/claims/frozen-claims.ts` has the same for statements. Pure.
 */
export const isAsAnnounced = (claim: Sum, announced: Sum): boolean =>
  claim.token === announced.token && claim.amount >= announced.amount

/** Of a claimer's claims those that are what it was made for: what others write beside them is its recipient's too, and tells nothing of what was sent. Pure. */
export const announcedItems = <Item extends Sum>({
  items,
  announced,
}: {
  items: readonly Item[]
  announced: Sum
}): Item[] => items.filter((item) => isAsAnnounced(item, announced))
