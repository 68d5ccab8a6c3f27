import type { Network } from '../../core/terms/network.ts'
import type { Progress } from '../../core/tracking/progress.ts'
import { outcomeOf } from '../../core/tracking/outcome-of.ts'
import type { Words } from '../words/words.ts'
import { field, link, text, type Block, type Card } from './card.ts'
import type { Services, View } from '../dispatch/command.ts'
import { shortAddress, showChain } from './wording.ts'
import { noticeOf, reasonOf, stepsOf } from './steps.ts'

export const trackKey = (chainUid: string, txHash: string) => `${chainUid}:${txHash}`
export const trackTopic = (chainUid: string, txHash: string) =>
  `track:${chainUid}:${txHash.toLowerCase()}`

/** A transaction over every chain that it touches: the key is `chain_uid:hash`. */
export const trackView: View = async (key, services, { words }) => {
  const [chainUid = '', txHash = ''] = key.split(':')
  const progress = await services.tracker.progress(chainUid, txHash)
  if (!progress) return undefined
  const { blocks, ...card } = trackCard(words, services.network, chainUid, txHash, progress)
  const page = trackLinks(words, services, progress)
  return { card: { ...card, blocks: [...blocks, ...page] }, topics: [trackTopic(chainUid, txHash)] }
}

type PageBase = Pick<Services, 'publicUrl'>

/** The public page of a transaction. */
export const trackUrl = ({ publicUrl }: PageBase, chainUid: string, txHash: string) =>
  `${publicUrl}/track/${chainUid}/${txHash}`

/** The button to that page, once there is a transaction. */
export function trackLinks(
  { track }: Pick<Words, 'track'>,
  base: PageBase,
  progress: Progress | undefined,
): Block[] {
  const [submit] = progress?.hops ?? []
  return submit ? [link(track.button, trackUrl(base, submit.chain_uid, submit.tx_hash))] : []
}

const TONES: Record<Progress['outcome'], Card['tone']> = {
  pending: 'info',
  completed: 'success',
  failed: 'error',
  refunded: 'warning',
  released_as_vouchers: 'warning',
  not_found: 'warning',
  timed_out: 'warning',
  needs_attention: 'error',
}

/** The same in a chat and on the page. */
export function trackCard(
  words: Words,
  network: Network,
  chainUid: string,
  txHash: string,
  progress: Progress,
): Card {
  const blocks = [
    field(
      words.track.transaction,
      words.track.on(shortAddress(txHash), showChain(network, chainUid)),
    ),
    stepsOf(words, network, progress, { inDetail: true }),
    ...moneyNow(words, network, chainUid, progress),
  ]
  const { outcome, hops, about } = progress
  // Whoever gives a wrong hash is not to read that something moves.
  const isUnseen = outcome === 'pending' && hops[0]?.state === 'waiting'
  const title = isUnseen ? words.track.unseen : words.track[outcome]
  const waitsForLong = outcomeOf(progress) === 'refunding' || about !== undefined
  const tone = outcome === 'pending' && waitsForLong ? 'warning' : TONES[outcome]
  return { title, tone, blocks }
}

/** Where the money is, when that is not where it was meant to go. */
function moneyNow(words: Words, network: Network, chainUid: string, progress: Progress): Block[] {
  const { track } = words
  const reason = reasonOf(words, progress)
  const origin = showChain(network, chainUid)
  const notice = noticeOf(words, network, progress)
  const [submit] = progress.hops
  const outcome = outcomeOf(progress)
  if (outcome === 'failed') return [text(track.refused(origin, reason))]
  if (outcome === 'not_found') return [text(track.unknown(reason))]
  if (outcome === 'refunded') return [text(track.isBack(reason, origin))]
  if (outcome === 'released_as_vouchers') return [text(track.asVouchers(reason))]
  if (notice !== undefined) return [text(notice)]
  if (outcome === 'refunding') return [text(track.comesBack(reason, origin))]
  return submit?.state === 'waiting' ? [text(track.inNoBlock(origin))] : []
}
