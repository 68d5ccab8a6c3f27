import type { SignRequest } from '../../core/signing/sign-request.ts'
import type { Bill, BillShare } from '../../services/bills/bills.ts'
import { signTopic } from '../../services/signing/sign-requests.ts'
import type { Services } from '../dispatch/command.ts'

/** `asked`: a sign request waits for its payer's wallet. `sent`: signed, and not final yet, or nobody knows. */
export type ShareState = 'open' | 'asked' | 'sent' | 'paid' | 'declined'

/** A share with what becomes of its payment, and the topics that change with it. */
export type PaidShare = BillShare & {
  state: ShareState
  /** Its payment, which may have taken the place of the one that was asked for. */
  request: SignRequest | undefined
  topics: readonly string[]
}

/** How far each share of a bill is paid: its sign request says so, and nothing else does. */
export const paidShares = ({ shares }: Bill, services: Services): Promise<PaidShare[]> =>
  Promise.all(shares.map((share) => paidShare(share, services)))

export async function paidShare(share: BillShare, services: Services): Promise<PaidShare> {
  const { signId, declinedAt } = share
  const unpaid = declinedAt ? ('declined' as const) : ('open' as const)
  if (signId === undefined) return { ...share, state: unpaid, request: undefined, topics: [] }
  const request = await services.signRequests.current(signId)
  const topics = [...new Set([signTopic(signId), signTopic(request.id)])]
  return { ...share, request, topics, state: (await stateOf(request, services)) ?? unpaid }
}

/** `undefined`: nothing was paid by it, and nothing will be. */
async function stateOf(
  { txHash, sentOn, expiresAt }: SignRequest,
  { tracker, now }: Services,
): Promise<Exclude<ShareState, 'open' | 'declined'> | undefined> {
  if (txHash === undefined) return now() < expiresAt ? 'asked' : undefined
  const outcome = (await tracker.progress(sentOn, txHash))?.outcome
  switch (outcome) {
    case 'failed':
    case 'not_found':
    case 'refunded':
      return undefined
    case 'completed':
    case 'released_as_vouchers':
      return 'paid'
    case undefined:
    case 'pending':
    case 'timed_out':
    case 'needs_attention':
      return 'sent'
  }
}
