import type { View } from '../dispatch/command.ts'
import { claimableView } from './claimable.ts'
import { sentView } from './sent.ts'
import { heldView } from './held.ts'
import { moveView } from './move.ts'
import { quoteView } from './quote.ts'
import { redemptionView } from './redemption.ts'
import { shareOutView } from './share-out.ts'
import { swapView } from './swap.ts'
import { tipView } from './tip.ts'
import { trackView } from './track.ts'
import { walletLinkedView, walletLinkView } from './wallet-link.ts'
import { walletsView } from './wallets.ts'

/** Every live card by its name: a name stands in the store, so it stays. */
export const views = {
  tip: tipView,
  track: trackView,
  redemption: redemptionView,
  claimable: claimableView,
  reminder: claimableView,
  sent: sentView,
  held: heldView,
  quote: quoteView,
  swap: swapView,
  move: moveView,
  wallets: walletsView,
  'wallet-link': walletLinkView,
  'wallet-linked': walletLinkedView,
  'share-out': shareOutView,
} satisfies Record<string, View>

export type ViewName = keyof typeof views
