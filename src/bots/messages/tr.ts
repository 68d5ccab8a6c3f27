import {
  answers,
  naming,
  note,
  privateAnswers,
  reading,
  verification,
  wording,
} from './tr/answers.ts'
import { balance, faucet, payment, signing, steps, vouchers } from './tr/payments.ts'
import { cancel, held, sent, shareOut, tipCard, tipDetails, tip } from './tr/tips.ts'
import { claim, claimable, payout } from './tr/claims.ts'
import { errors } from './tr/errors.ts'
import { help, inline, privacy, settings, start } from './tr/settings.ts'
import { history, track, trouble } from './tr/tracking.ts'
import { market, quote, swap } from './tr/market.ts'
import { wallet } from './tr/wallets.ts'

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
