import { claimTopic, type ClaimerView, type GroupView } from '../../claims/claims.ts'
import { accountKey, showIdentity, type Account, type Platform } from '../../core/terms/identity.ts'
import { namePerson } from '../words/name-person.ts'
import { showTime } from '../words/show-time.ts'
import type { Words } from '../words/words.ts'
import { action, field, text, type Block, type Card } from './card.ts'
import type { Services, View } from '../dispatch/command.ts'
import { showSumsThen, showThen, type Prices } from './wording.ts'
import { pricesNow } from './worth.ts'
import { canComeBack } from '../../claims/can-come-back.ts'
import { PAGE_WITH_BUTTONS, pageOf } from './pages.ts'
import { restBlocks } from './left-vouchers.ts'
import { claimedOf, deadlineOf, stillTaken } from './share-out.ts'

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

/** Whose list, and which page of it; the first has no number. */
export const sentKey = (account: Account, page: string) =>
  page === '' || page === '1' ? accountKey(account) : `${accountKey(account)}#${page}`

/** What an account has sent and where it is, a page of it: the key is `sentKey`'s, and nobody else is shown it. */
export const sentView: View = async (key, services, { reader, words }) => {
  const [account, page = ''] = key.split('#')
  if (!reader || account !== accountKey(reader)) return undefined
  const claims = await services.claims.sentBy(reader)
  const sent = sentClaims(claims)
  const groups = await services.claims.groupsSentBy(reader)
  const prices = await pricesNow(services)
  const lines = [
    ...sent.map((each, index) =>
      lineOf(words, each, { number: `${index + 1}`, home: reader.platform, prices }, services),
    ),
    ...groupLines(words, groups, { first: sent.length + 1, prices }, services),
  ]
  return {
    card: sentCard(words, lines, page),
    topics: [
      ...claims.map(({ id }) => claimTopic(id)),
      ...groups.flatMap(({ shares }) => shares.map(({ claimerId }) => claimTopic(claimerId))),
    ],
    changesAt: sent
      .flatMap(({ claim, item }) =>
        item.status === 'funded' ? [item.expiresAt ?? [], claim.coolingEndsAt ?? []].flat() : [],
      )
      .concat(groups.flatMap(({ shares }) => deadlineOf(shares) ?? []))
      .toSorted((left, right) => left.getTime() - right.getTime())[0],
  }
}

/** One thing that was sent, and what can be done about it. */
type SentLine = { rows: Block[]; buttons: Block[] }

function sentCard(words: Words, lines: readonly SentLine[], page: string): Card {
  if (lines.length === 0)
    return { title: words.sent.nothing, tone: 'info', blocks: [text(words.sent.whatIsListed)] }
  const { title, items, buttons } = pageOf(lines, page, words, {
    title: words.sent.title,
    command: '/sent',
    turn: (other) => `sent:${other}`,
    size: PAGE_WITH_BUTTONS,
  })
  const rows = items.flatMap((line) => line.rows)
  return {
    title,
    tone: 'info',
    blocks: [...rows, ...items.flatMap((line) => line.buttons), ...buttons],
  }
}

function lineOf(
  words: Words,
  each: SentClaim,
  { number, home, prices }: { number: string; home: Platform; prices: Prices },
  { network }: Services,
): SentLine {
  const { claim, item } = each
  const sum = showThen(words, network, item, prices)
  const row = words.sent.row(sum, sentTo(words, claim, home), stateOf(words, claim, item))
  return { rows: [field(number, row)], buttons: buttonsOf(words, each, number) }
}

/** The amounts that somebody shared out, in a list of what they sent: `first` is the number of the first of them. */
function groupLines(
  words: Words,
  groups: readonly GroupView[],
  { first, prices }: { first: number; prices: Prices },
  { network }: Services,
): SentLine[] {
  const { shareOut } = words
  return groups.map((group, index) => {
    const { id, shares, isOpen } = group
    const number = `${first + index}`
    const sums = showSumsThen(words, network, shares, prices)
    const taken = stillTaken(group).length
    const rest = restBlocks(words, group, { network }, { isOwn: true })
    const paused = shares.some(({ state, isFrozen }) => state === 'funded' && isFrozen)
    const isSaid = ({ kind }: Block) => kind === 'text'
    const row = isOpen
      ? shareOut.sentRow(sums, taken, shares.length)
      : shareOut.claimed(sums, claimedOf(shares).length, shares.length) // each has its person from the start
    const buttons =
      leftOf(group).length > 0 ? [action(shareOut.takeBackNumber(number), `take-back:${id}`)] : []
    return {
      rows: [
        field(number, row),
        ...(paused ? [text(words.held.rowFrozen)] : []),
        ...rest.filter(isSaid),
      ],
      buttons: [...buttons, ...rest.filter((block) => !isSaid(block))],
    }
  })
}

/** What its sender would get back of a shared amount. */
export function leftOf({ isOpen, isClosed, shares }: GroupView): GroupView['shares'] {
  return isClosed
    ? []
    : shares.filter(({ state, taker }) => state === 'funded' && !(isOpen && taker !== undefined))
}

/** Where a claim is, for the one who sent it. */
export function stateOf(
  words: Words,
  { keyHeld, doubt, coolingEndsAt }: ClaimerView,
  { status, expiresAt, isFrozen }: SentClaim['item'],
): string {
  const { sent } = words
  if (isFrozen && status === 'funded') return words.held.rowFrozen // what moved before goes on
  switch (status) {
    case 'funded':
      if (doubt) return words.held.row
      if (coolingEndsAt) return words.held.rowFrom(showTime(words, coolingEndsAt))
      if (expiresAt) return sent.waitsUntil(showTime(words, expiresAt))
      return keyHeld ? sent.paidByAnother : sent.waitsForKey
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

function buttonsOf(words: Words, { claim, item }: SentClaim, number: string): Block[] {
  const isWaiting = item.status === 'funded'
  const isOpen =
    !claim.items.some(({ isFrozen }) => isFrozen) &&
    (claim.doubt !== undefined || claim.coolingEndsAt !== undefined)
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
