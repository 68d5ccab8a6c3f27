import {
  answers,
  naming,
  note,
  privateAnswers,
  reading,
  verification,
  wording,
} from './de/answers.ts'
import { balance, faucet, payment, signing, steps, vouchers } from './de/payments.ts'
import { cancel, held, sent, shareOut, tipCard, tipDetails, tip } from './de/tips.ts'
import { claim, claimable, payout } from './de/claims.ts'
import { errors } from './de/errors.ts'
import { help, inline, privacy, settings, start } from './de/settings.ts'
import { history, track, trouble } from './de/tracking.ts'
import { market, quote, swap } from './de/market.ts'
import { wallet } from './de/wallets.ts'

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
