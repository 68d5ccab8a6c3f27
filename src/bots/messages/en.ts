import { balance } from './en/balance.ts'
import { cancel } from './en/cancel.ts'
import { claim } from './en/claim.ts'
import { claimable } from './en/claimable.ts'
import { market } from './en/market.ts'
import { naming } from './en/naming.ts'
import { note } from './en/note.ts'
import { payment } from './en/payment.ts'
import { payout } from './en/payout.ts'
import { privateAnswers } from './en/private-answers.ts'
import { reading } from './en/reading.ts'
import { sent } from './en/sent.ts'
import { signing } from './en/signing.ts'
import { start } from './en/start.ts'
import { steps } from './en/steps.ts'
import { tip } from './en/tip.ts'
import { tipCard } from './en/tip-card.ts'
import { tipDetails } from './en/tip-details.ts'
import { track } from './en/track.ts'
import { wording } from './en/wording.ts'

export const en = {
  language: 'en' as const,
  balance,
  cancel,
  claim,
  claimable,
  market,
  naming,
  note,
  payment,
  payout,
  privateAnswers,
  reading,
  sent,
  signing,
  start,
  steps,
  tip,
  tipCard,
  tipDetails,
  track,
  wording,
}
