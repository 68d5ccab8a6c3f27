import type { ClaimerView } from '../../claims/claims.ts'
import { leftByClaim } from '../../claims/left-by-claim.ts'
import type { CrossChainUser } from '../../core/terms/shapes.ts'
import { isOneOf, type LeftVouchers } from '../../core/wallets/left-vouchers.ts'
import { paidOut } from '../../core/tracking/outcome-of.ts'
import type { Progress } from '../../core/tracking/progress.ts'
import { sentences } from '../../words/sentences.ts'
import type { Words } from '../words/words.ts'
import { field, text, type Block } from './card.ts'
import type { Services } from '../dispatch/command.ts'
import { takeOutButtons } from './left-vouchers.ts'
import { homesOf, rowOf, shortAddress, showAmount, showChain, showThen } from './wording.ts'
import { noticeOf, reasonOf, stepsOf } from './steps.ts'
import { trackLinks } from './track.ts'

/** Where one claim stands on its way to its recipient. `paid` is only said once the last chain confirmed it. */
export type ClaimPayout = {
  claimerId: string
  claimId: string
  token: string
  /** Of the claim; once it is `paid`, what its chain has paid, which the hub's fee may have made less. */
  amount: bigint
  /** Of the claim, what the hub kept for paying it out; 0 until it is `paid`, and where its chain does not say what it paid. */
  keptByHub: bigint
  /** What that was worth when the claim came, in US cents, where it is known. */
  usdCents: number | undefined
  /** `kept`: as vouchers, as its recipient asked; `vouchers`: because the chain could not pay it. `returning`, `returned`: back to the sender. */
  state: 'waiting' | 'paying' | 'paid' | 'kept' | 'vouchers' | 'returning' | 'returned'
  /** False: vouchers were asked for, not tokens. */
  release: boolean
  recipient: CrossChainUser | undefined
  progress: Progress | undefined
  /** Why the last try came to nothing, empty where no reason is known; the claim waits again. */
  failure: string | undefined
  /** Whether it waits, and operators hold it back. */
  isFrozen: boolean
  /** What somebody holds as vouchers because of it. */
  left: LeftVouchers | undefined
}

/** Each claim of a claimer with its redemption, as far as the tracker has followed it. */
export function payoutsOf(claim: ClaimerView, services: Services): Promise<ClaimPayout[]> {
  return Promise.all(
    claim.items.map(async (item): Promise<ClaimPayout> => {
      const { claimId, token, status, usdCents } = item
      const redemption = claim.redemptions.findLast((candidate) => candidate.claimId === claimId)
      const isRunning = redemption !== undefined && redemption.status !== 'failed'
      const progress = isRunning
        ? await services.tracker.progress(services.network.hub.chain_uid, redemption.txHash)
        : undefined
      const failure = redemption?.status === 'failed' ? (redemption.error ?? '') : undefined
      const release = redemption?.release ?? true
      const state = stateOf(status, progress, release)
      const arrived = state === 'paid' && progress ? paidOut(progress, token) : undefined
      const amount = arrived ?? item.amount
      return {
        claimerId: claim.id,
        claimId,
        token,
        amount,
        keptByHub: item.amount - amount,
        usdCents: usdCents && Number((BigInt(usdCents) * amount) / item.amount),
        state,
        release,
        recipient: isRunning ? redemption.recipient : undefined,
        progress,
        failure,
        isFrozen: state === 'waiting' && item.isFrozen,
        left: leftByClaim(claim, claimId, progress),
      }
    }),
  )
}

function stateOf(
  status: ClaimerView['items'][number]['status'],
  progress: Progress | undefined,
  release: boolean,
): ClaimPayout['state'] {
  if (status === 'funded') return 'waiting'
  if (status === 'cancelled' || status === 'returned') return 'returned'
  if (status !== 'redeeming' && status !== 'paid') return 'returning'
  if (progress?.outcome === 'released_as_vouchers') return 'vouchers'
  const hasArrived = progress === undefined ? status === 'paid' : progress.outcome === 'completed'
  if (!hasArrived) return 'paying'
  return release ? 'paid' : 'kept'
}

