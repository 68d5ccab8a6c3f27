import { answers } from './en/answers.ts'
import { balance } from './en/balance.ts'
import { cancel } from './en/cancel.ts'
import { claim } from './en/claim.ts'
import { claimable } from './en/claimable.ts'
import { errors } from './en/errors.ts'
import { faucet } from './en/faucet.ts'
import { held } from './en/held.ts'
import { help } from './en/help.ts'
import { history } from './en/history.ts'
import { inline } from './en/inline.ts'
import { market } from './en/market.ts'
import { naming } from './en/naming.ts'
import { note } from './en/note.ts'
import { payment } from './en/payment.ts'
import { payout } from './en/payout.ts'
import { privacy } from './en/privacy.ts'
import { privateAnswers } from './en/private-answers.ts'
import { quote } from './en/quote.ts'
import { reading } from './en/reading.ts'
import { sent } from './en/sent.ts'
import { settings } from './en/settings.ts'
import { shareOut } from './en/share-out.ts'
import { signing } from './en/signing.ts'
import { start } from './en/start.ts'
import { steps } from './en/steps.ts'
import { swap } from './en/swap.ts'
import { tipCard } from './en/tip-card.ts'
import { tipDetails } from './en/tip-details.ts'
import { tip } from './en/tip.ts'
import { track } from './en/track.ts'
import { trouble } from './en/trouble.ts'
import { verification } from './en/verification.ts'
import { vouchers } from './en/vouchers.ts'
import { wallet } from './en/wallet.ts'
import { wording } from './en/wording.ts'

export const en = {
  language: 'en' as const,
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
