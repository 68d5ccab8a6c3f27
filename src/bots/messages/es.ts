import { answers } from './es/answers.ts'
import { balance } from './es/balance.ts'
import { cancel } from './es/cancel.ts'
import { claim } from './es/claim.ts'
import { claimable } from './es/claimable.ts'
import { errors } from './es/errors.ts'
import { faucet } from './es/faucet.ts'
import { held } from './es/held.ts'
import { help } from './es/help.ts'
import { history } from './es/history.ts'
import { inline } from './es/inline.ts'
import { market } from './es/market.ts'
import { naming } from './es/naming.ts'
import { note } from './es/note.ts'
import { payment } from './es/payment.ts'
import { payout } from './es/payout.ts'
import { privacy } from './es/privacy.ts'
import { privateAnswers } from './es/private-answers.ts'
import { quote } from './es/quote.ts'
import { reading } from './es/reading.ts'
import { sent } from './es/sent.ts'
import { settings } from './es/settings.ts'
import { shareOut } from './es/share-out.ts'
import { signing } from './es/signing.ts'
import { start } from './es/start.ts'
import { steps } from './es/steps.ts'
import { swap } from './es/swap.ts'
import { tipCard } from './es/tip-card.ts'
import { tipDetails } from './es/tip-details.ts'
import { tip } from './es/tip.ts'
import { track } from './es/track.ts'
import { trouble } from './es/trouble.ts'
import { verification } from './es/verification.ts'
import { vouchers } from './es/vouchers.ts'
import { wallet } from './es/wallet.ts'
import { wording } from './es/wording.ts'

export const es = {
  language: 'es' as const,
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
