import type { HandleDoubt } from '../core/terms/identity.ts'

/** When one account showed a handle, as far as we saw it. */
export type Sighting = {
  userId: string
  firstSeenAt: Date
  lastSeenAt: Date
  /** When it changed to this handle from another one, or from none; `undefined` for one that we met under it. */
  changedAt: Date | undefined
  /** Whether it shows the handle still: neither has it shown another one since, nor has another account shown this one. */
  isShown: boolean
}

export type HandleRules = {
  /** How long a handle is believed to be the account's that showed it last. */
  freshMs: number
  /** How long a claim waits after its account has changed to the handle. */
  coolingMs: number
}

export const HANDLE_RULES: HandleRules = { freshMs: 90 * 86_400_000, coolingMs: 24 * 3_600_000 }

export type HandleOwner =
  | { kind: 'unseen' }
  /** `coolingEndsAt`: when what is sent to it can be claimed, where that is not at once. */
  | { kind: 'known'; userId: string; coolingEndsAt: Date | undefined }
  | { kind: 'doubtful'; why: HandleDoubt }

/**
 * Says whose a handle is at a moment, by everybody who has shown it until then.
 *
 * | shown by | the owner is |
 * |---|---|
 * | nobody | unseen: the first who shows it |
 * | one account, lately, and it shows it still | that account; at once if it was met so, after the cooling-off if it changed to it |
 * | one account, too long ago | doubtful: stale |
 * | one account, which has another handle or none by now | doubtful: changed |
 * | several accounts, ever | doubtful: changed |
 */
export function ownerOf(
  sightings: readonly Sighting[],
  { freshMs, coolingMs }: HandleRules,
  now: Date,
): HandleOwner {
  const [only, ...others] = sightings
  if (!only) return { kind: 'unseen' }
  if (others.length > 0 || !only.isShown) return { kind: 'doubtful', why: 'changed' }
  if (only.lastSeenAt.getTime() + freshMs < now.getTime()) return { kind: 'doubtful', why: 'stale' }
  const { userId, changedAt } = only
  const coolingEndsAt = changedAt && new Date(changedAt.getTime() + coolingMs)
  return { kind: 'known', userId, coolingEndsAt: onlyAhead(coolingEndsAt, now) }
}

/** A moment that is still to come; `undefined` for one that has passed. */
export const onlyAhead = (moment: Date | undefined, now: Date): Date | undefined =>
  moment && moment > now ? moment : undefined
