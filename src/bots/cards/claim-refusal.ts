import type { ClaimerView } from '../../claims/claims.ts'
import { NotFoundError, NotYoursError, type DomainError } from '../../core/terms/errors.ts'
import { namePerson } from '../words/name-person.ts'
import type { Speaker } from '../dispatch/command.ts'

const GONE_BACK: ReadonlySet<ClaimerView['items'][number]['status']> = new Set([
  'expired',
  'cancelling',
  'cancelled',
  'returning',
  'returned',
])

/** Why nothing of a claim can be had any more; `undefined` where only the person may be the wrong one. */
export function endOf(
  { items, recipient }: ClaimerView,
  { account, words }: Speaker,
): DomainError | undefined {
  if (items.length === 0) return undefined
  const name = namePerson(words, recipient, account.platform)
  if (items.every(({ status }) => status === 'paid'))
    return new NotFoundError(words.claim.claimedAlready(name), words.claim.nothingToDo)
  if (items.every(({ status }) => GONE_BACK.has(status)))
    return new NotFoundError(words.claim.wentBack, words.claim.nothingToDo)
  return undefined
}

/** Why a claim is not for whoever pressed, or not any more. */
export function refusal(claim: ClaimerView, speaker: Speaker): DomainError {
  const { recipient } = claim
  const { account, words } = speaker
  const end = endOf(claim, speaker)
  if (end) return end
  if (account.platform === recipient.platform && account.handle === recipient.handle)
    return new NotFoundError(words.claim.noneWaits, words.claim.seeWaiting)
  const name = namePerson(words, recipient, account.platform)
  return new NotYoursError(words.claim.onlyFor(name), words.claim.leaveIt)
}
