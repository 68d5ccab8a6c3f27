import { askedOf, type AskedMove } from '../../core/signing/asked.ts'
import { signTopic } from '../../services/signing/sign-requests.ts'
import type { SignRequest } from '../../core/signing/sign-request.ts'
import type { CrossChainUser } from '../../core/terms/shapes.ts'
import { outcomeOf } from '../../core/tracking/outcome-of.ts'
import type { Progress } from '../../core/tracking/progress.ts'
import type { Words } from '../words/words.ts'
import { field, link, text, type Block, type Card } from './card.ts'
import type { Services, View } from '../dispatch/command.ts'
import { shortAddress, showAmount, showChain, showWallet } from './wording.ts'
import { chosenBlocks, otherWays, understoodBlocks } from './payment.ts'
import { noticeOf, reasonOf, stepsOf } from './steps.ts'
import { trackLinks } from './track.ts'

/** A deposit to one's own vouchers, or a withdrawal of them, from its sign request to its end: the key is that request's id. */
export const moveView: View = async (id, services, { words }) => {
  const request = await services.signRequests.current(id)
  const asked = moveOf(request)
  if (!asked) return undefined
  const topics = [...new Set([signTopic(id), signTopic(request.id)])]
  if (request.txHash !== undefined) {
    const progress = await services.tracker.progress(request.chain_uid, request.txHash)
    return { card: signedCard(words, request, asked, progress, services), topics }
  }
  const isOpen = services.now() < request.expiresAt
  const card = isOpen
    ? openCard(words, request, asked, services)
    : expiredCard(words, asked, services)
  return { card, topics, changesAt: isOpen ? request.expiresAt : undefined }
}

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

function openCard(words: Words, request: SignRequest, asked: Move, services: Services): Card {
  const { network, publicUrl } = services
  const { chain_uid, senderAddress = '' } = request
  const { to, vouchersOf, yourVouchersOf } = words.vouchers
  const from = showWallet(words, network, { chain_uid, address: senderAddress })
  const target = showWallet(words, network, asked.recipient)
  const isDeposit = asked.kind === 'deposit'
  const blocks = [
    ...understoodBlocks(words, request.terms?.understood, asked, network),
    field(words.signing.from, isDeposit ? from : vouchersOf(from)),
    ...chosenBlocks(words, request, network),
    field(to, isDeposit ? yourVouchersOf(target) : target),
    field(words.signing.fee, words.signing.gasOnly),
    link(words.signing.sign, `${publicUrl}/sign/${request.id}`),
    ...otherWays(words, request, network),
  ]
  return { title: titleOf(words, asked, services), tone: 'info', blocks }
}

function expiredCard(words: Words, asked: Move, services: Services): Card {
  const said = `${words.signing.expired} ${words.signing.askAgain}`
  return { title: titleOf(words, asked, services), tone: 'warning', blocks: [text(said)] }
}

function signedCard(
  words: Words,
  request: SignRequest,
  asked: Move,
  progress: Progress | undefined,
  services: Services,
): Card {
  const { title, tone, said } = endOf(words, request, asked, progress, services)
  const steps = progress ? [stepsOf(words, services.network, progress)] : []
  const blocks: Block[] = [...steps, text(said), ...trackLinks(words, services, progress)]
  return { title, tone, blocks }
}

/** What happened, and where the money is. */
function endOf(
  words: Words,
  request: SignRequest,
  asked: Move,
  progress: Progress | undefined,
  services: Services,
): { title: string; tone: Card['tone']; said: string } {
  const { vouchers } = words
  const sum = sumOf(words, asked, services)
  const origin = showChain(services.network, request.chain_uid)
  const target = showChain(services.network, asked.recipient.chain_uid)
  const reason = progress ? reasonOf(words, progress) : ''
  const notice = progress && noticeOf(words, services.network, progress)
  switch (outcomeOf(progress)) {
    case 'completed':
      return asked.kind === 'deposit'
        ? { title: vouchers.deposited(sum), tone: 'success', said: vouchers.depositDone }
        : {
            title: vouchers.withdrawn(sum, target),
            tone: 'success',
            said: vouchers.withdrawDone(shortAddress(asked.recipient.address)),
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
