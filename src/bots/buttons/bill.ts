import { NotFoundError, NotYoursError } from '../../core/terms/errors.ts'
import {
  isAsker,
  isNobodys,
  MOST_SHARES_OF_BILL,
  totalOf,
  type Bill,
} from '../../services/bills/bills.ts'
import {
  ownerOf,
  paidShares,
  shareOfAccount,
  shownState,
  stateOfBill,
  type PaidShare,
} from '../../services/bills/bill-shares.ts'
import { InvoiceClosedError } from '../../services/bills/errors.ts'
import { putAwayUnlessOpen } from '../../services/bills/invoices.ts'
import { text, type Card } from '../cards/card.ts'
import { liveReply } from '../cards/live-reply.ts'
import type { Action, Reply, Services, Speaker } from '../dispatch/command.ts'
import { UnreadableCommandError } from '../dispatch/errors.ts'
import { requestTip } from '../paying/request-tip.ts'
import { showTime } from '../words/show-time.ts'
import type { Words } from '../words/words.ts'

/** Whom it would annoy to be asked more often. */
const BETWEEN_REMINDERS_MS = 24 * 3_600_000

/**
 * Has the presser's wallet asked for their share, as a tip to the asker; a share that is being paid shows its payment instead.
 * @throws {NotYoursError} somebody else is asked {NotFoundError} it was withdrawn. Also what `requestTip` throws.
 */
export const payBillAction: Action = {
  name: 'pay-bill',
  async run(id, speaker, services) {
    const { bill, number, share, shares } = await readShare(id, speaker, services, {
      mayJoin: true,
    })
    const { state, request, signId } = share
    if (request && signId !== undefined && state !== 'open' && state !== 'declined') {
      // Who pays after all has not declined any more.
      if (share.declinedAt) await services.bills.payBy(id, number, { before: signId, signId })
      return paymentReply(request.id, speaker, services)
    }
    const billState = stateOfBill(bill, shares, services.now())
    if (bill.isInvoice && billState !== 'open') throw new InvoiceClosedError(billState)
    const { token, network } = { token: bill.token, network: services.network }
    const asked = network.tokens.find((each) => each.token === token)
    if (!asked) throw new NotFoundError(speaker.words.bills.isOver, speaker.words.bills.askAnew)
    const { asker, askerName, note } = bill
    const made = await requestTip(
      {
        recipient: { platform: asker.platform, handle: asker.handle ?? '', name: askerName },
        account: asker,
        amount: { kind: 'units', units: share.amount },
        token: asked,
        chain: undefined,
        note,
        billId: id,
      },
      speaker,
      services,
    )
    // Nothing came of the one before. Should it be signed after all, it counts: it names its bill.
    const signs = { before: signId, signId: made.id }
    const isFirst =
      !request ||
      (await services.signRequests.askAgain(request.id, {
        before: request.askedAgain,
        next: made.id,
      }))
    if (isFirst && (await services.bills.payBy(id, number, signs))) {
      if (bill.isInvoice) await putAwayUnlessOpen(id, made.id, services)
      return paymentReply(made.id, speaker, services)
    }
    // Another press was faster, or it was withdrawn meanwhile: what was made here is shown to nobody.
    const now = await readShare(id, speaker, services)
    return paymentReply(now.share.request?.id ?? made.id, speaker, services)
  },
}

const paymentReply = (key: string, speaker: Speaker, services: Services): Promise<Reply> =>
  liveReply({ view: 'tip', key }, 'asker', speaker, services)

/** The presser does not want to pay: the asker reads that on the card. */
export const declineBillAction: Action = {
  name: 'decline-bill',
  async run(id, speaker, services) {
    const { bills } = speaker.words
    const { number, share } = await readShare(id, speaker, services)
    if (share.state === 'sent' || share.state === 'paid')
      throw new UnreadableCommandError(bills.isPaid, [], bills.lookAtCard)
    await services.bills.decline(id, number, services.now())
    return said(bills.youDeclined, bills.canStillPay)
  },
}

