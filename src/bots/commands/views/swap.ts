import { askedSwap, type AskedSwap } from '../../../core/signing/asked-swap.ts'
import { signTopic, type SignRequest } from '../../../core/signing/sign-requests.ts'
import type { Progress } from '../../../core/tracking/progress.ts'
import type { Words } from '../../messages/words.ts'
import { field, link, text, type Block, type Card } from '../card.ts'
import type { Services, View } from '../command.ts'
import { SLIPPAGE_BPS } from '../request-swap.ts'
import { showAmount, showChain, showWallet } from '../wording.ts'
import { chosenBlocks, otherWays, understoodBlocks } from './payment.ts'
import { reasonOf, stepsOf } from './steps.ts'
import { trackLinks } from './track.ts'

/** A swap from its sign request to its pay-out: the key is the sign request's id. */
export const swapView: View = async (id, services, { words }) => {
  const request = await services.signRequests.current(id)
  const asked = askedSwap(request)
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

const titleOf = (words: Words, { token, amount, receive }: AskedSwap, { network }: Services) =>
  `Swap ${showAmount(words, network, token, amount)} for ${showAmount(words, network, receive.token, receive.expected)}`

function fromOf(
  words: Words,
  { chain_uid, senderAddress }: SignRequest,
  { network }: Services,
): string {
  return senderAddress === undefined
    ? `${showChain(network, chain_uid)}, wallet connected on the sign page`
    : showWallet(words, network, { chain_uid, address: senderAddress })
}

function openCard(words: Words, request: SignRequest, asked: AskedSwap, services: Services): Card {
  const { network, publicUrl } = services
  const { receive, recipient } = asked
  const slippage = `${SLIPPAGE_BPS / 100n}.${`${SLIPPAGE_BPS % 100n}`.padStart(2, '0')} %`
  const blocks = [
    ...understoodBlocks(words, request.terms?.understood, asked, network),
    field('From', fromOf(words, request, services)),
    ...chosenBlocks(words, request, network),
    field('To', recipient ? showWallet(words, network, recipient) : 'The same wallet'),
    field(
      'At least',
      `${showAmount(words, network, receive.token, receive.minimum)} (slippage ${slippage}): else everything comes back`,
    ),
    field('Fee', 'Network gas only, paid by your wallet; what the pools take is in the price'),
    link('Sign', `${publicUrl}/sign/${request.id}`),
    ...otherWays(words, request, network),
  ]
  return { title: titleOf(words, asked, services), tone: 'info', blocks }
}

function expiredCard(words: Words, asked: AskedSwap, services: Services): Card {
  const how =
    'It was not signed in time, so this request has expired. Nothing was sent. Ask for a fresh price with /quote.'
  return { title: titleOf(words, asked, services), tone: 'warning', blocks: [text(how)] }
}

function signedCard(
  words: Words,
  request: SignRequest,
  asked: AskedSwap,
  progress: Progress | undefined,
  services: Services,
): Card {
  const steps = progress ? [stepsOf(words, services.network, progress)] : []
  const { title, tone, said } = endOf(words, request, asked, progress, services)
  const blocks: Block[] = [...steps, text(said), ...trackLinks(words, services, progress)]
  return { title, tone, blocks }
}

/** What happened, and where the money is. */
function endOf(
  words: Words,
  request: SignRequest,
  { token, amount, receive, recipient }: AskedSwap,
  progress: Progress | undefined,
  { network }: Services,
): { title: string; tone: Card['tone']; said: string } {
  const sum = showAmount(words, network, token, amount)
  const least = showAmount(words, network, receive.token, receive.minimum)
  const out = receive.token.toUpperCase()
  const origin = showChain(network, request.chain_uid)
  const target = recipient ? showChain(network, recipient.chain_uid) : origin
  const trade = `${sum} for ${out}`
  switch (progress?.outcome) {
    case 'completed':
      return {
        title: `Swapped ${trade}`,
        tone: 'success',
        said: `At least ${least} arrived on ${target}.`,
      }
    case 'released_as_vouchers':
      return {
        title: `Swapped ${trade}, as vouchers`,
        tone: 'warning',
        said: `${target} could not pay it out as tokens: ${reasonOf(words, progress)}. The recipient holds the ${out} as vouchers.`,
      }
    case 'failed':
      return {
        title: `The swap of ${trade} failed`,
        tone: 'error',
        said: `${origin} refused the transaction: ${reasonOf(words, progress)}. The ${sum} are still in your wallet. Only the network fee was spent.`,
      }
    case 'not_found':
      return {
        title: `The swap of ${trade} never reached ${origin}`,
        tone: 'error',
        said: `${reasonOf(words, progress)}. The ${sum} are still in your wallet. Ask for a fresh price with /quote.`,
      }
    case 'refunded':
      return {
        title: `The swap of ${trade} was refunded`,
        tone: 'warning',
        said: `The hub refused it: ${reasonOf(words, progress)}. The ${sum} are back in your wallet on ${origin}.`,
      }
    case 'timed_out':
    case 'needs_attention':
      return {
        title: `The swap of ${trade} ${progress.outcome === 'timed_out' ? 'timed out' : 'does not go on'}`,
        tone: 'warning',
        said: `${progress.notice ?? `Show this transaction to whoever runs this service: ${request.txHash}`}.`,
      }
    default: {
      const isRefused = progress?.hops.some(
        ({ kind, state }) => kind === 'settle' && state === 'failed',
      )
      return isRefused && progress
        ? {
            title: `The swap of ${trade} is being refunded`,
            tone: 'warning',
            said: `The hub refused it: ${reasonOf(words, progress)}. The ${sum} are held on ${origin} until the refund to your wallet is final.`,
          }
        : {
            title: `Swapping ${trade}`,
            tone: 'info',
            said: `${progress?.notice ? `${progress.notice}. ` : ''}Signed. At least ${least} will arrive on ${target}, or everything comes back.`,
          }
    }
  }
}
