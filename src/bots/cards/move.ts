import { askedOf, type AskedMove } from '../../core/signing/asked.ts'
import type { SignRequest } from '../../core/signing/sign-request.ts'
import type { CrossChainUser } from '../../core/terms/shapes.ts'
import type { Progress } from '../../core/tracking/progress.ts'
import { outcomeOf, paidOut } from '../../core/tracking/outcome-of.ts'
import type { Words } from '../words/words.ts'
import { field, link, text, type Card } from './card.ts'
import type { Services } from '../dispatch/command.ts'
import { shortAddress, showAmount, showChain, showWallet } from './wording.ts'
import { ownRequestView, type Ending, type Own } from './own-request.ts'
import {
  choicesOf,
  closedWords,
  payerBlocks,
  payoutTermBlocks,
  understoodBlocks,
} from './payment.ts'
import { noticeOf, reasonOf } from './steps.ts'

/** A move to a wallet that is named. */
type Move = AskedMove & { recipient: CrossChainUser }

function moveOf(request: SignRequest): Move | undefined {
  const asked = askedOf(request)
  if (asked.kind !== 'deposit' && asked.kind !== 'withdraw') return undefined
  const { recipient } = asked
  return recipient && { ...asked, recipient }
}

const sumOf = (words: Words, { token, amount }: AskedMove, { network }: Services) =>
  showAmount(words, network, token, amount)

function titleOf(words: Words, asked: Move, services: Services): string {
  const sum = sumOf(words, asked, services)
  return asked.kind === 'deposit'
    ? words.vouchers.depositTitle(sum)
    : words.vouchers.withdrawTitle(sum, showChain(services.network, asked.recipient.chain_uid))
}

async function openCard(
  { words, request, asked, isOwn }: Own<Move>,
  services: Services,
): Promise<Card> {
  const { network, publicUrl } = services
  const { to, yourVouchersOf } = words.vouchers
  const target = showWallet(words, network, asked.recipient)
  const isDeposit = asked.kind === 'deposit'
  const blocks = [
    ...understoodBlocks(words, request.terms?.understood, asked, isOwn, network),
    ...payerBlocks(words, request, { isVouchers: !isDeposit, isOwn }, network),
    ...(isOwn ? [field(to, isDeposit ? yourVouchersOf(target) : target)] : []),
    ...(isDeposit ? [] : await payoutTermBlocks(words, services, { ...asked.recipient, ...asked })),
    link(words.signing.sign, `${publicUrl}/sign/${request.id}`),
    ...choicesOf(words, request, isOwn, network),
  ]
  return { title: titleOf(words, asked, services), tone: 'info', blocks }
}

function expiredCard({ words, request, asked }: Own<Move>, services: Services): Card {
  const said = `${closedWords(words, request)} ${words.signing.askAgain}`
  return { title: titleOf(words, asked, services), tone: 'warning', blocks: [text(said)] }
}

function endOf(
  { words, request, asked, isOwn }: Own<Move>,
  progress: Progress | undefined,
  services: Services,
): Ending {
  const { vouchers } = words
  const paid = progress && paidOut(progress, asked.token)
  const sum = sumOf(words, asked, services)
  const arrived = paid === undefined ? sum : sumOf(words, { ...asked, amount: paid }, services)
  const origin = showChain(services.network, request.sentOn)
  const target = showChain(services.network, asked.recipient.chain_uid)
  const reason = progress ? reasonOf(words, progress) : ''
  const notice = progress && noticeOf(words, services.network, progress)
  switch (outcomeOf(progress)) {
    case 'completed':
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
      return { title: vouchers.under(sum), tone: 'info', said: notice ?? vouchers.signed }
  }
}

/** A deposit to one's own vouchers, or a withdrawal of them, from its sign request to its end: the key is that request's id. */
export const moveView = ownRequestView(moveOf, {
  open: openCard,
  expired: expiredCard,
  ending: endOf,
})
