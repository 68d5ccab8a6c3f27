import { askedOf } from '../../core/signing/asked.ts'
import type { SignRequest } from '../../core/signing/sign-request.ts'
import type { Fact } from '../../core/terms/fact.ts'
import type { View } from '../dispatch/command.ts'
import { billView } from './bill.ts'
import { claimableView } from './claimable.ts'
import { sentView, sharePeopleView } from './sent.ts'
import { heldView } from './held.ts'
import { moveView } from './move.ts'
import { planDueView } from './plan.ts'
import { priceReachedView } from './price-alert.ts'
import { quoteView } from './quote.ts'
import { redemptionView } from './redemption.ts'
import { shareOutView } from './share-out.ts'
import { standingsView } from './standings.ts'
import { swapView } from './swap.ts'
import { thanksView } from './thanks.ts'
import { tipView } from './tip.ts'
import { trackKey, trackView } from './track.ts'
import { waitingView } from './waiting.ts'
import { walletLinkedView, walletLinkView, walletsView } from './wallets.ts'

/** Every live card by its name: a name stands in the store, so it stays. */
export const views = {
  tip: tipView,
  track: trackView,
  redemption: redemptionView,
  claimable: claimableView,
  reminder: claimableView, // of earlier versions
  waiting: waitingView,
  sent: sentView,
  'share-people': sharePeopleView,
  held: heldView,
  thanks: thanksView,
  quote: quoteView,
  swap: swapView,
  move: moveView,
  wallets: walletsView,
  'wallet-link': walletLinkView,
  'wallet-linked': walletLinkedView,
  'share-out': shareOutView,
  bill: billView,
  standings: standingsView,
  'price-reached': priceReachedView,
  'plan-due': planDueView,
} satisfies Record<string, View>

export type ViewName = keyof typeof views

/** Returns the view that tells a person of a fact, and its key. */
export function viewOf(fact: Fact): { view: ViewName; key: string } {
  switch (fact.kind) {
    case 'claim-funded':
    case 'claim-held':
    case 'claim-confirmed':
    case 'claim-expiring':
    case 'link-renewed':
      return { view: 'claimable', key: fact.claimerId }
    case 'recipient-unclear':
      return { view: 'held', key: fact.claimerId }
    case 'thanks-said':
      return { view: 'thanks', key: fact.claimerId }
    case 'transaction-ended':
      return { view: 'track', key: trackKey(fact.chainUid, fact.txHash) }
    case 'wallet-linked':
      return { view: 'wallet-linked', key: fact.walletId }
    case 'bill-due':
      return { view: 'bill', key: fact.billId }
    case 'plan-due':
      return { view: 'plan-due', key: `${fact.planId}:${fact.signId ?? ''}` }
    case 'price-reached':
      return { view: 'price-reached', key: fact.reached }
  }
}

/** Returns the view that follows a chat's sign request. */
export function viewOfRequest(request: SignRequest): ViewName {
  const { kind } = askedOf(request)
  if (kind === 'swap') return 'swap'
  if (kind !== 'gift') return 'move'
  return request.shareOut === undefined ? 'tip' : 'share-out'
}
