import { answers } from './zh-hans/answers.ts'
import { balance } from './zh-hans/balance.ts'
import { cancel } from './zh-hans/cancel.ts'
import { claim } from './zh-hans/claim.ts'
import { claimable } from './zh-hans/claimable.ts'
import { errors } from './zh-hans/errors.ts'
import { faucet } from './zh-hans/faucet.ts'
import { held } from './zh-hans/held.ts'
import { help } from './zh-hans/help.ts'
import { history } from './zh-hans/history.ts'
import { inline } from './zh-hans/inline.ts'
import { market } from './zh-hans/market.ts'
import { naming } from './zh-hans/naming.ts'
import { note } from './zh-hans/note.ts'
import { payment } from './zh-hans/payment.ts'
import { payout } from './zh-hans/payout.ts'
import { privacy } from './zh-hans/privacy.ts'
import { privateAnswers } from './zh-hans/private-answers.ts'
import { quote } from './zh-hans/quote.ts'
import { reading } from './zh-hans/reading.ts'
import { sent } from './zh-hans/sent.ts'
import { settings } from './zh-hans/settings.ts'
import { shareOut } from './zh-hans/share-out.ts'
import { signing } from './zh-hans/signing.ts'
import { start } from './zh-hans/start.ts'
import { steps } from './zh-hans/steps.ts'
import { swap } from './zh-hans/swap.ts'
import { tipCard } from './zh-hans/tip-card.ts'
import { tipDetails } from './zh-hans/tip-details.ts'
import { tip } from './zh-hans/tip.ts'
import { track } from './zh-hans/track.ts'
import { trouble } from './zh-hans/trouble.ts'
import { verification } from './zh-hans/verification.ts'
import { vouchers } from './zh-hans/vouchers.ts'
import { wallet } from './zh-hans/wallet.ts'
import { wording } from './zh-hans/wording.ts'

export const zhHans = {
  language: 'zh-Hans' as const,
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
