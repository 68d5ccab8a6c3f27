import { claimTopic, type ClaimerView } from '../../claims/claims.ts'
import { showIdentity, type Platform } from '../../core/terms/identity.ts'
import { namePerson } from '../words/name-person.ts'
import { showTime } from '../words/show-time.ts'
import type { Words } from '../words/words.ts'
import { action, field, text, type Block, type Card } from './card.ts'
import type { Services, View } from '../dispatch/command.ts'
import { showAmount } from './wording.ts'
import { sentGroups } from './sent-groups.ts'

/** One thing that somebody sent: a claim on chain, and the record behind it. */
export type SentClaim = { claim: ClaimerView; item: ClaimerView['items'][number] }

/** What an account has sent, the newest first: the order that numbers in commands mean. */
export const sentClaims = (claims: readonly ClaimerView[]): SentClaim[] =>
  claims.flatMap((claim) => claim.items.map((item) => ({ claim, item })))

/** The recipient as the sender wrote it: this is for the sender's eyes only. */
export function sentTo(
  words: Words,
  { recipient }: Pick<ClaimerView, 'recipient'>,
  home: Platform,
): string {
  return recipient.platform === 'email'
    ? showIdentity(recipient)
    : namePerson(words, recipient, home)
}

/** What an account has sent and where it is: the key is `platform:userId`, and nobody else is shown it. */
export const sentView: View = async (key, services, { reader, words }) => {
  if (!reader || key !== `${reader.platform}:${reader.userId}`) return undefined
  const claims = await services.claims.sentBy(reader)
  const sent = sentClaims(claims)
  const groups = await services.claims.groupsSentBy(reader)
  const shared = sentGroups(words, groups, sent.length + 1, services)
  return {
    card: sentCard(words, sent, shared, reader.platform, services),
    topics: [...claims.map(({ id }) => claimTopic(id)), ...shared.topics],
    changesAt: sent
      .flatMap(({ claim, item }) =>
        item.status === 'funded' ? [item.expiresAt ?? [], claim.coolingEndsAt ?? []].flat() : [],
      )
      .concat(shared.deadlines)
      .toSorted((left, right) => left.getTime() - right.getTime())[0],
  }
}

function sentCard(
  words: Words,
  sent: SentClaim[],
  shared: ReturnType<typeof sentGroups>,
  home: Platform,
  services: Services,
): Card {
  if (sent.length === 0 && shared.rows.length === 0)
    return { title: words.sent.nothing, tone: 'info', blocks: [text(words.sent.whatIsListed)] }
  const rows = sent.map(({ claim, item }, index) =>
    field(
      `${index + 1}`,
      words.sent.row(
        showAmount(words, services.network, item.token, item.amount),
        sentTo(words, claim, home),
        stateOf(words, claim, item),
      ),
    ),
  )
  const buttons = sent.flatMap((each, index) => buttonsOf(words, each, `${index + 1}`))
  const blocks = [...rows, ...shared.rows, ...buttons, ...shared.buttons]
  return { title: words.sent.title, tone: 'info', blocks }
}

/** Where a claim is, for the one who sent it. */
export function stateOf(
  words: Words,
  { keyHeld, doubt, coolingEndsAt }: ClaimerView,
  { status, expiresAt, isFrozen }: SentClaim['item'],
): string {
  const { sent } = words
  if (isFrozen) return words.held.rowFrozen
  switch (status) {
    case 'funded':
      if (doubt) return words.held.row
      if (coolingEndsAt) return words.held.rowFrom(showTime(words, coolingEndsAt))
      if (expiresAt) return sent.waitsUntil(showTime(words, expiresAt))
      return keyHeld ? sent.waits : sent.waitsForKey
    case 'expired':
      return sent.expired
    case 'redeeming':
      return sent.redeeming
    case 'paid':
      return sent.paid
    case 'cancelling':
    case 'returning':
      return sent.onItsWayBack
    case 'cancelled':
      return sent.cancelled
    case 'returned':
      return sent.returned
  }
}

/** Whether its sender can have it back: nobody has it, it is not on its way to anybody, and nobody holds it back. */
export const canComeBack = ({ status, expiresAt, isFrozen }: SentClaim['item']): boolean =>
  (status === 'funded' || status === 'expired') && expiresAt !== undefined && !isFrozen

function buttonsOf(words: Words, { claim, item }: SentClaim, number: string): Block[] {
  const isWaiting = item.status === 'funded'
  const isOpen = claim.doubt !== undefined || claim.coolingEndsAt !== undefined
  return [
    ...(isWaiting && isOpen ? [action(words.sent.confirm(number), `who-is:${claim.id}`)] : []),
    ...(canComeBack(item)
      ? [action(words.sent.cancel(number), `cancel:${claim.id}:${item.claimId}`)]
      : []),
    ...(isWaiting && claim.keyHeld
      ? [action(words.sent.newLinkFor(number), `new-link:${claim.id}`)]
      : []),
  ]
}
