import { claimTopic, type ClaimerView } from '../../claims/claims.ts'
import type { Sighting } from '../../claims/handle-history.ts'
import { accountKey, type Account } from '../../core/terms/identity.ts'
import { namePerson } from '../words/name-person.ts'
import { showTime } from '../words/show-time.ts'
import type { Words } from '../words/words.ts'
import { action, field, text, type Block, type Card } from './card.ts'
import type { Services, View } from '../dispatch/command.ts'
import { canComeBack } from '../../claims/can-come-back.ts'
import { PAGE_WITH_BUTTONS, pageLeft, pageOf } from './pages.ts'
import { showSums } from './wording.ts'

/** A claim of this sender's; `undefined` for anybody else's. */
export async function ownClaim(
  claimerId: string,
  sender: Account,
  { claims }: Pick<Services, 'claims'>,
): Promise<ClaimerView | undefined> {
  const claim = await claims.viewOwn(claimerId)
  return claim?.senderAccount === accountKey(sender) ? claim : undefined
}

/** Asks a sender whom a handle means, and goes on to say what became of it: the key is the claimer's id, for other pages of the accounts with `#` and the page behind it. */
export const heldView: View = async (key, services, { reader, words }) => {
  const [claimerId = '', page = ''] = key.split('#')
  const claim = reader && (await ownClaim(claimerId, reader, services))
  if (!reader || !claim) return undefined
  const candidates = await services.claims.candidatesOf(claimerId)
  const { coolingEndsAt } = claim
  return {
    card: heldCard(words, claim, { candidates, page }, reader, services),
    topics: [claimTopic(claimerId)],
    changesAt: coolingEndsAt,
  }
}

function heldCard(
  words: Words,
  claim: ClaimerView,
  asked: { candidates: readonly Sighting[]; page: string },
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
  const shown = pageLeft(asked.candidates, asked.page, PAGE_WITH_BUTTONS)
  const { title, items, buttons } = pageOf(asked.candidates, shown, words, {
    title: coolingEndsAt === undefined ? held.title(sum, who) : held.coolingTitle(sum, who),
    command: '/sent',
    turn: (other) => `who-is:${id}:${other}`,
    size: PAGE_WITH_BUTTONS,
  })
  return {
    title,
    tone: 'warning',
    blocks: [
      ...why,
      ...items.map((candidate) => candidateField(words, candidate)),
      text(held.askThem),
      ...paused,
      ...(ends ? [text(held.comesBack(showTime(words, ends)))] : []),
      ...(paused.length > 0
        ? []
        : items.map(({ userId }) => action(held.yes(userId), `this-is:${id}:${userId}`))),
      ...buttons,
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
