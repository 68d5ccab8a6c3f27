import type { ClaimState } from '../../calls/claim-calls.ts'
import { announcedItems, type isAsAnnounced } from '../../core/claims/claim-limits.ts'
import { accountKey, readAccountKey, type Account } from '../../core/terms/identity.ts'
import { isEndedText, isTextOver } from '../../core/signing/ended-text.ts'
import type { SignRequest } from '../../core/signing/sign-request.ts'
import { signTopic, type SignRequests } from '../signing/sign-requests.ts'
import type { Tracker } from '../tracking/tracker.ts'
import type { Bill, BillShare } from './bills.ts'

type Sum = Parameters<typeof isAsAnnounced>[1]

/** What tells how far a payment is. */
export type PaymentReads = {
  signRequests: Pick<SignRequests, 'current' | 'standing' | 'paymentsOf'>
  tracker: Pick<Tracker, 'progress' | 'timeOf'>
  claims: {
    /** What a payment made for whom it is for. */
    viewOwn(
      claimerId: string,
    ): Promise<{ items: readonly (Sum & { status: ClaimState })[]; announced: Sum } | undefined>
  }
}

/** `asked`: a sign request waits for its payer's wallet. `unseen`: that may have sent it at the last moment, or beside a text of which nothing came. `sent`: signed, and not final yet, or nobody knows. */
export type ShareState = 'open' | 'asked' | 'unseen' | 'sent' | 'paid' | 'declined'

/** A share with what becomes of its payment, and the topics that change with it. */
export type PaidShare = BillShare & {
  state: ShareState
  /** Its payment, which may have taken the place of the one that was asked for, or have been asked for again once that had come to nothing. */
  request: SignRequest | undefined
  topics: readonly string[]
}

/** How far each share of a bill is paid: its sign request says so, and what became of the claim that it made. */
export async function paidShares(
  { id, shares }: Pick<Bill, 'id' | 'shares'>,
  services: PaymentReads,
): Promise<PaidShare[]> {
  const found = await Promise.all(shares.map((share) => paidShare(share, services)))
  const payments = found.some(({ request }) => request)
    ? await services.signRequests.paymentsOf(id)
    : []
  const known = new Set(found.map(({ request }) => request?.id))
  for (const request of payments) {
    if (known.has(request.id)) continue
    // Its payer was asked for another since, but it was signed after all, or its chain may have it yet.
    const theirs = found.filter((share) => share.state !== 'paid' && isBySame(share, request))
    const share = theirs.find(isUnpaid) ?? theirs[0]
    if (!share) continue
    const state = await stateOf(request, services)
    // The other one may be under way for long, or never come.
    const isTaken = state === 'paid' || (state !== undefined && isUnpaid(share))
    const topics = [...share.topics, signTopic(request.id)]
    found[found.indexOf(share)] = { ...share, topics, ...(isTaken && { request, state }) }
  }
  return found
}

const isUnpaid = ({ state }: PaidShare): boolean => state !== 'sent' && state !== 'paid'

/** Whether a share is paid by whoever signed this: all who pay by the page of an invoice are nobody. */
const isBySame = (share: PaidShare, { ownerAccount }: SignRequest): boolean =>
  share.request !== undefined && share.request.ownerAccount === ownerAccount

/** Begins with what was asked for last, so that a look costs the same however often the one before came to nothing. */
async function paidShare(share: BillShare, services: PaymentReads): Promise<PaidShare> {
  const { signId, declinedAt } = share
  const unpaid = declinedAt ? ('declined' as const) : ('open' as const)
  if (signId === undefined) return { ...share, state: unpaid, request: undefined, topics: [] }
  const topics = new Set<string>()
  let request: SignRequest
  let state: ShareState | undefined
  let next: string | undefined = signId
  do {
    request = await services.signRequests.current(next)
    state = await stateOf(request, services)
    for (const id of [next, request.id]) topics.add(signTopic(id))
    next = request.askedAgain
  } while (state === undefined && next !== undefined)
  return { ...share, request, topics: [...topics], state: state ?? unpaid }
}

/**
 * The number of the share that an account is asked for; -1 where there is none. One that was made out to a handle is for whoever has that until somebody begins to
 * pay it, and theirs from then on: the sign request says who that is, whatever they or others are called later.
 */
export const shareOfAccount = (shares: readonly PaidShare[], account: Account): number =>
  shares.findIndex(({ payer, payerUserId, request }) => {
    if (payer.platform !== account.platform) return false
    if (payerUserId !== undefined) return payerUserId === account.userId
    if (request?.ownerAccount !== undefined) return request.ownerAccount === accountKey(account)
    return account.handle !== undefined && payer.handle === account.handle
  })

