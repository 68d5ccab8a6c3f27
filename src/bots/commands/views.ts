import type { View } from './command.ts'
import { claimableView } from './views/claimable.ts'
import { sentView } from './views/sent.ts'
import { heldView } from './views/held.ts'
import { moveView } from './views/move.ts'
import { quoteView } from './views/quote.ts'
import { redemptionView } from './views/redemption.ts'
import { shareOutView } from './views/share-out.ts'
import { swapView } from './views/swap.ts'
import { tipView } from './views/tip.ts'
import { trackView } from './views/track.ts'
import { walletLinkedView, walletLinkView } from './views/wallet-link.ts'
import { walletsView } from './views/wallets.ts'

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
