import { balance } from './es/balance.ts'
import { cancel } from './es/cancel.ts'
import { claim } from './es/claim.ts'
import { claimable } from './es/claimable.ts'
import { market } from './es/market.ts'
import { naming } from './es/naming.ts'
import { note } from './es/note.ts'
import { payment } from './es/payment.ts'
import { payout } from './es/payout.ts'
import { privateAnswers } from './es/private-answers.ts'
import { reading } from './es/reading.ts'
import { sent } from './es/sent.ts'
import { signing } from './es/signing.ts'
import { start } from './es/start.ts'
import { steps } from './es/steps.ts'
import { tip } from './es/tip.ts'
import { tipCard } from './es/tip-card.ts'
import { tipDetails } from './es/tip-details.ts'
import { track } from './es/track.ts'
import { wording } from './es/wording.ts'

export const es = {
  language: 'es' as const,
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
