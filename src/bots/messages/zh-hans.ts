import { balance } from './zh-hans/balance.ts'
import { cancel } from './zh-hans/cancel.ts'
import { claim } from './zh-hans/claim.ts'
import { claimable } from './zh-hans/claimable.ts'
import { market } from './zh-hans/market.ts'
import { naming } from './zh-hans/naming.ts'
import { note } from './zh-hans/note.ts'
import { payment } from './zh-hans/payment.ts'
import { payout } from './zh-hans/payout.ts'
import { privateAnswers } from './zh-hans/private-answers.ts'
import { reading } from './zh-hans/reading.ts'
import { sent } from './zh-hans/sent.ts'
import { signing } from './zh-hans/signing.ts'
import { start } from './zh-hans/start.ts'
import { steps } from './zh-hans/steps.ts'
import { tip } from './zh-hans/tip.ts'
import { tipCard } from './zh-hans/tip-card.ts'
import { tipDetails } from './zh-hans/tip-details.ts'
import { track } from './zh-hans/track.ts'
import { wording } from './zh-hans/wording.ts'

export const zhHans = {
  language: 'zh-Hans' as const,
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
