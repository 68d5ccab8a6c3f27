import { answers } from './de/answers.ts'
import { balance } from './de/balance.ts'
import { cancel } from './de/cancel.ts'
import { claim } from './de/claim.ts'
import { claimable } from './de/claimable.ts'
import { errors } from './de/errors.ts'
import { faucet } from './de/faucet.ts'
import { held } from './de/held.ts'
import { help } from './de/help.ts'
import { history } from './de/history.ts'
import { inline } from './de/inline.ts'
import { market } from './de/market.ts'
import { naming } from './de/naming.ts'
import { note } from './de/note.ts'
import { payment } from './de/payment.ts'
import { payout } from './de/payout.ts'
import { privacy } from './de/privacy.ts'
import { privateAnswers } from './de/private-answers.ts'
import { quote } from './de/quote.ts'
import { reading } from './de/reading.ts'
import { sent } from './de/sent.ts'
import { settings } from './de/settings.ts'
import { shareOut } from './de/share-out.ts'
import { signing } from './de/signing.ts'
import { start } from './de/start.ts'
import { steps } from './de/steps.ts'
import { swap } from './de/swap.ts'
import { tipCard } from './de/tip-card.ts'
import { tipDetails } from './de/tip-details.ts'
import { tip } from './de/tip.ts'
import { track } from './de/track.ts'
import { trouble } from './de/trouble.ts'
import { verification } from './de/verification.ts'
import { vouchers } from './de/vouchers.ts'
import { wallet } from './de/wallet.ts'
import { wording } from './de/wording.ts'

export const de = {
  language: 'de' as const,
  answers,
  balance,
  cancel,
  claim,
  claimable,
  errors,
  faucet,
  held,
  help,
  history,
  inline,
  market,
  naming,
  note,
  payment,
  payout,
  privacy,
  privateAnswers,
  quote,
  reading,
  sent,
  settings,
  shareOut,
  signing,
  start,
  steps,
  swap,
  tip,
  tipCard,
  tipDetails,
  track,
  trouble,
  verification,
  vouchers,
  wallet,
  wording,
}
