import {
  answers,
  naming,
  note,
  privateAnswers,
  reading,
  verification,
  wording,
} from './zh-hans/answers.ts'
import { balance, faucet, payment, signing, steps, vouchers } from './zh-hans/payments.ts'
import { cancel, held, sent, shareOut, tipCard, tipDetails, tip } from './zh-hans/tips.ts'
import { claim, claimable, payout } from './zh-hans/claims.ts'
import { errors } from './zh-hans/errors.ts'
import { help, inline, privacy, settings, start } from './zh-hans/settings.ts'
import { history, track, trouble } from './zh-hans/tracking.ts'
import { market, quote, swap } from './zh-hans/market.ts'
import { wallet } from './zh-hans/wallets.ts'

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
