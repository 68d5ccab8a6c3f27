import { claimTopic } from '../../claims/claims.ts'
import { accountKey, showIdentity } from '../../core/terms/identity.ts'
import {
  paidShares,
  shownState,
  stateOfBill,
  type BillState,
  type PaidShare,
} from '../../services/bills/bill-shares.ts'
import { billTopic, isNobodys, totalOf, type Bill } from '../../services/bills/bills.ts'
import type { Services, View } from '../dispatch/command.ts'
import { drawQr } from '../pictures/draw-qr.ts'
import { namePerson } from '../words/name-person.ts'
import { showEnd } from './show-end.ts'
import type { Words } from '../words/words.ts'
import { action, field, link, staying, text, type Block } from './card.ts'
import { standingNow } from './payment.ts'
import { pricesNow } from './worth.ts'
import { zoneOf } from './zone-of.ts'
import { showAmount, showWorth } from './wording.ts'

type Show = (units: bigint) => string

/** What somebody asks others to pay, with who has paid: the key is the bill's id. */
export const billView: View = async (id, services, { words }) => {
  const bill = await services.bills.find(id)
  if (!bill)
    return {
      card: { title: words.bills.gone, tone: 'warning', blocks: [] },
      topics: [],
      isGone: true,
    }
  const shares = await paidShares(bill, services)
  const state = stateOfBill(bill, shares, services.now())
  const prices = await pricesNow(services)
  const showPriced: Show = (amount) =>
    showWorth(words, services.network, prices, bill.token, amount)
  const sum = showPriced(totalOf(bill))
  // The title says it of the only share.
  const show: Show =
    shares.length > 1
      ? showPriced
      : (amount) => showAmount(words, services.network, bill.token, amount)
  const quote: Block[] =
    bill.note === undefined ? [] : [{ kind: 'quote', text: bill.note, by: bill.askerName }]
  const zone = await zoneOf(accountKey(bill.asker), undefined, services)
  const parts = bill.isInvoice ? invoiceBlocks : sharesBlocks
  return {
    card: {
      title: titleOf(words, bill, sum),
      tone:
        state === 'paid'
          ? 'success'
          : state === 'withdrawn' || state === 'expired'
            ? 'warning'
            : 'info',
      blocks: [...quote, ...parts(words, { bill, shares, state, show, zone }, services)],
    },
    topics: [billTopic(id), ...shares.flatMap(topicsOf)],
    changesAt: await changesAt(shares, state === 'open' ? bill.expiresAt : undefined, services),
  }
}

/** When it expires, or what somebody was asked to sign does, or it is to be seen whether that was sent. */
async function changesAt(
  shares: readonly PaidShare[],
  expiresAt: Date | undefined,
  services: Services,
): Promise<Date | undefined> {
  const unsigned = shares.flatMap(({ state, request }) =>
    request && (state === 'asked' || state === 'unseen') ? [request] : [],
  )
  const standings = await Promise.all(unsigned.map((request) => standingNow(request, services)))
  return [expiresAt, ...standings.map((standing) => standing.changesAt)]
    .flatMap((at) => at ?? [])
    .toSorted((left, right) => left.getTime() - right.getTime())[0]
}

/** What is paid can come back unclaimed. */
const topicsOf = ({ topics, request }: PaidShare): readonly string[] => {
  const claimerId = request?.txHash && request.build?.claimer?._id
  return claimerId === undefined ? topics : [...topics, claimTopic(claimerId)]
}

/** `zone` is whose clock the asker goes by. */
type Parts = {
  bill: Bill
  shares: readonly PaidShare[]
  state: BillState
  show: Show
  zone: string | undefined
}

/** One line for each who is asked. */
function sharesBlocks(words: Words, { bill, shares, state, show }: Parts): Block[] {
  const paid = shares.filter((share) => share.state === 'paid').length
  return [
    ...staying(shares.map((share) => field(nameOf(words, share, bill), rowOf(words, share, show)))),
    ...(shares.length > 1 ? [text(words.bills.havePaid(paid, shares.length))] : []),
    ...(bill.voidedAt ? [text(words.bills.withdrawn(bill.askerName))] : []),
    ...(state === 'open' ? buttonsOf(words, bill) : []),
  ]
}

/** Whom it is for, who pays it, and while it can be paid, its page. */
function invoiceBlocks(
  words: Words,
  { bill, shares, state, show, zone }: Parts,
  { publicUrl }: Services,
): Block[] {
  const { bills } = words
  const [first] = shares
  const isForOne = first !== undefined && !isNobodys(first)
  const url = `${publicUrl}/pay/${bill.id}`
  const payers = shares.filter(
    (share, index) => share.state === 'sent' || share.state === 'paid' || (isForOne && index === 0),
  )
  const why = {
    open: bills.anybody,
    sent: bills.beingPaid,
    paid: '',
    withdrawn: bills.withdrawn(bill.askerName),
    expired: bills.expired,
    unseen: bills.mayBePaid,
  }[state]
  return [
    ...staying([
      ...payers.map((share) => field(nameOf(words, share, bill), rowOf(words, share, show))),
      ...(state === 'open' && bill.expiresAt
        ? [field(bills.payUntil, showEnd(words, bill.expiresAt, zone))]
        : []),
    ]),
    ...(why === '' ? [] : [text(why)]),
    ...(state === 'open'
      ? [
          { kind: 'picture', svg: drawQr(url), alt: bills.qrCode } as const,
          link(bills.openPage, url),
          ...buttonsOf(words, bill, isForOne),
        ]
      : []),
    // Nobody knows for how long it stays so: its asker can ask anew elsewhere.
    ...(state === 'unseen' || state === 'sent'
      ? [action(bills.withdraw, `withdraw-bill:${bill.id}`)]
      : []),
  ]
}

function nameOf(words: Words, share: PaidShare, { asker }: Bill): string {
  const { payer } = share
  if (isNobodys(share)) return words.bills.byLink
  return (
    payer.name ??
    (payer.handle === '' ? showIdentity(payer) : namePerson(words, payer, asker.platform))
  )
}

function titleOf({ bills }: Words, bill: Bill, sum: string): string {
  return bill.isInvoice
    ? bills.invoiceTitle(bill.askerName, sum)
    : bills.title(bill.askerName, sum, bill.shares.length)
}

function rowOf({ bills }: Words, share: PaidShare, show: Show) {
  return bills.row(show(share.amount), bills[shownState(share)])
}

/** `isForSomebody`: somebody in particular is asked. */
const buttonsOf = ({ bills }: Words, { id }: Bill, isForSomebody = true): Block[] => [
  action(bills.pay, `pay-bill:${id}`),
  ...(isForSomebody
    ? [action(bills.decline, `decline-bill:${id}`), action(bills.remind, `remind-bill:${id}`)]
    : []),
  action(bills.withdraw, `withdraw-bill:${id}`),
]
