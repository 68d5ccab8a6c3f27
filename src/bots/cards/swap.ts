import { formatAmount } from '../../core/terms/amounts.ts'
import { askedOf, type AskedSwap } from '../../core/signing/asked.ts'
import type { Progress } from '../../core/tracking/progress.ts'
import { outcomeOf, paidOut } from '../../core/tracking/outcome-of.ts'
import { sentences } from '../../words/sentences.ts'
import type { Words } from '../words/words.ts'
import { field, type Card } from './card.ts'
import type { Services } from '../dispatch/command.ts'
import { SLIPPAGE_BPS } from '../paying/request-swap.ts'
import {
  showAbout,
  showAmount,
  showChain,
  showPercent,
  showThen,
  showWallet,
  showWorth,
} from './wording.ts'
import { ownRequestView, type Closed, type Ending, type Own } from './own-request.ts'
import {
  choicesOf,
  passesWhere,
  payerBlocks,
  payoutTermBlocks,
  signBlocks,
  understoodBlocks,
} from './payment.ts'
import { pricesNow, valuedAt } from './worth.ts'
import { noticeOf, reasonOf } from './steps.ts'

const titleOf = async (
  words: Words,
  { token, amount, receive }: AskedSwap,
  services: Services,
): Promise<string> => {
  const { network } = services
  return words.swap.title(
    showWorth(words, network, await pricesNow(services), token, amount),
    showAbout(words, network, receive.token, receive.expected),
  )
}

async function openCard(
  { words, request, asked, isOwn }: Own<AskedSwap>,
  services: Services,
): Promise<Card> {
  const { network } = services
  const { receive, recipient } = asked
  const slippage = showPercent(words, formatAmount(SLIPPAGE_BPS, 2))
  const least = showAmount(words, network, receive.token, receive.minimum)
  const to = recipient ? showWallet(words, network, recipient) : words.swap.sameWallet
  const blocks = [
    ...understoodBlocks(words, request.terms?.understood, asked, isOwn, network),
    ...payerBlocks(
      words,
      request,
      { isVouchers: asked.asset === undefined, isOwn, gasOnly: words.swap.gasOnly },
      network,
    ),
    ...(isOwn ? [field(words.swap.to, to)] : []),
    field(words.swap.atLeast, words.swap.orBack(least, slippage)),
    ...(await payoutTermBlocks(words, services, {
      chain_uid: recipient?.chain_uid ?? request.chain_uid,
      token: receive.token,
      amount: receive.expected,
    })),
    ...signBlocks(words, request, services),
    ...choicesOf(words, request, isOwn, network),
  ]
  return { title: await titleOf(words, asked, services), tone: 'info', blocks }
}

async function expiredCard(
  { words, asked }: Own<AskedSwap>,
  { blocks, standing }: Closed,
  services: Services,
): Promise<Card> {
  const title = await titleOf(words, asked, services)
  return { title, tone: 'warning', blocks, passes: passesWhere(standing) }
}

async function endOf(
  { words, request, asked }: Own<AskedSwap>,
  progress: Progress | undefined,
  services: Services,
): Promise<Ending> {
  const { network } = services
  const { swap } = words
  const { token, asset, amount, receive, recipient, legs } = asked
  const own = asset === undefined ? words.vouchers : undefined
  const sum = showAmount(words, network, token, amount)
  const least = showAmount(words, network, receive.token, receive.minimum)
  const out = receive.token.toUpperCase()
  const origin = showChain(network, request.sentOn)
  const target = showChain(network, recipient?.chain_uid ?? request.chain_uid)
  const trade = swap.trade(sum, out)
  const reason = progress ? reasonOf(words, progress) : ''
  const notice = progress && noticeOf(words, network, progress)
  const outcome = outcomeOf(progress)
  switch (outcome) {
    case 'completed': {
      const paid = progress && paidOut(progress, receive.token)
      const got = { token: receive.token, amount: paid ?? receive.minimum }
      const arrived = showThen(words, network, await valuedAt(got, request.createdAt, services))
      return { title: swap.done(trade), tone: 'success', said: swap.arrived(arrived, target) }
    }
    case 'released_as_vouchers':
      return {
        title: swap.doneAsVouchers(trade),
        tone: 'warning',
        said: swap.asVouchers(target, reason, out),
      }
    case 'failed':
      return {
        title: swap.failed(trade),
        tone: 'error',
        said: own?.isBack(reason) ?? swap.refused(origin, reason, sum),
      }
    case 'not_found':
      return {
        title: swap.neverReached(trade, origin),
        tone: 'error',
        said: sentences(
          words,
          own?.neverWhy(reason) ?? swap.stillYours(reason, sum),
          swap.freshPrice,
        ),
      }
    case 'refunded': {
      const back = refundedOf(legs, progress?.parts)
      if (back < amount)
        return {
          title: swap.partlyRefunded(trade),
          tone: 'warning',
          said: swap.partIsBack(reason, showAmount(words, network, token, back), origin, target),
        }
      return {
        title: swap.refunded(trade),
        tone: 'warning',
        said: own?.isBack(reason) ?? swap.isBack(reason, sum, origin),
      }
    }
    case 'timed_out':
    case 'needs_attention':
      return {
        title: outcome === 'timed_out' ? swap.timedOut(trade) : swap.stopped(trade),
        tone: 'warning',
        said: notice ?? words.trouble.sentence(swap.show(request.txHash ?? '')),
      }
    case 'refunding':
      return {
        title: swap.refunding(trade),
        tone: 'warning',
        said: own?.comesBack(reason) ?? swap.comesBack(reason, sum, origin),
      }
    case 'pending':
      return {
        title: swap.underWay(trade),
        tone: notice === undefined ? 'info' : 'warning',
        said: sentences(words, notice ?? '', swap.signed(least, target)),
      }
  }
}

/** Of a split, what the hub refused: each leg is an operation of its own. Base units. */
function refundedOf(legs: AskedSwap['legs'], parts: Progress['parts']): bigint {
  return legs
    .filter((_leg, index) => (parts?.[index] ?? 'refunded') === 'refunded')
    .reduce((total, { amount }) => total + amount, 0n)
}

/** A swap from its sign request to its pay-out: the key is the sign request's id. */
export const swapView = ownRequestView(
  async (request) => {
    const asked = askedOf(request)
    return asked.kind === 'swap' ? asked : undefined
  },
  {
    open: openCard,
    expired: expiredCard,
    ending: endOf,
  },
)
