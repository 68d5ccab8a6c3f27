import { askedOf, type AskedMove } from '../../core/signing/asked.ts'
import type { SignRequest } from '../../core/signing/sign-request.ts'
import { readAccountKey } from '../../core/terms/identity.ts'
import { isOneOf } from '../../core/wallets/left-vouchers.ts'
import type { CrossChainUser } from '../../core/terms/shapes.ts'
import type { Progress } from '../../core/tracking/progress.ts'
import { outcomeOf, paidOut } from '../../core/tracking/outcome-of.ts'
import type { Words } from '../words/words.ts'
import { field, text, type Card } from './card.ts'
import type { Services } from '../dispatch/command.ts'
import { shortAddress, showChain, showThen, showWallet, showWorth } from './wording.ts'
import { ownRequestView, type Closed, type Ending, type Own } from './own-request.ts'
import {
  choicesOf,
  noteOf,
  payerBlocks,
  payoutTermBlocks,
  signBlocks,
  understoodBlocks,
} from './payment.ts'
import { pricesNow, valuedAt } from './worth.ts'
import { noticeOf, reasonOf } from './steps.ts'

/** A move to a wallet that is named; `isGift`: it is none of whoever sends it. */
type Move = AskedMove & { recipient: CrossChainUser; isGift: boolean }

/** What `/deposit`, `/withdraw` and tips to wallets ask for; `undefined` for any other request. */
export async function moveOf(
  request: SignRequest,
  { wallets }: Pick<Services, 'wallets'>,
): Promise<Move | undefined> {
  const asked = askedOf(request)
  if (asked.kind !== 'deposit' && asked.kind !== 'withdraw') return undefined
  const { recipient } = asked
  if (!recipient) return undefined
  const { chain_uid, senderAddress: address, ownerAccount } = request
  const signer = address === undefined ? [] : [{ chain_uid, address }]
  const mine = ownerAccount === undefined ? [] : await wallets.of(readAccountKey(ownerAccount))
  return { ...asked, recipient, isGift: !isOneOf(recipient, [...signer, ...mine]) }
}

/** Where it goes; in a group the chain alone. */
const placeOf = ({ words, asked, isOwn }: Own<Move>, { network }: Services): string =>
  isOwn
    ? showWallet(words, network, asked.recipient)
    : showChain(network, asked.recipient.chain_uid)

/** With what it was worth when it was asked for. */
const sumOf = async (
  words: Words,
  { createdAt }: SignRequest,
  move: AskedMove,
  services: Services,
) => showThen(words, services.network, await valuedAt(move, createdAt, services))

async function titleOf(own: Own<Move>, services: Services): Promise<string> {
  const { words, asked } = own
  const prices = await pricesNow(services)
  const sum = showWorth(words, services.network, prices, asked.token, asked.amount)
  if (asked.isGift) return words.vouchers.sendTitle(sum, placeOf(own, services))
  return asked.kind === 'deposit'
    ? words.vouchers.depositTitle(sum)
    : words.vouchers.withdrawTitle(sum, showChain(services.network, asked.recipient.chain_uid))
}

async function openCard(own: Own<Move>, services: Services): Promise<Card> {
  const { words, request, asked, isOwn } = own
  const { network } = services
  const { to, yourVouchersOf, becomesVouchers } = words.vouchers
  const target = showWallet(words, network, asked.recipient)
  const isDeposit = asked.kind === 'deposit'
  const blocks = [
    ...understoodBlocks(words, request.terms?.understood, asked, isOwn, network),
    ...payerBlocks(words, request, { isVouchers: !isDeposit, isOwn }, network),
    ...(isOwn ? [field(to, isDeposit && !asked.isGift ? yourVouchersOf(target) : target)] : []),
    ...(isDeposit && asked.isGift ? [text(becomesVouchers)] : []),
    ...noteOf(request),
    ...(isDeposit ? [] : await payoutTermBlocks(words, services, { ...asked.recipient, ...asked })),
    ...signBlocks(words, request, services),
    ...choicesOf(words, request, isOwn, network),
  ]
  return { title: await titleOf(own, services), tone: 'info', blocks }
}

async function expiredCard(own: Own<Move>, { blocks }: Closed, services: Services): Promise<Card> {
  return { title: await titleOf(own, services), tone: 'warning', blocks }
}

async function endOf(
  own: Own<Move>,
  progress: Progress | undefined,
  services: Services,
): Promise<Ending> {
  const { words, request, asked, isOwn } = own
  const { vouchers } = words
  const paid = progress && paidOut(progress, asked.token)
  const sum = await sumOf(words, request, asked, services)
  const arrived = await sumOf(words, request, { ...asked, amount: paid ?? asked.amount }, services)
  const origin = showChain(services.network, request.sentOn)
  const target = showChain(services.network, asked.recipient.chain_uid)
  const reason = progress ? reasonOf(words, progress) : ''
  const notice = progress && noticeOf(words, services.network, progress)
  switch (outcomeOf(progress)) {
    case 'completed':
      if (asked.kind === 'deposit' && asked.isGift)
        return {
          title: vouchers.arrivedAt(sum, placeOf(own, services)),
          tone: 'success',
          said: vouchers.theirVouchers,
        }
      return asked.kind === 'deposit'
        ? { title: vouchers.deposited(sum), tone: 'success', said: vouchers.depositDone }
        : {
            title: vouchers.withdrawn(arrived, target),
            tone: 'success',
            ...(isOwn && { said: vouchers.withdrawDone(shortAddress(asked.recipient.address)) }),
          }
    case 'released_as_vouchers':
      return {
        title: vouchers.asVouchers(sum),
        tone: 'warning',
        said: vouchers.couldNotPay(target, reason),
      }
    case 'failed':
      return { title: vouchers.failed(sum), tone: 'error', said: vouchers.refused(origin, reason) }
    case 'not_found':
      return { title: vouchers.never(origin), tone: 'error', said: vouchers.neverWhy(reason) }
    case 'refunded':
      return { title: vouchers.refunded(sum), tone: 'warning', said: vouchers.isBack(reason) }
    case 'timed_out':
      return {
        title: vouchers.late,
        tone: 'warning',
        said: notice ?? words.trouble.sentence(reason),
      }
    case 'needs_attention':
      return {
        title: vouchers.stopped,
        tone: 'error',
        said: notice ?? words.trouble.sentence(reason),
      }
    case 'refunding':
      return { title: vouchers.refunding(sum), tone: 'warning', said: vouchers.comesBack(reason) }
    case 'pending':
      return {
        title: vouchers.under(sum),
        tone: notice === undefined ? 'info' : 'warning',
        said: notice ?? vouchers.signed,
      }
  }
}

/** A deposit to one's own vouchers, or a withdrawal of them, from its sign request to its end: the key is that request's id. */
export const moveView = ownRequestView(moveOf, {
  open: openCard,
  expired: expiredCard,
  ending: endOf,
})
