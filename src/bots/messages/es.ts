import {
  answers,
  naming,
  note,
  privateAnswers,
  reading,
  verification,
  wording,
} from './es/answers.ts'
import { balance, faucet, payment, signing, steps, vouchers } from './es/payments.ts'
import { cancel, held, sent, shareOut, tipCard, tipDetails, tip } from './es/tips.ts'
import { claim, claimable, payout } from './es/claims.ts'
import { errors } from './es/errors.ts'
import { help, inline, privacy, settings, start } from './es/settings.ts'
import { history, track, trouble } from './es/tracking.ts'
import { market, quote, swap } from './es/market.ts'
import { wallet } from './es/wallets.ts'

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
