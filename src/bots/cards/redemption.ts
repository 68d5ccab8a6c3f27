import { type ClaimerView, claimTopic } from '../../claims/claims.ts'
import type { CrossChainUser } from '../../core/terms/shapes.ts'
import type { Words } from '../words/words.ts'
import { text, type Block, type Card } from './card.ts'
import type { Services, View } from '../dispatch/command.ts'
import {
  isPaid,
  keptBlocks,
  payoutBlocks,
  payoutsOf,
  payoutTitle,
  type ClaimPayout,
} from './payout.ts'

/** One claim that was asked for, with its claimer. */
export type ClaimKey = { claimerId: string; claimId: string }

/** Why some claims were refused, in the words of whoever asked, by `claimId`: kept in a key, since nothing else tells it later. */
type Refused = Readonly<Record<string, string>>

const REFUSED = '|'

export function redemptionKey(claims: readonly ClaimKey[], refused: Refused = {}): string {
  const asked = claims.map(({ claimerId, claimId }) => `${claimerId}:${claimId}`).join(',')
  const isRefused = Object.keys(refused).length > 0
  return isRefused ? `${asked}${REFUSED}${JSON.stringify(refused)}` : asked
}

/** The claims of a key. */
export const claimsOf = (key: string): ClaimKey[] =>
  (key.split(REFUSED)[0] ?? '').split(',').map((pair) => {
    const [claimerId = '', claimId = ''] = pair.split(':')
    return { claimerId, claimId }
  })

function refusedOf(key: string): Refused {
  const start = key.indexOf(REFUSED)
  // `redemptionKey` wrote it.
  return start === -1 ? {} : (JSON.parse(key.slice(start + REFUSED.length)) as Refused)
}

/** What was asked to be paid out, for its recipient. */
export const redemptionView: View = async (key, services, { reader, words }) => {
  const asked = claimsOf(key)
  const claimerIds = [...new Set(asked.map(({ claimerId }) => claimerId))]
  const claims = await Promise.all(claimerIds.map((id) => services.claims.viewOwn(id)))
  const known = claims.filter((claim): claim is ClaimerView => claim !== undefined)
  const payouts = (await Promise.all(known.map((claim) => payoutsOf(claim, services)))).flat()
  const shown = payouts.filter(({ claimId }) => asked.some((each) => each.claimId === claimId))
  if (shown.length === 0) return undefined
  const mine = reader ? await services.wallets.of(reader) : []
  const card = redemptionCard(words, services, shown, { mine, refused: refusedOf(key) })
  return { card, topics: claimerIds.map(claimTopic) }
}

function redemptionCard(
  words: Words,
  services: Services,
  payouts: ClaimPayout[],
  { mine, refused }: { mine: readonly CrossChainUser[]; refused: Refused },
): Card {
  const refusalOf = ({ claimId, state }: ClaimPayout) =>
    state === 'waiting' ? refused[claimId] : undefined
  const titleOf = (payout: ClaimPayout) => {
    const wasRefused = refusalOf(payout) !== undefined
    return payoutTitle(words, services, wasRefused ? { ...payout, failure: '' } : payout)
  }
  const blocksOf = (payout: ClaimPayout) => {
    const refusal = refusalOf(payout)
    return refusal === undefined
      ? payoutBlocks(words, services, payout, { mine, isOneOfSeveral: payouts.length > 1 })
      : [text(refusal)]
  }
  const [first] = payouts
  const tone = toneOf(payouts)
  if (payouts.length === 1 && first)
    return {
      title: titleOf(first),
      tone,
      blocks: blocksOf(first),
    }
  // Of several, each has one line, and more only where something is to be done: its way stands on the card that told of it.
  const blocks = payouts.flatMap((payout): Block[] => [
    text(titleOf(payout)),
    ...(isPaid(payout) || payout.state === 'paying'
      ? keptBlocks(words, services, payout)
      : blocksOf(payout)),
  ])
  const paid = payouts.filter(isPaid).length
  return { title: words.payout.someOf(paid, payouts.length), tone, blocks }
}

function toneOf(payouts: readonly ClaimPayout[]): Card['tone'] {
  if (payouts.some(({ state }) => state === 'vouchers' || state === 'waiting')) return 'warning'
  return payouts.every(isPaid) ? 'success' : 'info'
}
