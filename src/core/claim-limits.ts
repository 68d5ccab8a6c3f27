import { BaseUnits } from './amounts.ts'
import type { Identity } from './identity.ts'
import type { Network } from './network.ts'

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
