import type { Network } from '../../../core/network.ts'
import type { Progress } from '../../../core/tracking/progress.ts'
import { field, link, text, type Block, type Card } from '../card.ts'
import type { Services, View } from '../command.ts'
import { shortAddress, showChain } from '../wording.ts'
import { reasonOf, stepsOf } from './steps.ts'

export const trackKey = (chainUid: string, txHash: string) => `${chainUid}:${txHash}`
export const trackTopic = (chainUid: string, txHash: string) =>
  `track:${chainUid}:${txHash.toLowerCase()}`

/** A transaction over every chain that it touches: the key is `chain_uid:hash`. */
export const trackView: View = async (key, services) => {
  const [chainUid = '', txHash = ''] = key.split(':')
  const progress = await services.tracker.progress(chainUid, txHash)
  if (!progress) return undefined
  const { blocks, ...card } = trackCard(services.network, chainUid, txHash, progress)
  const page = trackLinks(services, progress)
  return {
    card: { ...card, blocks: [...blocks, ...page] },
    topics: [trackTopic(chainUid, txHash)],
  }
}

type PageBase = Pick<Services, 'publicUrl'>

/** The public page of a transaction. */
export const trackUrl = ({ publicUrl }: PageBase, chainUid: string, txHash: string) =>
  `${publicUrl}/track/${chainUid}/${txHash}`

/** The button to that page, once there is a transaction. */
export function trackLinks(base: PageBase, progress: Progress | undefined): Block[] {
  const [submit] = progress?.hops ?? []
  return submit ? [link('Track', trackUrl(base, submit.chain_uid, submit.tx_hash))] : []
}

const TITLES: Record<Progress['outcome'], { title: string; tone: Card['tone'] }> = {
  pending: { title: 'On its way', tone: 'info' },
  completed: { title: 'Completed', tone: 'success' },
  failed: { title: 'Failed', tone: 'error' },
  refunded: { title: 'Refunded', tone: 'warning' },
  released_as_vouchers: { title: 'Arrived as vouchers', tone: 'warning' },
  not_found: { title: 'Nothing to follow', tone: 'warning' },
  timed_out: { title: 'Timed out', tone: 'warning' },
  needs_attention: { title: 'Needs attention', tone: 'error' },
}

/** How a transaction stands, in a few words. */
export const trackTitle = (outcome: Progress['outcome']) => TITLES[outcome].title

/** The same in a chat and on the page. */
export function trackCard(
  network: Network,
  chainUid: string,
  txHash: string,
  progress: Progress,
): Card {
  const blocks = [
    field('Transaction', `${shortAddress(txHash)} on ${showChain(network, chainUid)}`),
    stepsOf(network, progress),
    ...moneyNow(network, chainUid, progress),
  ]
  return { ...TITLES[progress.outcome], blocks }
}

/** Where the money is, when that is not where it was meant to go. */
function moneyNow(network: Network, chainUid: string, progress: Progress): Block[] {
  const origin = showChain(network, chainUid)
  const [submit] = progress.hops
  if (progress.outcome === 'failed')
    return [
      text(
        `${origin} refused the transaction: ${reasonOf(progress)}. Nothing was moved but the network fee.`,
      ),
    ]
  if (progress.outcome === 'not_found')
    return [text(`${submit?.detail ?? ''}. Check the hash and the chain, then ask again.`)]
  if (progress.outcome === 'refunded')
    return [
      text(
        `The hub refused it: ${reasonOf(progress)}. What was sent is back with its sender on ${origin}.`,
      ),
    ]
  if (progress.outcome === 'released_as_vouchers')
    return [
      text(
        `The last chain could not pay out: ${reasonOf(progress)}. The recipient holds the value as vouchers.`,
      ),
    ]
  if (progress.notice !== undefined) return [text(`${progress.notice}.`)]
  if (progress.hops.some(({ kind, state }) => kind === 'settle' && state === 'failed'))
    return [
      text(
        `The hub refused it: ${reasonOf(progress)}. What was sent is held on ${origin} until the refund is final there.`,
      ),
    ]
  return submit?.state === 'waiting' ? [text(`${origin} has it in no block yet.`)] : []
}
