import { balance } from './de/balance.ts'
import { cancel } from './de/cancel.ts'
import { claim } from './de/claim.ts'
import { claimable } from './de/claimable.ts'
import { market } from './de/market.ts'
import { naming } from './de/naming.ts'
import { note } from './de/note.ts'
import { payment } from './de/payment.ts'
import { payout } from './de/payout.ts'
import { privateAnswers } from './de/private-answers.ts'
import { reading } from './de/reading.ts'
import { sent } from './de/sent.ts'
import { signing } from './de/signing.ts'
import { start } from './de/start.ts'
import { steps } from './de/steps.ts'
import { tip } from './de/tip.ts'
import { tipCard } from './de/tip-card.ts'
import { tipDetails } from './de/tip-details.ts'
import { track } from './de/track.ts'
import { wording } from './de/wording.ts'

export const de = {
  language: 'de' as const,
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