/** The user id of whoever a share is for by now, as `shareOfAccount` finds it; `undefined` where only a handle is known. */
export const ownerOf = ({ payerUserId, request }: PaidShare): string | undefined =>
  payerUserId ??
  (request?.ownerAccount === undefined ? undefined : readAccountKey(request.ownerAccount).userId)

/** What others read of a share. Who declined once their wallet was asked may still sign that, and is not waited for. */
export const shownState = ({ state, declinedAt }: PaidShare): ShareState =>
  state === 'asked' && declinedAt ? 'declined' : state

/** `undefined`: nothing was paid by it, and nothing will be. */
async function stateOf(
  request: SignRequest,
  { signRequests, tracker, claims }: PaymentReads,
): Promise<Exclude<ShareState, 'open' | 'declined'> | undefined> {
  const { txHash, sentOn } = request
  if (txHash === undefined) {
    const standing = await signRequests.standing(request)
    if (standing === 'over') return undefined
    return standing === 'unseen' ? 'unseen' : 'asked'
  }
  const progress = await tracker.progress(sentOn, txHash)
  switch (progress?.outcome) {
    case 'failed':
    case 'not_found':
    case 'refunded':
      return besideText(request, signRequests)
    case 'completed':
    case 'released_as_vouchers':
      return (await claimOf(request, claims)) === 'back' ? undefined : 'paid'
    case 'needs_attention': {
      if (!isEndedText(progress)) return 'sent'
      const readTo = tracker.timeOf(sentOn)
      const claim = await claimOf(request, claims)
      if (claim !== undefined) return claim === 'back' ? undefined : 'paid'
      return isTextOver(progress, request, readTo) ? besideText(request, signRequests) : 'sent'
    }
    case undefined:
    case 'pending':
    case 'timed_out':
      return 'sent'
  }
}

/** Of what came to nothing as a text, its payer's wallet may have sent the transaction. */
const besideText = async (
  request: SignRequest,
  signRequests: PaymentReads['signRequests'],
): Promise<'unseen' | undefined> =>
  (await signRequests.standing(request)) === 'unseen' ? 'unseen' : undefined

/** What became of the claim that a payment made: whether its payer has all of it again, or will have, since it was not claimed in time. `undefined` before there is one. */
async function claimOf(
  { build }: SignRequest,
  claims: PaymentReads['claims'],
): Promise<'there' | 'back' | undefined> {
  const made = build?.claimer && (await claims.viewOwn(build.claimer._id))
  const payments = made ? announcedItems(made) : []
  if (payments.length === 0) return undefined
  return payments.every(isBack) ? 'back' : 'there'
}

const isBack = ({ status }: { status: ClaimState }): boolean =>
  status !== 'funded' && status !== 'redeeming' && status !== 'paid'

/** `sent`: somebody pays an invoice right now. `unseen`: somebody may have paid it at the last moment, which final blocks show within minutes. */
export type BillState = 'open' | 'sent' | 'paid' | 'withdrawn' | 'expired' | 'unseen'

/**
 * So long an invoice waits for final blocks of a chain that may have it paid. Anybody with its link can cause that on a chain that stands still; whoever pays it twice can
 * take the second payment back.
 */
const LONGEST_UNSEEN_MS = 60 * 60_000

/** How a bill stands: an invoice is paid by any one share, any other bill by all of them. */
export function stateOfBill(
  { isInvoice, voidedAt, expiresAt }: Bill,
  shares: readonly Pick<PaidShare, 'state' | 'request'>[],
  now: Date,
): BillState {
  const isPaid = ({ state }: Pick<PaidShare, 'state'>) => state === 'paid'
  if (isInvoice ? shares.some(isPaid) : shares.every(isPaid)) return 'paid'
  if (voidedAt) return 'withdrawn' // also what is on its way: its asker waits for that no more
  if (isInvoice && shares.some(({ state }) => state === 'sent')) return 'sent'
  if (expiresAt && expiresAt <= now) return 'expired'
  const mayBePaid = shares.some(
    ({ state, request }) =>
      state === 'unseen' &&
      request !== undefined &&
      !request.dismissedAt && // whoever puts theirs away says that they did not send it
      now.getTime() < request.expiresAt.getTime() + LONGEST_UNSEEN_MS,
  )
  return isInvoice && mayBePaid ? 'unseen' : 'open'
}