/** Whether something waits that comes back to nobody by itself: another wallet paid it than the one that it was made for. */
export const isPaidByAnother = ({
  keyHeld,
  items,
}: Pick<ClaimerView, 'keyHeld' | 'items'>): boolean =>
  keyHeld && items.some(({ status, expiresAt }) => status === 'funded' && expiresAt === undefined)

/** Whether its recipient has it, as they asked for it. */
export const isPaid = ({ state }: ClaimPayout): boolean => state === 'paid' || state === 'kept'

/** One payout in words, for its recipient. */
export function payoutTitle(
  words: Words,
  { network }: Services,
  { state, recipient, failure, release, ...paid }: ClaimPayout,
): string {
  const { payout } = words
  const sum = showThen(words, network, paid)
  const chain = recipient && release ? showChain(network, recipient.chain_uid) : ''
  if (state === 'kept') return payout.kept(sum)
  if (state === 'paid') return payout.paid(sum, chain)
  if (state === 'vouchers') return payout.arrivedAsVouchers(sum)
  if (state === 'returning') return payout.goesBack(sum)
  if (state === 'returned') return payout.wentBack(sum)
  if (state === 'paying') return payout.paying(sum, chain)
  return failure === undefined ? payout.waits(sum, 1) : payout.notPaid(sum)
}

/** What the hub kept of a payout, where it kept something. */
export function keptBlocks(
  words: Words,
  { network }: Pick<Services, 'network'>,
  { token, keptByHub, recipient }: ClaimPayout,
): Block[] {
  if (keptByHub <= 0n || !recipient) return []
  const { payoutFee, keeps } = words.signing
  const sum = showAmount(words, network, token, keptByHub)
  return [field(payoutFee, keeps(sum, showChain(network, recipient.chain_uid)))]
}

/**
 * What goes under the title: the way so far, where the money is when it stopped, and a button for what can be done. `mine` are the wallets of
 * whoever reads it.
 */
export function payoutBlocks(
  words: Words,
  { network, publicUrl }: Services,
  payout: ClaimPayout,
  { mine, isOneOfSeveral }: { mine: readonly CrossChainUser[]; isOneOfSeveral: boolean },
): Block[] {
  const { state, progress, recipient, failure, token, release, left } = payout
  if (state === 'returning' || state === 'returned') return []
  if (state === 'waiting')
    return [
      text(
        failure === undefined
          ? words.payout.payableOn(rowOf(words, homesOf(network, token)))
          : words.payout.stillWaits(
              failure === '' ? words.steps.noReason : words.trouble.because(failure),
            ),
      ),
    ]
  const steps = progress
    ? [stepsOf(words, network, progress), ...trackLinks(words, { publicUrl }, progress)]
    : []
  if (state === 'paid') return [...keptBlocks(words, { network }, payout), ...steps]
  const notice = progress && noticeOf(words, network, progress)
  if (notice !== undefined && state === 'paying') return [...steps, text(notice)]
  if ((state !== 'vouchers' && state !== 'kept') || !progress || !recipient) return steps
  const chain = showChain(network, recipient.chain_uid)
  const theirs = words.payout.yours(shortAddress(recipient.address), chain)
  const said = release
    ? [words.payout.couldNot(chain, reasonOf(words, progress)), theirs]
    : [theirs, words.payout.whatKeeping]
  return [
    ...steps,
    text(sentences(words, ...said)),
    ...(isOneOf(recipient, mine) ? [] : [text(words.left.elsewhere)]),
    ...(left ? takeOutButtons(words, left, { network }, { mine, isOneOfSeveral }) : []),
  ]
}

/** Buttons for what some pay-outs have left as vouchers, for whoever holds them. */
export function leftButtons(
  words: Words,
  { network }: Pick<Services, 'network'>,
  payouts: readonly ClaimPayout[],
): Block[] {
  const isOneOfSeveral = payouts.filter(({ left }) => left).length > 1
  return payouts.flatMap(({ left }) =>
    left ? takeOutButtons(words, left, { network }, { isOneOfSeveral }) : [],
  )
}
