import { answers } from './tr/answers.ts'
import { balance } from './tr/balance.ts'
import { cancel } from './tr/cancel.ts'
import { claim } from './tr/claim.ts'
import { claimable } from './tr/claimable.ts'
import { errors } from './tr/errors.ts'
import { faucet } from './tr/faucet.ts'
import { held } from './tr/held.ts'
import { help } from './tr/help.ts'
import { history } from './tr/history.ts'
import { inline } from './tr/inline.ts'
import { market } from './tr/market.ts'
import { naming } from './tr/naming.ts'
import { note } from './tr/note.ts'
import { payment } from './tr/payment.ts'
import { payout } from './tr/payout.ts'
import { privacy } from './tr/privacy.ts'
import { privateAnswers } from './tr/private-answers.ts'
import { quote } from './tr/quote.ts'
import { reading } from './tr/reading.ts'
import { sent } from './tr/sent.ts'
import { settings } from './tr/settings.ts'
import { shareOut } from './tr/share-out.ts'
import { signing } from './tr/signing.ts'
import { start } from './tr/start.ts'
import { steps } from './tr/steps.ts'
import { swap } from './tr/swap.ts'
import { tipCard } from './tr/tip-card.ts'
import { tipDetails } from './tr/tip-details.ts'
import { tip } from './tr/tip.ts'
import { track } from './tr/track.ts'
import { trouble } from './tr/trouble.ts'
import { verification } from './tr/verification.ts'
import { vouchers } from './tr/vouchers.ts'
import { wallet } from './tr/wallet.ts'
import { wording } from './tr/wording.ts'

export const tr = {
  language: 'tr' as const,
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