/** The asker takes it back: nobody is to pay any more. */
export const withdrawBillAction: Action = {
  name: 'withdraw-bill',
  async run(id, speaker, services) {
    const { bills } = speaker.words
    await readOwn(id, speaker, services)
    await services.bills.withdraw(id, services.now())
    return said(bills.youWithdrew, bills.paidStays)
  },
}

/** Has those who have not paid told in private, once a day. */
export const remindBillAction: Action = {
  name: 'remind-bill',
  async run(id, speaker, services) {
    const { words, update } = speaker
    // To a repeat of the press it would be too soon.
    if (update?.made?.kind === 'reminders') return reminded(Number(update.made.id), words)
    const bill = await readOwn(id, speaker, services)
    const shares = await paidShares(bill, services)
    const asked = bill.isInvoice ? shares.slice(0, 1).filter((share) => !isNobodys(share)) : shares
    const isOver = stateOfBill(bill, shares, services.now()) !== 'open'
    const unpaid = asked.flatMap((share, number) =>
      !isOver && ['open', 'asked'].includes(shownState(share))
        ? [{ number, userId: ownerOf(share) }]
        : [],
    )
    if (unpaid.length === 0)
      throw new UnreadableCommandError(words.bills.nobodyLeft, [], words.bills.lookAtCard)
    const now = services.now()
    const since = new Date(now.getTime() - BETWEEN_REMINDERS_MS)
    const { told, freeAt } = await services.bills.remind(id, unpaid, since, now, update?.key)
    if (told > 0) return reminded(told, words)
    const next = freeAt ?? new Date((bill.remindedAt ?? now).getTime() + BETWEEN_REMINDERS_MS)
    throw new UnreadableCommandError(
      freeAt ? words.bills.toldEnough : words.bills.wereReminded,
      [],
      words.bills.againFrom(showTime(words, next)),
    )
  },
}

const reminded = (told: number, { bills }: Words): Reply =>
  said(bills.reminded(told), bills.onceADay)

function said(title: string, words: string): Reply {
  const card: Card = { title, tone: 'success', blocks: [text(words)], passes: true }
  return { card, audience: 'asker' }
}

async function readOpen(id: string, { words }: Speaker, { bills }: Services): Promise<Bill> {
  const bill = await bills.find(id)
  if (!bill || bill.voidedAt) throw new NotFoundError(words.bills.isOver, words.bills.askAnew)
  return bill
}

/**
 * The share of whoever presses. `mayJoin`: of an invoice anybody but the asker gets one.
 * @throws {NotYoursError} the presser is asked for nothing {UnreadableCommandError} too many others have a share of the invoice
 */
async function readShare(
  id: string,
  speaker: Speaker,
  services: Services,
  { mayJoin = false } = {},
): Promise<{ bill: Bill; number: number; share: PaidShare; shares: readonly PaidShare[] }> {
  const { account, words } = speaker
  const bill = await readOpen(id, speaker, services)
  const shares = await paidShares(bill, services)
  const number = shareOfAccount(shares, account)
  const share = shares[number]
  if (!share && mayJoin && bill.isInvoice && !isAsker(bill, account)) {
    const added = await services.bills.addShare(id, {
      payer: { platform: account.platform, handle: account.handle ?? '', name: speaker.name },
      payerUserId: account.userId,
      amount: totalOf(bill),
      signId: undefined,
      declinedAt: undefined,
    })
    if (added === 'full') {
      const page = `${services.publicUrl}/pay/${id}`
      const { manyBegun, payOnPage } = words.bills
      throw new UnreadableCommandError(manyBegun(MOST_SHARES_OF_BILL), [], payOnPage(page))
    }
    if (added === undefined) throw new NotFoundError(words.bills.isOver, words.bills.askAnew)
    return readShare(id, speaker, services)
  }
  if (!share) throw new NotYoursError(words.bills.notAsked(bill.askerName), words.bills.leaveIt)
  return { bill, number, share, shares }
}

/** @throws {NotYoursError} somebody else asked */
async function readOwn(id: string, speaker: Speaker, services: Services): Promise<Bill> {
  const bill = await readOpen(id, speaker, services)
  const { bills } = speaker.words
  if (!isAsker(bill, speaker.account))
    throw new NotYoursError(bills.onlyAsker(bill.askerName), bills.leaveIt)
  return bill
}
