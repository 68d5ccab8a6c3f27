import type { ClaimView } from '../../../claims/claims.ts'
import { denomOn } from '../../../core/network.ts'
import type { CrossChainUser } from '../../../core/shapes.ts'
import type { Progress } from '../../../core/tracking/progress.ts'
import type { Words } from '../../messages/words.ts'
import { text, type Block } from '../card.ts'
import type { Services } from '../command.ts'
import { showAmount, showChain } from '../wording.ts'
import { reasonOf, stepsOf } from './steps.ts'
import { trackLinks } from './track.ts'

/** Where one claim stands on its way to its recipient. `paid` is only said once the last chain confirmed it. */
export type Payout = {
  claimId: string
  token: string
  amount: bigint
  /** `returning`, `returned`: back to the sender. */
  state: 'waiting' | 'paying' | 'paid' | 'vouchers' | 'returning' | 'returned'
  /** False: vouchers were asked for, not tokens. */
  release: boolean
  recipient: CrossChainUser | undefined
  progress: Progress | undefined
  /** Why the last try came to nothing; the claim waits again. */
  failure: string | undefined
}

/** Each claim of a claimer with its redemption, as far as the tracker has followed it. */
export function payoutsOf(claim: ClaimView, services: Services): Promise<Payout[]> {
  return Promise.all(
    claim.items.map(async ({ claimId, token, amount, status }): Promise<Payout> => {
      const redemption = claim.redemptions.findLast((candidate) => candidate.claimId === claimId)
      const isRunning = redemption !== undefined && redemption.status !== 'failed'
      const progress = isRunning
        ? await services.tracker.progress(services.network.hub.chain_uid, redemption.txHash)
        : undefined
      const failure =
        redemption?.status === 'failed' ? (redemption.error ?? 'the hub gave no reason') : undefined
      const release = redemption?.release ?? true
      return {
        claimId,
        token,
        amount,
        state: stateOf(status, progress, release),
        release,
        recipient: isRunning ? redemption.recipient : undefined,
        progress,
        failure,
      }
    }),
  )
}

function stateOf(
  status: ClaimView['items'][number]['status'],
  progress: Progress | undefined,
  release: boolean,
): Payout['state'] {
  if (status === 'funded') return 'waiting'
  if (status === 'cancelled' || status === 'returned') return 'returned'
  if (status !== 'redeeming' && status !== 'paid') return 'returning'
  if (progress?.outcome === 'released_as_vouchers') return 'vouchers'
  const hasArrived = progress === undefined ? status === 'paid' : progress.outcome === 'completed'
  if (!hasArrived) return 'paying'
  return release ? 'paid' : 'vouchers'
}

/** One payout in words, for its recipient. */
export function payoutTitle(
  words: Words,
  { network }: Services,
  { state, token, amount, recipient, failure }: Payout,
): string {
  const sum = showAmount(words, network, token, amount)
  const where = recipient ? ` on ${showChain(network, recipient.chain_uid)}` : ''
  if (state === 'paid') return `Paid: ${sum}${where}, in your wallet`
  if (state === 'vouchers') return `${sum} arrived as vouchers`
  if (state === 'returning') return `${sum} goes back to its sender`
  if (state === 'returned') return `${sum} went back to its sender`
  if (state === 'paying') return `Paying out ${sum}${where}`
  return failure === undefined ? `${sum} waits for you` : `${sum} was not paid out`
}

/** What goes under the title: the way so far, and where the money is when it stopped. */
export function payoutBlocks(
  words: Words,
  { network, publicUrl }: Services,
  payout: Payout,
): Block[] {
  const { state, progress, recipient, failure, token, release } = payout
  if (state === 'returning' || state === 'returned') return []
  if (state === 'waiting')
    return [
      text(
        failure === undefined
          ? notStarted(payout, network)
          : `${failure}. The claim still waits for you: /claim`,
      ),
    ]
  const steps = progress
    ? [stepsOf(words, network, progress), ...trackLinks(words, { publicUrl }, progress)]
    : []
  if (progress?.notice !== undefined && state === 'paying')
    return [...steps, text(`${progress.notice}.`)]
  if (state !== 'vouchers' || !progress || !recipient) return steps
  const chain = showChain(network, recipient.chain_uid)
  const theirs = `The ${token.toUpperCase()} is yours as vouchers of your wallet on ${chain}.`
  if (!release) return [...steps, text(theirs)]
  return [...steps, text(`${chain} could not pay out: ${reasonOf(words, progress)}. ${theirs}`)]
}

function notStarted({ token }: Payout, network: Services['network']): string {
  const homes = network.chains.filter(({ chain_uid }) =>
    network.tokens.some(
      (known) => known.token === token && denomOn(known, chain_uid) !== undefined,
    ),
  )
  return `It can be paid out on ${homes.map(({ name }) => name).join(', ')}: /claim`
}
