import { OWN_REASONS, type KnownReason } from '../../core/terms/known-reason.ts'
import { sayNotice, type Notice } from '../../core/tracking/notice.ts'
import { sayReasonWith } from '../say-reason.ts'

const own: Record<KnownReason, string> = {
  ...OWN_REASONS,
  late: 'it did not arrive in time',
  price_moved: 'the price moved further than allowed',
  too_little: 'the balance is too small for it',
  not_approved: 'the token was not approved for this amount',
  chain_locked:
    'the hub has locked that chain: nothing comes from there or is paid out there right now',
  too_many: 'too many requests of this wallet still wait for their answer',
  text_ran: 'what was signed has run there already, in another transaction',
  text_expired: OWN_REASONS.text_expired,
}

const because = sayReasonWith(own, 'only a technical reason was given')

/** Why a transaction does not go on, and where its money is. */
export const trouble = {
  own,
  because,
  /** A chain's own words, where it is clear that they are its. */
  quoted: (words: string) => `“${words}”`,
  /** What they stand behind. */
  chainsWords: 'What the chain said',
  sentence: (words: string) => `${words}.`,
  /** `showAt` writes the times in it. */
  notice: (
    notice: Notice,
    nameOf: (chainUid: string) => string,
    showAt: (time: Date) => string,
  ) => {
    const said = 'reason' in notice ? { ...notice, reason: because(notice.reason) } : notice
    return `${sayNotice(said, nameOf, showAt)}.`
  },
}

export type TroubleWords = typeof trouble
