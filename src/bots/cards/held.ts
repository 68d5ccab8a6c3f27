import { claimTopic, type ClaimerView } from '../../claims/claims.ts'
import type { Sighting } from '../../claims/handle-history.ts'
import { accountKey, type Account } from '../../core/terms/identity.ts'
import { namePerson } from '../words/name-person.ts'
import { showTime } from '../words/show-time.ts'
import type { Words } from '../words/words.ts'
import { action, field, text, type Block, type Card } from './card.ts'
import type { Services, View } from '../dispatch/command.ts'
import { canComeBack } from '../../claims/can-come-back.ts'
import { showSums } from './wording.ts'

/** Accounts that a sender chooses among; those seen last come first, and a card has room for few buttons. */
const CANDIDATES = 4

/** A claim of this sender's; `undefined` for anybody else's. */
export async function ownClaim(
  claimerId: string,
  sender: Account,
  { claims }: Pick<Services, 'claims'>,
): Promise<ClaimerView | undefined> {
  const claim = await claims.viewOwn(claimerId)
  return claim?.senderAccount === accountKey(sender) ? claim : undefined
}

/** Asks a sender whom a handle means, and goes on to say what became of it: the key is the claimer's id. */
export const heldView: View = async (claimerId, services, { reader, words }) => {
  const claim = reader && (await ownClaim(claimerId, reader, services))
  if (!reader || !claim) return undefined
  const candidates = await services.claims.candidatesOf(claimerId)
  const { coolingEndsAt } = claim
  return {
    card: heldCard(words, claim, candidates.slice(0, CANDIDATES), reader, services),
    topics: [claimTopic(claimerId)],
    changesAt: coolingEndsAt,
  }
}

function heldCard(
  words: Words,
  claim: ClaimerView,
  candidates: readonly Sighting[],
  reader: Account,
  { network }: Services,
): Card {
  const { held } = words
  const { id, doubt, coolingEndsAt, boundUserId } = claim
  const waiting = claim.items.filter(({ status }) => status === 'funded')
  const isOpen = waiting.length > 0 && (doubt !== undefined || coolingEndsAt !== undefined)
  if (!isOpen) {
    const isDecided = waiting.length > 0 && boundUserId !== undefined
    return isDecided
      ? { title: held.confirmed, tone: 'success', blocks: [text(held.onlyThey(boundUserId))] }
      : { title: held.over, tone: 'info', blocks: [text(words.sent.look)] }
  }
  const who = namePerson(words, claim.recipient, reader.platform)
  const sum = showSums(words, network, waiting)
  const why =
    coolingEndsAt === undefined
      ? [text(held[doubt ?? 'changed'](who)), text(held.isHeld)]
      : [text(held.cooling(who, showTime(words, coolingEndsAt)))]
  // Nothing that is held back can be decided, or goes back, until it is let go on.
  const paused = waiting.some(({ isFrozen }) => isFrozen) ? [text(held.rowFrozen)] : []
  const ends = waiting
    .flatMap(({ expiresAt, isFrozen }) => (isFrozen ? [] : (expiresAt ?? [])))
    .toSorted((left, right) => left.getTime() - right.getTime())[0]
  return {
    title: coolingEndsAt === undefined ? held.title(sum, who) : held.coolingTitle(sum, who),
    tone: 'warning',
    blocks: [
      ...why,
      ...candidates.map((candidate) => candidateField(words, candidate)),
      text(held.askThem),
      ...paused,
      ...(ends ? [text(held.comesBack(showTime(words, ends)))] : []),
      ...(paused.length > 0
        ? []
        : candidates.map(({ userId }) => action(held.yes(userId), `this-is:${id}:${userId}`))),
      ...waiting
        .filter(canComeBack)
        .map(({ claimId }) => action(held.takeBack, `cancel:${id}:${claimId}`)),
    ],
  }
}

function candidateField(
  words: Words,
  { userId, firstSeenAt, lastSeenAt, isShown }: Sighting,
): Block {
  const { held } = words
  const from = showTime(words, firstSeenAt)
  const seen = isShown ? held.shows(from) : held.showed(from, showTime(words, lastSeenAt))
  return field(held.account(userId), seen)
}
