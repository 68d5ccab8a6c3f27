import { alerts } from './alerts.ts'
import { answers, naming, note, privateAnswers, reading, verification, wording } from './answers.ts'
import { balance, faucet, payment, signing, steps, vouchers, left } from './payments.ts'
import { bills } from './bills.ts'
import { cancel, held, sent, shareOut, tipCard, tipDetails, tip } from './tips.ts'
import { claim, claimable, payout } from './claims.ts'
import { errors } from './errors.ts'
import { fields } from './fields.ts'
import { giveaway } from './giveaways.ts'
import { help, inline, privacy, settings, start } from './settings.ts'
import { trouble } from '../../../words/es/trouble.ts'
import { exported, history, track } from './tracking.ts'
import { plans } from './plans.ts'
import { market, quote, swap } from './market.ts'
import { top } from './standings.ts'
import { wallet, wordsFirst } from './wallets.ts'

export const es = {
  language: 'es' as const,
  alerts,
  answers,
  balance,
  bills,
  cancel,
  claim,
  claimable,
  errors,
  export: exported,
  fields,
  faucet,
  giveaway,
  held,
  help,
  history,
  inline,
  left,
  market,
  naming,
  note,
  payment,
  payout,
  plans,
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
  top,
  track,
  trouble,
  verification,
  vouchers,
  wallet,
  wordsFirst,
  wording,
}
