import { balance } from './tr/balance.ts'
import { cancel } from './tr/cancel.ts'
import { claim } from './tr/claim.ts'
import { claimable } from './tr/claimable.ts'
import { market } from './tr/market.ts'
import { naming } from './tr/naming.ts'
import { note } from './tr/note.ts'
import { payment } from './tr/payment.ts'
import { payout } from './tr/payout.ts'
import { privateAnswers } from './tr/private-answers.ts'
import { reading } from './tr/reading.ts'
import { sent } from './tr/sent.ts'
import { signing } from './tr/signing.ts'
import { start } from './tr/start.ts'
import { steps } from './tr/steps.ts'
import { tip } from './tr/tip.ts'
import { tipCard } from './tr/tip-card.ts'
import { tipDetails } from './tr/tip-details.ts'
import { track } from './tr/track.ts'
import { wording } from './tr/wording.ts'

export const tr = {
  language: 'tr' as const,
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
