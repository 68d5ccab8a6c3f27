import {
  answers,
  naming,
  note,
  privateAnswers,
  reading,
  verification,
  wording,
} from './en/answers.ts'
import { balance, faucet, payment, signing, steps, vouchers } from './en/payments.ts'
import { cancel, held, sent, shareOut, tipCard, tipDetails, tip } from './en/tips.ts'
import { claim, claimable, payout } from './en/claims.ts'
import { errors } from './en/errors.ts'
import { help, inline, privacy, settings, start } from './en/settings.ts'
import { history, track, trouble } from './en/tracking.ts'
import { market, quote, swap } from './en/market.ts'
import { wallet } from './en/wallets.ts'

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
