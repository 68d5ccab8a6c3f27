import type { ClaimKey } from './redeem-directly.ts'
import type { ClaimOnChain } from './signer.ts'

const AT_ONCE = 16

/** A claim that waits on the hub and has a key of ours. */
export type Found = { claimId: string; claim: ClaimOnChain; key: ClaimKey }

type Deps = {
  claimOnChain(claimId: string): Promise<ClaimOnChain | undefined>
  /** What signs for the claim of a claimer with this public key, where one of our keys made it. */
  findFor(claimerId: string, publicKey: string): ((document: string) => string) | undefined
}

/**
 * Every claim that waits on the hub and has a key of ours, by the master key and the chain alone: the hub numbers its claims from 0
 * up, and each shows whose it is. From `from` on to `to`; without that, until `gap` numbers in a row have no claim any more. Returns the last number that was looked at.
 */
export async function* findClaims(
  { claimOnChain, findFor }: Deps,
  { from, to, gap }: { from: bigint; to: bigint | undefined; gap: bigint },
): AsyncGenerator<Found, bigint> {
  let last = from - 1n
  let next = from
  for (; to === undefined ? next <= last + gap : next <= to; next += BigInt(AT_ONCE)) {
    const ids = Array.from({ length: AT_ONCE }, (_, index) => next + BigInt(index)).filter(
      (id) => to === undefined || id <= to,
    )
    const claims = await Promise.all(ids.map((id) => claimOnChain(`${id}`)))
    for (const [index, claim] of claims.entries()) {
      const id = ids[index]
      if (claim === undefined || id === undefined) continue
      last = id
      const publicKey = claim.claimer_pubkey
      const sign = findFor(claim.pseudo_claim_id, publicKey)
      if (sign) yield { claimId: `${id}`, claim, key: { publicKey, sign } }
    }
  }
  return to ?? next - 1n
}
