import { knownReason, OWN_REASONS, type KnownReason } from '../../core/terms/known-reason.ts'
import { sayNotice, type Notice } from '../../core/tracking/notice.ts'

/** Of what chains say, what is no sentence for people. */
const UNCLEAR: Partial<Record<KnownReason, string>> = {
  chain_locked:
    'the hub has locked that chain: nothing comes from there or is paid out there right now',
  too_many: 'too many requests of this wallet still wait for their answer',
}

/** Why a transaction does not go on, and where its money is. What chains say is English, so most of it stands here as it is. */
export const trouble = {
  own: OWN_REASONS,
  because: (words: string) => UNCLEAR[knownReason(words) ?? 'unexplained'] ?? words,
  sentence: (words: string) => `${words}.`,
  notice: (notice: Notice, nameOf: (chainUid: string) => string) => `${sayNotice(notice, nameOf)}.`,
}

export type TroubleWords = typeof trouble
